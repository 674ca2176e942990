package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// modernWorlds are the real worlds of 1.18 and later, with how many full chunks the overworld has.
var modernWorlds = []struct {
	name string
	full int
}{
	{"java-1.18.1", 593}, {"java-1.20.5", 0}, {"java-1.21", 0}, {"java-1.21.1-lz4", 0}, {"java-1.21.1-mixed", 0},
	{"java-1.21.11-unlit", 663}, {"java-26.1.2", 0}, {"java-26.1.2-lz4", 0},
}

// hostDimensions maps Java's dimensions to the host's.
var hostDimensions = map[string]world.Dimension{
	"minecraft:overworld": world.Overworld, "minecraft:the_nether": world.Nether, "minecraft:the_end": world.End,
}

// quiet is a logger that fails the test on an error, and is silent otherwise.
func quiet(t testing.TB) *slog.Logger { return slog.New(slog.NewTextHandler(logWriter{t}, nil)) }

type logWriter struct{ t testing.TB }

func (w logWriter) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "level=ERROR") {
		w.t.Error(string(b))
	}
	return len(b), nil
}

// open opens a world, and closes it at the end of the test.
func open(t testing.TB, conf anvilprovider.Config, dir string) *anvilprovider.Provider {
	t.Helper()
	if conf.Log == nil {
		conf.Log = quiet(t)
	}
	p, err := conf.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

var translator = sync.OnceValue(func() *translate.Translator {
	world.DefaultBlockRegistry.Finalize()
	t, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		panic(err)
	}
	return t
})

// image is what one state is translated to.
type image struct{ block, liquid uint32 }

func imageOf(key string) image {
	b := translator().Block(key)
	im := image{b.Runtime, world.DefaultBlockRegistry.AirRuntimeID()}
	if b.HasLiquid {
		im.liquid = b.Liquid
	}
	return im
}

// TestEveryCell loads every full chunk of the worlds of 1.18 and later, and compares each cell and each biome with what a
// slow reader of another make says, translated one state at a time.
func TestEveryCell(t *testing.T) {
	for _, w := range modernWorlds {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			dir := testworld.Dir(t, w.name)
			p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
			dims, err := slowanvil.Dimensions(dir)
			if err != nil || len(dims) == 0 {
				t.Fatal("no dimensions: ", err)
			}
			images, full, absent := make(map[string]image), 0, 0
			for _, d := range dims {
				err := slowanvil.Entries(d.Region, func(file string, e slowanvil.Entry) error {
					want, err := e.Chunk()
					if err != nil {
						return err
					}
					col, err := p.LoadColumn(world.ChunkPos{e.X, e.Z}, hostDimensions[d.Name])
					if !want.Full {
						absent++
						if !errors.Is(err, leveldb.ErrNotFound) {
							t.Errorf("%d,%d is %s: got %v", e.X, e.Z, want.Status, err)
						}
						return nil
					}
					full++
					if err != nil {
						return err
					}
					compare(t, col.Chunk, want, images)
					return nil
				})
				if err != nil {
					t.Fatal(d.Name, err)
				}
			}
			if full == 0 || w.full != 0 && full != w.full {
				t.Errorf("%d full chunks, want %d", full, w.full)
			}
			s := p.Stats()
			if len(s.UnknownBlocks) != 0 || len(s.UnknownBiomes) != 0 {
				t.Errorf("unknown: blocks %v, biomes %v", s.UnknownBlocks, s.UnknownBiomes)
			}
			if s.Loaded != int64(full) || s.Partial != int64(absent) {
				t.Errorf("stats %+v, want %d loaded and %d partial", s, full, absent)
			}
			t.Logf("%d full chunks equal in every cell, %d unfinished ones absent; skipped %v", full, absent, s.Skipped)
		})
	}
}

// compare compares a chunk cell by cell, and fails at the first difference.
func compare(t *testing.T, got *chunk.Chunk, want *slowanvil.Chunk, images map[string]image) {
	t.Helper()
	r, air := got.Range(), imageOf("minecraft:air")
	var palette []image
	for y := r[0]; y <= r[1]; y++ {
		sub := got.SubChunk(int16(y))
		section, stored := want.Sections[y>>4]
		if y&15 == 0 {
			palette = palette[:0]
			for _, key := range section.Palette {
				im, ok := images[key]
				if !ok {
					im = imageOf(key)
					images[key] = im
				}
				palette = append(palette, im)
			}
		}
		for z := range 16 {
			for x := range 16 {
				key, im := "minecraft:air", air
				if stored && section.Cells != nil {
					key, im = section.State(x, y&15, z), palette[section.Cells[y&15<<8|z<<4|x]]
				}
				b, l := sub.Block(byte(x), byte(y&15), byte(z), 0), sub.Block(byte(x), byte(y&15), byte(z), 1)
				if b != im.block && key == "minecraft:air" && isFrame(b) {
					continue // An item frame, which is an entity in Java.
				}
				if b != im.block || l != im.liquid {
					t.Fatalf("chunk %d,%d at %d,%d,%d: %s is %d/%d, want %+v", want.X, want.Z, x, y, z, key, b, l, im)
				}
				if !stored || section.BiomeCells == nil || x&3+z&3+y&3 > 0 && x&3+z&3+y&3 < 9 {
					continue // The cells of a group are equal; its first and last are looked at.
				}
				id, _ := translator().Biome(section.Biome(x, y&15, z))
				if biome := got.Biome(uint8(x), int16(y), uint8(z)); biome != id {
					t.Fatalf("chunk %d,%d at %d,%d,%d: biome %d, want %d", want.X, want.Z, x, y, z, biome, id)
				}
			}
		}
	}
	for i, sub := range got.Sub() {
		for k, layer := range sub.Layers() {
			if layer.Palette().Len() == 1 && layer.Palette().Value(0) == world.DefaultBlockRegistry.AirRuntimeID() && k == len(sub.Layers())-1 {
				t.Fatalf("section %d of chunk %d,%d has a layer %d of air alone", i, want.X, want.Z, k)
			}
		}
	}
}

