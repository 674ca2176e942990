package anvilprovider_test

import (
	"cmp"
	"errors"
	"hash/crc32"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// nothing is the generator of a server that has nothing outside the map.
func nothing(world.Dimension) world.Generator { return world.NopGenerator{} }

// serve opens a Java world as a server does that has nothing outside it, and whose random ticks are as frequent as given.
func serve(t *testing.T, dir string, randomTicks int) (*world.World, *anvilprovider.Provider) {
	t.Helper()
	p, err := anvilprovider.Config{Log: quiet(t), Sync: region.SyncNone, Generator: nothing}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := world.Config{Provider: p, Synchronous: true, Entities: entity.DefaultRegistry, Log: quiet(t), RandomTickSpeed: randomTicks, Generator: world.NopGenerator{}}.New()
	return w, p
}

// watch lets the world tick while somebody looks at it from a place and does nothing.
func watch(w *world.World, from mgl64.Vec3, radius, ticks int) {
	loader := world.NewLoader(radius, w, world.NopViewer{})
	w.Do(func(tx *world.Tx) {
		loader.Move(tx, from)
		loader.Load(tx, 4*radius*radius)
	})
	for range ticks {
		w.AdvanceTick()
	}
	w.Do(func(tx *world.Tx) { loader.Close(tx) })
}

// ground is a finished chunk of stone up to y=63.
func ground(t *testing.T, pos world.ChunkPos) nbt.Compound {
	t.Helper()
	tree := blankTree(t)
	tree["xPos"], tree["zPos"] = pos[0], pos[1]
	for _, s := range tree["sections"].(nbt.List).Items {
		s := s.(nbt.Compound)
		if y, _ := s.Int("Y"); y < 4 {
			s["block_states"] = nbt.Compound{"palette": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Name": "minecraft:stone"}}}}
		}
	}
	return tree
}

// TestOverTheRim puts things on the border of a finished chunk, beside one that the world does not have and one that the game has
// not finished, and lets them flow, burn, grow and harden over it for a minute: neither is written. Then the same with a block that is
// put there, and both are.
func TestOverTheRim(t *testing.T) {
	stone, log := dfblock.Stone{}, dfblock.Log{Wood: dfblock.OakWood()}
	for name, things := range map[string]map[cube.Pos]world.Block{
		"water": {{15, 64, 4}: dfblock.Water{Still: true, Depth: 8}},
		"lava":  {{15, 64, 4}: dfblock.Lava{Still: true, Depth: 8}},
		"lava that meets water": {{15, 64, 4}: dfblock.Water{Still: true, Depth: 8}, {15, 64, 6}: dfblock.Lava{Still: true, Depth: 8},
			{15, 70, 9}: dfblock.Water{Still: true, Depth: 8}, {15, 71, 10}: dfblock.Lava{Still: true, Depth: 8}},
		"fire":  {{15, 64, 4}: log, {15, 65, 4}: dfblock.Fire{}, {15, 66, 4}: log, {14, 65, 4}: log, {15, 65, 5}: log, {15, 65, 3}: log},
		"vines": {{15, 70, 4}: stone, {15, 70, 3}: dfblock.Vines{}.WithAttachment(cube.South, true), {15, 71, 4}: stone, {15, 71, 3}: dfblock.Vines{}.WithAttachment(cube.South, true)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, put := range []bool{false, true} {
				dir := t.TempDir()
				folder, absent, unfinished := filepath.Join(dir, "region"), world.ChunkPos{1, 0}, world.ChunkPos{1, 1}
				for _, pos := range []world.ChunkPos{{0, 0}, {0, 1}, unfinished} {
					tree := ground(t, pos)
					if pos == unfinished {
						tree["Status"] = "minecraft:spawn"
					}
					putTree(t, folder, pos, tree)
				}
				w, _ := serve(t, dir, 600)
				came := 0
				w.Do(func(tx *world.Tx) {
					for pos, b := range things {
						tx.SetBlock(pos, b, nil)
						tx.SetBlock(pos.Add(cube.Pos{0, 0, 16}), b, nil)
					}
					if put {
						tx.SetBlock(cube.Pos{24, 100, 8}, dfblock.Cobblestone{}, nil)
						tx.SetBlock(cube.Pos{24, 100, 24}, dfblock.Cobblestone{}, nil)
					}
				})
				watch(w, mgl64.Vec3{8, 70, 16}, 3, 1200)
				w.Do(func(tx *world.Tx) {
					for y := 40; y < 80; y++ {
						for z := range 32 {
							if _, air := tx.Block(cube.Pos{16, y, z}).(dfblock.Air); !air {
								came++
							}
						}
					}
				})
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				if came == 0 && name != "fire" && name != "vines" { // It burns out, and they are in no hurry.
					t.Error("nothing came over the border")
				}
				p := open(t, anvilprovider.Config{ReadOnly: true}, dir)
				for _, pos := range []world.ChunkPos{absent, unfinished} {
					col, err := p.LoadColumn(pos, world.Overworld)
					if (err == nil) != put {
						t.Errorf("chunk %v is loaded with %v, want that only where something was put: %v", pos, err, put)
					}
					if err == nil && pos == unfinished && describe(col.Chunk.Block(3, 20, 3, 0)) != describe(imageOf("minecraft:stone").block) {
						t.Errorf("the terrain of the unfinished chunk is %s", describe(col.Chunk.Block(3, 20, 3, 0)))
					}
				}
			}
		})
	}
}

// nameOf is the name of a state.
func nameOf(key string) string {
	name, _, _ := strings.Cut(key, "[")
	return name
}

// each calls f for all blocks of a chunk but air.
func each(c *slowanvil.Chunk, f func(x, y, z int, key string)) {
	for y := range c.Sections {
		for i := range 4096 {
			x, yy, z := i&15, y<<4+i>>8, i>>4&15
			if key := c.State(x, yy, z); key != "" && key != "minecraft:air" && key != "minecraft:cave_air" && key != "minecraft:void_air" {
				f(x, yy, z, key)
			}
		}
	}
}

// begunChunk is what is told of an unfinished chunk: its status, and its sections as they are stored.
type begunChunk struct {
	status    string
	sum, size int
}

// unfinished returns the unfinished chunks of a folder, and how many chunks there are in all.
func unfinished(t *testing.T, folder string) (begun map[world.ChunkPos]begunChunk, all int) {
	t.Helper()
	begun = make(map[world.ChunkPos]begunChunk)
	err := slowanvil.Entries(folder, func(_ string, e slowanvil.Entry) error {
		all++
		r := nbt.NewReader(e.NBT, nbt.Limits{})
		if _, ok := r.Root(); !ok {
			return r.Err()
		}
		root := nbt.Raw{Tag: nbt.TagCompound, Data: e.NBT[r.Offset():]}
		if level, ok := root.Lookup("Level"); ok {
			root = level
		}
		word, _ := root.Lookup("Status")
		status, _ := word.Str()
		if status = strings.TrimPrefix(status, "minecraft:"); status == "full" {
			return nil
		}
		sections, _ := root.Lookup("sections")
		old, _ := root.Lookup("Sections")
		data := append(slices.Clone(sections.Data), old.Data...)
		begun[world.ChunkPos{e.X, e.Z}] = begunChunk{status, int(crc32.ChecksumIEEE(data)), len(data)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return begun, all
}

// storedChunk reads one chunk of a folder, for the slow reader.
func storedChunk(t *testing.T, folder string, pos world.ChunkPos) *slowanvil.Chunk {
	t.Helper()
	s, err := region.Options{ReadOnly: true}.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	data, _, err := s.Read(nil, pos[0], pos[1])
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	root, err := slowanvil.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	c, err := slowanvil.Decode(root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAtTheRim opens real worlds at the borders of what the game has finished, and lets them tick for a minute while somebody looks
// on: no chunk is finished by that, none is new, and the unfinished ones hold what they held. Then a player builds in some of
// them. What was built is there, and so is every block that the game had made.
func TestAtTheRim(t *testing.T) {
	for _, name := range []string{"java-1.15.2", "java-1.20.5", "java-1.21", "java-1.21.11-unlit"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := testworld.Copy(t, name)
			folder := filepath.Join(dir, "region")
			before, all := unfinished(t, folder)
			sorted := slices.SortedFunc(maps.Keys(before), func(a, b world.ChunkPos) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
			w, _ := serve(t, dir, 0)
			seen, ticks := 0, 1200
			if testing.Short() {
				ticks = 100
			}
			for _, pos := range sorted {
				if pos[0]%8 == 0 && pos[1]%8 == 0 && seen < 4 {
					seen++
					watch(w, mgl64.Vec3{float64(pos[0])*16 + 8, 70, float64(pos[1])*16 + 8}, 6, ticks)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			after, now := unfinished(t, folder)
			if !maps.Equal(before, after) || all != now || seen == 0 {
				t.Errorf("looked at from %d places: %d of %d chunks are unfinished, before %d of %d, or they hold something else", seen, len(after), now, len(before), all)
			}

			var chosen []world.ChunkPos
			statuses := make(map[string]bool)
			for _, pos := range sorted {
				b := before[pos]
				if !statuses[b.status] || b.size > 8000 && len(chosen) < 10 {
					statuses[b.status], chosen = true, append(chosen, pos)
				}
			}
			buildAtTheRim(t, dir, chosen)
			t.Logf("built in %d of %d unfinished chunks: %v", len(chosen), len(before), slices.Sorted(maps.Keys(statuses)))
		})
	}
}

// buildAtTheRim lets a player build in unfinished chunks, break some of that again, and build on, and looks at what is stored.
func buildAtTheRim(t *testing.T, dir string, chosen []world.ChunkPos) {
	t.Helper()
	folder := filepath.Join(dir, "region")
	before := make(map[world.ChunkPos]*slowanvil.Chunk)
	for _, pos := range chosen {
		before[pos] = storedChunk(t, folder, pos)
	}
	w, p := serve(t, dir, -1)
	build := func(y int, b world.Block) {
		w.Do(func(tx *world.Tx) {
			for _, pos := range chosen {
				tx.SetBlock(cube.Pos{int(pos[0])<<4 + 5, y, int(pos[1])<<4 + 6}, b, nil)
			}
		})
		w.AdvanceTick()
		w.Save()
		if err := flushed(p); err != nil {
			t.Fatal(err)
		}
	}
	build(30, dfblock.NewChest())
	build(130, dfblock.Glass{})
	build(130, nil)
	build(230, dfblock.Glass{})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	for _, pos := range chosen {
		if _, err := again.LoadColumn(pos, world.Overworld); err != nil {
			t.Errorf("chunk %v: %v", pos, err)
		}
		c, was := storedChunk(t, folder, pos), before[pos]
		for y, want := range map[int]string{30: "minecraft:chest", 130: "minecraft:air", 230: "minecraft:glass"} {
			if key := c.State(5, y, 6); nameOf(key) != want {
				t.Errorf("chunk %v: %s at y=%d, want %s", pos, key, y, want)
			}
		}
		lost := 0
		each(was, func(x, y, z int, key string) {
			now := c.State(x, y, z)
			if x == 5 && z == 6 && y%100 == 30 || nameOf(now) == nameOf(key) || was.DataVersion < 2860 && nameOf(now) != "minecraft:air" {
				return // Properties may be derived anew; an old chunk is upgraded, and names have changed since.
			}
			if lost++; lost < 4 {
				t.Errorf("chunk %v, which was %s: %s at %d, %d, %d has become %s", pos, was.Status, key, x, y, z, now)
			}
		})
	}
}
