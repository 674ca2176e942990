package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// overrides correct the mapping where it is made for looks and would mislead a server that simulates. Each rule takes
// the Java state and gives one Bedrock property. It applies to the block of its name alone.
var overrides = map[string]struct {
	property string
	value    func(java mcdata.State) string
}{
	// The mapping has toggle_bit = enabled; Dragonfly reads toggle_bit as powered, so that every hopper would be off.
	"minecraft:hopper": {"toggle_bit", func(j mcdata.State) string { return bit(j, "enabled", "false") }},
	// The mapping inverts floor and ceiling levers that face south or east, to make them look right. Circuits would flip.
	"minecraft:lever": {"open_bit", func(j mcdata.State) string { return bit(j, "powered", "true") }},
	// Three Java levels are 2, 4 and 6 of Bedrock's; the mapping has 3 for the first.
	"minecraft:water_cauldron":       {"fill_level", func(j mcdata.State) string { return doubled(j, "level") }},
	"minecraft:powder_snow_cauldron": {"fill_level", func(j mcdata.State) string { return doubled(j, "level") }},
	// The mapping leaves out the stage; Dragonfly reads age_bit as "ready to stop growing".
	"minecraft:bamboo": {"age_bit", func(j mcdata.State) string { return bit(j, "stage", "1") }},
	// The mapping has 1 always.
	"minecraft:scaffolding": {"stability_check", func(j mcdata.State) string { return bit(j, "bottom", "true") }},
}

// override applies the rule for the block, if there is one. It notes in used the blocks of which a rule changed something.
func override(java, bedrock mcdata.State, used map[string]bool) mcdata.State {
	o, ok := overrides[java.Name]
	if !ok {
		return bedrock
	}
	value := o.value(java)
	if old, has := bedrock.Get(o.property); has && old != value {
		used[java.Name] = true
	}
	return bedrock.With(o.property, value)
}

// bit returns "1" if the property of the Java state has the value given, otherwise "0".
func bit(java mcdata.State, property, value string) string {
	if v, _ := java.Get(property); v == value {
		return "1"
	}
	return "0"
}

func doubled(java mcdata.State, property string) string {
	v, _ := java.Get(property)
	n, _ := strconv.Atoi(v)
	return strconv.Itoa(2 * n)
}

// unusedRules reports overrides that change nothing any more: the data has caught up.
func unusedRules(used map[string]bool) error {
	for name := range overrides {
		if !used[name] {
			return fmt.Errorf("the override of %s changes nothing: remove it", name)
		}
	}
	return nil
}

// targets are the states of the newest Bedrock version: what an image has to be.
type targets struct {
	states map[string]bool
	props  map[string][]string // property names of a block, sorted
}

func newTargets(states []mcdata.State) targets {
	t := targets{map[string]bool{}, map[string][]string{}}
	for _, s := range states {
		t.states[s.Key()] = true
		if _, ok := t.props[s.Name]; !ok {
			for _, p := range s.Props {
				t.props[s.Name] = append(t.props[s.Name], p.Name)
			}
		}
	}
	return t
}

// newer maps the Bedrock properties that are newer than the mapping to the Java property that they are.
var newer = map[string]string{
	"minecraft:corner":           "shape",
	"minecraft:connection_north": "north",
	"minecraft:connection_east":  "east",
	"minecraft:connection_south": "south",
	"minecraft:connection_west":  "west",
}

// complete adds the properties that the image of a Java state lacks, and demands that the result exists.
func (t targets) complete(java, image mcdata.State) (mcdata.State, error) {
	props, ok := t.props[image.Name]
	if !ok && !t.states[image.Name] {
		return image, fmt.Errorf("%s: Bedrock %s has no %s", java.Key(), mcdata.NewestBedrock, image.Name)
	}
	for _, name := range props {
		if _, has := image.Get(name); has {
			continue
		}
		from, ok := newer[name]
		if !ok {
			return image, fmt.Errorf("%s: %s lacks %s, and no rule gives it", java.Key(), image.Name, name)
		}
		value, ok := java.Get(from)
		if !ok {
			return image, fmt.Errorf("%s: %s lacks %s, and the Java state has no %s", java.Key(), image.Name, name, from)
		}
		if name == "minecraft:corner" && value == "straight" {
			value = "none"
		}
		image = image.With(name, value)
	}
	image = canonical(image)
	if !t.states[image.Key()] {
		return image, fmt.Errorf("%s: Bedrock %s has no %s (properties %v)", java.Key(), mcdata.NewestBedrock, image.Key(), slices.Clip(props))
	}
	return image, nil
}
