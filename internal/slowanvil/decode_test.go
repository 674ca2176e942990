package slowanvil_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// section returns a chunk of DataVersion version with one section.
func section(version int32, modern bool, s map[string]any) map[string]any {
	s["Y"] = byte(0)
	if modern {
		return map[string]any{"DataVersion": version, "xPos": int32(1), "zPos": int32(-1), "Status": "minecraft:full", "sections": []any{s}}
	}
	return map[string]any{"DataVersion": version, "Level": map[string]any{"xPos": int32(1), "zPos": int32(-1), "Status": "full", "Sections": []any{s}}}
}

// palette has n entries minecraft:b0, minecraft:b1 and so on.
func palette(n int) (p []any) {
	for i := range n {
		p = append(p, map[string]any{"Name": "minecraft:b" + string(rune('A'+i))})
	}
	return p
}

// TestPackings puts entry 17 of a palette of 17 (5 bits) into the cell that is the first to span two longs: bits 60 to 64.
func TestPackings(t *testing.T) {
	spanning, aligned := make([]int64, 320), make([]int64, 342)
	spanning[1] = 1 // cell 12: bits 60..64, the highest is bit 0 of the second long
	aligned[1] = 16 // cell 12: the first of the second long
	want := "minecraft:bQ"
	for _, tt := range []struct {
		name string
		root map[string]any
	}{
		{"1.13", section(1631, false, map[string]any{"Palette": palette(17), "BlockStates": spanning})},
		{"1.17", section(2730, false, map[string]any{"Palette": palette(17), "BlockStates": aligned})},
		{"1.18", section(2865, true, map[string]any{"block_states": map[string]any{"palette": palette(17), "data": aligned}})},
	} {
		c, err := slowanvil.Decode(tt.root)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		for i := range 16 {
			s := c.State(i, 0, 0)
			if (s == want) != (i == 12) {
				t.Errorf("%s: cell %d is %s", tt.name, i, s)
			}
		}
	}
	past := make([]int64, 342)
	past[1] = 17
	if _, err := slowanvil.Decode(section(2865, true, map[string]any{"block_states": map[string]any{"palette": palette(17), "data": past}})); err == nil {
		t.Error("an index past the palette must be an error")
	}
	if _, err := slowanvil.Decode(section(2865, true, map[string]any{"block_states": map[string]any{"palette": palette(17)}})); err == nil {
		t.Error("a palette of 17 without indices must be an error")
	}
}

func TestPaletteForms(t *testing.T) {
	want := "minecraft:a[k=1,l=2]"
	properties := map[string]any{"l": "2", "k": "1"}
	for name, entry := range map[string]any{
		"compound":        map[string]any{"Name": "minecraft:a", "Properties": properties},
		"26.3 compound":   map[string]any{"id": "minecraft:a", "properties": properties},
		"26.3 string":     want,
		"26.3 mixed list": map[string]any{"": want},
	} {
		c, err := slowanvil.Decode(section(5023, true, map[string]any{"block_states": map[string]any{"palette": []any{entry}}}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := c.State(3, 4, 5); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if _, err := slowanvil.Decode(section(5023, true, map[string]any{"block_states": map[string]any{"palette": []any{int32(1)}}})); err == nil {
		t.Error("a number is no block state")
	}
}

func TestNumeric(t *testing.T) {
	blocks, add, data := [4096]byte{}, [2048]byte{}, [2048]byte{}
	blocks[0x123], add[0x91], data[0x91] = 7, 0x20, 0xc0 // cell y 1, z 2, x 3: the high nibble
	c, err := slowanvil.Decode(section(0, false, map[string]any{"Blocks": blocks, "Add": add, "Data": data}))
	if err != nil {
		t.Fatal(err)
	}
	id, meta := c.Sections[0].ID(3, 1, 2)
	if diff := cmp.Diff([]any{0x207, 12, "519:12", "0:0"}, []any{id, meta, c.State(3, 1, 2), c.State(2, 1, 2)}); diff != "" {
		t.Errorf("numeric cell (-want +got):\n%s", diff)
	}
}
