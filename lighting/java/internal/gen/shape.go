package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// mask is one face of a cell in 256 squares, bit v<<4|u; u and v are x and z for the faces along y, x and y for those along
// z, z and y for those along x. Opposite faces have the same axes, so that two masks can be joined.
type mask [4]uint64

// faces are the masks of the six faces, in the order down, up, north, south, west, east: -y, +y, -z, +z, -x, +x.
type faces [6]mask

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
func shape(b mcdata.Block, state int, opacity uint8) (faces, error) {
	var f faces
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
		if err := f.add(box); err != nil {
			return f, fmt.Errorf("%s: %w", b.States[state].Key(), err)
		}
	}
	return f, nil
}

// add joins what a box covers of each face that it touches.
func (f *faces) add(box mcdata.Box) error {
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
	for side := range f {
		axis, u, v := axes(side)
		if side&1 == 0 && lo[axis] > 0 || side&1 == 1 && hi[axis] < 16 {
			continue
		}
		for i := lo[v]; i < hi[v]; i++ {
			for j := lo[u]; j < hi[u]; j++ {
				f[side][i>>2] |= 1 << (i&3<<4 | j)
			}
		}
	}
	return nil
}

// axes returns the axis of a side and those of its mask: 0 x, 1 y, 2 z.
func axes(side int) (axis, u, v int) {
	switch side >> 1 {
	case 0:
		return 1, 0, 2
	case 1:
		return 2, 0, 1
	}
	return 0, 2, 1
}
