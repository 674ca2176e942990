package main

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"sync"

	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"golang.org/x/image/draw"
)

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

// writePNG writes a picture. A file of that name stays as it is until the new one is whole.
func writePNG(path string, img image.Image) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".render-*.png")
	if err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write the picture: %w", err), os.Remove(f.Name()))
		}
	}()
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, img)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
