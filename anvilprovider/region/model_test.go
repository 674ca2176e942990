package region_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// modelChunks are the chunks of the model test: several in one region, and one in each quadrant.
var modelChunks = [][2]int32{{0, 0}, {1, 0}, {0, 1}, {31, 31}, {5, 9}, {9, 5}, {-1, -1}, {-1, 0}, {40, -3}}

// TestModel makes random changes and compares the store with a map after each, reopening it now and then. Check must
// find nothing at any time.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mem := vfs.NewMem()
		counter := vfs.NewCounter(mem)
		kinds := []region.Compression{region.None, region.ZLib, region.LZ4, region.GZip}
		openStore := func() *region.Store {
			s, err := region.Options{
				FS: counter, Clock: clock,
				Compression: rapid.SampledFrom(kinds).Draw(t, "compression"),
				Sync:        region.SyncPolicy(rapid.IntRange(0, 2).Draw(t, "sync")),
				MaxOpen:     rapid.IntRange(1, 3).Draw(t, "open"),
			}.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := openStore()
		type stored struct {
			version uint32
			size    int
		}
		model := map[[2]int32]stored{}
		version := uint32(0)
		chunk := func() [2]int32 { return rapid.SampledFrom(modelChunks).Draw(t, "chunk") }
		small := rapid.IntRange(markerBytes, 20_000)
		boundary := rapid.Custom(func(t *rapid.T) int {
			return rapid.IntRange(1, 6).Draw(t, "sectors")*4096 + rapid.IntRange(-12, 2).Draw(t, "offset")
		})
		// One in eight round the limit of 255 sectors: they are what takes time.
		limit := rapid.IntRange(1_044_400, 1_044_600)
		if raceEnabled {
			limit = small
		}
		size := rapid.OneOf(small, small, small, boundary, boundary, boundary, boundary, limit)
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				c, n := chunk(), size.Draw(t, "size")
				version++
				if err := s.Write(c[0], c[1], payload(c[0], c[1], version, n)); err != nil {
					t.Fatal(err)
				}
				model[c] = stored{version, n}
			},
			"delete": func(t *rapid.T) {
				c := chunk()
				if err := s.Delete(c[0], c[1]); err != nil {
					t.Fatal(err)
				}
				delete(model, c)
			},
			"flush": func(t *rapid.T) {
				if err := s.Flush(); err != nil {
					t.Fatal(err)
				}
			},
			"reopen": func(t *rapid.T) {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				if n, _ := counter.Handles(); n != 0 {
					t.Fatalf("%d handles are open after Close", n)
				}
				s = openStore()
			},
			"": func(t *rapid.T) {
				for _, c := range modelChunks {
					b, _, err := s.Read(nil, c[0], c[1])
					want, ok := model[c]
					if !ok {
						if err != region.ErrNotFound {
							t.Fatalf("chunk %v: got %d bytes, %v; want nothing", c, len(b), err)
						}
						continue
					}
					if err != nil || len(b) != want.size {
						t.Fatalf("chunk %v: got %d bytes, %v; want %+v", c, len(b), err, want)
					}
					if got, err := versionOf(b, c[0], c[1]); err != nil || got != want.version {
						t.Fatalf("chunk %v: got version %d, %v; want %+v", c, got, err, want)
					}
				}
				listed := 0
				regions, err := s.Regions()
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range regions {
					for _, err := range s.Chunks(p) {
						if listed++; err != nil {
							t.Fatal(err)
						}
					}
				}
				if listed != len(model) {
					t.Fatalf("%d chunks are listed, want %d", listed, len(model))
				}
				for fault := range s.Check() {
					t.Fatal(fault)
				}
			},
		})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := mem.List(orphanDir); err == nil {
			t.Fatal("a file of the store's own was taken for an orphan")
		}
	})
}
