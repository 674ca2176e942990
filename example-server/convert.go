package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/bedrockworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/spf13/cobra"
)

// conversion is the result of convert.
type conversion struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Chunks counts the chunks that were converted, and Failed those that could not be.
	Chunks int `json:"chunks"`
	Failed int `json:"failed"`
	// Lost counts what has no counterpart, by what it is. Blocks and biomes are counted in cells, a cubic metre each.
	Lost     map[string]int `json:"lost"`
	Problems problems       `json:"problems"`
}

func (a *app) convertCommand() *cobra.Command {
	var opt toolOptions
	cmd := &cobra.Command{
		Use:   "convert SRC DST",
		Short: "Convert a Java world to Dragonfly's LevelDB, or back",
		Long: "Makes a LevelDB world, as Dragonfly's own provider reads it, of a Java world, or a Java world of a LevelDB world: what SRC is decides. DST must not exist. SRC\n" +
			"is only read. What has no counterpart on the other side is counted: blocks and biomes in cells, a cubic metre each, all else by the piece. The exit code is 1 if a chunk could not be converted.",
		Args: exactly("SRC", "DST"),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := a.convert(cmd.Context(), args[0], args[1], opt)
			if err != nil {
				return err
			}
			return a.report(result, opt)
		},
	}
	opt.flags(cmd)
	return cmd
}

// convert converts a world into a folder that does not exist. If it is stopped, what it has made is taken away.
func (a *app) convert(ctx context.Context, from, to string, opt toolOptions) (result *conversion, err error) {
	if err := checkFolder(from, "a Java world or of a LevelDB world"); err != nil {
		return nil, err
	}
	result = &conversion{Lost: map[string]int{}, Problems: problems{}}
	if result.From, err = filepath.Abs(from); err != nil {
		return nil, err
	}
	if result.To, err = filepath.Abs(to); err != nil {
		return nil, err
	}
	if err := checkApart(result.From, result.To); err != nil {
		return nil, err
	}
	if _, err := os.Stat(to); err == nil {
		return nil, fmt.Errorf("%s exists already: give a folder that does not, so that nothing is overwritten", to)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	convert := a.toBedrock
	if bedrockworld.Is(from) {
		if opt.shard.count > 0 {
			return nil, errors.New("--shard divides region files, and a LevelDB world has none: convert it in one piece")
		}
		convert = a.toJava
	}
	if err := convert(ctx, result, opt); err != nil {
		return nil, errors.Join(&unmadeError{to, err}, os.RemoveAll(to))
	}
	result.Problems.sort()
	return result, nil
}

// unmadeError is why a conversion was given up, and what it had made taken away.
type unmadeError struct {
	to  string
	err error
}

func (e *unmadeError) Error() string { return e.err.Error() }
func (e *unmadeError) Unwrap() error { return e.err }

// checkApart refuses two worlds of which one would lie in the other. Both paths are absolute; links are followed as far as the paths exist.
func checkApart(from, to string) error {
	a, b := followed(from), followed(to)
	switch {
	case within(a, b):
		return fmt.Errorf("%s lies in the world that is converted, which is only read: give a folder beside it", to)
	case within(b, a):
		return fmt.Errorf("%s lies in the folder that is made, %s: give a folder beside it", from, to)
	}
	return nil
}

// followed is a path without links. What does not exist yet is kept as it is.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(followed(parent), filepath.Base(path))
	}
	return path
}

// within reports whether a path is a folder or lies in it.
func within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// toBedrock converts a Java world.
func (a *app) toBedrock(ctx context.Context, result *conversion, opt toolOptions) (err error) {
	w, err := openWorld(result.From)
	if err != nil {
		return err
	}
	regions, err := javaworld.Regions(w.dimensions)
	if err != nil {
		return err
	}
	src, err := anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Log: discard(), MaxInflated: opt.maxInflated()}.Open(result.From)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	dst, err := bedrockworld.Create(result.To)
	if err != nil {
		return err
	}
	options := src.WorldOptions()
	defer func() {
		if err = errors.Join(err, dst.Close()); err == nil {
			err = bedrockworld.SetOptions(result.To, options, result.Lost)
		}
	}()
	dst.SaveSettings(src.Settings())
	err = walk(ctx, a.stderr, opt, regions, func(bar *progress) worker[conversion] {
		return &converter{root: result.From, src: src, dst: dst, bar: bar, found: conversion{Lost: map[string]int{}}}
	}, result.add)
	if err != nil {
		return err
	}
	result.lose(src.Stats())
	return nil
}

// converter converts region files, one after the other.
type converter struct {
	root  string
	src   *anvilprovider.Provider
	dst   world.Provider
	bar   *progress
	found conversion
}

func (w *converter) result() conversion { return w.found }

