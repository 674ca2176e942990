package peers

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/Tnze/go-mc/level"
	"github.com/Tnze/go-mc/level/block"
	"github.com/Tnze/go-mc/save"
	gomc "github.com/Tnze/go-mc/save/region"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// TestMain moves to the module's root, from where the shared worlds are found.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// worlds are the worlds to load from; real ones are left out where they are absent.
func worlds(b *testing.B) map[string]string {
	natural, err := terrain.Square(10)
	if err != nil {
		b.Fatal(err)
	}
	distinct, err := terrain.Distinct(200, 8)
	if err != nil {
		b.Fatal(err)
	}
	fixture.Input("terrain", natural)
	fixture.Input("states-200", distinct)
	dirs := map[string]string{"terrain": fixture.Anvil(b, natural), "states-200": fixture.Anvil(b, distinct)}
	for _, name := range []string{"java-1.18.1", "java-1.21"} {
		dir, err := filepath.Abs(filepath.Join("..", "shared", "worlds", name))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := os.Stat(dir); err != nil {
			b.Logf("%s is left out: %v", name, err)
			continue
		}
		dirs[name] = dir
	}
	return dirs
}

// BenchmarkLoadColumn loads full chunks in turn: as Kestrel does, as Dragonfly's own provider does with the same blocks, as go-mc does
// from the same files, and, as the floor, what inflating the same bytes costs alone. mcdb has too small a cache
// for what was loaded a round ago to be still in it, since a server loads a chunk when nobody has been near it for long; in mcdb_warm
// everything comes out of LevelDB's cache of inflated blocks.
func BenchmarkLoadColumn(b *testing.B) {
	dirs := worlds(b)
	for _, name := range []string{"terrain", "states-200", "java-1.18.1", "java-1.21"} {
		dir, ok := dirs[name]
		if !ok {
			continue
		}
		p := fixture.Open(b, dir, anvilprovider.Config{ReadOnly: true, ReadAhead: -1})
		positions := fixture.Sample(p.Full(b), 100)
		db := fixture.MCDB(b, p, positions)
		each(b, "kestrel/world="+name, positions, func(pos world.ChunkPos) error {
			_, err := p.LoadColumn(pos, world.Overworld)
			return err
		})
		db.Cool(b)
		each(b, "mcdb/world="+name, positions, func(pos world.ChunkPos) error {
			_, err := db.LoadColumn(pos, world.Overworld)
			return err
		})
		db.Reopen(b)
		each(b, "mcdb_warm/world="+name, positions, func(pos world.ChunkPos) error {
			_, err := db.LoadColumn(pos, world.Overworld)
			return err
		})
		if files := openFiles(b, dir); files.reads(b, dir, positions) {
			each(b, "gomc/world="+name, positions, func(pos world.ChunkPos) error {
				_, err := files.load(pos)
				return err
			})
		}
		streams, kinds := p.Stored(b, positions)
		b.Run("inflate/world="+name, func(b *testing.B) {
			var buf []byte
			var err error
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if buf, err = region.Decompress(buf[:0], streams[i%len(streams)], kinds[i%len(streams)], region.DefaultMaxInflated); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// each measures an operation on the positions in turn. Beside the wall clock it reports the time of all processors, which the collector's
// work is in as well.
func each(b *testing.B, name string, positions []world.ChunkPos, do func(world.ChunkPos) error) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		began := fixture.ProcessorTime()
		for i := 0; b.Loop(); i++ {
			if err := do(positions[i%len(positions)]); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "cpu-ns/op")
	})
}

// gomcFiles are the region files of a world, opened by go-mc.
type gomcFiles map[region.Pos]*gomc.Region

func openFiles(b testing.TB, dir string) gomcFiles {
	store, err := region.Options{ReadOnly: true}.Open(filepath.Join(dir, "region"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	list, err := store.Regions()
	if err != nil {
		b.Fatal(err)
	}
	files := gomcFiles{}
	for _, pos := range list {
		f, err := os.Open(filepath.Join(dir, "region", pos.FileName()))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = f.Close() })
		if files[pos], err = gomc.Load(f); err != nil {
			b.Fatal(err)
		}
	}
	return files
}

// load reads, parses and decodes a chunk.
func (f gomcFiles) load(pos world.ChunkPos) (*level.Chunk, error) {
	data, err := f[region.PosOf(pos[0], pos[1])].ReadSector(gomc.In(int(pos[0]), int(pos[1])))
	if err != nil {
		return nil, err
	}
	var c save.Chunk
	if err := c.Load(data); err != nil {
		return nil, err
	}
	return level.ChunkFromSave(&c)
}

// reads reports whether go-mc reads all of the chunks, and fails if any block of the first of them has another name than it has for
// Kestrel. go-mc knows the blocks of 1.20.2, and refuses a chunk with any other.
func (f gomcFiles) reads(b *testing.B, dir string, positions []world.ChunkPos) bool {
	b.Helper()
	store, err := region.Options{ReadOnly: true}.Open(filepath.Join(dir, "region"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	var decoder anvil.Decoder
	var ours anvil.Chunk
	for i, pos := range positions {
		theirs, err := f.load(pos)
		if err != nil {
			b.Logf("go-mc does not read chunk %v of %s: %v", pos, filepath.Base(dir), err)
			return false
		}
		if i >= 4 {
			continue
		}
		data, _, err := store.Read(nil, pos[0], pos[1])
		if err != nil {
			b.Fatal(err)
		}
		if err := decoder.Decode(data, &ours); err != nil {
			b.Fatal(err)
		}
		sameNames(b, &ours, theirs)
	}
	return true
}

func sameNames(b *testing.B, ours *anvil.Chunk, theirs *level.Chunk) {
	b.Helper()
	lowest := ours.Sections[0].Y
	for s := range ours.Sections {
		section := &ours.Sections[s]
		if !section.Blocks.Present() {
			continue
		}
		var cells [4096]uint16
		section.Blocks.Unpack(&cells)
		names := make([]string, len(section.Blocks.Palette))
		for i, key := range section.Blocks.Palette {
			names[i] = nameIn(key, ours.DataVersion)
		}
		for i, n := range cells {
			if got := block.StateList[theirs.Sections[int(section.Y-lowest)].GetBlock(i)].ID(); got != names[n] {
				b.Fatalf("chunk %d,%d, section %d, cell %d: %s for Kestrel, %s for go-mc", ours.X, ours.Z, section.Y, i, names[n], got)
			}
		}
	}
}

// nameIn is the name of a state as a version spells it.
func nameIn(key string, version int32) string {
	key = anvil.Spell(key, version)
	for i := range key {
		if key[i] == '[' {
			return key[:i]
		}
	}
	return key
}
