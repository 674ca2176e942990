package blockentity_test

import (
	"maps"
	"reflect"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
)

// TestCarriedToAnotherVersion puts a block that Dragonfly does not implement into a chunk of another version, as when it is
// moved, or comes from a Bedrock world that was a Java one: its stacks and its name are spelled for that chunk.
func TestCarriedToAnotherVersion(t *testing.T) {
	books := func(stacks ...any) nbt.Compound {
		return entity("chiseled_bookshelf", nbt.Compound{"last_interacted_slot": int32(1), "Items": compounds(stacks...)})
	}
	upToDate := books(nbt.Compound{"Slot": uint8(1), "id": "minecraft:book", "count": int32(1),
		"components": nbt.Compound{"minecraft:custom_name": nbt.Compound{"text": "Atlas", "click_event": nbt.Compound{"action": "run_command"}}}})
	for _, c := range []struct {
		name, state string
		from, to    int32
		java, want  nbt.Compound
	}{
		{"the same", "minecraft:chiseled_bookshelf[facing=north]", 2860, 2860, books(nbt.Compound{"Slot": uint8(1), "id": "minecraft:book", "Count": uint8(1)}),
			books(nbt.Compound{"Slot": uint8(1), "id": "minecraft:book", "Count": uint8(1)})},
		{"stacks for 1.20.5", "minecraft:chiseled_bookshelf[facing=north]", 2860, v1205, books(nbt.Compound{"Slot": uint8(1), "id": "minecraft:book", "Count": uint8(1)}, nbt.Compound{"id": "no slot"}),
			books(nbt.Compound{"Slot": uint8(1), "id": "minecraft:book", "count": int32(1)}, nbt.Compound{"id": "no slot"})},
		{"name for 1.21.5", "minecraft:command_block[conditional=false,facing=up]", v1205, 4671, entity("command_block", nbt.Compound{"Command": "say", "CustomName": `{"text":"@"}`}),
			entity("command_block", nbt.Compound{"Command": "say", "CustomName": "@"})},
		{"up to date already", "minecraft:chiseled_bookshelf[facing=north]", 2860, 4671, upToDate, upToDate},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := maps.Clone(c.java)
			m, outcome, err := blockentity.Load(c.java, at(c.state, c.from))
			if err != nil || outcome != blockentity.Kept {
				t.Fatal(outcome, err)
			}
			if got := blockentity.Save(nil, m, at(c.state, c.to), true).Java; !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %v\nwant %v", got, c.want)
			}
			if !reflect.DeepEqual(c.java, before) {
				t.Error("the stored compound was changed")
			}
		})
	}
}
