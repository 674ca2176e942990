package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/spf13/cobra"
)

// inspection is the result of inspect.
type inspection struct {
	World string `json:"world"`
	// Chunks counts the chunks that the region files name. Each is Full, Partial (the game has not finished it) or Unreadable.
	Chunks     int `json:"chunks"`
	Full       int `json:"full"`
	Partial    int `json:"partial"`
	Unreadable int `json:"unreadable"`
	// DataVersions counts the chunks of each version; 0 is a chunk from before 1.9, which has none.
	DataVersions map[string]int `json:"data_versions"`
	Compression  map[string]int `json:"compression"`
	// UnknownBlocks and UnknownBiomes count, by name, the sections with something that the server does not have. It is kept in the
	// files, and players see a placeholder.
	UnknownBlocks map[string]int       `json:"unknown_blocks"`
	UnknownBiomes map[string]int       `json:"unknown_biomes"`
	Dimensions    []inspectedDimension `json:"dimensions"`
	// Problems are all faults of the files, also those that do not keep a chunk from being read.
	Problems []problem `json:"problems"`
}

type inspectedDimension struct {
	ID     string `json:"id"`
	Chunks int    `json:"chunks"`
}

func (a *app) inspectCommand() *cobra.Command {
	var opt toolOptions
	cmd := &cobra.Command{
		Use:   "inspect DIR",
		Short: "Say what is in a Java world, and what is damaged or unknown",
		Long: "Reads every chunk of a Java world and says which versions it is of, what is damaged, and which blocks and biomes the server does not have.\n" +
			"Nothing is written. The exit code is 1 if anything is damaged.",
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := a.inspect(cmd.Context(), args[0], opt)
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

// inspect reads a world.
func (a *app) inspect(ctx context.Context, dir string, opt toolOptions) (*inspection, error) {
	dimensions, levelErr, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	regions, listErr := javaworld.Regions(dimensions)
	world.DefaultBlockRegistry.Finalize()
	blocks, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	bar := newProgress(a.stderr, "chunks", total(opt, regions))
	defer bar.finish()
	workers, err := eachRegion(ctx, opt, regions, func() *inspector { return newInspector(root, blocks, bar, opt) },
		func(ctx context.Context, w *inspector, r javaworld.Region) error { return w.region(ctx, r) })
	if err != nil {
		return nil, err
	}
	result := newInspector(root, blocks, bar, opt)
	if levelErr != nil {
		result.found.Problems = append(result.found.Problems, problem{File: "level.dat", Problem: levelErr.Error()})
	}
	if several, ok := listErr.(interface{ Unwrap() []error }); ok {
		for _, err := range several.Unwrap() {
			result.found.Problems = append(result.found.Problems, problemOf(root, err))
		}
	}
	for _, w := range workers {
		if w != nil {
			result.merge(w)
		}
	}
	for _, d := range dimensions {
		result.found.Dimensions = append(result.found.Dimensions, inspectedDimension{d.ID, result.byDimension[d.ID]})
	}
	sortProblems(result.found.Problems)
	return &result.found, nil
}

// inspector reads region files, one after the other, and counts.
type inspector struct {
	root        string
	opt         toolOptions
	blocks      *translate.Translator
	bar         *progress
	found       inspection
	byDimension map[string]int

	decoder anvil.Decoder
	chunk   anvil.Chunk
	data    []byte
}

func newInspector(root string, blocks *translate.Translator, bar *progress, opt toolOptions) *inspector {
	return &inspector{root: root, opt: opt, blocks: blocks, bar: bar, byDimension: map[string]int{}, found: inspection{
		World: root, DataVersions: map[string]int{}, Compression: map[string]int{}, UnknownBlocks: map[string]int{}, UnknownBiomes: map[string]int{},
		Dimensions: []inspectedDimension{}, Problems: []problem{},
	}}
}

// region reads one region file and the file of entities beside it.
func (w *inspector) region(ctx context.Context, r javaworld.Region) error {
	reported := map[string]bool{}
	report := func(err error) {
		p := problemOf(w.root, err)
		if key := fmt.Sprint(p); !reported[key] {
			reported[key] = true
			w.found.Problems = append(w.found.Problems, p)
		}
	}
	opt := region.Options{FS: oneRegion{vfs.OS{}, r.Pos}, MaxInflated: w.opt.maxInflated()}
	err := javaworld.Open(r.Dimension, opt, func(s *region.Store) error {
		for fault := range s.Check() {
			report(fault)
		}
		for e, fault := range s.Chunks(r.Pos) {
			if err := ctx.Err(); err != nil {
				return err
			}
			var inFile *region.FileError
			if errors.As(fault, &inFile) {
				return nil // the whole file is unreadable, which Check has said
			}
			if err := w.readChunk(s, e, r.ID); err != nil {
				w.found.Unreadable++
				// Faults of the file's structure have been reported, with more detail.
				if inRegion := (*region.ChunkError)(nil); !errors.As(err, &inRegion) {
					p := problemOf(w.root, err)
					p.File, p.Chunk = problemOf(w.root, &region.FileError{File: r.Path()}).File, fmt.Sprintf("%d,%d", e.X, e.Z)
					w.found.Problems = append(w.found.Problems, p)
				}
			}
			w.bar.add(1)
		}
		return nil
	})
	if err != nil {
		return err
	}
	entities, err := region.Options{FS: oneRegion{vfs.OS{}, r.Pos}, ReadOnly: true, Emptied: true, MaxInflated: w.opt.maxInflated()}.Open(r.EntityDir())
	if err != nil {
		return err
	}
	for fault := range entities.Check() {
		report(fault)
	}
	return entities.Close()
}

// readChunk reads one chunk and counts what it is. The error is why it is unreadable.
func (w *inspector) readChunk(s *region.Store, e region.Entry, dimension string) error {
	w.found.Chunks++
	w.byDimension[dimension]++
	data, compression, err := s.Read(w.data[:0], e.X, e.Z)
	if err != nil {
		return err
	}
	w.data = data
	w.found.Compression[compression.String()]++
	err = w.decoder.Decode(data, &w.chunk)
	if err == nil || errors.Is(err, anvil.ErrPartial) {
		w.found.DataVersions[strconv.Itoa(int(w.chunk.DataVersion))]++
		if w.chunk.X != e.X || w.chunk.Z != e.Z {
			return fmt.Errorf("the chunk says that it is chunk %d,%d", w.chunk.X, w.chunk.Z)
		}
	}
	switch {
	case errors.Is(err, anvil.ErrPartial):
		w.found.Partial++
		return nil
	case err != nil:
		return err
	}
	w.found.Full++
	for i := range w.chunk.Sections {
		w.section(&w.chunk.Sections[i])
	}
	return nil
}

// section counts what is unknown in a section's palettes.
func (w *inspector) section(s *anvil.Section) {
	for _, key := range s.Blocks.Palette {
		if !w.blocks.Block(key).Known {
			name, _, _ := strings.Cut(key, "[")
			w.found.UnknownBlocks[name]++
		}
	}
	for _, name := range s.Biomes.Palette {
		if _, known := w.blocks.Biome(name); !known {
			w.found.UnknownBiomes[name]++
		}
	}
}

// merge adds what another inspector counted.
func (w *inspector) merge(o *inspector) {
	w.found.Chunks += o.found.Chunks
	w.found.Full += o.found.Full
	w.found.Partial += o.found.Partial
	w.found.Unreadable += o.found.Unreadable
	w.found.Problems = append(w.found.Problems, o.found.Problems...)
	for _, m := range [][2]map[string]int{
		{w.found.DataVersions, o.found.DataVersions}, {w.found.Compression, o.found.Compression}, {w.found.UnknownBlocks, o.found.UnknownBlocks},
		{w.found.UnknownBiomes, o.found.UnknownBiomes}, {w.byDimension, o.byDimension},
	} {
		for k, n := range m[1] {
			m[0][k] += n
		}
	}
}

// print writes the result for people.
func (r *inspection) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%d chunks: %d full, %d partial, %d unreadable\n", r.World, r.Chunks, r.Full, r.Partial, r.Unreadable)
	for _, d := range r.Dimensions {
		fmt.Fprintf(w, "  %s: %d\n", d.ID, d.Chunks)
	}
	for _, list := range []struct {
		title  string
		counts map[string]int
	}{
		{"data versions", r.DataVersions}, {"compression", r.Compression},
		{"blocks that the server does not have (kept in the world, shown as another)", r.UnknownBlocks}, {"biomes that the server does not have", r.UnknownBiomes},
	} {
		if len(list.counts) == 0 {
			continue
		}
		fmt.Fprintln(w, list.title+":")
		for _, key := range slices.SortedFunc(maps.Keys(list.counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(list.counts[b], list.counts[a]), cmp.Compare(a, b))
		}) {
			fmt.Fprintf(w, "  %s: %d\n", key, list.counts[key])
		}
	}
	if len(r.Problems) == 0 {
		fmt.Fprintln(w, "no problems")
		return err
	}
	fmt.Fprintln(w, count(len(r.Problems), "problem")+":")
	printProblems(w, r.Problems, 20)
	return err
}

// oneRegion is a file system in which every folder has the files of one region alone.
type oneRegion struct {
	vfs.FS
	pos region.Pos
}

// List leaves out the files of other regions.
func (o oneRegion) List(dir string) ([]string, error) {
	names, err := o.FS.List(dir)
	return slices.DeleteFunc(names, func(name string) bool {
		if name == o.pos.FileName() {
			return false
		}
		var x, z int32
		n, _ := fmt.Sscanf(name, "c.%d.%d.mcc", &x, &z)
		return n != 2 || region.PosOf(x, z) != o.pos
	}), err
}
