package main

import (
	"fmt"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// DataVersions before which a block's light was another.
const (
	before1_16 = 2504 // the first snapshot that is known to have the change; 2230 (1.15.2) does not
	before1_19 = 3105
)

// older gives, for a block, the DataVersion from which on its own rules hold, and what an older state has instead.
type older struct {
	before int
	change func(rule) rule
}

// exceptions are the blocks whose light changed between 1.14 and now, all of them. Source: what worlds of 1.14 and 1.15 store;
// for the enchanting table, minecraft-data of 1.17 and 26.1.
var exceptions = map[string]older{
	"minecraft:seagrass":         {before1_16, clear},
	"minecraft:tall_seagrass":    {before1_16, clear},
	"minecraft:sea_pickle":       {before1_16, clear},
	"minecraft:enchanting_table": {before1_19, dark},
}

func clear(r rule) rule { r.opacity = 0; return r }
func dark(r rule) rule  { r.emission = 0; return r }

// olderKind returns the kind of an exception before its change.
func (t *table) olderKind(i int, o older) int {
	k := t.kinds[t.kindOf[i]]
	changed := kind{properties: k.properties}
	for _, r := range k.rules {
		changed.rules = append(changed.rules, number(&t.rules, o.change(t.rules[r])))
	}
	return t.kind(changed)
}

// check compares the table with what else the data knows: no block but the enchanting table changed since 1.17, whose older
// files are wrong in many; every state of Java 26.2 is there.
func (t *table) check(data *mcdata.Data) error {
	then, err := data.Blocks("1.17")
	if err != nil {
		return err
	}
	for _, b := range then {
		i := t.index(b.Name)
		if i < 0 {
			return fmt.Errorf("%s of 1.17 is not known", b.Name)
		}
		for j := range b.States {
			got, err := t.rule(b, j)
			if err != nil {
				return err
			}
			if want := t.of(i, b.States[j]); got != want && b.Name != "minecraft:enchanting_table" {
				return fmt.Errorf("%s: rule %v in 1.17, %v now", b.States[j].Key(), t.rules[got], t.rules[want])
			}
		}
	}
	mappings, err := data.Mappings()
	if err != nil {
		return err
	}
	for _, m := range mappings {
		i := t.index(m.Java.Name)
		if i < 0 {
			return fmt.Errorf("%s of 26.2 is not known", m.Java.Name)
		}
		for _, p := range t.kinds[t.kindOf[i]].properties {
			if v, ok := m.Java.Get(p.name); !ok || p.index(v) < 0 {
				return fmt.Errorf("%s of 26.2: property %s is not known", m.Java.Key(), p.name)
			}
		}
	}
	return nil
}

func (t *table) index(name string) int {
	for i, b := range t.blocks {
		if b.name == name {
			return i
		}
	}
	return -1
}

func (p property) index(value string) int {
	for i, v := range p.values {
		if v == value {
			return i
		}
	}
	return -1
}

// of returns the rule of a state; a property that it lacks has its default value.
func (t *table) of(block int, s mcdata.State) int {
	k := t.kinds[t.kindOf[block]]
	n := 0
	for _, p := range k.properties {
		i := p.defaultValue
		if v, ok := s.Get(p.name); ok && p.index(v) >= 0 {
			i = p.index(v)
		}
		n = n*len(p.values) + i
	}
	return k.rules[n]
}

// shortName is how the list of blocks names a block.
func shortName(name string) string { return strings.TrimPrefix(name, "minecraft:") }
