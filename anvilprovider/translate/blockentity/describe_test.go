package blockentity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	bedrocknbt "github.com/sandertv/gophertunnel/minecraft/nbt"
)

// describe says in one line what the host's own types make of a block.
func describe(b world.Block) string {
	switch b := b.(type) {
	case block.Sign:
		return fmt.Sprintf("sign %q %q waxed=%v colour=%v glow=%v", b.Front.Text, b.Back.Text, b.Waxed, b.Front.BaseColour, b.Front.Glowing)
	case block.Chest:
		return fmt.Sprintf("chest facing %v paired=%v: %s", b.Facing, b.Paired(), stacksOf(b))
	case block.Barrel:
		return "barrel: " + stacksOf(b)
	case block.Hopper:
		return "hopper: " + stacksOf(b)
	case block.ShulkerBox:
		return fmt.Sprintf("%v shulker box facing %v: %s", b.Colour.Prepend("shulker"), b.Facing, stacksOf(b))
	case block.Bed:
		return b.Colour.String() + " bed"
	case block.Banner:
		var layers []string
		for _, l := range b.Patterns {
			layers = append(layers, fmt.Sprint(l.Colour, " ", l.EncodeNBT()["Pattern"]))
		}
		return fmt.Sprintf("%v banner: %s", b.Colour, strings.Join(layers, ", "))
	case block.Skull:
		return fmt.Sprintf("%v turned %v", b.Type, b.EncodeNBT()["Rotation"])
	case block.DecoratedPot:
		var sherds []string
		for _, d := range b.Decorations {
			name := "brick"
			if d != nil {
				name, _ = d.EncodeItem()
			}
			sherds = append(sherds, strings.TrimSuffix(strings.TrimPrefix(name, "minecraft:"), "_pottery_sherd"))
		}
		return "pot of " + strings.Join(sherds, ", ")
	case block.Lectern:
		return fmt.Sprintf("lectern at page %d: %s", b.Page, stackName(b.Book))
	case block.Note:
		return fmt.Sprintf("note %d", b.Pitch)
	case block.Campfire:
		return fmt.Sprintf("campfire of %d items", len(b.Items))
	case block.Beacon:
		return fmt.Sprintf("beacon of level %d", b.Level())
	}
	if n, ok := b.(world.NBTer); ok {
		return fmt.Sprintf("%T %v", b, n.EncodeNBT())
	}
	return fmt.Sprintf("%T", b)
}

// stacksOf lists the stacks of a container with their slots.
func stacksOf(b world.Block) string {
	items, _ := b.(world.NBTer).EncodeNBT()["Items"].([]any)
	var out []string
	for _, v := range items {
		m := v.(map[string]any)
		out = append(out, fmt.Sprintf("%v %s", m["Slot"], stackName(item.ReadNBT(m, nil))))
	}
	if len(out) > 4 {
		out = append(append(out[:3:3], "..."), out[len(out)-1])
	}
	return fmt.Sprintf("%d (%s)", len(items), strings.Join(out, "; "))
}

// stackName says what a stack is.
func stackName(s item.Stack) string {
	if s.Empty() {
		return "nothing"
	}
	name, meta := s.Item().EncodeItem()
	out := fmt.Sprintf("%d %s", s.Count(), strings.TrimPrefix(name, "minecraft:"))
	if meta != 0 {
		out += fmt.Sprintf(":%d", meta)
	}
	for _, e := range s.Enchantments() {
		out += fmt.Sprintf(" %s %d", e.Type().Name(), e.Level())
	}
	if s.CustomName() != "" {
		out += fmt.Sprintf(" %q", s.CustomName())
	}
	switch it := s.Item().(type) {
	case item.WrittenBook:
		out += fmt.Sprintf(" %q by %s %q", it.Title, it.Author, it.Pages)
	case item.BookAndQuill:
		out += fmt.Sprintf(" %q", it.Pages)
	case block.Banner:
		out += fmt.Sprintf(" of %d patterns", len(it.Patterns))
	}
	return out
}

// sendable checks that a map can be written as the NBT that goes to clients and to Bedrock's disk.
func sendable(t *testing.T, m map[string]any) {
	t.Helper()
	for _, encoding := range []bedrocknbt.Encoding{bedrocknbt.NetworkLittleEndian, bedrocknbt.LittleEndian} {
		if _, err := bedrocknbt.MarshalEncoding(m, encoding); err != nil {
			t.Fatalf("%v cannot be sent: %v", m, err)
		}
	}
}

func typeName(b world.Block) string { return fmt.Sprintf("%T", b) }
