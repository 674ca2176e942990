package showcase

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// build makes the whole world.
func build() *canvas {
	c := newCanvas()
	c.land()
	c.cave()
	c.plants()
	c.house()
	c.garden()
	c.jetty()
	return c
}

// cave hollows a chamber in the hill, with a passage that leads south to the open air.
func (c *canvas) cave() {
	const y = ground + 2
	for z := hillZ - 9; z <= hillZ+9; z++ {
		for x := hillX - 9; x <= hillX+9; x++ {
			for dy := -1; dy <= 5; dy++ {
				if square(x-hillX)+square(z-hillZ)+square(2*dy-3) < 80 {
					c.set(x, y+dy, z, "air")
				}
			}
		}
	}
	for z := hillZ; z <= hillZ+hillRadius; z++ {
		if height(hillX, z) <= y {
			break
		}
		c.fill(hillX-1, y, z, hillX+1, y+2, z, "air")
		c.set(hillX, y-1, z, "gravel")
	}
	// A pool of lava, crystals, and moss of the kind that glows.
	c.fill(hillX-5, y-2, hillZ-2, hillX-3, y-2, hillZ+1, "lava[level=0]")
	c.fill(hillX-5, y-1, hillZ-2, hillX-3, y-1, hillZ+1, "air")
	c.set(hillX+5, y-1, hillZ, "amethyst_block")
	c.set(hillX+5, y, hillZ, "amethyst_cluster[facing=up,waterlogged=false]")
	c.fill(hillX+2, y-1, hillZ-5, hillX+4, y-1, hillZ-4, "sculk")
	c.set(hillX+3, y, hillZ-5, "soul_torch")
	c.set(hillX, y+5, hillZ, "glowstone")
	c.set(hillX-6, y-1, hillZ+4, "stone")
	c.entity(hillX-6, y, hillZ+4, "chest[facing=east,type=single,waterlogged=false]", "chest", nbt.Compound{"Items": items(
		slot(11, "amethyst_shard", 12), slot(13, "raw_iron", 5), slot(15, "torch", 32),
	)})
	c.entity(hillX+2, y, hillZ+8, "oak_sign[rotation=0,waterlogged=false]", "sign",
		sign("black", false, "The cave", "mind the lava", "", ""))
	c.set(hillX+2, y-1, hillZ+8, "stone")
}

// garden lays a field with water beside the house, and a fence with a gate round it.
func (c *canvas) garden() {
	const x0, x1, z0, z1, y = -14, -8, -6, 2, ground
	for x := x0; x <= x1; x++ {
		for z := z0; z <= z1; z++ {
			edgeX, edgeZ := x == x0 || x == x1, z == z0 || z == z1
			if !edgeX && !edgeZ {
				if x == (x0+x1)/2 {
					c.set(x, y, z, "water[level=0]")
					continue
				}
				c.set(x, y, z, "farmland[moisture=7]")
				c.set(x, y+1, z, []string{"wheat[age=7]", "wheat[age=3]", "carrots[age=7]", "potatoes[age=4]", "beetroots[age=3]"}[(z-z0)%5])
				continue
			}
			c.set(x, y+1, z, "oak_fence["+
				"east="+yes(edgeZ && x < x1)+",north="+yes(edgeX && z > z0)+",south="+yes(edgeX && z < z1)+",waterlogged=false,west="+yes(edgeZ && x > x0)+"]")
		}
	}
	c.set(x1, y+1, -2, "oak_fence_gate[facing=east,in_wall=false,open=false,powered=false]")
	c.set(x0+1, y+2, z0, "torch")
	c.set(x0+1, y+1, z0+3, "hay_block[axis=z]")
}

// jetty leads onto the lake: planks, slabs and stairs, some of them in the water.
func (c *canvas) jetty() {
	const x, y = lakeX, seaLevel
	for z := lakeZ - lakeRadius + 2; z < lakeZ-6; z++ {
		c.set(x, y+1, z, "spruce_slab[type=bottom,waterlogged=false]")
		c.set(x+1, y+1, z, "spruce_slab[type=bottom,waterlogged=false]")
		if z%4 == 0 {
			for dy := y; c.at(x, dy, z) == "minecraft:water[level=0]"; dy-- {
				c.set(x, dy, z, "spruce_fence[east=false,north=false,south=false,waterlogged=true,west=false]")
			}
		}
	}
	const end = lakeZ - 6
	c.set(x, y, end, "spruce_stairs[facing=north,half=bottom,shape=straight,waterlogged=true]")
	c.set(x+1, y, end, "spruce_stairs[facing=north,half=bottom,shape=straight,waterlogged=true]")
	c.set(x+2, y, end, "spruce_slab[type=top,waterlogged=true]")
	c.set(x+2, y+1, end, "lantern[hanging=false,waterlogged=false]")
	c.entity(x+1, y+2, lakeZ-lakeRadius+2, "oak_sign[rotation=8,waterlogged=false]", "sign", sign("blue", true, "The lake", "sea level 62", "", ""))
	c.set(x+1, y+1, lakeZ-lakeRadius+2, "spruce_planks")
	// Light under water, and plants that stand in it.
	floor := height(x-6, lakeZ)
	c.set(x-6, floor, lakeZ, "sea_lantern")
	floor = height(x-4, lakeZ+2)
	c.set(x-4, floor+1, lakeZ+2, "seagrass")
	c.set(x-8, height(x-8, lakeZ)+1, lakeZ, "sea_pickle[pickles=3,waterlogged=true]")
	c.set(x+6, y+1, lakeZ, "lily_pad")
}

func yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