// isFrame reports whether a runtime ID is an item frame's.
func isFrame(rid uint32) bool {
	name, _, _ := world.DefaultBlockRegistry.RuntimeIDToState(rid)
	return strings.HasSuffix(name, "frame") && name != "minecraft:end_portal_frame"
}

// TestBlockEntitiesFit checks that every block entity given to the host lies in its chunk at a block that takes one.
func TestBlockEntitiesFit(t *testing.T) {
	for _, w := range modernWorlds {
		dir := testworld.Dir(t, w.name)
		p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
		n := 0
		dims, _ := slowanvil.Dimensions(dir)
		for _, d := range dims {
			_ = slowanvil.Entries(d.Region, func(_ string, e slowanvil.Entry) error {
				pos := world.ChunkPos{e.X, e.Z}
				col, err := p.LoadColumn(pos, hostDimensions[d.Name])
				if err != nil {
					return nil
				}
				seen := make(map[[3]int]bool)
				for _, be := range col.BlockEntities {
					n++
					if int32(be.Pos[0]>>4) != pos[0] || int32(be.Pos[2]>>4) != pos[1] || be.Pos.OutOfBounds(col.Chunk.Range()) || seen[be.Pos] {
						t.Fatalf("%s: block entity at %v of chunk %v", w.name, be.Pos, pos)
					}
					seen[be.Pos] = true
					rid := col.Chunk.Block(uint8(be.Pos[0]), int16(be.Pos[1]), uint8(be.Pos[2]), 0)
					b, _ := world.DefaultBlockRegistry.BlockByRuntimeID(rid)
					nbter, ok := b.(world.NBTer)
					if !ok {
						t.Fatalf("%s: %T at %v takes no block entity", w.name, b, be.Pos)
					}
					if _, ok := nbter.DecodeNBT(be.Data).(world.Block); !ok {
						t.Fatalf("%s: %T at %v decodes to no block", w.name, b, be.Pos)
					}
				}
				return nil
			})
		}
		t.Logf("%s: %d block entities", w.name, n)
	}
}

// TestDimensionsOfAnOldWorldAreApart is for a fault that another reader had: an old world's nether read its overworld.
func TestDimensionsOfAnOldWorldAreApart(t *testing.T) {
	p := open(t, anvilprovider.Config{ReadOnly: true}, testworld.Dir(t, "java-1.18.1"))
	if _, err := p.LoadColumn(world.ChunkPos{0, 0}, world.Overworld); err != nil {
		t.Fatal(err)
	}
	for _, dim := range []world.Dimension{world.Nether, world.End} {
		if _, err := p.LoadColumn(world.ChunkPos{0, 0}, dim); !errors.Is(err, leveldb.ErrNotFound) {
			t.Errorf("%v: got %v", dim, err)
		}
	}
}

// strangeDimension is not registered.
type strangeDimension struct{ world.Dimension }

func TestUnknownDimension(t *testing.T) {
	p := open(t, anvilprovider.Config{}, t.TempDir())
	dim := strangeDimension{world.Nether}
	_, err := p.LoadColumn(world.ChunkPos{}, dim)
	if !errors.Is(err, anvilprovider.ErrDimension) || errors.Is(err, leveldb.ErrNotFound) {
		t.Errorf("load: %v", err)
	}
	if err := p.StoreColumn(world.ChunkPos{}, dim, &chunk.Column{}); !errors.Is(err, anvilprovider.ErrDimension) {
		t.Errorf("store: %v", err)
	}
	dir := t.TempDir()
	named := open(t, anvilprovider.Config{Dimensions: map[world.Dimension]string{dim: "example:moon/dark"}}, dir)
	if _, err := named.LoadColumn(world.ChunkPos{}, dim); !errors.Is(err, leveldb.ErrNotFound) {
		t.Errorf("named: %v", err)
	}
	_ = filepath.Join(dir)
}
