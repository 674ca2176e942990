package item_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	dfitem "github.com/df-mc/dragonfly/server/item"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// survive loads a stack of any shape and gives the result to the host's reader. Nothing may panic, and what is not empty must
// come back as it was.
func survive(t *testing.T, java nbt.Compound, version int32) {
	t.Helper()
	disk, outcome := item.Load(java, version)
	if outcome == item.Empty {
		return
	}
	delete(disk, "Block") // Looking a block up needs the block registry.
	s := dfitem.ReadNBT(disk, nil)
	if s.Empty() {
		t.Fatalf("%v is empty to the host", java)
	}
	again := dfitem.WriteNBT(s, true)
	if !item.Same(disk, again) {
		t.Fatalf("the host changes a stack: %v, %v", disk, again)
	}
	back, _ := item.Save(again, version)
	want := nbt.Compound{}
	for k, v := range java {
		if k != "Slot" {
			want[k] = v
		}
	}
	if !reflect.DeepEqual(back, want) {
		t.Fatalf("version %d: %v became %v", version, java, back)
	}
	item.Upgrade(java, version, 4790)
	item.Upgrade(java, version, 1343)
}

func TestHostile(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range rounds() {
		m := meanings[i%len(meanings)]
		h, ok := stored.Hostile(r, m.java)
		if !ok {
			continue
		}
		survive(t, h, m.version)
	}
}

// rounds is how many damaged values a test tries.
func rounds() int {
	if testing.Short() {
		return 1000
	}
	return 6000
}

func FuzzLoad(f *testing.F) {
	for _, m := range meanings {
		data, err := nbt.Append(nil, "", m.java)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, m.version)
	}
	f.Fuzz(func(t *testing.T, data []byte, version int32) {
		_, java, err := nbt.Decode(data, nbt.Limits{})
		if err != nil {
			t.Skip()
		}
		survive(t, java, version)
	})
}
