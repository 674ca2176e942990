package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/spf13/cobra"
)

// verification is the result of verify. Every chunk is identical, changed, failed or skipped.
type verification struct {
	World  string `json:"world"`
	Chunks int    `json:"chunks"`
	// Identical came back with the same NBT, the order of keys in compounds aside. Changed did not.
	Identical int `json:"identical"`
	Changed   int `json:"changed"`
	// Rewritten are those that were encoded anew, and not only compared: all finished ones of 1.18 and later.
	Rewritten int `json:"rewritten"`
	// Failed could not be loaded or saved. Skipped are chunks that the game has not finished, which a server does not load.
	Failed   int      `json:"failed"`
	Skipped  int      `json:"skipped"`
	Problems problems `json:"problems"`
}

func (a *app) verifyCommand() *cobra.Command {
	var opt toolOptions
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Prove that loading and saving a Java world loses nothing",
		Long: "Loads every chunk of a Java world as the server does, saves it into a copy, reads the copy, and compares. All of a chunk of 1.18 and later is encoded\n" +
			"anew for that, where a server leaves the bytes alone that did not change; an older chunk is merged and stays as it is, since writing it is an upgrade. The\n" +
			"world itself is only read; the copy is made one region file at a time in the folder for temporary files. The exit code is 1 if a chunk came back changed or could not be loaded or saved.",
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := a.verify(cmd.Context(), args[0], opt)
			if err != nil {
				return err
			}
			return a.report(result, opt)
		},
	}
	opt.flags(cmd)
	return cmd
}

// verify works through a world.
func (a *app) verify(ctx context.Context, dir string, opt toolOptions) (*verification, error) {
	w, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	regions, err := javaworld.Regions(w.dimensions)
	if err != nil {
		return nil, err
	}
	translator, err := newTranslator()
	if err != nil {
		return nil, err
	}
	result := &verification{World: w.root, Problems: w.damage}
	err = walk(ctx, a.stderr, opt, regions, func(bar *progress) worker[verification] {
		return &verifier{root: w.root, opt: opt, bar: bar, translator: translator}
	}, result.add)
	result.Problems.sort()
	return result, err
}

// verifier verifies region files, one after the other.
type verifier struct {
	root          string
	opt           toolOptions
	bar           *progress
	translator    *translate.Translator // The same for all.
	found         verification
	before, after []byte
}

func (w *verifier) result() verification { return w.found }

