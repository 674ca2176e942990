package main

import (
	"testing"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
	"github.com/kestrel-mc/kestrel/internal/mcdata/gentest"
	"github.com/kestrel-mc/kestrel/lighting"
)

// TestGenerated makes the table anew and wants the committed one.
func TestGenerated(t *testing.T) {
	gentest.Current(t, "../..", run, "data/blocks.txt", "table.go")
}

// TestReduce drops what does not matter and keeps the order of the rest.
func TestReduce(t *testing.T) {
	b := mcdata.Block{Name: "minecraft:b", Properties: []mcdata.Values{{Name: "a", Values: []string{"1", "2"}}, {Name: "b", Values: []string{"x", "y", "z"}}, {Name: "c", Values: []string{"t", "f"}}}}
	b.States = mcdata.Enumerate(b.Name, b.Properties)
	b.Default = 11
	rules := make([]int, 12)
	for i := range rules {
		rules[i] = i / 2 % 3 // the value of b
	}
	k := reduce(b, rules)
	if len(k.properties) != 1 || k.properties[0].name != "b" || k.properties[0].defaultValue != 2 || len(k.rules) != 3 || k.rules[1] != 1 {
		t.Errorf("reduce = %+v", k)
	}
	rules[11] = 9
	if k := reduce(b, rules); len(k.properties) != 3 || len(k.rules) != 12 {
		t.Errorf("reduce with an exception = %+v", k)
	}
}

func TestBoxesOutsideSixteenths(t *testing.T) {
	var f lighting.Faces
	if err := add(&f, mcdata.Box{0, 0, 0, 1, 0.3, 1}); err == nil {
		t.Error("a box that is not in sixteenths must be refused")
	}
	if err := add(&f, mcdata.Box{-0.25, 0, 0, 0.5, 1, 1}); err != nil || f[lighting.West] != lighting.FullMask || f[lighting.East] != (lighting.Mask{}) {
		t.Errorf("a box beyond the cell must cover the face that it passes: %v, %v", f[lighting.West], err)
	}
}
