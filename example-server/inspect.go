package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
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
	// BelowZero counts those of the full ones that are from a world of before 1.18, and that the game fills below height 0 when it loads them.
	BelowZero int `json:"below_zero"`
	// DataVersions counts the chunks of each version; 0 is a chunk from before 1.9, which has none.
	DataVersions map[string]int `json:"data_versions"`
	Compression  map[string]int `json:"compression"`
	// UnknownBlocks and UnknownBiomes count, by name, the sections with something that the server does not have. It is kept in the
	// files, and players see a placeholder.
	UnknownBlocks map[string]int       `json:"unknown_blocks"`
	UnknownBiomes map[string]int       `json:"unknown_biomes"`
	Dimensions    []inspectedDimension `json:"dimensions"`
	// Problems are all faults of the files, also those that do not keep a chunk from being read.
	Problems problems `json:"problems"`
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
			return a.report(result, opt)
		},
	}
	opt.flags(cmd)
	return cmd
}

// inspect reads a world.
func (a *app) inspect(ctx context.Context, dir string, opt toolOptions) (*inspection, error) {
	w, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	blocks, err := newTranslator()
	if err != nil {
		return nil, err
	}
	result := newInspection(w)
	regions, listErr := javaworld.Regions(w.dimensions)
	if several, ok := listErr.(interface{ Unwrap() []error }); ok {
		for _, err := range several.Unwrap() {
			result.Problems.note(w.root, err)
		}
	}
	err = walk(ctx, a.stderr, opt, regions, func(bar *progress) worker[*inspection] {
		return &inspector{root: w.root, opt: opt, blocks: blocks, bar: bar, found: newInspection(javaWorld{})}
	}, result.add)
	if err != nil {
		return nil, err
	}
	if opt.shard.has(0) { // one of the parts
		for _, p := range w.leftovers(regions, opt.maxInflated()) {
			if !slices.Contains(result.Problems, p) {
				result.Problems = append(result.Problems, p)
			}
		}
	}
	result.Problems.sort()
	return result, nil
}

// newInspection is one that has found no chunk.
func newInspection(w javaWorld) *inspection {
	r := &inspection{
		World: w.root, DataVersions: map[string]int{}, Compression: map[string]int{}, UnknownBlocks: map[string]int{}, UnknownBiomes: map[string]int{},
		Dimensions: []inspectedDimension{}, Problems: slices.Clone(w.damage),
	}
	for _, d := range w.dimensions {
		r.count(d.ID, 0)
	}
	return r
}

// count counts chunks of a dimension.
func (r *inspection) count(dimension string, chunks int) {
	i := slices.IndexFunc(r.Dimensions, func(d inspectedDimension) bool { return d.ID == dimension })
	if i < 0 {
		i = len(r.Dimensions)
		r.Dimensions = append(r.Dimensions, inspectedDimension{ID: dimension})
	}
	r.Dimensions[i].Chunks += chunks
}

// inspector reads region files, one after the other, and counts.
type inspector struct {
	root   string
	opt    toolOptions
	blocks *translate.Translator
	bar    *progress
	found  *inspection

	decoder anvil.Decoder
	chunk   anvil.Chunk
	data    []byte
}

func (w *inspector) result() *inspection { return w.found }

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
	opt := region.Options{FS: oneRegion(r.Pos), MaxInflated: w.opt.maxInflated()}
	err := javaworld.Open(r.Dimension, opt, func(s *region.Store) error {
		for fault := range s.Check() {
			report(fault)
		}
		for e, fault := range s.Chunks(r.Pos) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if wholeFile(fault) {
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
	entities, err := region.Options{FS: oneRegion(r.Pos), ReadOnly: true, Emptied: true, MaxInflated: w.opt.maxInflated()}.Open(r.EntityDir())
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
	w.found.count(dimension, 1)
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
	if w.chunk.BelowZero {
		w.found.BelowZero++
	}
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

// add adds what was found in other region files.
func (r *inspection) add(o *inspection) {
	r.Chunks += o.Chunks
	r.Full += o.Full
	r.Partial += o.Partial
	r.Unreadable += o.Unreadable
	r.BelowZero += o.BelowZero
	r.Problems = append(r.Problems, o.Problems...)
	for _, m := range [][2]map[string]int{
		{r.DataVersions, o.DataVersions}, {r.Compression, o.Compression}, {r.UnknownBlocks, o.UnknownBlocks}, {r.UnknownBiomes, o.UnknownBiomes},
	} {
		for k, n := range m[1] {
			m[0][k] += n
		}
	}
	for _, d := range o.Dimensions {
		r.count(d.ID, d.Chunks)
	}
}

func (r *inspection) well() bool { return len(r.Problems) == 0 }

const versionsTitle = "data versions"

// print writes the result for people.
func (r *inspection) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%d chunks: %d full, %d partial, %d unreadable\n", r.World, r.Chunks, r.Full, r.Partial, r.Unreadable)
	if r.BelowZero > 0 {
		fmt.Fprintf(w, "the game has yet to fill %d of the full ones below height 0\n", r.BelowZero)
	}
	for _, d := range r.Dimensions {
		fmt.Fprintf(w, "  %s: %d\n", d.ID, d.Chunks)
	}
	for _, list := range []struct {
		title  string
		counts map[string]int
	}{
		{versionsTitle, r.DataVersions}, {"compression", r.Compression},
		{"blocks that the server does not have (kept in the world, shown as another)", r.UnknownBlocks}, {"biomes that the server does not have", r.UnknownBiomes},
	} {
		if len(list.counts) == 0 {
			continue
		}
		fmt.Fprintln(w, list.title+":")
		for _, key := range slices.SortedFunc(maps.Keys(list.counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(list.counts[b], list.counts[a]), cmp.Compare(a, b))
		}) {
			name := key
			if list.title == versionsTitle && key == "0" {
				name = "none (before 1.9)"
			}
			fmt.Fprintf(w, "  %s: %d\n", name, list.counts[key])
		}
	}
	if len(r.Problems) == 0 {
		fmt.Fprintln(w, "no problems")
		return err
	}
	fmt.Fprintln(w, count(len(r.Problems), "problem")+":")
	r.Problems.print(w)
	return err
}
