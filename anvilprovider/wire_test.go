package anvilprovider_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestWireClimbs lays redstone wire on top of a block beside other wire, and takes it away: the two touch along an edge only, and the
// lower one runs up to it all the same.
func TestWireClimbs(t *testing.T) {
	const wire = "minecraft:redstone_wire[east=side,north=side,power=0,south=side,west=side]"
	dir, pos := t.TempDir(), world.ChunkPos{}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col := columnOf("minecraft:stone", 9)
	put(col, 5, 10, 5, wire)
	put(col, 6, 10, 5, "minecraft:stone")
	save(t, p, pos, col)
	for key, want := range map[string]string{wire: "east=up", "minecraft:air": "east=side"} {
		put(col, 6, 11, 5, "minecraft:air")
		save(t, p, pos, col)
		put(col, 6, 11, 5, key)
		save(t, p, pos, col)
		if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(5, 10, 5); !strings.Contains(got, want) {
			t.Errorf("below %s: %s, want %s", key, got, want)
		}
	}
}
