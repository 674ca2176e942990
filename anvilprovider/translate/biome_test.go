package translate_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestBiomes compares every biome of Java 26.1 with Geyser's table, and takes it back.
func TestBiomes(t *testing.T) {
	tr := translator(t)
	b, err := os.ReadFile(testworld.Shared(t, "mappingdata", "geyser-mappings", "biomes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var geyser map[string]struct {
		ID uint32 `json:"bedrock_id"`
	}
	if err := json.Unmarshal(b, &geyser); err != nil {
		t.Fatal(err)
	}
	if len(geyser) != 65 {
		t.Errorf("%d biomes", len(geyser))
	}
	merged := map[string]string{
		"minecraft:end_barrens": "minecraft:the_end", "minecraft:end_highlands": "minecraft:the_end", "minecraft:end_midlands": "minecraft:the_end",
		"minecraft:small_end_islands": "minecraft:the_end", "minecraft:the_void": "minecraft:river",
	}
	for name, want := range geyser {
		id, known := tr.Biome(name)
		if id != want.ID || !known {
			t.Errorf("Biome(%s) = %d, %v; want %d", name, id, known, want.ID)
		}
		back := name
		if m, ok := merged[name]; ok {
			back = m
		}
		if got := tr.JavaBiome(id); got != back {
			t.Errorf("JavaBiome(%d) = %s, want %s", id, got, back)
		}
	}
}

func TestNewAndOldBiomes(t *testing.T) {
	tr := translator(t)
	for _, c := range []struct {
		name  string
		id    uint32
		known bool
		back  string
	}{
		{"minecraft:sulfur_caves", 194, true, "minecraft:sulfur_caves"},
		{"minecraft:dappled_forest", 4, false, "minecraft:forest"}, // newer than the host: a forest
		{"minecraft:mountains", 3, true, "minecraft:windswept_hills"},
		{"minecraft:desert_hills", 17, true, "minecraft:desert"},
		{"minecraft:nether", 8, true, "minecraft:nether_wastes"},
		{"minecraft:modified_badlands_plateau", 167, true, "minecraft:eroded_badlands"},
		{"pack:crystal_caves", 1, false, "minecraft:plains"},
		{"", 1, false, "minecraft:plains"},
	} {
		id, known := tr.Biome(c.name)
		if id != c.id || known != c.known || tr.JavaBiome(id) != c.back {
			t.Errorf("Biome(%q) = %d, %v, and back %s; want %+v", c.name, id, known, tr.JavaBiome(id), c)
		}
	}
	if got := tr.JavaBiome(10000); got != "minecraft:plains" {
		t.Errorf("an id that does not exist is %s", got)
	}
}

// TestHostBiomes takes every biome that the host has to Java and back to a biome that it has.
func TestHostBiomes(t *testing.T) {
	tr := translator(t)
	biomes := world.Biomes()
	if len(biomes) != 88 {
		t.Errorf("the host has %d biomes, want 88", len(biomes))
	}
	same := 0
	for _, b := range biomes {
		id := uint32(b.EncodeBiome())
		name := tr.JavaBiome(id)
		back, known := tr.Biome(name)
		if !known {
			t.Errorf("%s (%d) is %s in Java, which is not known", b, id, name)
		}
		if back == id {
			same++
		}
	}
	if same != 61 { // 88 less the 27 that Java merged into others
		t.Errorf("%d biomes come back, want 61", same)
	}
}
