package anvilprovider

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// sides are the connections of a block that lead out of a chunk: the coordinate of the cell, and the step across the border.
var sides = []struct {
	property       string
	along          func(i int) int
	border, dx, dz int
}{
	{"west", func(i int) int { return i & 15 }, 0, -1, 0}, {"east", func(i int) int { return i & 15 }, 15, 1, 0},
	{"north", func(i int) int { return i >> 4 & 15 }, 0, 0, -1}, {"south", func(i int) int { return i >> 4 & 15 }, 15, 0, 1},
}

// TestConnectionsAcrossBorders reads a world of 1.12 in which fences and panes stand at borders of chunks. Those of
// which the block beyond the border is one of the same name are connected with it; without the neighbour, none is.
func TestConnectionsAcrossBorders(t *testing.T) {
	dir := testworld.Dir(t, "java-1.12.2")
	p, err := Config{ReadOnly: true, ReadAhead: -1, Log: slog.New(slog.DiscardHandler)}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	dim, err := p.dims.of(world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.registry()
	if err != nil {
		t.Fatal(err)
	}
	w, beside, alone := p.workers.get(b), p.workers.get(b), p.workers.get(b)
	alone.decoder.Neighbour = nil
	connected, without := 0, 0
	err = slowanvil.Entries(filepath.Join(dir, "region"), func(_ string, e slowanvil.Entry) error {
		pos := world.ChunkPos{e.X, e.Z}
		if err := p.readChunk(w, dim, pos); err == errPartial {
			return nil
		} else if err != nil {
			return err
		}
		if len(w.numeric) > 8 {
			t.Errorf("%v: %d neighbours were read", pos, len(w.numeric))
		}
		if err := p.readChunk(alone, dim, pos); err != nil {
			return err
		}
		for s := range w.chunk.Sections {
			blocks := &w.chunk.Sections[s].Blocks
			if !blocks.Present() || !slices.ContainsFunc(blocks.Palette, func(key string) bool { return strings.Contains(key, "east=") }) {
				continue
			}
			for i := range 4096 {
				key := blocks.Block(i)
				if n := name(key); !strings.HasSuffix(n, "_fence") && !strings.HasSuffix(n, "glass_pane") {
					continue
				}
				for _, side := range sides {
					if side.along(i) != side.border {
						continue
					}
					other := world.ChunkPos{pos[0] + int32(side.dx), pos[1] + int32(side.dz)}
					if p.readChunk(beside, dim, other) != nil {
						continue
					}
					y := int(w.chunk.Sections[s].Y)<<4 | i>>8
					x, z := int(pos[0])<<4|i&15, int(pos[1])<<4|i>>4&15
					if name(beside.stateAt(other, x+side.dx, y, z+side.dz)) != name(key) {
						continue
					}
					if !strings.Contains(key, side.property+"=true") {
						t.Errorf("%d,%d,%d: %s is not connected", x, y, z, key)
					}
					connected++
					if strings.Contains(alone.stateAt(pos, x, y, z), side.property+"=true") {
						without++
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if connected < 100 || without != 0 {
		t.Errorf("%d connections across borders, of which %d are found without the neighbour", connected, without)
	}
	t.Logf("%d connections across borders", connected)
}
