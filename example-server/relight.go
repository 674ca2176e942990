package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/spf13/cobra"
)

// relighting is the result of relight.
type relighting struct {
	World string `json:"world"`
	// Chunks counts the chunks that were compared, or with --write those whose light was computed.
	Chunks int `json:"chunks"`
	// Cells counts the cells that were compared, for each kind of light.
	Cells int `json:"cells"`
	// BlockMismatches and SkyMismatches count the cells whose stored light differs from the computed one.
	BlockMismatches int `json:"block_mismatches"`
	SkyMismatches   int `json:"sky_mismatches"`
	// Ineligible counts the other chunks: with --compare those that are unlit, or older than 1.14, or beside such a one; with --write those
	// that are older than 1.18, or beside such a one; and with both those whose light is not certain, whatever is stored in them.
	Ineligible int `json:"ineligible"`
	// Left says with --write how many of them were left alone for what reason.
	Left map[string]int `json:"left"`
	// Written counts the chunks that were given other light.
	Written  int      `json:"written"`
	Problems problems `json:"problems"`

	write bool
}

// relightOptions are the flags of relight.
type relightOptions struct {
	toolOptions
	compare, write bool
}

func (a *app) relightCommand() *cobra.Command {
	var opt relightOptions
	cmd := &cobra.Command{
		Use:   "relight DIR",
		Short: "Compute the light of a Java world, to compare or to store it",
		Long: "Computes light from the blocks of a Java world with Java's rules. --compare counts the cells in which the stored light differs, and writes nothing;\n" +
			"differences make the exit code 1. --write stores the computed light in every finished chunk of 1.18 and later that lacks it or has another, and says\n" +
			"in the chunk that its light is complete, if the light is certain: if all eight chunks around it are finished and readable, and have no blocks whose\n" +
			"light is not known. Everything else in the world stays as it is.",
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opt.compare == opt.write {
				return errors.New("relight needs either --compare, which writes nothing, or --write, which stores light")
			}
			result, err := a.relight(cmd.Context(), args[0], opt)
			if err != nil {
				return err
			}
			return a.report(result, opt.toolOptions)
		},
	}
	opt.flags(cmd)
	cmd.Flags().BoolVar(&opt.compare, "compare", false, "compare the stored light with the computed one; write nothing")
	cmd.Flags().BoolVar(&opt.write, "write", false, "store the computed light")
	return cmd
}

