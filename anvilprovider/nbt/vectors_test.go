package nbt_test

import (
	"errors"
	"io"
	"math"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// good is one document that is accepted; the table drives decoder, encoder and the seeds of the fuzz targets.
type good struct {
	name  string
	bytes string
	tree  nbt.Compound
}

// doc makes a document with an empty root name from the entries of the root.
func doc(entries string) string { return "\x0a\x00\x00" + entries + "\x00" }

var goods = []good{
	{"empty", doc(""), nbt.Compound{}},
	{"byte", doc("\x01\x00\x01a\xff"), nbt.Compound{"a": uint8(255)}},
	{"short", doc("\x02\x00\x01a\x80\x01"), nbt.Compound{"a": int16(-32767)}},
	{"int", doc("\x03\x00\x01a\x7f\xff\xff\xff"), nbt.Compound{"a": int32(math.MaxInt32)}},
	{"long", doc("\x04\x00\x01a\xff\xff\xff\xff\xff\xff\xff\xfe"), nbt.Compound{"a": int64(-2)}},
	{"float", doc("\x05\x00\x01a\x3f\x80\x00\x00"), nbt.Compound{"a": float32(1)}},
	{"double", doc("\x06\x00\x01a\xc0\x00\x00\x00\x00\x00\x00\x00"), nbt.Compound{"a": float64(-2)}},
	{"byte array", doc("\x07\x00\x01a\x00\x00\x00\x02\x01\xff"), nbt.Compound{"a": []byte{1, 255}}},
	{"string", doc("\x08\x00\x01a\x00\x05h\xc3\xa9\xc0\x80"), nbt.Compound{"a": "hé\x00"}},
	{"supplementary", doc("\x08\x00\x01a\x00\x06\xed\xa0\xbd\xed\xb8\x80"), nbt.Compound{"a": "😀"}},
	{"empty list of end", doc("\x09\x00\x01a\x00\x00\x00\x00\x00"), nbt.Compound{"a": nbt.List{}}},
	{"empty list of compounds", doc("\x09\x00\x01a\x0a\x00\x00\x00\x00"), nbt.Compound{"a": nbt.List{Elem: nbt.TagCompound}}},
	{"list of ints", doc("\x09\x00\x01a\x03\x00\x00\x00\x01\x00\x00\x00\x07"),
		nbt.Compound{"a": nbt.List{Elem: nbt.TagInt, Items: []any{int32(7)}}}},
	{"list of lists", doc("\x09\x00\x01a\x09\x00\x00\x00\x01\x01\x00\x00\x00\x01\x05"),
		nbt.Compound{"a": nbt.List{Elem: nbt.TagList, Items: []any{nbt.List{Elem: nbt.TagByte, Items: []any{uint8(5)}}}}}},
	{"list of compounds", doc("\x09\x00\x01a\x0a\x00\x00\x00\x02\x00\x01\x00\x01b\x01\x00"),
		nbt.Compound{"a": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{}, nbt.Compound{"b": uint8(1)}}}}},
	{"int array", doc("\x0b\x00\x01a\x00\x00\x00\x01\xff\xff\xff\xff"), nbt.Compound{"a": []int32{-1}}},
	{"long array", doc("\x0c\x00\x01a\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x09"), nbt.Compound{"a": []int64{9}}},
	{"nested and sorted", doc("\x0a\x00\x01a\x01\x00\x01x\x01\x00\x01\x00\x01b\x02"),
		nbt.Compound{"a": nbt.Compound{"x": uint8(1)}, "b": uint8(2)}},
}

// bad is one document that is refused.
type bad struct {
	name  string
	bytes string
	path  string
	cause error
}

var bads = []bad{
	{"nothing", "", "", io.ErrUnexpectedEOF},
	{"end at the root", "\x00", "", nbt.ErrTag},
	{"list at the root", "\x09\x00\x00\x00\x00\x00\x00\x00", "", nbt.ErrTag},
	{"no end", "\x0a\x00\x00", "", io.ErrUnexpectedEOF},
	{"trailing", doc("") + "\x00", "", nbt.ErrTrailing},
	{"short name", "\x0a\x00\x00\x01\x00\x09ab", "", io.ErrUnexpectedEOF},
	{"tag 13", doc("\x0d\x00\x01a\x00"), "a", nbt.ErrTag},
	{"negative array", doc("\x0b\x00\x01a\xff\xff\xff\xff"), "a", nbt.ErrLength},
	{"huge array", doc("\x0c\x00\x01a\x7f\xff\xff\xff"), "a", io.ErrUnexpectedEOF},
	{"huge list", doc("\x09\x00\x01a\x0a\x7f\xff\xff\xff"), "a", io.ErrUnexpectedEOF},
	{"list of counted ends", doc("\x09\x00\x01a\x00\x00\x00\x00\x02"), "a", nbt.ErrLength},
	{"list of tag 99", doc("\x09\x00\x01a\x63\x00\x00\x00\x00"), "a", nbt.ErrTag},
	{"deep path", doc("\x0a\x00\x01a\x09\x00\x01b\x0a\x00\x00\x00\x02\x00\x08\x00\x01c\x00\x09ab\x00\x00"), "a.b[1].c", io.ErrUnexpectedEOF},
	{"overlong text", doc("\x08\x00\x01a\x00\x02\xc1\x81"), "a", nbt.ErrText},
	{"four-byte text", doc("\x08\x00\x01a\x00\x04\xf0\x9f\x98\x80"), "a", nbt.ErrText},
	{"text in a name", doc("\x01\x00\x01\xff\x00"), `"\xff"`, nbt.ErrText},
}

func TestDecodeRefuses(t *testing.T) {
	for _, b := range bads {
		t.Run(b.name, func(t *testing.T) {
			_, root, err := nbt.Decode([]byte(b.bytes), nbt.Limits{})
			var syntax *nbt.SyntaxError
			if !errors.Is(err, b.cause) || !errors.As(err, &syntax) || root != nil {
				t.Fatalf("root %v, error %v, want cause %v", root, err, b.cause)
			}
			if syntax.Path != b.path {
				t.Errorf("path %q, want %q (%v)", syntax.Path, b.path, err)
			}
			if syntax.Offset > len(b.bytes) {
				t.Errorf("offset %d lies behind the input of %d bytes", syntax.Offset, len(b.bytes))
			}
		})
	}
}
