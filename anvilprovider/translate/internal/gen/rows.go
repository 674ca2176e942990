package main

import (
	"fmt"
	"slices"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// row is one Java block with the Bedrock images of its states, in the order of mcdata.Enumerate.
type row struct {
	name   string
	props  []mcdata.Values
	def    int // index of the default state
	images []mcdata.State
	like   string  // the block that it is shaped as, if its own shape is not known
	sturdy []uint8 // faces of each state
}

// rows returns every Java block: those of the data, with overrides, and those of the archetype rules, all of them with
// images that Bedrock 1.26.51 has.
func (in input) rows() ([]row, error) {
	rows, err := in.mapped()
	if err != nil {
		return nil, err
	}
	if rows, err = withArchetypes(rows); err != nil {
		return nil, err
	}
	if err := in.sturdy(rows); err != nil {
		return nil, err
	}
	targets, used := newTargets(in.bedrock), map[string]bool{}
	for i := range rows {
		r := &rows[i]
		for j, java := range mcdata.Enumerate(r.name, r.props) {
			if r.images[j], err = targets.complete(java, override(java, canonical(r.images[j]), used)); err != nil {
				return nil, err
			}
		}
	}
	return rows, unusedRules(used)
}

// canonical writes bits as "0" and "1", as the states of Bedrock are read.
func canonical(s mcdata.State) mcdata.State {
	for _, p := range s.Props {
		switch p.Value {
		case "true":
			s = s.With(p.Name, "1")
		case "false":
			s = s.With(p.Name, "0")
		}
	}
	return s
}

// mapped groups the mapping table by block, checks that each block has all its states in the game's order, and finds
// the default states.
func (in input) mapped() ([]row, error) {
	var rows []row
	seen := map[string]bool{}
	for i := 0; i < len(in.mappings); {
		name := in.mappings[i].Java.Name
		n := i
		for n < len(in.mappings) && in.mappings[n].Java.Name == name {
			n++
		}
		if seen[name] {
			return nil, fmt.Errorf("%s: its states are not together", name)
		}
		seen[name] = true
		r, err := group(in.mappings[i:n])
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
		i = n
	}
	return rows, in.defaults(rows)
}

// group makes a row of the mappings of one block.
func group(m []mcdata.Mapping) (row, error) {
	r := row{name: m[0].Java.Name}
	for _, p := range m[0].Java.Props {
		r.props = append(r.props, mcdata.Values{Name: p.Name})
	}
	for _, s := range m {
		if len(s.Java.Props) != len(r.props) {
			return r, fmt.Errorf("%s: properties differ between states", r.name)
		}
		for i, p := range s.Java.Props {
			if p.Name != r.props[i].Name {
				return r, fmt.Errorf("%s: properties differ between states", r.name)
			}
			if !slices.Contains(r.props[i].Values, p.Value) {
				r.props[i].Values = append(r.props[i].Values, p.Value)
			}
		}
		r.images = append(r.images, s.Bedrock)
	}
	states := mcdata.Enumerate(r.name, r.props)
	if len(states) != len(m) {
		return r, fmt.Errorf("%s: %d of %d states", r.name, len(m), len(states))
	}
	for i, s := range states {
		if s.Key() != m[i].Java.Key() {
			return r, fmt.Errorf("%s is at the place of %s", m[i].Java.Key(), s.Key())
		}
	}
	return r, nil
}

// newerDefaults are the default states of blocks newer than the list of blocks whose properties no older block has.
var newerDefaults = map[string]int{
	"minecraft:potent_sulfur": 0, // potent_sulfur_state=dry
}

// defaults takes the default state of each block from the list of blocks. A block that is newer takes that of the
// blocks with the very same properties and values, if they agree.
func (in input) defaults(rows []row) error {
	known := map[string]*mcdata.Block{}
	like := map[string][]int{}
	for i := range in.blocks {
		b := &in.blocks[i]
		known[b.Name] = b
		key := fmt.Sprint(b.Properties)
		if !slices.Contains(like[key], b.Default) {
			like[key] = append(like[key], b.Default)
		}
	}
	found := 0
	for i := range rows {
		r := &rows[i]
		key := fmt.Sprint(r.props)
		newer, isNewer := newerDefaults[r.name]
		if b, ok := known[r.name]; ok {
			if fmt.Sprint(b.Properties) != key || isNewer {
				return fmt.Errorf("%s: the list of blocks has other properties, or makes the rule for its default needless", r.name)
			}
			found++
			r.def = b.Default
			continue
		}
		switch alike := like[key]; {
		case isNewer:
			r.def = newer
		case len(alike) == 1:
			r.def = alike[0]
		default:
			return fmt.Errorf("%s: its default state is unknown: blocks with its properties have defaults %v", r.name, alike)
		}
	}
	if found != len(in.blocks) {
		return fmt.Errorf("%d of %d blocks of Java %s have a mapping", found, len(in.blocks), mcdata.JavaVersion)
	}
	return nil
}
