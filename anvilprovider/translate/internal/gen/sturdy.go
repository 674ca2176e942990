package main

import (
	"fmt"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// The lowest of the bits of table.Table.Sturdy, and all of them.
const (
	bottomFace = 1
	everyFace  = 1<<6 - 1
)

// likeShape names, for blocks of Java 26.2 that have no shape in the data, the block that they are shaped as. Stairs,
// slabs and walls go by the end of their name; those with no entry and no such end are an error.
var likeShape = map[string]string{
	"minecraft:sulfur":            "minecraft:stone",
	"minecraft:polished_sulfur":   "minecraft:stone",
	"minecraft:sulfur_bricks":     "minecraft:stone",
	"minecraft:chiseled_sulfur":   "minecraft:stone",
	"minecraft:cinnabar":          "minecraft:stone",
	"minecraft:polished_cinnabar": "minecraft:stone",
	"minecraft:cinnabar_bricks":   "minecraft:stone",
	"minecraft:chiseled_cinnabar": "minecraft:stone",
	"minecraft:potent_sulfur":     "minecraft:stone",
	"minecraft:sulfur_spike":      "minecraft:pointed_dripstone",
}

// sturdy fills the faces of each state. They follow from the collision shape, but for the few blocks whose support the
// game defines apart from it.
func (in input) sturdy(rows []row) error {
	known := map[string]*mcdata.Block{}
	for i := range in.blocks {
		known[in.blocks[i].Name] = &in.blocks[i]
	}
	for i := range rows {
		r := &rows[i]
		b := known[r.name]
		if b == nil {
			b = known[r.like]
		}
		if b == nil {
			b = known[likeShape[r.name]]
		}
		for _, form := range []string{"_stairs", "_slab", "_wall"} {
			if b == nil && strings.HasSuffix(r.name, form) {
				b = known["minecraft:andesite"+form]
			}
		}
		if b == nil {
			return fmt.Errorf("%s: its shape is unknown", r.name)
		}
		r.sturdy = make([]uint8, len(r.images))
		for j := range r.sturdy {
			k := j
			if len(b.States) == 1 {
				k = 0
			} else if len(b.States) != len(r.sturdy) {
				return fmt.Errorf("%s: it has not as many states as %s", r.name, b.Name)
			}
			r.sturdy[j] = support(b.States[k], b.Shapes[k])
		}
	}
	return nil
}

// support returns the faces of a state. Leaves hold nothing, though one can stand on them; soul sand and mud hold as
// full cubes, though one sinks in; snow holds by its layers, of which one more than one collides with.
func support(s mcdata.State, boxes []mcdata.Box) uint8 {
	switch {
	case strings.HasSuffix(s.Name, "_leaves"):
		return 0
	case s.Name == "minecraft:soul_sand", s.Name == "minecraft:mud":
		return everyFace
	case s.Name == "minecraft:snow":
		if layers, _ := s.Get("layers"); layers == "8" {
			return everyFace
		}
		return bottomFace
	}
	var faces uint8
	for face := range 6 {
		if covers(boxes, face) {
			faces |= 1 << face
		}
	}
	return faces
}

// covers says whether the boxes that touch a face cover it altogether, looked at in sixteenths.
func covers(boxes []mcdata.Box, face int) bool {
	axis := []int{1, 1, 2, 2, 0, 0}[face]
	u, v := (axis+1)%3, (axis+2)%3
	var grid [16][16]bool
	for _, b := range boxes {
		if face%2 == 0 && b[axis] > 0 || face%2 == 1 && b[axis+3] < 1 {
			continue
		}
		for i := range grid {
			for j := range grid[i] {
				lowU, lowV := float64(i)/16, float64(j)/16
				if b[u] <= lowU && b[u+3] >= lowU+1.0/16 && b[v] <= lowV && b[v+3] >= lowV+1.0/16 {
					grid[i][j] = true
				}
			}
		}
	}
	for i := range grid {
		for j := range grid[i] {
			if !grid[i][j] {
				return false
			}
		}
	}
	return true
}
