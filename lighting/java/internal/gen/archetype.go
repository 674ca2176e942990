package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// alike are blocks that minecraft-data has no light for: the ones newer than its newest Java version (26.2, 26.3), with
// the known block that they are made like, and the old names of blocks that were renamed.
var alike = map[string]string{
	// 26.2
	"sulfur": "stone", "potent_sulfur": "stone", "polished_sulfur": "stone", "sulfur_bricks": "stone", "chiseled_sulfur": "stone",
	"cinnabar": "stone", "polished_cinnabar": "stone", "cinnabar_bricks": "stone", "chiseled_cinnabar": "stone", "sulfur_spike": "pointed_dripstone",
	// 26.3
	"red_shrub": "short_grass", "straw_bed": "white_bed", "shelf_mushroom": "red_mushroom",
	"red_poplar_leaves": "cherry_leaves", "orange_poplar_leaves": "cherry_leaves", "yellow_poplar_leaves": "cherry_leaves",
	"potted_poplar_sapling": "potted_cherry_sapling", "stripped_poplar_log": "stripped_cherry_log", "stripped_poplar_wood": "stripped_cherry_wood",
	// Renamed: 1.14, 1.17, 1.20.3, 1.21.9.
	"sign": "oak_sign", "wall_sign": "oak_wall_sign", "grass_path": "dirt_path", "grass": "short_grass", "chain": "iron_chain",
}

// archetypes returns alike and the families of blocks that came with one material.
func archetypes() map[string]string {
	archetypes := maps.Clone(alike)
	for _, stone := range []string{"sulfur", "polished_sulfur", "sulfur_brick", "cinnabar", "polished_cinnabar", "cinnabar_brick"} {
		for _, form := range []string{"slab", "stairs", "wall"} {
			archetypes[stone+"_"+form] = "andesite_" + form
		}
	}
	for _, colour := range strings.Fields("white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black") {
		for _, form := range []string{"wool_slab", "wool_stairs", "concrete_slab", "concrete_stairs"} {
			archetypes[colour+"_"+form] = "andesite_" + form[strings.Index(form, "_")+1:]
		}
	}
	for _, form := range strings.Fields("button door fence fence_gate hanging_sign wall_hanging_sign log planks pressure_plate sapling shelf slab stairs trapdoor wood sign wall_sign") {
		archetypes["poplar_"+form] = "cherry_" + form
	}
	return archetypes
}

// entry is a block of the table: its name, and the block of the data whose rules it has.
type entry struct {
	name string
	like mcdata.Block
}

// blocks returns the blocks of the newest version of the data and the archetypes, sorted by name.
func blocks(data *mcdata.Data) ([]entry, error) {
	known, err := data.Blocks(mcdata.JavaVersion)
	if err != nil {
		return nil, err
	}
	var entries []entry
	byName := map[string]mcdata.Block{}
	for _, b := range known {
		byName[b.Name] = b
		entries = append(entries, entry{b.Name, b})
	}
	for name, like := range archetypes() {
		if _, ok := byName["minecraft:"+name]; ok {
			return nil, fmt.Errorf("%s is in the data: take it out of the archetypes", name)
		}
		b, ok := byName["minecraft:"+like]
		if !ok {
			return nil, fmt.Errorf("archetype %s of %s is not in the data", like, name)
		}
		entries = append(entries, entry{"minecraft:" + name, b})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return entries, nil
}