// relight works through a world.
func (a *app) relight(ctx context.Context, dir string, opt relightOptions) (result *relighting, err error) {
	w, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	if opt.write {
		unlock, err := lockWorld(ctx, dir, opt.toolOptions)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	regions, err := javaworld.Regions(w.dimensions)
	if err != nil {
		return nil, err
	}
	result = &relighting{World: w.root, Left: map[string]int{}, Problems: w.damage, write: opt.write}
	err = walk(ctx, a.stderr, opt.toolOptions, regions, func(bar *progress) worker[relighting] {
		return newRelighter(w.root, opt, bar)
	}, result.add)
	result.Problems.sort()
	if opt.write && errors.Is(err, context.Canceled) {
		err = fmt.Errorf("the chunks written until then have the right light, and another start does the rest: %w", err)
	}
	return result, err
}

// lockWorld takes the world for writing. The parts of a world that is spread over machines cannot each have it for themselves: with a shard,
// it is only made sure that neither a game nor a server has the world at the start. Others of the parts may be just doing the same.
func lockWorld(ctx context.Context, dir string, opt toolOptions) (unlock func() error, err error) {
	for try := 0; ; try++ {
		p, err := anvilprovider.Config{ReadAhead: -1, Log: discard()}.Open(dir)
		switch {
		case err == nil && opt.shard.count == 0:
			return p.Close, nil
		case err == nil:
			return func() error { return nil }, p.Close()
		case opt.shard.count == 0 || try == 20:
			return nil, err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// relighter lights region files, one after the other.
type relighter struct {
	root  string
	opt   relightOptions
	files func(region.Pos) vfs.FS
	clock func() time.Time // for the timestamps of what is written; nil is the time of day
	bar   *progress
	found relighting
	tiler
}

func newRelighter(root string, opt relightOptions, bar *progress) *relighter {
	return &relighter{root: root, opt: opt, files: oneRegion, bar: bar, found: relighting{Left: map[string]int{}, write: opt.write}}
}

func (w *relighter) result() relighting { return w.found }

// region lights the chunks of one region file.
func (w *relighter) region(ctx context.Context, r javaworld.Region) error {
	return javaworld.Open(r.Dimension, region.Options{MaxInflated: w.opt.maxInflated()}, func(s *region.Store) error {
		all, err := tilesOf(s, r.Pos)
		if err != nil {
			w.found.Problems.note(w.root, err)
			return nil
		}
		var out *region.Store
		if w.opt.write {
			// The world may be all that its owner has: a power cut must leave each chunk old or new.
			opt := region.Options{FS: w.files(r.Pos), Sync: region.SyncBarrier, MaxInflated: w.opt.maxInflated(), Clock: w.clock}
			if out, err = opt.Open(r.RegionDir()); err != nil {
				return err
			}
		}
		err = w.light(ctx, r, s, all, func(e region.Entry) error {
			defer w.bar.add(1)
			return w.one(s, out, e)
		})
		if out != nil {
			err = errors.Join(err, out.Close())
		}
		return err
	})
}

// one compares one chunk, or writes it to out if that is not nil. The error is one that keeps the whole work from going on, such as a full disk.
func (w *relighter) one(s, out *region.Store, e region.Entry) error {
	data, err := w.read(s, e.X, e.Z)
	if err != nil {
		w.found.leave(relight.ErrAbsent)
		w.found.Problems.note(w.root, err)
		return nil
	}
	if out == nil {
		c, err := w.lights.Compare(e.X, e.Z)
		if err != nil {
			w.found.Ineligible++
			return nil
		}
		w.found.Chunks++
		w.found.Cells += c.Cells
		w.found.BlockMismatches += c.Block
		w.found.SkyMismatches += c.Sky
		return nil
	}
	lit, changed, err := w.lights.Write(e.X, e.Z, data)
	var why relight.Reason
	switch {
	case errors.As(err, &why):
		w.found.leave(why)
	case err != nil:
		w.found.leave(relight.ErrAbsent)
		w.found.Problems.note(w.root, &region.ChunkError{File: filepath.Join(s.Dir(), region.PosOf(e.X, e.Z).FileName()), X: e.X, Z: e.Z, Kind: err})
	case changed:
		w.found.Chunks++
		w.found.Written++
		return out.Write(e.X, e.Z, lit)
	default:
		w.found.Chunks++
	}
	return nil
}

// leave counts a chunk that is left alone, or left out of the comparison.
func (r *relighting) leave(why relight.Reason) {
	r.Ineligible++
	if r.write {
		r.Left[string(why)]++
	}
}

// add adds the numbers of another result.
func (r *relighting) add(o relighting) {
	r.Chunks += o.Chunks
	r.Cells += o.Cells
	r.BlockMismatches += o.BlockMismatches
	r.SkyMismatches += o.SkyMismatches
	r.Ineligible += o.Ineligible
	r.Written += o.Written
	for why, n := range o.Left {
		r.Left[why] += n
	}
	r.Problems = append(r.Problems, o.Problems...)
}

func (r *relighting) well() bool { return len(r.Problems)+r.BlockMismatches+r.SkyMismatches == 0 }

// print writes the result for people.
func (r *relighting) print(w io.Writer) error {
	var err error
	if r.write {
		_, err = fmt.Fprintf(w, "%s\n%s lit, %d of them written; %d left alone\n", r.World, count(r.Chunks, "chunk"), r.Written, r.Ineligible)
		for _, why := range slices.Sorted(maps.Keys(r.Left)) {
			_, err = fmt.Fprintf(w, "  %d %s\n", r.Left[why], why)
		}
	} else {
		_, err = fmt.Fprintf(w, "%s\n%s with %d cells of each kind of light compared: %d of block light and %d of sky light differ\n%d left out because they are unfinished, unlit, at the edge, older than 1.14, or near blocks whose light is not known\n",
			r.World, count(r.Chunks, "chunk"), r.Cells, r.BlockMismatches, r.SkyMismatches, r.Ineligible)
	}
	r.Problems.print(w)
	return err
}
