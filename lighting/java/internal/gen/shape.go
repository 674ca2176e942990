package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
	"github.com/kestrel-mc/kestrel/lighting"
)

// sided are the blocks whose shape blocks light face by face, besides slabs, stairs and shelves. Source: the list of the
// game's blocks that use their shape for light occlusion, and 1.21.3's value per state.
var sided = map[string]bool{
	"minecraft:snow": true, "minecraft:farmland": true, "minecraft:dirt_path": true, "minecraft:enchanting_table": true,
	"minecraft:end_portal_frame": true, "minecraft:daylight_detector": true, "minecraft:stonecutter": true, "minecraft:lectern": true,
	"minecraft:sculk_sensor": true, "minecraft:calibrated_sculk_sensor": true, "minecraft:sculk_shrieker": true,
	"minecraft:piston": true, "minecraft:sticky_piston": true, "minecraft:piston_head": true,
}

func isSided(name string) bool {
	return sided[name] || strings.HasSuffix(name, "_slab") || strings.HasSuffix(name, "_stairs") || strings.HasSuffix(name, "_shelf")
}

// shape returns the face masks of the state with the index given, none for a block that is not sided or that is opaque.
func shape(b mcdata.Block, state int, opacity uint8) (lighting.Faces, error) {
	var f lighting.Faces
	if opacity == 15 || !isSided(b.Name) {
		return f, nil
	}
	boxes := b.Shapes[state]
	if b.Name == "minecraft:snow" {
		// Snow collides one layer lower than it looks, and blocks light as it looks.
		layers, _ := b.States[state].Get("layers")
		n, err := strconv.Atoi(layers)
		if err != nil {
			return f, err
		}
		boxes = []mcdata.Box{{0, 0, 0, 1, float64(n) / 8, 1}}
	}
	for _, box := range boxes {
		if err := add(&f, box); err != nil {
			return f, fmt.Errorf("%s: %w", b.States[state].Key(), err)
		}
	}
	return f, nil
}

// add joins what a box covers of each face that it touches.
func add(f *lighting.Faces, box mcdata.Box) error {
	var lo, hi [3]int // x, y, z in sixteenths
	for axis := range 3 {
		for end, to := range []*int{&lo[axis], &hi[axis]} {
			v := box[axis+3*end] * 16
			if v != math.Trunc(v) {
				return fmt.Errorf("box %v is not in sixteenths", box)
			}
			*to = min(max(int(v), 0), 16)
		}
	}
	for side := lighting.West; side <= lighting.South; side++ {
		axis, column, row := axes(side)
		if side&1 == 0 && lo[axis] > 0 || side&1 == 1 && hi[axis] < 16 {
			continue
		}
		for r := lo[row]; r < hi[row]; r++ {
			for c := lo[column]; c < hi[column]; c++ {
				f[side][r>>2] |= 1 << (r&3<<4 | c)
			}
		}
	}
	return nil
}

// axes returns the axis of a side and those of its mask, columns and rows: 0 x, 1 y, 2 z.
func axes(side lighting.Side) (axis, column, row int) {
	switch side {
	case lighting.West, lighting.East:
		return 0, 2, 1
	case lighting.Down, lighting.Up:
		return 1, 0, 2
	}
	return 2, 0, 1
}
