package playerdat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/playerdat"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

func TestGet(t *testing.T) {
	for _, tt := range []struct {
		name string
		root nbt.Compound
		want playerdat.Spawn
		ok   bool
	}{
		{"never slept", nbt.Compound{"Pos": nbt.List{}}, playerdat.Spawn{}, false},
		{"1.8", nbt.Compound{"SpawnX": int32(1), "SpawnY": int32(2), "SpawnZ": int32(-3)}, playerdat.Spawn{[3]int32{1, 2, -3}, "minecraft:overworld"}, true},
		{"1.8, part missing", nbt.Compound{"SpawnX": int32(1), "SpawnZ": int32(-3)}, playerdat.Spawn{}, false},
		{"1.16", nbt.Compound{"SpawnX": int32(1), "SpawnY": int32(2), "SpawnZ": int32(3), "SpawnDimension": "minecraft:the_nether"},
			playerdat.Spawn{[3]int32{1, 2, 3}, "minecraft:the_nether"}, true},
		{"1.21.5", nbt.Compound{"respawn": nbt.Compound{"pos": []int32{1, 2, 3}, "dimension": "example:moon"}}, playerdat.Spawn{[3]int32{1, 2, 3}, "example:moon"}, true},
		{"1.21.5, no dimension", nbt.Compound{"respawn": nbt.Compound{"pos": []int32{1, 2, 3}}}, playerdat.Spawn{[3]int32{1, 2, 3}, "minecraft:overworld"}, true},
		{"wrong types", nbt.Compound{"respawn": nbt.Compound{"pos": "here"}, "SpawnX": "x"}, playerdat.Spawn{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := playerdat.Get(tt.root); got != tt.want || ok != tt.ok {
				t.Errorf("got %+v, %t", got, ok)
			}
		})
	}
}

func TestSet(t *testing.T) {
	s := playerdat.Spawn{Pos: [3]int32{7, 8, 9}, Dimension: "minecraft:overworld"}
	for _, tt := range []struct {
		name       string
		root, want nbt.Compound
		version    int32
	}{
		{"new file, old world", nbt.Compound{"x": uint8(1)}, nbt.Compound{"x": uint8(1), "SpawnX": int32(7), "SpawnY": int32(8), "SpawnZ": int32(9)}, 3837},
		{"new file, new world", nbt.Compound{}, nbt.Compound{"respawn": nbt.Compound{"pos": []int32{7, 8, 9}, "dimension": "minecraft:overworld"}}, 4325},
		{"old form stays", nbt.Compound{"SpawnX": int32(1), "SpawnY": int32(2), "SpawnZ": int32(3), "SpawnDimension": "minecraft:the_nether", "SpawnForced": uint8(1)},
			nbt.Compound{"SpawnX": int32(7), "SpawnY": int32(8), "SpawnZ": int32(9), "SpawnDimension": "minecraft:overworld", "SpawnForced": uint8(1)}, 5023},
		{"new form stays", nbt.Compound{"respawn": nbt.Compound{"pos": []int32{1, 2, 3}, "dimension": "minecraft:the_end", "yaw": float32(3)}},
			nbt.Compound{"respawn": nbt.Compound{"pos": []int32{7, 8, 9}, "dimension": "minecraft:overworld", "yaw": float32(3)}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !playerdat.Set(tt.root, s, tt.version) {
				t.Error("nothing changed")
			}
			if diff := cmp.Diff(tt.want, tt.root); diff != "" {
				t.Error(diff)
			}
			if got, ok := playerdat.Get(tt.root); got != s || !ok {
				t.Errorf("reads back as %+v, %t", got, ok)
			}
			if playerdat.Set(tt.root, s, tt.version) {
				t.Error("setting it again changed something")
			}
		})
	}
}
