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
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
)

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
