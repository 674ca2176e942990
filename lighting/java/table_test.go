package java_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// readTable reads one of the compressed tables of others. Its keys have brackets always.
func readTable[T any](t *testing.T, name string) map[string]T {
	t.Helper()
	f, err := os.Open(testworld.Shared(t, "mappingdata", "light", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var table map[string]T
	if err := json.NewDecoder(z).Decode(&table); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestAgainst26_3 compares every state of 26.3 with a table that others derived. It is wrong for vein and clump with a face
// and no water, and for nothing else.
func TestAgainst26_3(t *testing.T) {
	rules, states, wrong := java.New(5023), 0, map[string]int{}
	for key, want := range readTable[[2]uint8](t, "java_26.3_emission_opacity_by_rules.json.gz") {
		states++
		got, known := rules.Class(strings.TrimSuffix(key, "[]"))
		if !known {
			t.Errorf("%s is not known", key)
		}
		if got.Emission() == want[0] && got.Opacity() == want[1] {
			continue
		}
		name, _, _ := strings.Cut(key, "[")
		wrong[name]++
		if got != 0 || want != [2]uint8{0, 1} {
			t.Errorf("%s = %v, want %v", key, got, want)
		}
	}
	if states != 35723 || len(wrong) != 2 || wrong["minecraft:sculk_vein"] != 63 || wrong["minecraft:resin_clump"] != 63 {
		t.Errorf("%d states, and these differ: %v", states, wrong)
	}
}

// TestAgainst1_21_3 compares emission, opacity and sidedness with the values that the game itself has. An opacity of null is one
// that the game computes by position; such a state has none to compare.
func TestAgainst1_21_3(t *testing.T) {
	rules, computed, wrong := java.New(4082), 0, map[string]int{}
	table := readTable[[3]any](t, "java_1.21.3_light_per_state.json.gz")
	for key, want := range table {
		got, known := rules.Class(strings.TrimSuffix(key, "[]"))
		if !known {
			t.Errorf("%s is not known", key)
		}
		if want[1] == nil {
			computed++
		}
		sided := want[2].(bool) && got.Opacity() != lighting.Opaque
		if got.Emission() != uint8(want[0].(float64)) || want[1] != nil && got.Opacity() != uint8(want[1].(float64)) || (got.Shape() != 0) != sided {
			name, _, _ := strings.Cut(key, "[")
			wrong[name]++
		}
	}
	if len(table) != 27318 || computed != 9722 || len(wrong) != 0 {
		t.Errorf("%d states, %d of them without opacity; these differ: %v", len(table), computed, wrong)
	}
}
