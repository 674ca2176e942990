package anvil_test

import (
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// block is a numeric block at a position in the test's section.
type block struct {
	x, y, z  int
	id, meta byte
}

// at is where the block that a row asks about stands.
func at(id, meta byte) block                  { return block{8, 8, 8, id, meta} }
func north(id, meta byte) block               { return block{8, 8, 7, id, meta} }
func south(id, meta byte) block               { return block{8, 8, 9, id, meta} }
func east(id, meta byte) block                { return block{9, 8, 8, id, meta} }
func west(id, meta byte) block                { return block{7, 8, 8, id, meta} }
func above(id, meta byte) block               { return block{8, 9, 8, id, meta} }
func below(id, meta byte) block               { return block{8, 7, 8, id, meta} }
func offset(x, y, z int, id, meta byte) block { return block{8 + x, 8 + y, 8 + z, id, meta} }

// decodeNumeric decodes a chunk of the blocks, with the block entities given.
func decodeNumeric(t *testing.T, blocks []block, entities ...any) *anvil.Chunk {
	t.Helper()
	var sec [2][4096]byte
	for _, b := range blocks {
		i := b.y<<8 | b.z<<4 | b.x
		sec[0][i], sec[1][i] = b.id, b.meta
	}
	var d anvil.Decoder
	c := &anvil.Chunk{}
	if err := d.Decode(numericChunk(map[int8]*[2][4096]byte{0: &sec}, entities...), c); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestDerivers has a row for each thing that a deriver finds, and for what it must not find.
func TestDerivers(t *testing.T) {
	tests := []struct {
		name   string
		blocks []block
		want   string // what the key has to contain
	}{
		{"grass under snow", []block{at(2, 0), above(78, 0)}, "grass_block[snowy=true]"},
		{"grass under a snow block", []block{at(2, 0), above(80, 0)}, "grass_block[snowy=true]"},
		{"grass under stone", []block{at(2, 0), above(1, 0)}, "grass_block[snowy=false]"},
		{"podzol under snow", []block{at(3, 2), above(78, 3)}, "podzol[snowy=true]"},
		{"dirt under snow", []block{at(3, 0), above(78, 3)}, "minecraft:dirt"},
		{"mycelium under snow", []block{at(110, 0), above(80, 0)}, "mycelium[snowy=true]"},

		{"lower half of a door", []block{at(64, 3), above(64, 9)}, "oak_door[facing=north,half=lower,hinge=right,open=false,powered=false]"},
		{"upper half of a door", []block{at(64, 10), below(64, 4)}, "oak_door[facing=east,half=upper,hinge=left,open=true,powered=true]"},
		{"upper half on another door", []block{at(64, 9), below(193, 7)}, "oak_door[facing=east,half=upper,hinge=right,open=false,powered=false]"},
		{"upper half of a rose bush", []block{at(175, 8), below(175, 4)}, "rose_bush[half=upper]"},
		{"upper half without a lower one", []block{at(175, 8)}, "[half=upper]"},

		{"stairs alone", []block{at(53, 0)}, "facing=east,half=bottom,shape=straight"},
		{"stairs, outer corner left", []block{at(53, 0), east(53, 3)}, "shape=outer_left"},
		{"stairs, outer corner right", []block{at(53, 0), east(53, 2)}, "shape=outer_right"},
		{"stairs, inner corner left", []block{at(53, 0), west(67, 3)}, "shape=inner_left"},
		{"stairs, inner corner right", []block{at(53, 0), west(67, 2)}, "shape=inner_right"},
		{"stairs of the other half", []block{at(53, 0), west(67, 6)}, "shape=straight"},
		{"stairs continued", []block{at(53, 0), west(53, 3), north(53, 0)}, "shape=straight"},

		{"fence alone", []block{at(85, 0)}, "oak_fence[east=false,north=false,south=false,west=false]"},
		{"fence beside fence and stone", []block{at(85, 0), north(188, 0), east(1, 0)}, "[east=true,north=true,south=false,west=false]"},
		{"fence beside nether fence, glass, leaves, pumpkin", []block{at(85, 0), north(113, 0), east(20, 0), south(18, 0), west(86, 0)},
			"[east=false,north=false,south=false,west=false]"},
		{"fence beside a gate", []block{at(85, 0), north(107, 1), east(107, 1)}, "[east=false,north=true,south=false,west=false]"},
		{"fence behind stairs", []block{at(85, 0), west(53, 0), east(53, 0)}, "[east=false,north=false,south=false,west=true]"},
		{"nether fence", []block{at(113, 0), north(113, 0), south(85, 0)}, "nether_brick_fence[east=false,north=true,south=false,west=false]"},
		{"pane beside glass, bars, stone, leaves", []block{at(102, 0), north(20, 0), east(101, 0), south(1, 0), west(18, 0)},
			"glass_pane[east=true,north=true,south=true,west=false]"},
		{"wall in a run", []block{at(139, 0), north(139, 1), south(139, 0)}, "cobblestone_wall[east=none,north=low,south=low,up=false,west=none]"},
		{"wall in a run under a block", []block{at(139, 0), north(139, 0), south(139, 0), above(50, 5)}, "up=true"},
		{"wall at a corner", []block{at(139, 1), north(139, 0), east(1, 0)}, "mossy_cobblestone_wall[east=low,north=low,south=none,up=true,west=none]"},
		{"gate in a wall", []block{at(107, 0), west(139, 0)}, "in_wall=true"},
		{"gate beside a wall", []block{at(107, 0), north(139, 0)}, "in_wall=false"},
		{"chorus", []block{at(199, 0), above(200, 0), below(121, 0), east(199, 0)},
			"chorus_plant[down=true,east=true,north=false,south=false,up=true,west=false]"},

		{"dust alone", []block{at(55, 3), below(1, 0)}, "redstone_wire[east=side,north=side,power=3,south=side,west=side]"},
		{"dust beside dust", []block{at(55, 0), north(55, 0)}, "[east=none,north=side,power=0,south=side,west=none]"},
		{"dust at a corner", []block{at(55, 0), north(55, 0), east(69, 1)}, "[east=side,north=side,power=0,south=none,west=none]"},
		{"dust climbs", []block{at(55, 0), north(1, 0), offset(0, 1, -1, 55, 0)}, "north=up"},
		{"dust under a roof does not climb", []block{at(55, 0), north(1, 0), offset(0, 1, -1, 55, 0), above(1, 0), east(55, 0)}, "north=none"},
		{"dust climbs glowstone from the side", []block{at(55, 0), north(89, 0), offset(0, 1, -1, 55, 0)}, "north=side"},
		{"dust does not go down through a block", []block{at(55, 0), north(1, 0), offset(0, -1, -1, 55, 0), east(55, 0)}, "north=none"},
		{"dust goes down behind glass", []block{at(55, 0), north(20, 0), offset(0, -1, -1, 55, 0), east(55, 0)}, "north=side"},
		{"dust climbs an upper slab from the side", []block{at(55, 0), north(44, 8), offset(0, 1, -1, 55, 0)}, "north=side"},
		{"dust does not climb a lower slab", []block{at(55, 0), north(44, 0), offset(0, 1, -1, 55, 0), east(55, 0)}, "north=none"},
		{"dust goes down", []block{at(55, 0), offset(0, -1, -1, 55, 0), east(55, 0)}, "north=side"},
		{"dust and a repeater across", []block{at(55, 0), north(93, 1), east(93, 1)}, "[east=side,north=none,power=0,south=none,west=side]"},
		{"dust behind an observer", []block{at(55, 0), north(218, 2), east(218, 2), south(55, 0)}, "[east=none,north=side"},
		{"repeater locked", []block{at(93, 0), east(94, 3)}, "locked=true"},
		{"repeater beside one that is off", []block{at(93, 0), east(93, 3)}, "locked=false"},
		{"repeater beside one that looks elsewhere", []block{at(93, 0), east(94, 1)}, "locked=false"},
		{"trip wire", []block{at(132, 0), north(132, 0), east(131, 1), south(131, 1)}, "east=true,north=true,powered=false,south=false"},

		{"chest alone", []block{at(54, 2)}, "chest[facing=north,type=single]"},
		{"chest, left half", []block{at(54, 2), east(54, 2)}, "chest[facing=north,type=left]"},
		{"chest, right half", []block{at(54, 2), west(54, 2)}, "chest[facing=north,type=right]"},
		{"chest beside one of another facing", []block{at(54, 2), west(54, 3)}, "type=single"},
		{"chest beside a trapped one", []block{at(54, 2), west(146, 2)}, "type=single"},
		{"chest behind a chest", []block{at(54, 2), north(54, 2)}, "type=single"},

		{"pumpkin that grew", []block{at(86, 0), below(2, 0)}, "minecraft:pumpkin"},
		{"pumpkin that was carved", []block{at(86, 0), below(1, 0)}, "carved_pumpkin[facing=south]"},
		{"stem with fruit", []block{at(105, 7), west(103, 0)}, "attached_melon_stem[facing=west]"},
		{"stem beside a carved pumpkin", []block{at(104, 7), west(86, 0)}, "pumpkin_stem[age=7]"},
		{"young stem", []block{at(105, 6), west(103, 0)}, "melon_stem[age=6]"},
		{"vine under stone", []block{at(106, 1), above(1, 0)}, "vine[east=false,north=false,south=true,up=true,west=false]"},
		{"vine under air", []block{at(106, 8)}, "vine[east=true,north=false,south=false,up=false,west=false]"},
		{"vine under an upper slab", []block{at(106, 8), above(44, 8)}, "up=false"},
		{"fire on stone", []block{at(51, 3), below(1, 0), north(5, 0)}, "fire[age=3,east=false,north=false,south=false,up=false,west=false]"},
		{"fire on a wall", []block{at(51, 0), north(5, 0), above(17, 0), east(1, 0)}, "fire[age=0,east=false,north=true,south=false,up=true,west=false]"},
		{"leaves beside a log", []block{at(18, 0), north(17, 0)}, "oak_leaves[distance=1,persistent=false]"},
		{"leaves three steps from a log", []block{at(18, 4), north(18, 0), offset(1, 0, -1, 161, 0), offset(2, 0, -1, 162, 0)},
			"oak_leaves[distance=3,persistent=true]"},
		{"leaves above a log", []block{at(161, 1), below(162, 1)}, "dark_oak_leaves[distance=1,persistent=false]"},
		{"leaves seven steps from a log", []block{at(18, 0), offset(1, 0, 0, 18, 0), offset(2, 0, 0, 18, 0), offset(3, 0, 0, 18, 0),
			offset(4, 0, 0, 18, 0), offset(5, 0, 0, 18, 0), offset(6, 0, 0, 18, 0), offset(7, 0, 0, 17, 0)}, "distance=7"},
		{"leaves six steps from a log", []block{at(18, 0), offset(1, 0, 0, 18, 0), offset(2, 0, 0, 18, 0), offset(3, 0, 0, 18, 0),
			offset(4, 0, 0, 18, 0), offset(5, 0, 0, 18, 0), offset(6, 0, 0, 17, 0)}, "distance=6"},
		{"fence beside an inner corner of stairs", []block{at(85, 0), east(53, 3), offset(1, 0, 1, 53, 1)}, "east=true"},
		{"fence beside the open side of an inner corner", []block{at(85, 0), east(53, 3), offset(1, 0, 1, 53, 0)}, "east=false"},
		{"fence beside an outer corner of stairs", []block{at(85, 0), east(53, 0), offset(2, 0, 0, 53, 3)}, "east=false"},
		{"fence beside a lower slab, a repeater, a trapdoor", []block{at(85, 0), east(44, 0), north(93, 0), south(96, 0)},
			"[east=false,north=false,south=false,west=false]"},
		{"fence beside a block of a mod", []block{at(85, 0), east(253, 0)}, "east=true"},
		{"vine under an open trapdoor", []block{at(106, 8), above(96, 4)}, "up=false"},
		{"vine under a trapdoor", []block{at(106, 8), above(96, 0)}, "up=true"},
		{"vine under stairs", []block{at(106, 8), above(53, 0)}, "up=true"},
		{"vine under stairs upside down", []block{at(106, 8), above(53, 4)}, "up=false"},
		{"note block on clay", []block{at(25, 0), below(82, 0)}, "instrument=flute"},
		{"note block on gold", []block{at(25, 0), below(41, 0)}, "instrument=bell"},
		{"note block on packed ice", []block{at(25, 0), below(174, 0)}, "instrument=chime"},
		{"note block on bone", []block{at(25, 0), below(216, 0)}, "instrument=xylophone"},
		{"note block on stone", []block{at(25, 0), below(1, 0)}, "instrument=basedrum"},
		{"note block on sand", []block{at(25, 0), below(12, 1)}, "instrument=snare"},
		{"note block on glass", []block{at(25, 0), below(95, 1)}, "instrument=hat"},
		{"note block on dirt", []block{at(25, 0), below(3, 1)}, "instrument=harp"},
		{"leaves far from logs", []block{at(18, 0)}, "distance=7"},
		{"bed without a block entity", []block{at(26, 0)}, "red_bed[facing=south,occupied=false,part=foot]"},
		{"note block on wood", []block{at(25, 0), below(5, 0)}, "note_block[instrument=bass,note=0,powered=false]"},
		{"note block on wool", []block{at(25, 0), below(35, 3)}, "instrument=guitar"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := decodeNumeric(t, tt.blocks)
			if got := c.At(0).Blocks.Block(8<<8 | 8<<4 | 8); !strings.Contains(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// entityAt is a block entity at the place that the rows ask about.
func entityAt(fields nbt.Compound) nbt.Compound {
	fields["x"], fields["y"], fields["z"] = int32(8), int32(8), int32(8)
	return fields
}

func TestDeriversFromBlockEntities(t *testing.T) {
	tests := []struct {
		name   string
		block  block
		entity nbt.Compound
		want   string
	}{
		{"bed", at(26, 9), nbt.Compound{"id": "minecraft:bed", "color": int32(3)}, "light_blue_bed[facing=west,occupied=false,part=head]"},
		{"banner", at(176, 4), nbt.Compound{"id": "Banner", "Base": int32(1)}, "red_banner[rotation=4]"},
		{"wall banner", at(177, 5), nbt.Compound{"id": "minecraft:banner", "Base": int32(15)}, "white_wall_banner[facing=east]"},
		{"skull", at(144, 1), nbt.Compound{"id": "Skull", "SkullType": uint8(1), "Rot": uint8(7)}, "wither_skeleton_skull[rotation=7]"},
		{"head on a wall", at(144, 4), nbt.Compound{"id": "minecraft:skull", "SkullType": uint8(3)}, "player_wall_head[facing=west]"},
		{"skull of no kind", at(144, 1), nbt.Compound{"id": "minecraft:skull", "SkullType": uint8(99)}, "skeleton_skull[rotation=0]"},
		{"pot by name", at(140, 0), nbt.Compound{"id": "minecraft:flower_pot", "Item": "minecraft:red_flower", "Data": int32(8)}, "potted_oxeye_daisy"},
		{"pot by number", at(140, 0), nbt.Compound{"id": "FlowerPot", "Item": int32(6), "Data": int32(3)}, "potted_jungle_sapling"},
		{"empty pot", at(140, 3), nbt.Compound{"id": "FlowerPot", "Item": "", "Data": int32(0)}, "minecraft:flower_pot"},
		{"pot by meta", at(140, 9), nbt.Compound{"id": "FlowerPot"}, "potted_cactus"},
		{"note", at(25, 0), nbt.Compound{"id": "Music", "note": uint8(12), "powered": uint8(1)}, "note_block[instrument=harp,note=12,powered=true]"},
		{"note out of range", at(25, 0), nbt.Compound{"id": "Music", "note": uint8(77)}, "note=24"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := decodeNumeric(t, []block{tt.block}, entityAt(tt.entity))
			if got := c.At(0).Blocks.Block(8<<8 | 8<<4 | 8); !strings.Contains(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestNeighboursAcrossTheBorder puts a fence at each border, and answers for the other side.
func TestNeighboursAcrossTheBorder(t *testing.T) {
	var sec [2][4096]byte
	for _, b := range []block{{0, 8, 8, 85, 0}, {15, 8, 8, 85, 0}, {8, 8, 0, 85, 0}, {8, 8, 15, 85, 0}} {
		sec[0][b.y<<8|b.z<<4|b.x] = b.id
	}
	doc := numericChunk(map[int8]*[2][4096]byte{0: &sec})
	asked := map[[3]int32]bool{}
	for _, known := range []bool{false, true} {
		d := anvil.Decoder{Neighbour: func(x, y, z int32) (id, meta int, ok bool) {
			asked[[3]int32{x, y, z}] = true
			return 85, 0, known
		}}
		var c anvil.Chunk
		if err := d.Decode(doc, &c); err != nil {
			t.Fatal(err)
		}
		for side, i := range map[string]int{"west": 8<<8 | 8<<4, "east": 8<<8 | 8<<4 | 15, "north": 8<<8 | 8, "south": 8<<8 | 15<<4 | 8} {
			if got := c.At(0).Blocks.Block(i); strings.Contains(got, side+"=true") != known {
				t.Errorf("neighbour known %v: fence in the %s is %s", known, side, got)
			}
		}
	}
	if !asked[[3]int32{-1, 8, 8}] || !asked[[3]int32{16, 8, 8}] || !asked[[3]int32{8, 8, -1}] || !asked[[3]int32{8, 8, 16}] {
		t.Error("a neighbour was not asked for")
	}
}

// TestChestHalvesAreExchanged looks at the contents of double chests, whose halves had another order.
func TestChestHalvesAreExchanged(t *testing.T) {
	item := func(slot int8) nbt.Compound {
		return nbt.Compound{"Slot": slot, "id": "minecraft:stone", "Count": int8(1), "Damage": int16(0)}
	}
	chest := func(x, z int32, slot int8) nbt.Compound {
		return nbt.Compound{"id": "Chest", "x": x, "y": int32(8), "z": z, "Items": nbt.List{Elem: nbt.TagCompound, Items: []any{item(slot)}}}
	}
	for _, tt := range []struct {
		facing    byte
		other     block
		exchanged bool
	}{{2, east(54, 2), true}, {3, east(54, 3), false}, {4, south(54, 4), false}, {5, south(54, 5), true}} {
		c := decodeNumeric(t, []block{at(54, tt.facing), tt.other}, chest(8, 8, 1), chest(int32(tt.other.x), int32(tt.other.z), 2))
		first, err := c.BlockEntities[0].Compound()
		if err != nil {
			t.Fatal(err)
		}
		items, _ := first.List("Items")
		slot, _ := items.Items[0].(nbt.Compound).Int("Slot")
		if (slot == 2) != tt.exchanged || first["x"] != int32(8) || first["id"] != "minecraft:chest" {
			t.Errorf("facing %d: first half has slot %d, %v", tt.facing, slot, first)
		}
	}
}

// TestLeavesDoNotWrap puts a log at the eastern border, and leaves where the next row begins.
func TestLeavesDoNotWrap(t *testing.T) {
	c := decodeNumeric(t, []block{{15, 8, 8, 17, 0}, {0, 8, 9, 18, 0}, {0, 8, 8, 17, 0}, {15, 8, 7, 18, 0}, {8, 8, 15, 17, 0}, {8, 9, 0, 18, 0}, {8, 8, 0, 17, 0}, {8, 7, 15, 18, 0}})
	for _, pos := range [][3]int{{15, 8, 7}, {8, 9, 0}} {
		i := pos[1]<<8 | pos[2]<<4 | pos[0]
		want := "distance=1"
		if got := c.At(0).Blocks.Block(i); !strings.Contains(got, want) {
			t.Errorf("%v: %s", pos, got)
		}
	}
	c = decodeNumeric(t, []block{{15, 8, 8, 17, 0}, {0, 8, 9, 18, 0}, {8, 8, 15, 17, 0}, {8, 9, 0, 18, 0}})
	for _, pos := range [][3]int{{0, 8, 9}, {8, 9, 0}} {
		if got := c.At(0).Blocks.Block(pos[1]<<8 | pos[2]<<4 | pos[0]); !strings.Contains(got, "distance=7") {
			t.Errorf("%v: %s is near a log on the other side of the chunk", pos, got)
		}
	}
}
