package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/paint"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/spf13/cobra"
	"golang.org/x/image/draw"
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
	X        int       `json:"x"`
	Z        int       `json:"z"`
	Chunks   int       `json:"chunks"`
	Problems []problem `json:"problems"`
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
			if opt.json {
				err = printJSON(a.stdout, result)
			} else {
				_, err = fmt.Fprintf(a.stdout, "%s: %dx%d pixels of %s a side, %s\n", result.Image, result.Width, result.Height, count(result.Scale, "block"), count(result.Chunks, "chunk"))
				printProblems(a.stdout, result.Problems, 20)
			}
			if err == nil && len(result.Problems) > 0 {
				err = errProblems
			}
			return err
		},
	}
	opt.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&opt.out, "out", "map.png", "`FILE` to write")
	f.StringVar(&opt.what, "what", string(paint.Blocks), "what to show: blocks, block-light, sky-light or difference")
	f.StringVar(&opt.dimension, "dimension", javaworld.Overworld, "`ID` of the dimension")
	f.StringVar(&opt.slice, "slice", "", "draw the wall at `x=N or z=N` instead of a map")
	f.IntVar(&opt.from, "from", 1<<15-1, "look down from this height; 100 looks below the roof of the Nether")
	f.IntVar(&opt.scale, "scale", 0, fmt.Sprintf("blocks along the side of a pixel; 0 takes as many as a picture of %d pixels needs", usualSide))
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
	dimensions, _, err := openWorld(dir)
	if err != nil {
		return nil, err
	}
	regions, err := regionsOf(dimensions, opt)
	if err != nil {
		return nil, err
	}
	if opt.slice != "" {
		regions = crossing(regions, alongX, at)
		if len(regions) == 0 {
			return nil, fmt.Errorf("%s has no chunks at --slice %s", opt.dimension, opt.slice)
		}
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	c, err := newCanvas(regions, opt, alongX)
	if err != nil {
		return nil, err
	}
	bar := newProgress(a.stderr, "chunks", total(opt.toolOptions, regions))
	defer bar.finish()
	workers, err := eachRegion(ctx, opt.toolOptions, regions, func() *renderer {
		return &renderer{root: root, opt: opt, alongX: alongX, at: at, canvas: c, bar: bar, scan: paint.Scan{Subject: paint.Subject(opt.what), Top: opt.from}}
	}, func(ctx context.Context, w *renderer, r javaworld.Region) error { return w.region(ctx, r) })
	if err != nil {
		return nil, err
	}
	c.crop()
	result := &rendering{World: root, Image: opt.out, Width: c.img.Rect.Dx(), Height: c.img.Rect.Dy(), Scale: c.scale, X: c.x, Z: c.z, Problems: []problem{}}
	if opt.slice != "" {
		if result.Z = at; !alongX {
			result.X, result.Z = at, c.x
		}
	}
	for _, w := range workers {
		if w != nil {
			result.Chunks += w.chunks
			result.Problems = append(result.Problems, w.problems...)
		}
	}
	sortProblems(result.Problems)
	return result, writePNG(opt.out, c.img)
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

// regionSide is the side of a region in blocks.
const regionSide = 512

// The heights that a slice shows.
const sliceLow, sliceHigh = -64, 319

// canvas is the picture. Workers draw regions, and the canvas puts them where they belong, smaller if need be.
type canvas struct {
	mu    sync.Mutex
	img   *image.RGBA
	x, z  int // the block at the upper left corner
	scale int
	slice bool
}

func newCanvas(regions []javaworld.Region, opt renderOptions, alongX bool) (*canvas, error) {
	first := regions[0].Pos
	x0, z0, x1, z1 := first.X, first.Z, first.X, first.Z
	for _, r := range regions {
		x0, x1 = min(x0, r.Pos.X), max(x1, r.Pos.X)
		z0, z1 = min(z0, r.Pos.Z), max(z1, r.Pos.Z)
	}
	c := &canvas{x: int(x0) * regionSide, z: int(z0) * regionSide, scale: opt.scale, slice: opt.slice != ""}
	w, h := int(x1-x0+1)*regionSide, int(z1-z0+1)*regionSide
	if c.slice {
		if !alongX {
			w, c.x = h, c.z
		}
		h = sliceHigh - sliceLow + 1
	}
	if c.scale <= 0 {
		c.scale = 1
		for max(w, h)/c.scale > usualSide {
			c.scale *= 2
		}
	}
	if max(w, h)/c.scale > maxSide {
		return nil, fmt.Errorf("the picture would be %dx%d pixels, and %d a side is the most: use a --scale of %d or more", w/c.scale, h/c.scale, maxSide, (max(w, h)+maxSide-1)/maxSide)
	}
	c.img = image.NewRGBA(image.Rect(0, 0, (w+c.scale-1)/c.scale, (h+c.scale-1)/c.scale))
	return c, nil
}

// put draws the picture of a region, whose upper left corner is the block x, z.
func (c *canvas) put(tile *image.RGBA, x, z int) {
	at := image.Pt((x-c.x)/c.scale, (z-c.z)/c.scale)
	if c.slice {
		at.Y = 0
	}
	size := image.Pt(tile.Rect.Dx()/c.scale, tile.Rect.Dy()/c.scale)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scale == 1 {
		draw.Draw(c.img, tile.Rect.Add(at), tile, image.Point{}, draw.Over)
		return
	}
	draw.ApproxBiLinear.Scale(c.img, image.Rectangle{at, at.Add(size)}, tile, tile.Rect, draw.Over, nil)
}

// crop cuts off the edges on which nothing was drawn.
func (c *canvas) crop() {
	b := image.Rectangle{}
	for y := c.img.Rect.Min.Y; y < c.img.Rect.Max.Y; y++ {
		for x := c.img.Rect.Min.X; x < c.img.Rect.Max.X; x++ {
			if c.img.Pix[c.img.PixOffset(x, y)+3] != 0 {
				b = b.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if b.Empty() {
		return
	}
	c.x += b.Min.X * c.scale
	if !c.slice {
		c.z += b.Min.Y * c.scale
	}
	c.img = c.img.SubImage(b).(*image.RGBA)
}

// renderer draws region files, one after the other.
type renderer struct {
	root     string
	opt      renderOptions
	alongX   bool
	at       int
	canvas   *canvas
	bar      *progress
	chunks   int
	problems []problem

	scan    paint.Scan
	lights  *relight.Lighter
	decoder anvil.Decoder
	chunk   anvil.Chunk
	data    []byte
}

// region draws one region file.
func (w *renderer) region(ctx context.Context, r javaworld.Region) error {
	height := regionSide
	if w.canvas.slice {
		height = sliceHigh - sliceLow + 1
	}
	tile := image.NewRGBA(image.Rect(0, 0, regionSide, height))
	err := javaworld.Open(r.Dimension, region.Options{MaxInflated: w.opt.maxInflated()}, func(s *region.Store) error {
		if w.opt.what == string(difference) {
			return w.differences(ctx, s, r, tile)
		}
		for e, fault := range s.Chunks(r.Pos) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if fault == nil {
				fault = w.draw(s, e, tile)
			}
			if fault != nil {
				w.problems = append(w.problems, problemOf(w.root, fault))
			}
			w.bar.add(1)
		}
		return nil
	})
	if err != nil {
		return err
	}
	x, z := int(r.Pos.X)*regionSide, int(r.Pos.Z)*regionSide
	if w.canvas.slice && !w.alongX {
		x = z
	}
	w.canvas.put(tile, x, z)
	return nil
}

// draw draws one chunk. Unfinished ones are left out.
func (w *renderer) draw(s *region.Store, e region.Entry, tile *image.RGBA) error {
	if w.canvas.slice {
		across := e.X
		if w.alongX {
			across = e.Z
		}
		if int(across) != w.at>>4 {
			return nil
		}
	}
	data, _, err := s.Read(w.data[:0], e.X, e.Z)
	if err != nil {
		return err
	}
	w.data = data
	if err := w.decoder.Decode(data, &w.chunk); errors.Is(err, anvil.ErrPartial) {
		return nil
	} else if err != nil {
		return &region.ChunkError{File: filepath.Join(s.Dir(), region.PosOf(e.X, e.Z).FileName()), X: e.X, Z: e.Z, Kind: err}
	}
	w.chunks++
	px, pz := int(e.X&31)*16, int(e.Z&31)*16
	switch {
	case !w.canvas.slice:
		w.scan.Above(&w.chunk, tile, px, pz)
	case w.alongX:
		w.scan.Slice(&w.chunk, tile, px, sliceHigh, true, w.at&15)
	default:
		w.scan.Slice(&w.chunk, tile, pz, sliceHigh, false, w.at&15)
	}
	return nil
}

// differences draws how many cells of each column of blocks have other light than the rules give.
func (w *renderer) differences(ctx context.Context, s *region.Store, r javaworld.Region, tile *image.RGBA) (err error) {
	if w.lights == nil {
		if w.lights, err = relight.New(); err != nil {
			return err
		}
	}
	tiles := map[[2]int32][]region.Entry{}
	for e := range s.Chunks(r.Pos) {
		at := [2]int32{e.X &^ (relight.Size - 1), e.Z &^ (relight.Size - 1)}
		tiles[at] = append(tiles[at], e)
	}
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
			w.bar.add(1)
			differ, err := w.lights.Columns(e.X, e.Z)
			for i, n := range differ {
				c := color.RGBA{245, 245, 245, 255}
				if err != nil {
					c = color.RGBA{200, 210, 230, 255}
				} else if n > 0 {
					c = color.RGBA{230, uint8(max(150-8*n, 0)), uint8(max(150-8*n, 0)), 255}
				}
				tile.SetRGBA(int(e.X&31)*16+i&15, int(e.Z&31)*16+i>>4, c)
			}
			if err == nil {
				w.chunks++
			}
		}
	}
	return nil
}

// writePNG writes a picture. A file that cannot be finished is taken away.
func writePNG(path string, img image.Image) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write the picture: %w", err), os.Remove(path))
		}
	}()
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(io.Writer(f), img)
	return errors.Join(err, f.Close())
}
