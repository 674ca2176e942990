package main

import (
	"context"
	"maps"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// tiles are the chunks of a region file by the tile that they are lit in, which is named by its lowest chunk.
type tiles map[[2]int32][]region.Entry

// tilesOf divides a region file. The error is one of the whole file.
func tilesOf(s *region.Store, pos region.Pos) (tiles, error) {
	all := tiles{}
	for e, fault := range s.Chunks(pos) {
		if wholeFile(fault) {
			return nil, fault
		}
		at := [2]int32{e.X &^ (relight.Size - 1), e.Z &^ (relight.Size - 1)}
		all[at] = append(all[at], e)
	}
	return all, nil
}

// tiler lights tiles, one after the other.
type tiler struct {
	lights *relight.Lighter // made when the first tile is lit
	data   []byte
}

// light lights tiles of a region file in a fixed order, and calls do for each of their chunks while lights has the tile of that chunk.
func (t *tiler) light(ctx context.Context, r javaworld.Region, s *region.Store, all tiles, do func(region.Entry) error) (err error) {
	if t.lights == nil {
		if t.lights, err = relight.New(); err != nil {
			return err
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(all), func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }) {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := t.lights.Light(at[0], at[1], java.SkyOf(r.ID), func(x, z int32) ([]byte, bool) {
			data, err := t.read(s, x, z)
			return data, err == nil
		})
		if err != nil {
			return err
		}
		for _, e := range all[at] {
			if err := do(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// read returns the document of a chunk, which is used until the next call.
func (t *tiler) read(s *region.Store, x, z int32) ([]byte, error) {
	data, _, err := s.Read(t.data[:0], x, z)
	if err == nil {
		t.data = data
	}
	return data, err
}