// region verifies the chunks of one region file.
func (w *verifier) region(ctx context.Context, r javaworld.Region) (err error) {
	temp, err := os.MkdirTemp("", "kestrel-verify-")
	if err != nil {
		return fmt.Errorf("make a folder for temporary files, in the one that TMPDIR names: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	copied, err := copyRegion(w.root, temp, r)
	if err != nil {
		return err
	}
	dim, names := dimensionOf(r.ID)
	p, err := anvilprovider.Config{Log: discard(), ReadAhead: -1, Sync: region.SyncNone, MaxInflated: w.opt.maxInflated(), Dimensions: names, Translator: w.translator}.Open(temp)
	if err != nil {
		return err
	}
	saved, err := w.save(ctx, p, dim, r)
	failures := p.Close()
	if err != nil {
		return err
	}
	return w.compare(r, copied, saved, failures)
}

// save loads every chunk and saves it again. It returns the chunks that it saved.
func (w *verifier) save(ctx context.Context, p *anvilprovider.Provider, dim world.Dimension, r javaworld.Region) (saved []region.Entry, err error) {
	err = javaworld.Open(r.Dimension, region.Options{}, func(s *region.Store) error {
		for e, fault := range s.Chunks(r.Pos) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if wholeFile(fault) {
				w.found.Problems.note(w.root, fault)
				return nil
			}
			w.found.Chunks++
			col, err := p.LoadColumn(world.ChunkPos{e.X, e.Z}, dim)
			if errors.Is(err, leveldb.ErrNotFound) {
				w.found.Skipped++
				w.bar.add(1)
				continue
			}
			if err == nil {
				col.Chunk.Compact() // as the server does before it saves
				var written bool
				if written, err = p.Rewrite(world.ChunkPos{e.X, e.Z}, dim, col); written {
					w.found.Rewritten++
				}
			}
			if err != nil {
				w.found.Failed++
				w.bar.add(1)
				w.found.Problems.note(w.root, w.inWorld(r, err))
				continue
			}
			saved = append(saved, e)
		}
		return nil
	})
	return saved, err
}

// compare compares the saved chunks with the ones of the world, terrain and entities.
func (w *verifier) compare(r, copied javaworld.Region, saved []region.Entry, failures error) error {
	if failures != nil {
		w.found.Problems.note(w.root, fmt.Errorf("save: %w", failures))
	}
	for _, folder := range []func(javaworld.Dimension) string{javaworld.Dimension.RegionDir, javaworld.Dimension.EntityDir} {
		before, err := region.Options{ReadOnly: true, MaxInflated: w.opt.maxInflated()}.Open(folder(r.Dimension))
		if err != nil {
			return err
		}
		after, err := region.Options{ReadOnly: true, MaxInflated: w.opt.maxInflated()}.Open(folder(copied.Dimension))
		if err != nil {
			return errors.Join(err, before.Close())
		}
		saved = w.equal(r, before, after, saved)
		if err := errors.Join(before.Close(), after.Close()); err != nil {
			return err
		}
	}
	w.found.Identical += len(saved)
	return nil
}

// equal returns those of the chunks that are the same in both stores, and counts the others.
func (w *verifier) equal(r javaworld.Region, before, after *region.Store, chunks []region.Entry) (same []region.Entry) {
	for _, e := range chunks {
		where, err := w.difference(before, after, e)
		switch {
		case err != nil:
			w.found.Failed++
			w.found.Problems.note(w.root, w.inWorld(r, err))
		case where != "":
			w.found.Changed++
			w.found.Problems.note(w.root, &region.ChunkError{File: filepath.Join(before.Dir(), r.Pos.FileName()), X: e.X, Z: e.Z, Kind: errors.New("came back changed"), Cause: errors.New(where)})
		default:
			same = append(same, e)
			w.bar.add(1)
			continue
		}
		w.bar.add(1)
	}
	return same
}

// difference returns where a chunk differs between two stores, or nothing.
func (w *verifier) difference(before, after *region.Store, e region.Entry) (where string, err error) {
	var errBefore, errAfter error
	w.before, _, errBefore = before.Read(w.before[:0], e.X, e.Z)
	w.after, _, errAfter = after.Read(w.after[:0], e.X, e.Z)
	switch {
	case errors.Is(errBefore, region.ErrNotFound) && errors.Is(errAfter, region.ErrNotFound):
		return "", nil // as chunks without entities are
	case errors.Is(errAfter, region.ErrNotFound):
		return "it is gone", nil
	case errors.Is(errBefore, region.ErrNotFound):
		return "it was made from nothing", nil
	case errBefore != nil || errAfter != nil:
		return "", errors.Join(errBefore, errAfter)
	case bytes.Equal(w.before, w.after):
		return "", nil
	}
	return differs(w.before, w.after)
}

// inWorld turns an error about the copy into one about the world.
func (w *verifier) inWorld(r javaworld.Region, err error) error {
	var inChunk *anvilprovider.ChunkError
	if errors.As(err, &inChunk) {
		moved := *inChunk
		moved.File = r.Path()
		return &moved
	}
	return err
}

// add adds the numbers of another verification.
func (v *verification) add(o verification) {
	v.Chunks += o.Chunks
	v.Identical += o.Identical
	v.Changed += o.Changed
	v.Rewritten += o.Rewritten
	v.Failed += o.Failed
	v.Skipped += o.Skipped
	v.Problems = append(v.Problems, o.Problems...)
}

func (v *verification) well() bool { return len(v.Problems) == 0 }

// print writes the result for people.
func (v *verification) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%d chunks: %d identical, %d changed, %d failed, %d skipped because the game has not finished them\n%d were encoded anew and written\n",
		v.World, v.Chunks, v.Identical, v.Changed, v.Failed, v.Skipped, v.Rewritten)
	v.Problems.print(w)
	return err
}