// region converts the chunks of one region file.
func (w *converter) region(ctx context.Context, r javaworld.Region) error {
	dim, custom := dimensionOf(r.ID)
	return javaworld.Open(r.Dimension, region.Options{}, func(s *region.Store) error {
		for e, fault := range s.Chunks(r.Pos) {
			if err := ctx.Err(); err != nil {
				return err
			}
			w.bar.add(1)
			if wholeFile(fault) {
				w.found.fail(problemOf(w.root, fault))
				return nil
			}
			if custom != nil {
				w.found.Lost["chunk of dimension "+r.ID]++
				continue
			}
			pos := world.ChunkPos{e.X, e.Z}
			col, err := w.src.LoadColumn(pos, dim)
			if errors.Is(err, leveldb.ErrNotFound) {
				w.found.Lost["chunk that the game has not finished"]++
				continue
			}
			if err == nil {
				err = w.dst.StoreColumn(pos, dim, col)
			}
			if errors.Is(err, syscall.ENOSPC) {
				return err // no other chunk will do better
			}
			if err != nil {
				w.found.fail(problemOf(w.root, err))
				continue
			}
			w.found.Chunks++
		}
		return nil
	})
}

// toJava converts a LevelDB world.
func (a *app) toJava(ctx context.Context, result *conversion, opt toolOptions) (err error) {
	src, err := bedrockworld.Open(result.From)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	dst, err := anvilprovider.Config{Log: discard(), ReadAhead: -1, Sync: region.SyncNone, SaveWorkers: max(opt.jobs, 1), KeepUntouched: true, FS: a.fs}.Open(result.To)
	if err != nil {
		return err
	}
	dst.SaveSettings(src.Settings())
	if options, err := bedrockworld.Options(result.From); err == nil {
		dst.SetWorldOptions(options)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, dst.Close())
	}
	bar := newProgress(a.stderr, "chunks", len(src.Columns))
	defer bar.finish()
	var failed int64
	unsaved := func() error { // of what has failed since the last time, what fails again
		if failed == dst.Stats().Failed {
			return nil
		}
		err := firstUnsaved(dst.Flush(ctx))
		failed = dst.Stats().Failed
		return err
	}
	for _, c := range src.Columns {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, dst.Close())
		}
		if err := unsaved(); err != nil {
			dst.Close() // of the same chunks it says the same
			return err
		}
		bar.add(1)
		col, err := src.LoadColumn(c.Pos, c.Dimension)
		if err == nil {
			err = dst.StoreColumn(c.Pos, c.Dimension, col)
		}
		if err != nil {
			result.fail(problem{File: "db", Chunk: fmt.Sprintf("%d,%d", c.Pos[0], c.Pos[1]), Problem: err.Error()})
			continue
		}
		result.Chunks++
	}
	for what, n := range src.Left {
		result.Lost[what] += n
	}
	dst.Flush(ctx) // of what fails, unsaved and Close say it again
	if err := errors.Join(unsaved(), firstUnsaved(dst.Close())); err != nil {
		return firstUnsaved(err)
	}
	result.lose(dst.Stats())
	return nil
}

// firstUnsaved is the first chunk of an error that may tell of many, which one cause has as a rule.
func firstUnsaved(err error) error {
	var first *anvilprovider.ChunkError
	if errors.As(err, &first) {
		return first
	}
	return err
}

// add adds what was converted of other region files.
func (r *conversion) add(o conversion) {
	r.Chunks += o.Chunks
	r.Failed += o.Failed
	r.Problems = append(r.Problems, o.Problems...)
	for what, n := range o.Lost {
		r.Lost[what] += n
	}
}

// fail notes what could not be converted.
func (r *conversion) fail(p problem) {
	r.Failed++
	r.Problems = append(r.Problems, p)
}

// lose adds what the provider could not translate.
func (r *conversion) lose(s anvilprovider.Stats) {
	for _, list := range []struct {
		what   string
		counts map[string]int
	}{{"block ", s.UnknownBlocks}, {"biome ", s.UnknownBiomes}, {"state of a block that Java does not have: ", s.BedrockOnly}} {
		for name, n := range list.counts {
			r.Lost[list.what+name] += n
		}
	}
	for reason, n := range s.Skipped {
		r.Lost[cmp.Or(skipped[reason], reason)] += n
	}
	for reason, n := range s.Lost {
		r.Lost[cmp.Or(lost[reason], reason)] += n
	}
}

// skipped says in words what the keys of anvilprovider.Stats.Skipped mean.
var skipped = map[string]string{
	"outside":         "thing that says that it is outside of its chunk, or of the dimension",
	"malformed":       "thing that is not as the game writes it",
	"no_block":        "block entity whose block has none in Dragonfly",
	"loot_table":      "loot table of a container, which stays empty",
	"idle_tick":       "tick that does nothing in Dragonfly",
	"entity":          "entity that Dragonfly does not have",
	"entities_broken": "chunk of entities that cannot be read",
}

// lost says in words what the keys of anvilprovider.Stats.Lost mean.
var lost = map[string]string{
	"entity_type": "entity of a type that is not Dragonfly's own",
	"entity":      "entity that the world has no form for",
	"entity_part": "part of an entity",
	"block_part":  "part of a block entity",
	"loot_table":  "loot table of a container, which stays empty",
}

func (r *conversion) well() bool { return len(r.Problems) == 0 }

// print writes the result for people.
func (r *conversion) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s, made of %s\n%s converted, %d failed\n", r.To, r.From, count(r.Chunks, "chunk"), r.Failed)
	if len(r.Lost) > 0 {
		fmt.Fprintln(w, "without counterpart:")
	}
	for _, what := range slices.Sorted(maps.Keys(r.Lost)) {
		fmt.Fprintf(w, "  %s: %d\n", what, r.Lost[what])
	}
	r.Problems.print(w)
	return err
}
