package main

import (
	"fmt"
	"slices"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
	"github.com/kestrel-mc/kestrel/lighting"
)

// rule is the light of a state: emission, opacity and the number of its face set.
type rule struct {
	emission, opacity uint8
	set               int
}

// kind is how the rules of a block follow from its properties. Blocks of the same kind share one.
type kind struct {
	properties []property
	rules      []int // numbers of rules, one per combination of values, the last property running fastest
}

// property is one that the rule depends on.
type property struct {
	name         string
	values       []string
	defaultValue int
}

// table is everything that is generated.
type table struct {
	blocks []entry // sorted by name
	kindOf []int   // of blocks
	kinds  []kind
	rules  []rule
	sets   [][6]int // numbers of masks
	masks  []lighting.Mask
}

// build derives the table. Rule, set and mask 0 are those of air: nothing. Numbers follow from the order of the blocks.
func build(blocks []entry) (*table, error) {
	t := &table{blocks: blocks, rules: []rule{{}}, sets: [][6]int{{}}, masks: []lighting.Mask{{}}}
	for _, e := range blocks {
		b := e.like
		rules := make([]int, len(b.States))
		for i := range b.States {
			var err error
			if rules[i], err = t.rule(b, i); err != nil {
				return nil, err
			}
		}
		t.kindOf = append(t.kindOf, t.kind(reduce(b, rules)))
	}
	if len(t.rules) > 256 || len(t.sets) > 256 || len(t.masks) > 256 {
		return nil, fmt.Errorf("%d rules, %d sets, %d masks: a number must fit a byte", len(t.rules), len(t.sets), len(t.masks))
	}
	return t, nil
}

func (t *table) rule(b mcdata.Block, state int) (int, error) {
	e, err := emission(b, b.States[state])
	if err != nil {
		return 0, err
	}
	o, err := opacity(b, b.States[state])
	if err != nil {
		return 0, err
	}
	f, err := shape(b, state, o)
	if err != nil {
		return 0, err
	}
	if e > 15 || o > 15 {
		return 0, fmt.Errorf("%s: emission %d, opacity %d", b.States[state].Key(), e, o)
	}
	var set [6]int
	for side, m := range f {
		set[side] = number(&t.masks, m)
	}
	return number(&t.rules, rule{e, o, number(&t.sets, set)}), nil
}

// number returns the place of v in the list, after adding it if it is not there.
func number[T comparable](list *[]T, v T) int {
	if i := slices.Index(*list, v); i >= 0 {
		return i
	}
	*list = append(*list, v)
	return len(*list) - 1
}

func (t *table) kind(k kind) int {
	same := func(o kind) bool {
		return slices.Equal(o.rules, k.rules) && slices.EqualFunc(o.properties, k.properties, func(a, b property) bool {
			return a.name == b.name && a.defaultValue == b.defaultValue && slices.Equal(a.values, b.values)
		})
	}
	if i := slices.IndexFunc(t.kinds, same); i >= 0 {
		return i
	}
	t.kinds = append(t.kinds, k)
	return len(t.kinds) - 1
}

// reduce drops the properties on which the rules of a block do not depend.
func reduce(b mcdata.Block, rules []int) kind {
	k := kind{rules: rules}
	for _, p := range b.Properties {
		value, _ := b.States[b.Default].Get(p.Name)
		k.properties = append(k.properties, property{p.Name, p.Values, slices.Index(p.Values, value)})
	}
	for i := 0; i < len(k.properties); {
		if fewer, ok := k.without(i); ok {
			k = fewer
		} else {
			i++
		}
	}
	return k
}

// without returns the kind without a property, and false if the rules depend on it.
func (k kind) without(i int) (kind, bool) {
	stride := 1
	for _, p := range k.properties[i+1:] {
		stride *= len(p.values)
	}
	n := len(k.properties[i].values)
	fewer := kind{properties: slices.Delete(slices.Clone(k.properties), i, i+1)}
	for j, r := range k.rules {
		first := j - j/stride%n*stride // the same combination with the property's first value
		if k.rules[first] != r {
			return k, false
		}
		if first == j {
			fewer.rules = append(fewer.rules, r)
		}
	}
	return fewer, true
}
