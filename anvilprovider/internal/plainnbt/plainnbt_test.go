package plainnbt_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/plainnbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

func TestThereAndBack(t *testing.T) {
	m := map[string]any{
		"byte": uint8(1), "short": int16(2), "int": int32(3), "long": int64(4), "float": float32(5), "double": 6.0, "string": "s",
		"bytes": []byte{1}, "ints": []int32{2}, "longs": []int64{3}, "map": map[string]any{"x": int32(1)},
		"list": []any{"a", "b"}, "maps": []any{map[string]any{"y": uint8(1)}}, "empty": []any{},
	}
	c := plainnbt.Compound(m)
	b, err := nbt.Append(nil, "", c)
	if err != nil {
		t.Fatal(err)
	}
	_, again, err := nbt.Decode(b, nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, plainnbt.Map(again)); diff != "" {
		t.Error(diff)
	}
}

// TestOddValues brings what maps of the host hold into forms that NBT has, and leaves out what has none.
func TestOddValues(t *testing.T) {
	got := plainnbt.Compound(map[string]any{
		"yes": true, "no": false, "minus": int8(-1), "array": [2]int32{1, 2}, "array of bytes": [1]byte{9}, "array of longs": [1]int64{8},
		"typed list": []string{"a"}, "typed maps": []map[string]any{{"x": true}}, "mixed": []any{int32(1), "two", int32(3)},
		"nothing": nil, "function": func() {}, "array of texts": [1]string{"x"},
	})
	want := nbt.Compound{
		"yes": uint8(1), "no": uint8(0), "minus": uint8(255), "array": []int32{1, 2}, "array of bytes": []byte{9}, "array of longs": []int64{8},
		"typed list": nbt.List{Elem: nbt.TagString, Items: []any{"a"}},
		"typed maps": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"x": uint8(1)}}},
		"mixed":      nbt.List{Elem: nbt.TagInt, Items: []any{int32(1), int32(3)}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
