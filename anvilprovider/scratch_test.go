package anvilprovider_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestFromScratch loads real worlds and saves them as new ones, so that everything that Dragonfly does not have of a block is made anew
// from what is around it, and counts what differs from what the game stored, by block and property.
//
// All leaves must count what stepsToLog does. The game's own do not all: its generator places trees one after the other, and counts
// the leaves of each without the logs of those that come later; and beside a chunk that is not finished, nobody knows what it saw
// there. One has no log within six steps, and would decay as soon as the game looks at it. Of the fences of villages it does not look
// again at those that it has placed before what is beside them. And Bedrock has no air of caves. Nothing else may differ.
func TestFromScratch(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for name, want := range map[string]map[string]int{
		"java-1.18.1": {
			"minecraft:birch_leaves distance": 398, "minecraft:oak_leaves distance": 2192, "minecraft:spruce_leaves distance": 1209,
			"minecraft:cave_air becomes minecraft:air": 2969, "leaves": 217569,
			"leaves that would decay now": 1,
		},
		"java-1.21": {
			"minecraft:jungle_leaves distance": 3134, "minecraft:oak_leaves distance": 1866, "minecraft:cave_air becomes minecraft:air": 4451,
			"minecraft:oak_fence east": 5, "minecraft:oak_fence north": 2, "minecraft:oak_fence south": 3, "minecraft:oak_fence west": 16, "leaves": 34744,
		},
		"java-26.1.2": {"minecraft:jungle_leaves distance": 17, "minecraft:oak_leaves distance": 357, "leaves": 864},
	} {
		t.Run(name, func(t *testing.T) {
			root, dir := testworld.Dir(t, name), t.TempDir()
			copyWorld(t, root, dir)
			got := map[string]int{}
			compareWorlds(t, root, dir, func(before, after string) {
				for _, what := range differences(before, after) {
					got[what]++
				}
				if strings.Contains(after, "_leaves[distance=7") && strings.Contains(before, "_leaves[") {
					got["leaves that would decay now"]++
				}
			})
			got["leaves"] = checkLeaves(t, rawChunks(t, filepath.Join(dir, "region")))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// copyWorld loads each chunk of a world and saves it in another.
func copyWorld(t *testing.T, from, to string) {
	t.Helper()
	src := open(t, anvilprovider.Config{ReadAhead: -1, ReadOnly: true}, from)
	dst := open(t, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone, KeepUntouched: true}, to)
	dims, err := slowanvil.Dimensions(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dims {
		err := slowanvil.Entries(d.Region, func(_ string, e slowanvil.Entry) error {
			pos, dim := world.ChunkPos{e.X, e.Z}, hostDimensions[d.Name]
			col, err := src.LoadColumn(pos, dim)
			if err != nil {
				return nil
			}
			return dst.StoreColumn(pos, dim, col)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := dst.Close(); err != nil {
		t.Fatal(err)
	}
}

// compareWorlds calls f for each cell of the finished chunks of a world that has another state in another world, in the names of today.
func compareWorlds(t *testing.T, a, b string, f func(before, after string)) {
	t.Helper()
	before, err := slowanvil.Dimensions(a)
	if err != nil {
		t.Fatal(err)
	}
	after, err := slowanvil.Dimensions(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range before {
		i := slices.IndexFunc(after, func(o slowanvil.Dimension) bool { return o.Name == d.Name })
		if i < 0 {
			t.Fatalf("dimension %s is gone", d.Name)
		}
		made := map[world.ChunkPos]*slowanvil.Chunk{}
		if err := slowanvil.Chunks(after[i].Region, func(c *slowanvil.Chunk) error {
			made[world.ChunkPos{int32(c.X), int32(c.Z)}] = c
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := slowanvil.Chunks(d.Region, func(c *slowanvil.Chunk) error {
			if !c.Full {
				return nil
			}
			r := hostDimensions[d.Name].Range()
			for y, s := range c.Sections {
				if y < r[0]>>4 || y > r[1]>>4 {
					continue
				}
				o := made[world.ChunkPos{int32(c.X), int32(c.Z)}].Sections[y]
				for i := range 4096 {
					x, y, z := i&15, i>>8, i>>4&15
					if was, is := s.State(x, y, z), o.State(x, y, z); was != is {
						if was, is = anvil.Modernise(was, int32(c.DataVersion)), anvil.Modernise(is, anvil.DefaultDataVersion); was != is {
							f(was, is)
						}
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// differences lists the properties of a block in which two states differ, or the block if it is another.
func differences(a, b string) (list []string) {
	nameA, _, _ := strings.Cut(a, "[")
	nameB, _, _ := strings.Cut(b, "[")
	if nameA != nameB {
		return []string{nameA + " becomes " + nameB}
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(a[len(nameA):], "]"), ",") {
		part = strings.TrimPrefix(part, "[")
		if k, _, _ := strings.Cut(part, "="); !strings.Contains(strings.NewReplacer("[", ",", "]", ",").Replace(b), ","+part+",") {
			list = append(list, nameA+" "+k)
		}
	}
	return list
}
