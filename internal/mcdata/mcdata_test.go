package mcdata

import (
	"os"
	"testing"
)

// cache is where the generate line unpacks the package.
const cache = "../../.cache/mcdata"

func open(t *testing.T) *Data {
	t.Helper()
	if _, err := os.Stat(cache); err != nil {
		t.Skipf("no unpacked minecraft-data in %s: run go generate ./internal/mcdata", cache)
	}
	d, err := Open(cache)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestParseState(t *testing.T) {
	for key, want := range map[string]string{
		"minecraft:stone":                  "minecraft:stone",
		"minecraft:stone[]":                "minecraft:stone",
		"minecraft:x[b=2,a=1]":             "minecraft:x[a=1,b=2]",
		"minecraft:x[minecraft:corner=no]": "minecraft:x[minecraft:corner=no]",
	} {
		s, err := ParseState(key)
		if err != nil || s.Key() != want {
			t.Errorf("ParseState(%q) = %q, %v; want %q", key, s.Key(), err, want)
		}
	}
	for _, key := range []string{"", "[a=b]", "x[a=b", "x[a]", "x[=b]", "x[a=b,a=c]"} {
		if s, err := ParseState(key); err == nil {
			t.Errorf("ParseState(%q) = %q, want an error", key, s.Key())
		}
	}
}

func TestStateWith(t *testing.T) {
	s, _ := ParseState("x[b=1,d=2]")
	for _, c := range []struct{ name, value, want string }{
		{"a", "0", "x[a=0,b=1,d=2]"}, {"b", "9", "x[b=9,d=2]"}, {"c", "0", "x[b=1,c=0,d=2]"}, {"e", "0", "x[b=1,d=2,e=0]"},
	} {
		if got := s.With(c.name, c.value).Key(); got != c.want {
			t.Errorf("With(%s, %s) = %s, want %s", c.name, c.value, got, c.want)
		}
	}
	if got := s.Without("b").Key(); got != "x[d=2]" {
		t.Errorf("Without(b) = %s", got)
	}
	if s.Key() != "x[b=1,d=2]" {
		t.Errorf("the receiver changed: %s", s.Key())
	}
}

func TestEnumerate(t *testing.T) {
	got := Enumerate("x", []Values{{"a", []string{"true", "false"}}, {"b", []string{"1", "2", "3"}}})
	want := []string{"x[a=true,b=1]", "x[a=true,b=2]", "x[a=true,b=3]", "x[a=false,b=1]", "x[a=false,b=2]", "x[a=false,b=3]"}
	if len(got) != len(want) {
		t.Fatalf("%d states", len(got))
	}
	for i, s := range got {
		if s.Key() != want[i] {
			t.Errorf("state %d is %s, want %s", i, s.Key(), want[i])
		}
	}
}

func TestPackage(t *testing.T) {
	d := open(t)
	maps, err := d.Mappings()
	if err != nil || len(maps) != 32366 {
		t.Fatalf("%d mappings, %v; want the 32,366 states of Java 26.2", len(maps), err)
	}
	bedrock, err := d.BedrockStates(NewestBedrock)
	if err != nil || len(bedrock) != 22091 {
		t.Errorf("%d Bedrock states, %v; want 22,091", len(bedrock), err)
	}
	legacy, err := d.Legacy()
	if err != nil || legacy.Blocks["1:1"] != "minecraft:granite" || len(legacy.Blocks) != 1682 {
		t.Errorf("legacy: %d blocks, %v", len(legacy.Blocks), err)
	}
	versions, err := d.ProtocolVersions()
	if err != nil || len(versions) == 0 || versions[0].DataVersion != 5126 {
		t.Errorf("versions: %d, %v", len(versions), err)
	}
	for version, want := range map[string]struct{ blocks, states, biomes int }{"26.1": {1168, 29873, 65}, "1.17": {898, 20342, 81}} {
		blocks, err := d.Blocks(version)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range blocks {
			n += len(b.States)
		}
		biomes, err := d.Biomes(version)
		if err != nil || len(blocks) != want.blocks || n != want.states || len(biomes) != want.biomes {
			t.Errorf("%s: %d blocks, %d states, %d biomes, %v; want %+v", version, len(blocks), n, len(biomes), err, want)
		}
		if items, err := d.Items(version); err != nil || len(items) < 1000 {
			t.Errorf("%s: %d items, %v", version, len(items), err)
		}
	}
	// The order of states is the order of the mapping table's keys, so both files confirm the enumeration.
	blocks, err := d.Blocks(JavaVersion)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, m := range maps {
		have[m.Java.Key()] = true
	}
	for _, b := range blocks {
		for i, s := range b.States {
			if !have[s.Key()] {
				t.Fatalf("%s is not a key of the mapping table", s.Key())
			}
			values := make([]string, len(s.Props))
			for j, p := range s.Props {
				values[j] = p.Value
			}
			if b.Index(values) != i {
				t.Fatalf("%s has index %d, want %d", s.Key(), b.Index(values), i)
			}
		}
	}
}
