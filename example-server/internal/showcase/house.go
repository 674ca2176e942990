package showcase

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// The house: its corners, the height of its floor, and the height of its walls.
const (
	houseX0, houseX1 = -5, 5
	houseZ0, houseZ1 = -4, 4
	floor            = ground
	wall             = 4
)

// Where the things are that tests ask for.
var (
	// Spawn is where players appear: before the door of the house.
	Spawn = [3]int{0, floor + 1, houseZ1 + 4}
	// Sign is the sign beside the door. Its front says Welcome.
	Sign = [3]int{2, floor + 2, houseZ1 + 1}
	// Chest is the left half of a double chest; the right half is beside it, one lower in x.
	Chest = [3]int{houseX0 + 2, floor + 1, houseZ0 + 1}
	// Lamp is a redstone lamp that is lit, in the ceiling.
	Lamp = [3]int{0, floor + wall, 0}
)

func (c *canvas) house() {
	c.shell()
	c.roof()
	c.openings()
	c.furniture()
	c.path()
}

// shell is the floor, the walls with a post at each corner, and the ceiling with the lamp.
func (c *canvas) shell() {
	c.fill(houseX0, floor, houseZ0, houseX1, floor, houseZ1, "spruce_planks")
	for y := floor + 1; y <= floor+wall; y++ {
		material := "oak_planks"
		if y == floor+1 {
			material = "cobblestone"
		}
		c.fill(houseX0, y, houseZ0, houseX1, y, houseZ1, material)
		c.fill(houseX0+1, y, houseZ0+1, houseX1-1, y, houseZ1-1, "air")
		for _, x := range []int{houseX0, houseX1} {
			for _, z := range []int{houseZ0, houseZ1} {
				c.set(x, y, z, "stripped_oak_log[axis=y]")
			}
		}
	}
	c.fill(houseX0+1, floor+wall, houseZ0+1, houseX1-1, floor+wall, houseZ1-1, "spruce_slab[type=top,waterlogged=false]")
	c.set(Lamp[0], Lamp[1], Lamp[2], "redstone_lamp[lit=true]")
	c.set(Lamp[0], Lamp[1]+1, Lamp[2], "redstone_block")
}

// roof is a gable of stairs along x with a ridge of slabs, and stairs upside down beneath the eaves.
func (c *canvas) roof() {
	const eaves = floor + wall
	for x := houseX0 - 1; x <= houseX1+1; x++ {
		for i := 0; houseZ0-1+i < 0; i++ {
			c.set(x, eaves+i, houseZ0-1+i, "dark_oak_stairs[facing=south,half=bottom,shape=straight,waterlogged=false]")
			c.set(x, eaves+i, houseZ1+1-i, "dark_oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]")
			if x == houseX0 || x == houseX1 {
				for z := houseZ0 + i; z <= houseZ1-i; z++ {
					c.set(x, eaves+i, z, "oak_planks")
				}
			}
		}
		c.set(x, eaves+houseZ1+1, 0, "dark_oak_slab[type=bottom,waterlogged=false]")
		if x > houseX0 && x < houseX1 {
			c.set(x, eaves-1, houseZ0-1, "dark_oak_stairs[facing=south,half=top,shape=straight,waterlogged=false]")
		}
	}
	// The outer corners of the eaves turn.
	c.set(houseX0-1, eaves-1, houseZ0-1, "dark_oak_stairs[facing=south,half=top,shape=outer_left,waterlogged=false]")
	c.set(houseX1+1, eaves-1, houseZ0-1, "dark_oak_stairs[facing=west,half=top,shape=outer_left,waterlogged=false]")
	c.fill(houseX1-1, eaves+1, houseZ0+1, houseX1-1, eaves+4, houseZ0+1, "bricks")
	c.set(houseX1-1, eaves+5, houseZ0+1, "campfire[facing=north,lit=true,signal_fire=false,waterlogged=false]")
}

