package plainnbt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/plainnbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	hostnbt "github.com/sandertv/gophertunnel/minecraft/nbt"
)

// TestThereAndBack takes a map through the bytes of Java, and through those that Dragonfly's own provider writes: the two give the
// same.
func TestThereAndBack(t *testing.T) {
	type number int32
	type nested struct{ Map map[string]int16 }
	m := map[string]any{
		"byte": uint8(1), "short": int16(2), "int": int32(3), "long": int64(4), "float": float32(5), "double": 6.0, "string": "s\x00\U0001f600",
		"bytes": []byte{1}, "ints": []int32{2}, "longs": []int64{3}, "map": map[string]any{"x": int32(1)}, "floats": []float32{1, 2},
		"byte array": [2]byte{1, 2}, "int array": [2]int32{3, 4}, "long array": [1]int64{5}, "no array": [0]int32{},
		"list": []any{"a", "b"}, "maps": []any{map[string]any{"y": uint8(1)}}, "empty": []any{}, "any ints": []any{int32(1), int32(2)},
		"typed maps": []map[string]any{{"x": true}}, "typed map": map[string]string{"a": "b"}, "named": number(7), "no": false,
		"lists": []any{[]int32{1}, []int32{2, 3}}, "pointer": new(int16), "within": nested{map[string]int16{"z": 1}}.Map,
	}
	c, err := plainnbt.Whole(m)
	if err != nil {
		t.Fatal(err)
	}
	b, err := nbt.Append(nil, "", c)
	if err != nil {
		t.Fatal(err)
	}
	_, again, err := nbt.Decode(b, nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	host, err := hostnbt.MarshalEncoding(m, hostnbt.LittleEndian)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]any)
	if err := hostnbt.UnmarshalEncoding(host, &want, hostnbt.LittleEndian); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, plainnbt.Map(again)); diff != "" {
		t.Error(diff)
	}
}

// TestOddValues brings what maps of the host hold into forms that NBT has, and leaves out what has none.
func TestOddValues(t *testing.T) {
	got := plainnbt.Compound(map[string]any{
		"minus": int8(-1), "mixed": []any{int32(1), "two", int32(3)}, "holes": []any{nil, int32(1), nil},
		"nothing": nil, "function": func() {}, "array of texts": [1]string{"x"}, "struct": struct{ X int32 }{1}, "numbered": map[int]string{1: "x"},
		"typed nothing": (*int32)(nil),
	})
	want := nbt.Compound{
		"minus": uint8(255), "mixed": nbt.List{Elem: nbt.TagInt, Items: []any{int32(1), int32(3)}}, "holes": nbt.List{Elem: nbt.TagInt, Items: []any{int32(1)}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWhole names what it leaves out.
func TestWhole(t *testing.T) {
	for path, m := range map[string]map[string]any{
		"/a/b: no form in NBT for func()":      {"a": map[string]any{"b": func() {}}},
		"/a[1]: no form in NBT for string":     {"a": []any{int32(1), "two"}},
		"/a[0]: no form in NBT for nil":        {"a": []any{nil}},
		"/a: no form in NBT for struct":        {"a": struct{ X int32 }{}},
		"/a[0][1]: no form in NBT for float64": {"a": []any{[]any{float32(1), 2.0}}},
	} {
		if _, err := plainnbt.Whole(m); err == nil || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("got %v, want %s", err, path)
		}
	}
	if c, err := plainnbt.Whole(nil); err != nil || len(c) != 0 {
		t.Errorf("got %v, %v", c, err)
	}
}
