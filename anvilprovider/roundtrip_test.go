package anvilprovider_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// sameNBT compares two documents as trees.
func sameNBT(t testing.TB, a, b []byte) (same bool, path string) {
	t.Helper()
	raw := func(doc []byte) nbt.Raw {
		r := nbt.NewReader(doc, nbt.Limits{})
		if _, ok := r.Root(); !ok {
			t.Fatal(r.Err())
		}
		return nbt.Raw{Tag: nbt.TagCompound, Data: doc[r.Offset():]}
	}
	return nbt.Equal(raw(a), raw(b))
}

// TestRoundTrip loads every full chunk of the worlds of 1.18 and later, saves it as a server would that had marked it as
// modified, and compares all files, bytes and chunks: nothing may differ.
func TestRoundTrip(t *testing.T) {
	for _, w := range modernWorlds {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			dir := testworld.Copy(t, w.name)
			p := open(t, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone}, dir)
			dims, err := slowanvil.Dimensions(dir)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, d := range dims {
				err := slowanvil.Entries(d.Region, func(_ string, e slowanvil.Entry) error {
					pos, dim := world.ChunkPos{e.X, e.Z}, hostDimensions[d.Name]
					col, err := p.LoadColumn(pos, dim)
					if err != nil {
						return nil
					}
					n++
					col.Chunk.Compact()
					return p.StoreColumn(pos, dim, col)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
			if s := p.Stats(); s.Written != 0 || s.Unchanged != int64(n) || s.ChangedCells != 0 || n == 0 {
				t.Errorf("%d chunks, stats %+v", n, s)
			}
			sameRegions(t, testworld.Dir(t, w.name), dir)
			t.Logf("%d chunks", n)
		})
	}
}

// sameRegions compares the chunks of all region files of two worlds as trees.
func sameRegions(t testing.TB, a, b string) {
	t.Helper()
	err := filepath.WalkDir(a, func(path string, entry os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".mca" {
			return err
		}
		rel, _ := filepath.Rel(a, path)
		want, err := slowanvil.ReadRegion(path)
		if err != nil {
			return err
		}
		got, err := slowanvil.ReadRegion(filepath.Join(b, rel))
		if err != nil || len(got) != len(want) {
			t.Errorf("%s: %d chunks, want %d: %v", rel, len(got), len(want), err)
			return nil
		}
		for i := range want {
			if same, at := sameNBT(t, want[i].NBT, got[i].NBT); !same {
				t.Errorf("%s: chunk %d,%d differs at %s", rel, want[i].X, want[i].Z, at)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