// openings are the door and the windows.
func (c *canvas) openings() {
	c.set(0, floor+1, houseZ1, "oak_door[facing=north,half=lower,hinge=left,open=false,powered=false]")
	c.set(0, floor+2, houseZ1, "oak_door[facing=north,half=upper,hinge=left,open=false,powered=false]")
	for _, z := range []int{houseZ0, houseZ1} {
		for _, x := range []int{-3, 3} {
			c.set(x, floor+2, z, "glass_pane[east=true,north=false,south=false,waterlogged=false,west=true]")
		}
	}
	for _, x := range []int{houseX0, houseX1} {
		c.set(x, floor+2, 0, "glass_pane[east=false,north=true,south=true,waterlogged=false,west=false]")
		c.set(x, floor+2, 2, "oak_trapdoor[facing=west,half=bottom,open=true,powered=false,waterlogged=false]")
	}
	c.set(-1, floor+2, houseZ1+1, "wall_torch[facing=south]")
	c.entity(Sign[0], Sign[1], Sign[2], "oak_wall_sign[facing=south,waterlogged=false]", "sign", sign("black", false, "Welcome", "to a Java world", "served by", "Kestrel"))
	c.entity(1, floor+3, houseZ1+1, "red_wall_banner[facing=south]", "banner", nbt.Compound{"patterns": nbt.List{Elem: nbt.TagCompound, Items: []any{
		nbt.Compound{"pattern": "minecraft:stripe_bottom", "color": "white"},
		nbt.Compound{"pattern": "minecraft:rhombus", "color": "yellow"},
	}}})
}

// furniture is what stands in the house.
func (c *canvas) furniture() {
	const y = floor + 1
	x, z := Chest[0], Chest[2]
	// Facing south, the half with the higher x is the left one.
	c.entity(x, y, z, "chest[facing=south,type=left,waterlogged=false]", "chest", nbt.Compound{"Items": items(
		slot(0, "oak_log", 64), slot(1, "bread", 16), slot(13, "diamond", 3),
	)})
	c.entity(x-1, y, z, "chest[facing=south,type=right,waterlogged=false]", "chest", nbt.Compound{"Items": items(slot(26, "torch", 48))})
	c.set(0, y, houseZ0+1, "crafting_table")
	c.entity(1, y, houseZ0+1, "furnace[facing=south,lit=true]", "furnace", nbt.Compound{"Items": items(slot(0, "raw_iron", 8), slot(1, "coal", 4)),
		"cooking_time_spent": int16(20), "cooking_total_time": int16(200), "lit_time_remaining": int16(1000), "lit_total_time": int16(1600)})
	c.set(2, y, houseZ0+1, "bookshelf")
	c.set(2, y+1, houseZ0+1, "potted_poppy")
	c.set(houseX1-1, y, houseZ0+1, "bricks")
	c.entity(houseX1-1, y, houseZ1-1, "red_bed[facing=north,occupied=false,part=foot]", "bed", nbt.Compound{})
	c.entity(houseX1-1, y, houseZ1-2, "red_bed[facing=north,occupied=false,part=head]", "bed", nbt.Compound{})
	c.set(houseX0+1, y, houseZ1-1, "oak_stairs[facing=west,half=bottom,shape=straight,waterlogged=false]")
	c.set(houseX0+1, y, houseZ1-2, "oak_fence[east=false,north=false,south=false,waterlogged=false,west=false]")
	c.set(houseX0+1, y+1, houseZ1-2, "white_carpet")
	c.entity(houseX0+1, y, 0, "skeleton_skull[powered=false,rotation=4]", "skull", nbt.Compound{})
	c.entity(houseX0+1, y, -1, "white_shulker_box[facing=up]", "shulker_box", nbt.Compound{"Items": items(slot(4, "white_wool", 32))})
	c.set(3, y+2, 1, "lantern[hanging=true,waterlogged=false]")
	c.set(-3, y+2, 1, "lantern[hanging=true,waterlogged=false]")
	c.fill(-1, y, 0, 1, y, 2, "red_carpet")
	c.entity(-3, y+2, houseZ0+1, "oak_hanging_sign[attached=false,rotation=8,waterlogged=false]", "hanging_sign", sign("green", false, "Stores", "", "", ""))
}

// path leads from the door south, with two lamps.
func (c *canvas) path() {
	for z := houseZ1 + 1; z < levelRadius; z++ {
		c.set(0, ground, z, "dirt_path")
	}
	c.set(0, floor+1, houseZ1+1, "stone_pressure_plate[powered=false]")
	c.set(0, ground, houseZ1+1, "stone")
	for _, x := range []int{-2, 2} {
		c.set(x, ground+1, houseZ1+6, "cobblestone_wall[east=none,north=none,south=none,up=true,waterlogged=false,west=none]")
		c.set(x, ground+2, houseZ1+6, "torch")
	}
}
