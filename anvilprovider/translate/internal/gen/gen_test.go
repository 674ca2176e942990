package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
	"github.com/kestrel-mc/kestrel/internal/mcdata/gentest"
)

// TestGenerated makes the table anew and wants the committed one.
func TestGenerated(t *testing.T) {
	gentest.Current(t, "../..", run, "blocks.bin", "table_gen.go")
}

// TestRefuses spoils the input in each way that the generator has to notice.
func TestRefuses(t *testing.T) {
	find := func(in input, key string) int {
		for i, m := range in.mappings {
			if m.Java.Key() == key {
				return i
			}
		}
		t.Fatalf("no %s", key)
		return 0
	}
	state := func(key string) mcdata.State {
		s, err := mcdata.ParseState(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	whole, err := read(gentest.Cache(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(in *input)
		want  string
	}{
		"a block that a rule makes": {func(in *input) {
			in.mappings = append(in.mappings, mcdata.Mapping{Java: state("minecraft:red_shrub"), Bedrock: state("minecraft:red_shrub")})
			in.bedrock = append(in.bedrock, state("minecraft:red_shrub"))
		}, "the mapping has minecraft:red_shrub"},
		"a state that is not there": {func(in *input) {
			i := find(*in, "minecraft:oak_log[axis=y]")
			in.mappings = append(in.mappings[:i:i], in.mappings[i+1:]...)
		}, "minecraft:oak_log"},
		"states out of order": {func(in *input) {
			i := find(*in, "minecraft:oak_log[axis=y]")
			in.mappings[i], in.mappings[i+1] = in.mappings[i+1], in.mappings[i]
		}, "minecraft:oak_log"},
		"a Bedrock block that does not exist": {func(in *input) {
			in.mappings[find(*in, "minecraft:stone")].Bedrock.Name = "minecraft:pebble"
		}, "has no minecraft:pebble"},
		"a Bedrock value that does not exist": {func(in *input) {
			in.mappings[find(*in, "minecraft:oak_log[axis=y]")].Bedrock = state("minecraft:oak_log[pillar_axis=w]")
		}, "pillar_axis=w"},
		"a property without a rule": {func(in *input) {
			in.mappings[find(*in, "minecraft:oak_log[axis=y]")].Bedrock = state("minecraft:oak_log")
		}, "lacks pillar_axis"},
		"a new block whose default is unknown": {func(in *input) {
			in.mappings = append(in.mappings, mcdata.Mapping{Java: state("minecraft:thing[size=1]"), Bedrock: state("minecraft:stone")})
		}, "default state is unknown"},
		"an override that is needless": {func(in *input) {
			for i, m := range in.mappings {
				if m.Java.Name == "minecraft:hopper" {
					in.mappings[i].Bedrock = override(m.Java, canonical(m.Bedrock), map[string]bool{})
				}
			}
		}, "the override of minecraft:hopper changes nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			in := whole
			in.mappings, in.bedrock = slices.Clone(in.mappings), slices.Clone(in.bedrock)
			c.spoil(&in)
			rows, err := in.rows()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%d rows, error %v; want one that says %q", len(rows), err, c.want)
			}
		})
	}
}
