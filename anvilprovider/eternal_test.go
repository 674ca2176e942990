package anvilprovider_test

import (
	"maps"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestEternalEntities lets a world of the server's run for longer than items last there: what Java keeps for ever, or in the air, stays as
// it is, and so do those that ride on something. An item like any other is gone.
func TestEternalEntities(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "entities")
	thing := func(n int32, id string, y float64, more nbt.Compound) nbt.Compound {
		e := egg(y, 1, 2, 3, n)
		e["id"] = id
		maps.Copy(e, more)
		return e
	}
	diamond := nbt.Compound{"id": "minecraft:diamond", "count": int32(1)}
	riders := func(rider nbt.Compound) nbt.List { return nbt.List{Elem: nbt.TagCompound, Items: []any{rider}} }
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, folder, entitiesDoc(4671,
		thing(1, "minecraft:item", 64.2, nbt.Compound{"Item": diamond, "Age": int16(-32768), "PickupDelay": int16(32767)}),
		thing(2, "minecraft:item", 64.2, nbt.Compound{"Item": diamond, "PickupDelay": int16(32767), "Passengers": riders(thing(3, "minecraft:villager", 64.2, nil))}),
		thing(4, "minecraft:arrow", 64.2, nbt.Compound{"pickup": uint8(0), "Passengers": riders(thing(5, "minecraft:armor_stand", 64.2, nil))}),
		thing(6, "minecraft:falling_block", 100, nbt.Compound{"NoGravity": uint8(1), "BlockState": nbt.Compound{"Name": "minecraft:sand"}}),
		thing(7, "minecraft:item", 100, nbt.Compound{"NoGravity": uint8(1), "Item": diamond, "PickupDelay": int16(32767)}),
		thing(8, "minecraft:item", 64.2, nbt.Compound{"Item": diamond, "PickupDelay": int16(32767)})))
	want := list(readDoc(t, folder), "Entities")[:5]
	p, err := anvilprovider.Config{Log: quiet(t), Sync: region.SyncNone}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := world.Config{Provider: p, Synchronous: true, Entities: entity.DefaultRegistry, Log: quiet(t), RandomTickSpeed: -1}.New()
	w.Do(func(tx *world.Tx) {
		for x := range 16 {
			for z := range 16 {
				tx.SetBlock(cube.Pos{x, 63, z}, block.Stone{}, nil)
			}
		}
		world.NewLoader(1, w, world.NopViewer{}).Move(tx, mgl64.Vec3{8, 64, 8})
	})
	for range 6100 {
		w.AdvanceTick()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, list(readDoc(t, folder), "Entities")); diff != "" {
		t.Error(diff)
	}
}
