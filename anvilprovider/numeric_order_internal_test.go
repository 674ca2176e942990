package anvilprovider

import (
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestUpgradedOneAfterTheOther changes every other chunk of a world of 1.12 far from its borders, as on a chessboard, and then
// the rest: what the chunks hold is the same whether those beside them were upgraded before or not.
func TestUpgradedOneAfterTheOther(t *testing.T) {
	for colour := range int32(2) {
		dir := testworld.Copy(t, "java-1.12.2")
		p, err := Config{ReadAhead: -1, Sync: region.SyncNone, Log: slog.New(slog.DiscardHandler)}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		r := &upgrading{t: t, p: p, before: map[world.ChunkPos]map[int8][]string{}, border: map[string]int{}}
		if r.dim, err = p.dims.of(world.Overworld); err != nil {
			t.Fatal(err)
		}
		b, err := p.registry()
		if err != nil {
			t.Fatal(err)
		}
		r.w = p.workers.get(b)
		var all []world.ChunkPos
		if err := slowanvil.Entries(filepath.Join(dir, "region"), func(_ string, e slowanvil.Entry) error {
			all = append(all, world.ChunkPos{e.X, e.Z})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		all = slices.DeleteFunc(all, func(pos world.ChunkPos) bool { return !r.read(pos) })
		near := map[world.ChunkPos]bool{}
		for pos := range r.before {
			if r.countBorder(pos) {
				for _, d := range [][2]int32{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
					near[world.ChunkPos{pos[0] + d[0], pos[1] + d[1]}] = true
				}
			}
		}
		all = slices.DeleteFunc(all, func(pos world.ChunkPos) bool { return !near[pos] })
		maps.DeleteFunc(r.before, func(pos world.ChunkPos, _ map[int8][]string) bool { return !near[pos] })
		for _, pos := range all {
			if (pos[0]+pos[1])&1 == colour {
				r.change(pos)
			}
		}
		r.flush()
		r.compare("beside upgraded chunks")
		for _, pos := range all {
			if (pos[0]+pos[1])&1 != colour {
				r.change(pos)
			}
		}
		r.flush()
		r.compare("upgraded beside upgraded chunks")
		t.Logf("%d chunks; at borders: %v", len(all), r.border)
		if r.border["fence"] < 40 || r.border["pane"] < 100 || r.border["corner"] == 0 || r.border["double chest"] == 0 {
			t.Error("there is hardly anything at the borders")
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// upgrading is a world with what its chunks were read as at first.
type upgrading struct {
	t      *testing.T
	p      *Provider
	dim    *dimension
	w      *worker
	before map[world.ChunkPos]map[int8][]string
	border map[string]int
}

// changedAt is the cell of a chunk that is changed, in the section with the Y 15.
const changedAt = 10<<8 | 8<<4 | 8

// cells returns the states of a chunk, except for the cell that is changed; false if there is no such chunk.
func (r *upgrading) cells(pos world.ChunkPos) (map[int8][]string, bool) {
	if err := r.p.readChunk(r.w, r.dim, pos); err != nil {
		return nil, false
	}
	sections := map[int8][]string{}
	for i := range r.w.chunk.Sections {
		s := &r.w.chunk.Sections[i]
		if !s.Blocks.Present() || s.Blocks.Uniform() && s.Blocks.Palette[0] == "minecraft:air" {
			continue
		}
		cells := make([]string, 4096)
		for i := range cells {
			cells[i] = s.Blocks.Block(i)
		}
		if s.Y == 15 {
			cells[changedAt] = "minecraft:air"
			if !slices.ContainsFunc(cells, func(key string) bool { return key != "minecraft:air" }) {
				continue
			}
		}
		sections[s.Y] = cells
	}
	return sections, true
}

func (r *upgrading) read(pos world.ChunkPos) bool {
	cells, ok := r.cells(pos)
	if ok {
		r.before[pos] = cells
	}
	return ok
}

// countBorder counts what at the border of a chunk leads out of it, or may do so, and returns whether there is anything.
func (r *upgrading) countBorder(pos world.ChunkPos) (found bool) {
	for _, cells := range r.before[pos] {
		for i, key := range cells {
			for _, side := range sides {
				if side.along(i) != side.border {
					continue
				}
				what := ""
				switch {
				case strings.Contains(key, side.property+"=true"):
					n := name(key)
					what = n[strings.LastIndexAny(n, "_:")+1:]
				case strings.Contains(key, "shape=inner"), strings.Contains(key, "shape=outer"):
					what = "corner"
				case strings.Contains(key, "chest[") && !strings.Contains(key, "type=single"):
					what = "double chest"
				default:
					continue
				}
				r.border[what]++
				found = true
			}
		}
	}
	return found
}

func (r *upgrading) change(pos world.ChunkPos) {
	col, err := r.p.LoadColumn(pos, world.Overworld)
	if err != nil {
		r.t.Fatal(err)
	}
	col.Chunk.SetBlock(8, 250, 8, 0, r.w.blocks.t.Block("minecraft:stone").Runtime)
	if err := r.p.StoreColumn(pos, world.Overworld, col); err != nil {
		r.t.Fatal(err)
	}
}

func (r *upgrading) flush() {
	if err := r.p.Flush(context.Background()); err != nil {
		r.t.Fatal(err)
	}
}

func (r *upgrading) compare(when string) {
	r.t.Helper()
	wrong := 0
	for pos, before := range r.before {
		after, ok := r.cells(pos)
		if !ok || len(after) != len(before) {
			r.t.Errorf("%v, %s: %d sections, want %d", pos, when, len(after), len(before))
			continue
		}
		for y, cells := range before {
			for i, want := range cells {
				if got := after[y][i]; got != want {
					if wrong++; wrong < 10 {
						r.t.Errorf("%v section %d cell %03x, %s: %s, want %s", pos, y, i, when, got, want)
					}
				}
			}
		}
	}
	if wrong > 0 {
		r.t.Errorf("%d cells are wrong %s", wrong, when)
	}
}
