package blockentity_test

import (
	"sort"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// javaStates are all block states of Java 26.2.
func javaStates(t *testing.T) []string {
	t.Helper()
	var rows map[string]string
	testworld.JSON(t, &rows, "mappingdata", "minecraft-data-3.119.0", "bedrock", "1.26.30", "blocksJ2B.json.gz")
	states := make([]string, 0, len(rows))
	for k := range rows {
		states = append(states, sortedKey(strings.TrimSuffix(k, "[]")))
	}
	sort.Strings(states)
	return states
}

// sortedKey puts the properties of a state in the order of their names.
func sortedKey(key string) string {
	name, rest, ok := strings.Cut(key, "[")
	if !ok {
		return key
	}
	pairs := strings.Split(strings.TrimSuffix(rest, "]"), ",")
	sort.Strings(pairs)
	return name + "[" + strings.Join(pairs, ",") + "]"
}

// TestEveryState synthesises the block entity of every state, gives it to the host's block, and refines the state by what the
// host hands back: it stays. Every block that the host decodes a block entity for gets one.
func TestEveryState(t *testing.T) {
	stored.Translator()
	counts := map[string]int{}
	for _, key := range javaStates(t) {
		p := blockentity.Place{State: key, X: -17, Y: 5, Z: 40, Version: 4903, Host: hostState}
		m, ok := blockentity.Synthesise(p)
		b := hostBlock(key)
		if _, hosted := b.(world.NBTer); !ok {
			if name, _ := b.EncodeBlock(); hosted && !unknown(b) {
				t.Errorf("%s: nothing for %s", key, name)
			}
			continue
		}
		sendable(t, m)
		kind := blockentity.KindOf(key)
		counts[kind.String()]++
		_, out, ok := throughHost(key, m)
		if !ok {
			t.Errorf("%s: the host's block has no block entity", key)
			continue
		}
		if !blockentity.Same(m, out) {
			t.Errorf("%s: the host changes what it is given: %v, %v", key, m, out)
		}
		if got := blockentity.Refine(p, m, out); got != key {
			t.Errorf("%s: refined to %s", key, got)
		}
		saved := blockentity.Save(nil, out, p, false)
		if saved.Changed || saved.Java != nil {
			t.Errorf("%s: saved as %v", key, saved.Java)
		}
		if kind == blockentity.FlowerPot && m["PlantBlock"] == nil && key != "minecraft:flower_pot" {
			t.Errorf("%s: nothing grows in it", key)
		}
	}
	want := map[string]int{"banner": 320, "barrel": 12, "beacon": 1, "bed": 256, "brewing stand": 8, "campfire": 64, "chest": 24,
		"copper golem statue": 256, "decorated pot": 16, "dispenser": 24, "enchanting table": 1, "end portal": 1, "end portal frame": 8,
		"ender chest": 8, "furnace": 24, "hanging sign": 864, "hopper": 10, "jukebox": 2, "lectern": 16, "note block": 1350,
		"flower pot": 39, "shulker box": 102, "sign": 480, "skull": 280, "trapped chest": 216}
	for kind, n := range counts {
		if want[kind] != n {
			t.Errorf("%s: %d states, want %d", kind, n, want[kind])
		}
		delete(want, kind)
	}
	for kind := range want {
		t.Errorf("no state of a %s", kind)
	}
}

// hostState is what a provider gives as Place.Host.
func hostState(key string) (string, map[string]any, bool) {
	b := stored.Translator().Block(key)
	name, states, ok := world.DefaultBlockRegistry.RuntimeIDToState(b.Runtime)
	return name, states, ok && b.Known
}

// unknown reports whether a block is one that the host only carries.
func unknown(b world.Block) bool {
	_, ok := b.(interface{ DecodeNBT(map[string]any) any })
	return ok && strings.Contains(strings.ToLower(typeName(b)), "unknown")
}

// TestPlaced places blocks of the host where there was nothing. Java's state and block entity must say the same when they are
// loaded again.
func TestPlaced(t *testing.T) {
	tr := stored.Translator()
	chest := block.NewChest()
	chest.Facing = cube.South
	paired := chest.DecodeNBT(map[string]any{"pairx": int32(0), "pairz": int32(3)}).(block.Chest)
	shulker := block.NewShulkerBox()
	shulker.Facing, shulker.Colour = cube.FaceEast, item.NewOptionalColour(item.ColourCyan())
	for _, c := range []struct {
		b     world.Block
		state string // the beginning of Java's
		id    string
	}{
		{block.Bed{Colour: item.ColourLightBlue(), Facing: cube.North}, "minecraft:light_blue_bed[facing=north", "minecraft:bed"},
		{block.Banner{Colour: item.ColourOrange(), Attach: block.StandingAttachment(3), Patterns: []block.BannerPatternLayer{{Type: block.BorderBannerPattern(), Colour: item.ColourBlack()}}}, "minecraft:orange_banner[rotation=3]", "minecraft:banner"},
		{block.Skull{Type: block.ZombieHead(), Attach: block.StandingAttachment(5)}, "minecraft:zombie_head[powered=false,rotation=5]", "minecraft:skull"},
		{block.Skull{Type: block.ZombieHead(), Attach: block.StandingAttachment(-5)}, "minecraft:zombie_head[powered=false,rotation=11]", "minecraft:skull"},
		{block.Note{Pitch: 7}, "minecraft:note_block[instrument=harp,note=7,powered=false]", ""},
		{shulker, "minecraft:cyan_shulker_box[facing=east]", "minecraft:shulker_box"},
		{chest, "minecraft:chest[facing=south,type=single", "minecraft:chest"},
		{paired, "minecraft:chest[facing=south,type=left", "minecraft:chest"},
		{block.Sign{Wood: block.SpruceWood(), Attach: block.StandingAttachment(1), Front: block.SignText{Text: "a\nb", BaseColour: item.ColourRed().SignRGBA()}}, "minecraft:spruce_sign[rotation=1", "minecraft:sign"},
		{block.DecoratedPot{Facing: cube.North}, "minecraft:decorated_pot[", "minecraft:decorated_pot"},
		{block.Jukebox{Item: item.NewStack(item.MusicDisc{}, 1)}, "minecraft:jukebox[has_record=true]", "minecraft:jukebox"},
		{block.Lectern{Facing: cube.North, Book: item.NewStack(item.WrittenBook{Title: "T", Author: "A", Pages: []string{"x"}}, 1)}, "minecraft:lectern[facing=north,has_book=true", "minecraft:lectern"},
		{block.Beacon{}, "minecraft:beacon", "minecraft:beacon"},
	} {
		key, _ := tr.Java(translate.Block{Runtime: world.BlockRuntimeID(c.b)})
		out := c.b.(world.NBTer).EncodeNBT()
		p := blockentity.Place{State: key, X: 1, Y: 2, Z: 3, Version: 3955}
		p.State = blockentity.Refine(p, nil, out)
		if !strings.HasPrefix(p.State, c.state) {
			t.Errorf("%T: state %s, want %s", c.b, p.State, c.state)
		}
		saved := blockentity.Save(nil, out, p, true)
		if id, _ := saved.Java["id"].(string); id != c.id || len(saved.Findings) > 0 {
			t.Errorf("%T: saved as %v, %v", c.b, saved.Java, saved.Findings)
			continue
		}
		var m map[string]any
		if c.id == "" {
			m, _ = blockentity.Synthesise(p)
		} else {
			m, _, _ = blockentity.Load(saved.Java, p)
		}
		b, _, _ := throughHost(p.State, m)
		if got, want := describe(b), describe(c.b); got != want && !strings.Contains(want, "turned") {
			t.Errorf("%T: %s became %s", c.b, want, got)
		}
	}
}
