package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/paint"
	"github.com/kestrel-mc/kestrel/internal/layout"
	"github.com/spf13/cobra"
)

// rendering is the result of render.
type rendering struct {
	World string `json:"world"`
	Image string `json:"image"`
	// Width and Height are in pixels; Scale is the number of blocks along the side of one.
	Width  int `json:"width"`
	Height int `json:"height"`
	Scale  int `json:"scale"`
	// X and Z are the block at the upper left corner of a map. In a slice X is the first column of blocks and Z the row, or the other way
	// round if it goes along z.
	X        int      `json:"x"`
	Z        int      `json:"z"`
	Chunks   int      `json:"chunks"`
	Problems problems `json:"problems"`
}

// renderOptions are the flags of render.
type renderOptions struct {
	toolOptions
	out, what, dimension, slice string
	from, scale                 int
}

// difference is what a picture can show beside the subjects of package paint.
const difference paint.Subject = "difference"

// The sides of pictures, in pixels: what is made unless a scale is asked for, and what is made at all.
const (
	usualSide = 4096
	maxSide   = 16384
)

// highest is above every world.
const highest = 1<<15 - 1

func (a *app) renderCommand() *cobra.Command {
	var opt renderOptions
	cmd := &cobra.Command{
		Use:   "render DIR",
		Short: "Draw a Java world from above, its light, or a slice of it, as a PNG",
		Long: "Draws a dimension of a Java world, one pixel for a block or for several: its blocks with hills in relief, the stored light on its surface, or how many cells\n" +
			"have other light than Java's rules give (white for none, red for many, blue where that cannot be told). With --slice it draws a wall instead.",
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := a.render(cmd.Context(), args[0], opt)
			if err != nil {
				return err
			}
			return a.report(result, opt.toolOptions)
		},
	}
	opt.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&opt.out, "out", "map.png", "`FILE` to write")
	f.StringVar(&opt.what, "what", string(paint.Blocks), "what to show: blocks, block-light, sky-light or difference")
	f.StringVar(&opt.dimension, "dimension", layout.Overworld, "`ID` of the dimension")
	f.StringVar(&opt.slice, "slice", "", "draw the wall at `x=N or z=N` instead of a map")
	f.IntVar(&opt.from, "from", highest, "look down on a map from this height; 100 looks below the roof of the Nether")
	f.Var((*positive)(&opt.scale), "scale", fmt.Sprintf("blocks along the side of a pixel; without it, as many as a picture of %d pixels needs", usualSide))
	return cmd
}

// render draws a world.
func (a *app) render(ctx context.Context, dir string, opt renderOptions) (*rendering, error) {
	switch paint.Subject(opt.what) {
	case paint.Blocks, paint.BlockLight, paint.SkyLight, difference:
	default:
		return nil, fmt.Errorf("--what %s is not one of blocks, block-light, sky-light or difference", opt.what)
	}
	alongX, at, err := parseSlice(opt.slice)
	if err != nil {
		return nil, err
	}
	if opt.slice != "" && opt.what == string(difference) {
		return nil, errors.New("--what difference has no slice")
	}
	if opt.slice != "" && opt.from != highest {
		return nil, errors.New("--from is for maps: a --slice shows all heights")
	}
	w, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	if err := w.checkPicture(opt.out); err != nil {
		return nil, err
	}
	regions, err := regionsOf(w.dimensions, opt)
	if err != nil {
		return nil, err
	}
	if opt.slice != "" {
		regions = crossing(regions, alongX, at)
		if len(regions) == 0 {
			return nil, fmt.Errorf("%s has no chunks at --slice %s", opt.dimension, opt.slice)
		}
	}
	c, err := newCanvas(regions, opt, alongX)
	if err != nil {
		return nil, err
	}
	result := &rendering{World: w.root, Image: opt.out, Problems: problems{}}
	err = walk(ctx, a.stderr, opt.toolOptions, regions, func(bar *progress) worker[rendering] {
		return &renderer{root: w.root, opt: opt, alongX: alongX, at: at, canvas: c, bar: bar, scan: paint.Scan{Subject: paint.Subject(opt.what), Top: opt.from}}
	}, result.add)
	if err != nil {
		return nil, err
	}
	result.Problems.sort()
	c.crop()
	result.Width, result.Height, result.Scale, result.X, result.Z = c.img.Rect.Dx(), c.img.Rect.Dy(), c.scale, c.x, c.z
	if opt.slice != "" {
		if result.Z = at; !alongX {
			result.X, result.Z = at, c.x
		}
	}
	return result, writePNG(opt.out, c.img)
}

// checkPicture refuses a path at which a picture could be written over a file that is none, or come to lie among a world's chunks.
func (w javaWorld) checkPicture(path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	abs = followed(abs)
	if !strings.EqualFold(filepath.Ext(abs), ".png") {
		return fmt.Errorf("--out %s is not the name of a picture: let it end in .png", path)
	}
	for _, d := range w.dimensions {
		for _, folder := range []string{d.RegionDir(), d.EntityDir(), filepath.Join(d.Dir, "poi")} {
			if within(followed(folder), abs) {
				return fmt.Errorf("--out %s lies among the chunks of the world: give a place outside of it", path)
			}
		}
	}
	return nil
}

// add adds what another renderer drew.
func (r *rendering) add(o rendering) {
	r.Chunks += o.Chunks
	r.Problems = append(r.Problems, o.Problems...)
}

func (r *rendering) well() bool { return len(r.Problems) == 0 }

// print writes the result for people.
func (r *rendering) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s: %dx%d pixels of %s a side, %s\n", r.Image, r.Width, r.Height, count(r.Scale, "block"), count(r.Chunks, "chunk"))
	r.Problems.print(w)
	return err
}

// regionsOf returns the shard's region files of the dimension that is asked for.
func regionsOf(dimensions []javaworld.Dimension, opt renderOptions) ([]javaworld.Region, error) {
	all, err := javaworld.Regions(dimensions)
	if err != nil {
		return nil, err
	}
	var regions []javaworld.Region
	for _, r := range all {
		if r.ID == opt.dimension && opt.shard.has(r.Index) {
			regions = append(regions, r)
		}
	}
	if len(regions) > 0 {
		return regions, nil
	}
	var ids []string
	for _, d := range dimensions {
		ids = append(ids, d.ID)
	}
	return nil, fmt.Errorf("there are no region files of dimension %s; the world has %s", opt.dimension, strings.Join(ids, ", "))
}

// parseSlice reads x=N or z=N. A wall at a z goes along x.
func parseSlice(text string) (alongX bool, at int, err error) {
	if text == "" {
		return false, 0, nil
	}
	axis, number, _ := strings.Cut(text, "=")
	if at, err = strconv.Atoi(number); err != nil || axis != "x" && axis != "z" {
		return false, 0, fmt.Errorf("--slice %s is not x=N or z=N", text)
	}
	return axis == "z", at, nil
}

// crossing returns the regions that a wall goes through.
func crossing(regions []javaworld.Region, alongX bool, at int) (hit []javaworld.Region) {
	for _, r := range regions {
		across := r.Pos.X
		if alongX {
			across = r.Pos.Z
		}
		if int(across) == at>>9 {
			hit = append(hit, r)
		}
	}
	return hit
}
