package item_test

import (
	"encoding/json"
	"os"
	"reflect"
	"sort"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	dfitem "github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// javaItems are all items of Java 26.1.
func javaItems(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(testworld.Shared(t, "mappingdata", "geyser-mappings", "items.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows map[string]json.RawMessage
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range rows {
		if name != "minecraft:air" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// TestEveryItem takes every item of Java 26.1 to the host and back, in both spellings, those that the host does not register
// a hundred times. Nothing may change, and their number is known.
func TestEveryItem(t *testing.T) {
	counts := map[item.Outcome]int{}
	for _, name := range javaItems(t) {
		java := nbt.Compound{"id": name, "count": int32(1)}
		older := nbt.Compound{"id": name, "Count": uint8(1), "tag": nbt.Compound{"Unknown": int32(7)}}
		_, outcome := item.Load(java, 4790)
		counts[outcome]++
		cycles := 3
		if outcome != item.Translated {
			cycles = 100
			if testing.Short() {
				cycles = 5
			}
		}
		for range cycles {
			java = cycle(t, java, 4790)
		}
		for range 3 {
			older = cycle(t, older, 3700)
		}
	}
	// 392 of them are missing from Dragonfly v0.11.5, ten more (saplings, ice, mycelium) from v0.11.4.
	want := map[item.Outcome]int{item.Translated: 1093, item.Carried: 10, item.StandIn: 402}
	if !reflect.DeepEqual(counts, want) {
		t.Errorf("outcomes %v, want %v", counts, want)
	}
}

// TestEveryHostItem writes every item that the host registers in all spellings, and loads it again: the host must have the same.
func TestEveryHostItem(t *testing.T) {
	items := world.Items()
	if len(items) < 1200 {
		t.Fatalf("the host has %d items", len(items))
	}
	for _, version := range []int32{1343, 2860, 3837, 4671} {
		for _, it := range items {
			switch it.(type) {
			case block.Air, block.Note: // A note block keeps the pitch that was registered last.
				continue
			}
			s := dfitem.NewStack(it, 1)
			disk := dfitem.WriteNBT(s, true)
			java, _ := item.Save(disk, version)
			back, outcome := item.Load(java, version)
			if !item.Same(disk, back) {
				t.Errorf("version %d: %v became %v, %v through %v", version, disk, outcome, back, java)
			}
		}
	}
}

// cycle loads and saves a stack, which must not change.
func cycle(t *testing.T, java nbt.Compound, version int32) nbt.Compound {
	t.Helper()
	disk, _ := item.Load(java, version)
	back, findings := item.Save(disk, version)
	if !reflect.DeepEqual(back, java) || len(findings) > 0 {
		t.Fatalf("version %d: %v became %v, %v", version, java, back, findings)
	}
	return back
}
