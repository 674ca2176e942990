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
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
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
	Failed   int       `json:"failed"`
	Skipped  int       `json:"skipped"`
	Problems []problem `json:"problems"`
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
			if opt.json {
				err = printJSON(a.stdout, result)
			} else {
				err = result.print(a.stdout)
			}
			if err == nil && len(result.Problems) > 0 {
				err = errProblems
			}
			return err
		},
	}
	opt.flags(cmd)
	return cmd
}

// verify works through a world.
func (a *app) verify(ctx context.Context, dir string, opt toolOptions) (*verification, error) {
	dimensions, levelErr, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	regions, err := javaworld.Regions(dimensions)
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	bar := newProgress(a.stderr, "chunks", total(opt, regions))
	defer bar.finish()
	workers, err := eachRegion(ctx, opt, regions, func() *verifier { return &verifier{root: root, opt: opt, bar: bar} },
		func(ctx context.Context, w *verifier, r javaworld.Region) error { return w.region(ctx, r) })
	if err != nil {
		return nil, err
	}
	result := &verification{World: root, Problems: []problem{}}
	if levelErr != nil {
		result.Problems = append(result.Problems, problem{File: "level.dat", Problem: levelErr.Error()})
	}
	for _, w := range workers {
		if w != nil {
			result.add(w.found)
		}
	}
	sortProblems(result.Problems)
	return result, nil
}

// verifier verifies region files, one after the other.
type verifier struct {
	root          string
	opt           toolOptions
	bar           *progress
	found         verification
	before, after []byte
}

// region verifies the chunks of one region file.
func (w *verifier) region(ctx context.Context, r javaworld.Region) (err error) {
	temp, err := os.MkdirTemp("", "kestrel-verify-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	copied, err := copyRegion(w.root, temp, r)
	if err != nil {
		return err
	}
	dim, names := dimensionOf(r.ID)
	p, err := anvilprovider.Config{Log: discard(), ReadAhead: -1, Sync: region.SyncNone, MaxInflated: w.opt.maxInflated(), Dimensions: names}.Open(temp)
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
			var inFile *region.FileError
			if errors.As(fault, &inFile) {
				w.problem(fault)
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
				w.problem(w.inWorld(r, err))
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
		w.problem(fmt.Errorf("save: %w", failures))
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
			w.problem(w.inWorld(r, err))
		case where != "":
			w.found.Changed++
			w.problem(&region.ChunkError{File: filepath.Join(before.Dir(), r.Pos.FileName()), X: e.X, Z: e.Z, Kind: errors.New("came back changed"), Cause: errors.New(where)})
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

// differs returns where two documents differ, or nothing. Palettes may list their entries otherwise, if the cells are the same.
func differs(before, after []byte) (where string, err error) {
	a, errA := rootOf(before)
	b, errB := rootOf(after)
	if err := errors.Join(errA, errB); err != nil {
		return "", err
	}
	if same, _ := nbt.Equal(a, b); same {
		return "", nil
	}
	if a, err = spread(a); err != nil {
		return "", err
	}
	if b, err = spread(b); err != nil {
		return "", err
	}
	if same, path := nbt.Equal(a, b); !same {
		return "at " + path, nil
	}
	return "", nil
}

// rootOf returns the root compound of a document.
func rootOf(data []byte) (nbt.Raw, error) {
	r := nbt.NewReader(data, nbt.Limits{})
	if _, ok := r.Root(); !ok {
		return nbt.Raw{}, r.Err()
	}
	raw := r.Raw(nbt.TagCompound)
	return raw, r.Err()
}

// problem notes an error.
func (w *verifier) problem(err error) {
	w.found.Problems = append(w.found.Problems, problemOf(w.root, err))
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

// print writes the result for people.
func (v *verification) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%d chunks: %d identical, %d changed, %d failed, %d skipped because the game has not finished them\n%d were encoded anew and written\n",
		v.World, v.Chunks, v.Identical, v.Changed, v.Failed, v.Skipped, v.Rewritten)
	printProblems(w, v.Problems, 20)
	return err
}

// copyRegion copies level.dat and one region file, with its .mcc files and its entities, to another folder. It returns the copy.
func copyRegion(root, temp string, r javaworld.Region) (javaworld.Region, error) {
	for _, name := range []string{"level.dat", "level.dat_old"} {
		if err := copyFile(filepath.Join(root, name), filepath.Join(temp, name)); err != nil {
			return r, err
		}
	}
	rel, err := filepath.Rel(root, r.Dir)
	if err != nil {
		return r, err
	}
	copied := r
	copied.Dir = filepath.Join(temp, rel)
	for from, to := range map[string]string{r.RegionDir(): copied.RegionDir(), r.EntityDir(): copied.EntityDir()} {
		names, err := oneRegion{vfs.OS{}, r.Pos}.List(from)
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return r, err
		}
		for _, name := range names {
			if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
				return r, err
			}
		}
	}
	return copied, nil
}

// copyFile copies a file, if there is one.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// dimensionOf returns the server's dimension for an identifier, and the names that the provider needs for one that is not vanilla's.
func dimensionOf(id string) (world.Dimension, map[world.Dimension]string) {
	switch id {
	case javaworld.Overworld:
		return world.Overworld, nil
	case javaworld.Nether:
		return world.Nether, nil
	case javaworld.End:
		return world.End, nil
	}
	d := customDimension{world.Overworld, id}
	return d, map[world.Dimension]string{d: id}
}

// customDimension is a dimension that vanilla does not have, with the height of the overworld.
type customDimension struct {
	world.Dimension
	id string
}
