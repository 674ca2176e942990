package nbt_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestAppendFunctions writes each kind of payload with its function, and as a tree: the bytes have to be the same.
func TestAppendFunctions(t *testing.T) {
	for name, tt := range map[string]struct {
		got  []byte
		tree any
	}{
		"byte": {nbt.AppendByte(nil, -2), int8(-2)}, "short": {nbt.AppendShort(nil, -3), int16(-3)}, "int": {nbt.AppendInt(nil, -4), int32(-4)},
		"long": {nbt.AppendLong(nil, -5), int64(-5)}, "float": {nbt.AppendFloat(nil, 1.5), float32(1.5)}, "double": {nbt.AppendDouble(nil, -2.5), -2.5},
		"string": {nbt.AppendString(nil, "é\x00😀"), "é\x00😀"}, "bytes": {nbt.AppendByteArray(nil, []byte{1, 2}), []byte{1, 2}},
		"ints": {nbt.AppendIntArray(nil, []int32{-1, 2}), []int32{-1, 2}}, "longs": {nbt.AppendLongArray(nil, []int64{-1, 2}), []int64{-1, 2}},
		"list":     {nbt.AppendInt(nbt.AppendListHead(nil, nbt.TagInt, 1), 7), nbt.List{Elem: nbt.TagInt, Items: []any{int32(7)}}},
		"compound": {nbt.AppendEnd(nbt.AppendByte(nbt.AppendHead(nil, nbt.TagByte, "a"), 1)), nbt.Compound{"a": true}},
		"raw":      {nbt.AppendInt(nil, 3), nbt.Raw{Tag: nbt.TagInt, Data: []byte{0, 0, 0, 3}}},
	} {
		want, err := nbt.AppendPayload(nil, tt.tree)
		if err != nil || string(want) != string(tt.got) {
			t.Errorf("%s: % x, want % x (%v)", name, tt.got, want, err)
		}
		raw, err := nbt.RawOf(tt.tree)
		if err != nil || string(raw.Data) != string(want) || raw.IsZero() {
			t.Errorf("%s: raw %v, %v", name, raw, err)
		}
		if v, err := raw.Tree(); err != nil || v == nil {
			t.Errorf("%s: back as %v, %v", name, v, err)
		}
	}
	if long := nbt.AppendString(nil, string(make([]byte, 40000))); len(long) != 2+nbt.MaxText {
		t.Errorf("a text that is too long has %d bytes", len(long))
	}
}

func TestTagNames(t *testing.T) {
	for tag, want := range map[nbt.Tag]string{nbt.TagEnd: "end", nbt.TagLongArray: "long array", 13: "tag 13", 255: "tag 255"} {
		if tag.String() != want || tag.Valid() != (tag <= nbt.TagLongArray) {
			t.Errorf("tag %d is %s, valid %v", byte(tag), tag, tag.Valid())
		}
	}
}

// TestSeek walks a part of a document twice.
func TestSeek(t *testing.T) {
	r := nbt.NewReader([]byte(doc("\x01\x00\x01a\x05")), nbt.Limits{})
	r.Root()
	at := r.Offset()
	for range 2 {
		r.Seek(at)
		if _, name, ok := r.Next(); !ok || string(name) != "a" || r.Byte() != 5 {
			t.Fatalf("entry %q, %v", name, r.Err())
		}
	}
}
