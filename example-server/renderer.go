package main

import (
	"context"
	"errors"
	"image"
	"image/color"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/paint"
)

// renderer draws region files, one after the other.
type renderer struct {
	root   string
	opt    renderOptions
	alongX bool
	at     int
	canvas *canvas
	bar    *progress
	found  rendering

	scan    paint.Scan
	decoder anvil.Decoder
	chunk   anvil.Chunk
	tiler
}

func (w *renderer) result() rendering { return w.found }

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
				w.found.Problems.note(w.root, fault)
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
	data, err := w.read(s, e.X, e.Z)
	if err != nil {
		return err
	}
	if err := w.decoder.Decode(data, &w.chunk); errors.Is(err, anvil.ErrPartial) {
		return nil
	} else if err != nil {
		return &region.ChunkError{File: filepath.Join(s.Dir(), region.PosOf(e.X, e.Z).FileName()), X: e.X, Z: e.Z, Kind: err}
	}
	w.found.Chunks++
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
func (w *renderer) differences(ctx context.Context, s *region.Store, r javaworld.Region, tile *image.RGBA) error {
	all, err := tilesOf(s, r.Pos)
	if err != nil {
		w.found.Problems.note(w.root, err)
		return nil
	}
	return w.light(ctx, r, s, all, func(e region.Entry) error {
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
			w.found.Chunks++
		}
		return nil
	})
}
