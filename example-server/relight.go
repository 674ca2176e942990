package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
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
	// Ineligible counts the other chunks: with --compare those that are unfinished, unlit, at the edge, or older than 1.14; with --write
	// those that are unfinished or older than 1.18. Chunks with blocks whose light is not known, and their neighbours, are among them.
	Ineligible int `json:"ineligible"`
	// Written counts the chunks that were given other light.
	Written  int       `json:"written"`
	Problems []problem `json:"problems"`
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
			"in the chunk that its light is complete. Everything else in the world stays as it is.",
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opt.compare == opt.write {
				return errors.New("relight needs either --compare, which writes nothing, or --write, which stores light")
			}
			result, err := a.relight(cmd.Context(), args[0], opt)
			if err != nil {
				return err
			}
			if opt.json {
				err = printJSON(a.stdout, result)
			} else {
				err = result.print(a.stdout, opt)
			}
			if err == nil && (len(result.Problems) > 0 || result.BlockMismatches+result.SkyMismatches > 0) {
				err = errProblems
			}
			return err
		},
	}
	opt.flags(cmd)
	cmd.Flags().BoolVar(&opt.compare, "compare", false, "compare the stored light with the computed one; write nothing")
	cmd.Flags().BoolVar(&opt.write, "write", false, "store the computed light")
	return cmd
}

// relight works through a world.
func (a *app) relight(ctx context.Context, dir string, opt relightOptions) (result *relighting, err error) {
	dimensions, levelErr, err := openWorld(dir)
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
	regions, err := javaworld.Regions(dimensions)
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	bar := newProgress(a.stderr, "chunks", total(opt.toolOptions, regions))
	defer bar.finish()
	workers, err := eachRegion(ctx, opt.toolOptions, regions, func() *relighter { return &relighter{root: root, opt: opt.toolOptions, write: opt.write, bar: bar} },
		func(ctx context.Context, w *relighter, r javaworld.Region) error { return w.region(ctx, r) })
	if err != nil {
		return nil, err
	}
	result = &relighting{World: root, Problems: []problem{}}
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
	root   string
	opt    toolOptions
	write  bool
	clock  func() time.Time // for the timestamps of what is written; nil is the time of day
	bar    *progress
	found  relighting
	lights *relight.Lighter
	data   []byte
}

// region lights the chunks of one region file.
func (w *relighter) region(ctx context.Context, r javaworld.Region) (err error) {
	if w.lights == nil {
		if w.lights, err = relight.New(); err != nil {
			return err
		}
	}
	tiles := map[[2]int32][]region.Entry{}
	return javaworld.Open(r.Dimension, region.Options{MaxInflated: w.opt.maxInflated()}, func(s *region.Store) error {
		for e, fault := range s.Chunks(r.Pos) {
			var inFile *region.FileError
			if errors.As(fault, &inFile) {
				w.problem(fault)
				return nil
			}
			at := [2]int32{e.X &^ (relight.Size - 1), e.Z &^ (relight.Size - 1)}
			tiles[at] = append(tiles[at], e)
		}
		if !w.write {
			return w.tiles(ctx, r, s, nil, tiles)
		}
		out, err := region.Options{FS: oneRegion{vfs.OS{}, r.Pos}, Sync: region.SyncNone, MaxInflated: w.opt.maxInflated(), Clock: w.clock}.Open(r.RegionDir())
		if err != nil {
			return err
		}
		return errors.Join(w.tiles(ctx, r, s, out, tiles), out.Close())
	})
}

// tiles lights the tiles of a region file, and writes to out if that is not nil.
func (w *relighter) tiles(ctx context.Context, r javaworld.Region, s, out *region.Store, tiles map[[2]int32][]region.Entry) error {
	read := func(x, z int32) ([]byte, bool) {
		data, _, err := s.Read(w.data[:0], x, z)
		if err != nil {
			return nil, false
		}
		w.data = data
		return data, true
	}
	for at, chunks := range tiles {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.lights.Light(at[0], at[1], skyOf(r.ID), read); err != nil {
			return err
		}
		for _, e := range chunks {
			if err := w.one(s, out, e); err != nil {
				return err
			}
			w.bar.add(1)
		}
	}
	return nil
}

// one compares or writes one chunk. The error is one that keeps the whole work from going on, such as a full disk.
func (w *relighter) one(s, out *region.Store, e region.Entry) error {
	data, _, err := s.Read(w.data[:0], e.X, e.Z)
	if err != nil {
		w.found.Ineligible++
		w.problem(err)
		return nil
	}
	w.data = data
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
	switch {
	case errors.Is(err, relight.ErrAbsent), errors.Is(err, relight.ErrOld), errors.Is(err, relight.ErrUnknown):
		w.found.Ineligible++
	case err != nil:
		w.found.Ineligible++
		w.problem(&region.ChunkError{File: filepath.Join(s.Dir(), region.PosOf(e.X, e.Z).FileName()), X: e.X, Z: e.Z, Kind: err})
	case changed:
		w.found.Chunks++
		w.found.Written++
		return out.Write(e.X, e.Z, lit)
	default:
		w.found.Chunks++
	}
	return nil
}

// skyOf says whether a dimension has a sky, where that is known.
func skyOf(id string) relight.Sky {
	switch id {
	case javaworld.Overworld:
		return relight.SkyShines
	case javaworld.Nether, javaworld.End:
		return relight.SkyNone
	}
	return relight.SkyUnknown
}

// problem notes an error.
func (w *relighter) problem(err error) {
	w.found.Problems = append(w.found.Problems, problemOf(w.root, err))
}

// add adds the numbers of another result.
func (r *relighting) add(o relighting) {
	r.Chunks += o.Chunks
	r.Cells += o.Cells
	r.BlockMismatches += o.BlockMismatches
	r.SkyMismatches += o.SkyMismatches
	r.Ineligible += o.Ineligible
	r.Written += o.Written
	r.Problems = append(r.Problems, o.Problems...)
}

// print writes the result for people.
func (r *relighting) print(w io.Writer, opt relightOptions) error {
	var err error
	if opt.write {
		_, err = fmt.Fprintf(w, "%s\n%s lit, %d of them written; %d left alone because they are unfinished, older than 1.18, or near blocks whose light is not known\n", r.World, count(r.Chunks, "chunk"), r.Written, r.Ineligible)
	} else {
		_, err = fmt.Fprintf(w, "%s\n%s with %d cells of each kind of light compared: %d of block light and %d of sky light differ\n%d left out because they are unfinished, unlit, at the edge, older than 1.14, or near blocks whose light is not known\n",
			r.World, count(r.Chunks, "chunk"), r.Cells, r.BlockMismatches, r.SkyMismatches, r.Ineligible)
	}
	printProblems(w, r.Problems, 20)
	return err
}
