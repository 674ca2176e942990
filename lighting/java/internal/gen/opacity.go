package main

import (
	"fmt"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// opacity returns what a state filters. The data has the game's value of the default state only; it holds for all states
// except where the block's fullness changes (slabs, pistons, snow) or water is in it.
func opacity(b mcdata.Block, s mcdata.State) (uint8, error) {
	is := func(property, value string) bool { v, _ := s.Get(property); return v == value }
	full := func(full bool) (uint8, error) {
		switch {
		case full:
			return 15, nil
		case is("waterlogged", "true"):
			return 1, nil
		}
		return 0, nil
	}
	switch {
	case strings.HasSuffix(b.Name, "_slab"):
		return full(is("type", "double"))
	case b.Name == "minecraft:piston" || b.Name == "minecraft:sticky_piston":
		return full(is("extended", "false"))
	case b.Name == "minecraft:snow":
		return full(is("layers", "8"))
	case b.FilterLight == 15:
		return 15, nil
	case b.FilterLight > 1:
		return 0, fmt.Errorf("%s filters %d: neither clear, thin nor opaque", b.Name, b.FilterLight)
	case is("waterlogged", "true"):
		return 1, nil
	case is("waterlogged", "false") && b.FilterLight == 1:
		// Thin even when dry (leaves, mangrove roots), unless the default state is thin only because water is in it
		// (corals). Vein and clump let light pass as soon as they have a face; the tables of others miss that.
		if v, _ := b.States[b.Default].Get("waterlogged"); v == "true" {
			return 0, nil
		}
		if (b.Name == "minecraft:sculk_vein" || b.Name == "minecraft:resin_clump") && anyFace(s) {
			return 0, nil
		}
	}
	return b.FilterLight, nil
}
