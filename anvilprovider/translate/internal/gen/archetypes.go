package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// The blocks of Java 26.3, which the mapping does not have yet. Most of them behave as an older block under another
// name. A rule for a block that the mapping has is an error, so that rules go when the data comes.

var colours = []string{
	"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray",
	"light_gray", "cyan", "purple", "blue", "brown", "green", "red", "black",
}

// poplar lists the blocks of the wood of 26.3 that stand for those of cherry. %s is the wood.
var poplar = []string{
	"%s_button", "%s_door", "%s_fence", "%s_fence_gate", "%s_hanging_sign", "%s_wall_hanging_sign", "%s_log", "%s_planks",
	"%s_pressure_plate", "%s_sapling", "%s_shelf", "%s_sign", "%s_slab", "%s_stairs", "%s_trapdoor", "%s_wall_sign", "%s_wood",
	"stripped_%s_log", "stripped_%s_wood", "potted_%s_sapling",
}

// alias is one block that is as another: from is the older one, and in the names of its images old becomes new.
type alias struct{ name, from, old, new string }

func aliases() []alias {
	var a []alias
	for _, colour := range colours {
		for _, material := range []string{"wool", "concrete"} {
			for _, form := range []string{"stairs", "slab"} {
				base := colour + "_" + material
				a = append(a, alias{base + "_" + form, "andesite_" + form, "andesite", base})
			}
		}
	}
	for _, name := range poplar {
		a = append(a, alias{fmt.Sprintf(name, "poplar"), fmt.Sprintf(name, "cherry"), "cherry", "poplar"})
	}
	for _, colour := range []string{"red", "orange", "yellow"} {
		a = append(a, alias{colour + "_poplar_leaves", "cherry_leaves", "cherry", colour + "_poplar"})
	}
	return a
}

// facings are the horizontal directions in the game's order.
var facings = mcdata.Values{Name: "facing", Values: []string{"north", "south", "west", "east"}}

// fresh are the blocks of 26.3 that are like no other: their properties, their default, and the image of a state.
var fresh = []struct {
	name  string
	props []mcdata.Values
	def   []string
	like  string // a block with as few sturdy faces
	image func(java mcdata.State) mcdata.State
}{
	{"minecraft:red_shrub", nil, nil, "minecraft:short_grass", func(mcdata.State) mcdata.State { return mcdata.State{Name: "minecraft:red_shrub"} }},
	{
		"minecraft:straw_bed",
		[]mcdata.Values{facings, {Name: "occupied", Values: []string{"true", "false"}}, {Name: "part", Values: []string{"head", "foot"}}},
		[]string{"north", "false", "foot"},
		"minecraft:short_grass",
		func(j mcdata.State) mcdata.State {
			facing, _ := j.Get("facing")
			return mcdata.State{Name: "minecraft:straw_bed"}.With("minecraft:cardinal_direction", facing).
				With("head_piece_bit", bit(j, "part", "head")).With("occupied_bit", bit(j, "occupied", "true"))
		},
	},
	{
		"minecraft:shelf_mushroom",
		[]mcdata.Values{{Name: "age", Values: []string{"0", "1"}}, facings},
		[]string{"0", "north"},
		"minecraft:short_grass",
		func(j mcdata.State) mcdata.State {
			age, _ := j.Get("age")
			facing, _ := j.Get("facing")
			return mcdata.State{Name: "minecraft:shelf_mushroom"}.With("minecraft:cardinal_direction", facing).With("growth", age)
		},
	},
}

// withArchetypes adds the blocks of 26.3 to the rows.
func withArchetypes(rows []row) ([]row, error) {
	index := map[string]int{}
	for i, r := range rows {
		index[r.name] = i
	}
	add := func(r row) error {
		if _, ok := index[r.name]; ok {
			return fmt.Errorf("the mapping has %s, or it has two rules: remove one", r.name)
		}
		index[r.name] = len(rows)
		rows = append(rows, r)
		return nil
	}
	for _, a := range aliases() {
		i, ok := index["minecraft:"+a.from]
		if !ok {
			return nil, fmt.Errorf("%s: there is no %s to make it from", a.name, a.from)
		}
		r := row{name: "minecraft:" + a.name, props: rows[i].props, def: rows[i].def, images: slices.Clone(rows[i].images), like: rows[i].name}
		for j := range r.images {
			r.images[j].Name = strings.Replace(r.images[j].Name, a.old, a.new, 1)
		}
		if err := add(r); err != nil {
			return nil, err
		}
	}
	for _, f := range fresh {
		r := row{name: f.name, props: f.props, like: f.like}
		b := mcdata.Block{Properties: f.props}
		if r.def = b.Index(f.def); r.def < 0 {
			return nil, fmt.Errorf("%s: its default is not one of its states", f.name)
		}
		for _, s := range mcdata.Enumerate(f.name, f.props) {
			r.images = append(r.images, f.image(s))
		}
		if err := add(r); err != nil {
			return nil, err
		}
	}
	return rows, nil
}
