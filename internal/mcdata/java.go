package mcdata

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Values is a property of a block with all values that it may have, in the game's order.
type Values struct {
	Name   string
	Values []string
}

// Box is one box of a collision shape, in blocks: x0, y0, z0, x1, y1, z1. Shapes may reach beyond the block (a fence is
// 1.5 high).
type Box [6]float64

// Block is one block of a Java version.
type Block struct {
	// Name is the namespaced name.
	Name string
	// Properties are sorted by name, as the game sorts them.
	Properties []Values
	// States are all states in the game's order: the cartesian product, the last property running fastest, booleans
	// true before false. MinID is the numeric state id of the first; ids are contiguous.
	States []State
	// Shapes are the collision boxes of each state, in the order of States; nil where a state has none.
	Shapes [][]Box
	// Default is the index of the default state in States.
	Default int
	// MinID is the state id of States[0] in this version.
	MinID int
	// EmitLight and FilterLight are the game's values for the default state, 0..15.
	EmitLight, FilterLight uint8
	// Transparent is the opposite of the game's canOcclude.
	Transparent bool
	// BoundingBox is "block" or "empty".
	BoundingBox string
}

// Index returns the index in States of the state with the values given, one per property, or -1.
func (b *Block) Index(values []string) int {
	if len(values) != len(b.Properties) {
		return -1
	}
	index := 0
	for i, p := range b.Properties {
		j := slices.Index(p.Values, values[i])
		if j < 0 {
			return -1
		}
		index = index*len(p.Values) + j
	}
	return index
}

type rawBlock struct {
	Name         string `json:"name"`
	Transparent  bool   `json:"transparent"`
	EmitLight    uint8  `json:"emitLight"`
	FilterLight  uint8  `json:"filterLight"`
	DefaultState int    `json:"defaultState"`
	MinStateID   int    `json:"minStateId"`
	MaxStateID   int    `json:"maxStateId"`
	BoundingBox  string `json:"boundingBox"`
	States       []struct {
		Name      string   `json:"name"`
		Type      string   `json:"type"`
		NumValues int      `json:"num_values"`
		Values    []string `json:"values"`
	} `json:"states"`
}

type rawShapes struct {
	Blocks map[string]json.RawMessage `json:"blocks"`
	Shapes map[string][]Box           `json:"shapes"`
}

// BlockNames reads the names, without namespace, of the blocks of any Java version that the package has, such as "1.19.3".
func (d *Data) BlockNames(version string) ([]string, error) {
	var raw []struct {
		Name string `json:"name"`
	}
	if err := d.read(&raw, "pc", version, "blocks.json"); err != nil {
		return nil, err
	}
	names := make([]string, len(raw))
	for i, r := range raw {
		names[i] = r.Name
	}
	return names, nil
}

// Blocks reads the blocks of a Java version ("1.17" or "26.1") in the order of their ids.
func (d *Data) Blocks(version string) ([]Block, error) {
	var raw []rawBlock
	if err := d.read(&raw, "pc", version, "blocks.json"); err != nil {
		return nil, err
	}
	var shapes rawShapes
	if err := d.read(&shapes, "pc", version, "blockCollisionShapes.json"); err != nil {
		return nil, err
	}
	blocks := make([]Block, len(raw))
	for i, r := range raw {
		b, err := r.block()
		if err != nil {
			return nil, fmt.Errorf("read minecraft-data: blocks of %s: %s: %w", version, r.Name, err)
		}
		if b.Shapes, err = shapes.of(r.Name, len(b.States)); err != nil {
			return nil, fmt.Errorf("read minecraft-data: shapes of %s: %s: %w", version, r.Name, err)
		}
		blocks[i] = b
	}
	return blocks, nil
}

// block enumerates the states of a block.
func (r rawBlock) block() (Block, error) {
	b := Block{
		Name: "minecraft:" + r.Name, MinID: r.MinStateID, Default: r.DefaultState - r.MinStateID,
		EmitLight: r.EmitLight, FilterLight: r.FilterLight, Transparent: r.Transparent, BoundingBox: r.BoundingBox,
	}
	for _, s := range r.States {
		v := Values{Name: s.Name, Values: s.Values}
		if s.Type == "bool" {
			v.Values = []string{"true", "false"}
		}
		if len(v.Values) != s.NumValues {
			return b, fmt.Errorf("property %s has %d values, says %d", s.Name, len(v.Values), s.NumValues)
		}
		if n := len(b.Properties); n > 0 && b.Properties[n-1].Name >= v.Name {
			return b, fmt.Errorf("property %s is not in order", s.Name)
		}
		b.Properties = append(b.Properties, v)
	}
	b.States = Enumerate(b.Name, b.Properties)
	if len(b.States) != r.MaxStateID-r.MinStateID+1 {
		return b, fmt.Errorf("%d states, ids %d..%d", len(b.States), r.MinStateID, r.MaxStateID)
	}
	if b.Default < 0 || b.Default >= len(b.States) {
		return b, fmt.Errorf("default state %d outside ids %d..%d", r.DefaultState, r.MinStateID, r.MaxStateID)
	}
	return b, nil
}

// Enumerate returns all states of a block in the game's order: the last property runs fastest.
func Enumerate(name string, props []Values) []State {
	states := []State{{Name: name}}
	for _, p := range props {
		next := make([]State, 0, len(states)*len(p.Values))
		for _, s := range states {
			for _, v := range p.Values {
				next = append(next, State{Name: name, Props: append(slices.Clip(slices.Clone(s.Props)), Property{p.Name, v})})
			}
		}
		states = next
	}
	return states
}

// of returns the shapes of a block: one for each of its n states. The file has one number for a block whose states are
// all alike, otherwise one number per state.
func (s rawShapes) of(name string, n int) ([][]Box, error) {
	ref, ok := s.Blocks[name]
	if !ok {
		return nil, fmt.Errorf("no entry")
	}
	var ids []int
	var one int
	if json.Unmarshal(ref, &one) == nil {
		ids = slices.Repeat([]int{one}, n)
	} else if err := json.Unmarshal(ref, &ids); err != nil {
		return nil, err
	}
	if len(ids) != n {
		return nil, fmt.Errorf("%d shapes for %d states", len(ids), n)
	}
	boxes := make([][]Box, n)
	for i, id := range ids {
		b, ok := s.Shapes[fmt.Sprint(id)]
		if !ok {
			return nil, fmt.Errorf("shape %d is not defined", id)
		}
		if len(b) > 0 {
			boxes[i] = b
		}
	}
	return boxes, nil
}
