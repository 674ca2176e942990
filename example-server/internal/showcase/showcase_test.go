package showcase_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/example-server/internal/showcase"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestChunks reads the chunks with an independent reader and compares every cell with what was built.
func TestChunks(t *testing.T) {
	chunks, err := showcase.Chunks()
	if err != nil {
		t.Fatal(err)
	}
	if len(chunks) != 4*showcase.Radius*showcase.Radius {
		t.Fatalf("%d chunks", len(chunks))
	}
	w := showcase.Build()
	entities := map[string]int{}
	for _, c := range chunks {
		root, err := slowanvil.Parse(c.NBT)
		if err != nil {
			t.Fatal(err)
		}
		got, err := slowanvil.Decode(root)
		if err != nil {
			t.Fatal(err)
		}
		if got.X != c.X || got.Z != c.Z || !got.Full || got.DataVersion != showcase.DataVersion || len(got.Sections) != 24 {
			t.Fatalf("chunk %d, %d is %d, %d with status %q, version %d, %d sections", c.X, c.Z, got.X, got.Z, got.Status, got.DataVersion, len(got.Sections))
		}
		for y := -64; y < 320; y++ {
			for z := range 16 {
				for x := range 16 {
					wx, wz := int(c.X)*16+x, int(c.Z)*16+z
					if state, want := got.State(x, y, z), w.State(wx, y, wz); state != want {
						t.Fatalf("%d, %d, %d is %s, want %s", wx, y, wz, state, want)
					}
				}
			}
		}
		list, _ := root["block_entities"].([]any)
		for _, e := range list {
			e := e.(map[string]any)
			x, y, z := slowanvil.Int(e["x"]), slowanvil.Int(e["y"]), slowanvil.Int(e["z"])
			id := strings.TrimPrefix(e["id"].(string), "minecraft:")
			if state := w.State(x, y, z); !strings.Contains(state, id) {
				t.Errorf("a %s stands where %s is", id, state)
			}
			if int32(x>>4) != c.X || int32(z>>4) != c.Z {
				t.Errorf("a %s of another chunk is in chunk %d, %d", id, c.X, c.Z)
			}
			entities[id]++
		}
	}
	for id, want := range map[string]int{"chest": 3, "sign": 3, "hanging_sign": 1, "bed": 2, "banner": 1, "skull": 1, "shulker_box": 1, "furnace": 1} {
		if entities[id] != want {
			t.Errorf("%d block entities %s, want %d", entities[id], id, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	w := showcase.Build()
	at := func(p [3]int) string { return w.State(p[0], p[1], p[2]) }
	for _, test := range []struct {
		at   [3]int
		want string
	}{
		{showcase.Sign, "minecraft:oak_wall_sign[facing=south,waterlogged=false]"},
		{showcase.Chest, "minecraft:chest[facing=south,type=left,waterlogged=false]"},
		{showcase.Lamp, "minecraft:redstone_lamp[lit=true]"},
		{showcase.Spawn, "minecraft:air"},
		{[3]int{0, -64, 0}, "minecraft:bedrock"},
		{[3]int{-32, 62, 26}, "minecraft:water[level=0]"},
		{[3]int{30, 66, -26}, "minecraft:air"},   // in the cave
		{[3]int{30, 80, -26}, "minecraft:stone"}, // the hill above it
		{[3]int{1000, 0, 0}, "minecraft:air"},    // outside
		{[3]int{-31, 62, 20}, "minecraft:spruce_stairs[facing=north,half=bottom,shape=straight,waterlogged=true]"},
	} {
		if got := at(test.at); got != test.want {
			t.Errorf("%v is %s, want %s", test.at, got, test.want)
		}
	}
	below := showcase.Spawn
	below[1]--
	if got := at(below); got == "minecraft:air" {
		t.Error("players appear in the air")
	}
}

// TestDeterministic builds twice.
func TestDeterministic(t *testing.T) {
	sum := func() string {
		chunks, err := showcase.Chunks()
		if err != nil {
			t.Fatal(err)
		}
		h := sha256.New()
		for _, c := range chunks {
			fmt.Fprintln(h, c.X, c.Z, len(c.NBT))
			h.Write(c.NBT)
		}
		return fmt.Sprintf("%x", h.Sum(nil))
	}
	if a, b := sum(), sum(); a != b {
		t.Errorf("two builds differ: %s and %s", a, b)
	}
}

// TestStatesExist looks up every state of the world in the list of all states of Java 26.3, so that no property is missing or
// misspelled.
func TestStatesExist(t *testing.T) {
	var known map[string]json.RawMessage
	testworld.JSON(t, &known, "mappingdata", "merged", "java26.3_to_bedrock1.26.50.json.gz")
	w := showcase.Build()
	seen := map[string]bool{}
	for y := -64; y < 120; y++ {
		for z := -64; z < 64; z++ {
			for x := -64; x < 64; x++ {
				if s := w.State(x, y, z); !seen[s] {
					seen[s] = true
					if !strings.Contains(s, "[") {
						s += "[]" // as the list has it
					}
					if _, ok := known[s]; !ok {
						t.Errorf("%s at %d, %d, %d is no state of Java 26.3", s, x, y, z)
					}
				}
			}
		}
	}
	if len(seen) < 80 {
		t.Errorf("only %d different states", len(seen))
	}
}
