package blockentity

import (
	"strings"

	"github.com/df-mc/dragonfly/server/world/chunk"
)

// Java has a block of its own for every plant in a pot, minecraft:potted_ and the plant's name. Bedrock has one flower pot, and keeps the
// plant in its block entity, as PlantBlock.

const pottedPrefix = "potted_"

// pottedAs are the plants that are called something else in a pot.
var pottedAs = map[string]string{"azalea": "azalea_bush", "flowering_azalea": "flowering_azalea_bush", "bamboo_sapling": "bamboo"}

// flowerPot gives the plant in the form in which Bedrock keeps it.
func (c codec) flowerPot() map[string]any {
	m := map[string]any{"id": "FlowerPot"}
	plant, ok := strings.CutPrefix(c.state.name, pottedPrefix)
	if !ok || c.place.Host == nil {
		return m
	}
	if bush, ok := strings.CutSuffix(plant, "_bush"); ok && pottedAs[bush] == plant {
		plant = bush
	}
	if name, states, ok := c.place.Host("minecraft:" + plant); ok {
		m["PlantBlock"] = map[string]any{"name": name, "states": states, "version": chunk.CurrentBlockVersion}
	}
	return m
}

// pot answers the state of a flower pot with the plant of a block entity in it. ok is false if Java has no pot for that plant.
func pot(p Place, data map[string]any) (s state, ok bool) {
	plant, has := data["PlantBlock"].(map[string]any)
	if name, _ := plant["name"].(string); !has || name == "" || name == "minecraft:air" {
		return state{name: "flower_pot"}, true
	}
	if p.Java == nil || p.Host == nil {
		return s, false
	}
	key, ok := p.Java(plant)
	if !ok {
		return s, false
	}
	s.name = parseState(key).name
	if other, ok := pottedAs[s.name]; ok {
		s.name = other
	}
	s.name = pottedPrefix + s.name
	_, _, ok = p.Host(s.key())
	return s, ok
}
