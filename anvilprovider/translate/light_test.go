package translate_test

import (
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/internal/testworld"
)

func TestLight(t *testing.T) {
	tr := translator(t)
	reg := tr.Registry()
	for _, c := range []struct {
		key                       string
		emission, opacity, filter uint8
	}{
		{"minecraft:air", 0, 0, 0},
		{"minecraft:stone", 0, 15, 15},
		{"minecraft:glass", 0, 0, 0},
		{"minecraft:water[level=0]", 0, 1, 0},
		{"minecraft:water[level=3]", 0, 1, 0},
		{"minecraft:lava[level=0]", 15, 1, 0},
		{"minecraft:oak_leaves[distance=7,persistent=false,waterlogged=false]", 0, 1, 0},
		{"minecraft:redstone_lamp[lit=true]", 15, 15, 15}, // the host has none of these four
		{"minecraft:redstone_lamp[lit=false]", 0, 15, 15},
		{"minecraft:sea_lantern", 15, 15, 15},
		{"minecraft:spawner", 0, 1, 0},
		{"minecraft:lectern[facing=north,has_book=false,powered=false]", 0, 0, 0},
		{"minecraft:farmland[moisture=0]", 0, 0, 0},
		{"minecraft:snow[layers=1]", 0, 0, 0},
		{"minecraft:snow[layers=8]", 0, 15, 15},
		{"minecraft:oak_slab[type=double,waterlogged=false]", 0, 15, 15},
		{"minecraft:oak_slab[type=top,waterlogged=false]", 0, 0, 0},
		{"minecraft:glowstone", 15, 15, 15},
		{"minecraft:brewing_stand[has_bottle_0=false,has_bottle_1=false,has_bottle_2=false]", 1, 0, 0},
		{"minecraft:sea_pickle[pickles=2,waterlogged=true]", 9, 1, 0},
		{"minecraft:respawn_anchor[charges=2]", 7, 15, 15},
		{"minecraft:cobweb", 0, 1, 0},
		{"minecraft:tinted_glass", 0, 15, 15},
	} {
		rid := tr.Block(c.key).Runtime
		if e, o := tr.LightOf(rid); e != c.emission || o != c.opacity {
			t.Errorf("LightOf(%s) = %d, %d; want %d, %d", c.key, e, o, c.emission, c.opacity)
		}
		if e, f := reg.LightBlock(rid), reg.FilteringBlock(rid); e != c.emission || f != c.filter {
			t.Errorf("the registry gives %s %d, %d; want %d, %d", c.key, e, f, c.emission, c.filter)
		}
	}
	if e, o := tr.LightOf(1 << 30); e != 0 || o != 15 {
		t.Errorf("a runtime ID that does not exist has light %d, %d", e, o)
	}
}

// TestEveryLight compares the light of every block of the registry with that of every Java state which it stands for,
// in the list that was made before this project. Only water may differ: the block alone is dry.
func TestEveryLight(t *testing.T) {
	var list map[string][2]uint8
	testworld.JSON(t, &list, "mappingdata", "light", "java_26.3_emission_opacity_by_rules.json.gz")
	tr := translator(t)
	checked := 0
	for raw, want := range list {
		key := raw
		if raw[len(raw)-2:] == "[]" {
			key = raw[:len(raw)-2]
		}
		name, props := parse(key)
		if name == "minecraft:sculk_vein" || name == "minecraft:resin_clump" || props["waterlogged"] == "true" {
			continue // the list is wrong for the first two
		}
		b := tr.Block(key)
		if !b.Known {
			continue
		}
		if props["extended"] == "true" {
			continue // the host keeps in a block entity whether a piston is extended
		}
		if name == "minecraft:test_block" || name == "minecraft:test_instance_block" {
			continue // they share the placeholder
		}
		checked++
		if e, o := tr.LightOf(b.Runtime); e != want[0] || o != want[1] {
			t.Errorf("%s has %d, %d; want %d, %d", key, e, o, want[0], want[1])
		}
	}
	if checked < 20000 {
		t.Errorf("only %d states were checked", checked)
	}
}

// TestRegistryInChunk lets the host compute its light and height map with the truer registry.
func TestRegistryInChunk(t *testing.T) {
	tr := translator(t)
	reg := tr.Registry()
	c := chunk.New(reg, cube.Range{0, 63})
	c.SetBlock(3, 10, 3, 0, tr.Block("minecraft:redstone_lamp[lit=true]").Runtime)
	c.SetBlock(8, 20, 8, 0, tr.Block("minecraft:stone").Runtime)
	c.SetBlock(8, 30, 8, 0, tr.Block("minecraft:lectern[facing=north,has_book=false,powered=false]").Runtime)
	if got := c.HighestLightBlocker(8, 8); got != 20 {
		t.Errorf("the highest occluder is at %d, want 20: a lectern is none", got)
	}
	chunk.LightArea([]*chunk.Chunk{c}, 0, 0).Fill()
	if got := c.Light(3, 9, 3); got != 14 {
		t.Errorf("below a lit lamp the light is %d, want 14", got)
	}
	if reg.BlockCount() != world.DefaultBlockRegistry.BlockCount() || reg.AirRuntimeID() != world.DefaultBlockRegistry.AirRuntimeID() {
		t.Error("the registry is another one")
	}
}
