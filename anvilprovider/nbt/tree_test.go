package nbt_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

func TestDecodeAndAppend(t *testing.T) {
	for _, g := range goods {
		t.Run(g.name, func(t *testing.T) {
			name, root, err := nbt.Decode([]byte(g.bytes), nbt.Limits{})
			if err != nil || name != "" {
				t.Fatalf("name %q, error %v", name, err)
			}
			if d := cmp.Diff(g.tree, root); d != "" {
				t.Errorf("tree (-want +got):\n%s", d)
			}
			b, err := nbt.Append(nil, "", g.tree)
			if err != nil || string(b) != g.bytes {
				t.Errorf("encoded % x, error %v, want % x", b, err, g.bytes)
			}
		})
	}
}

func TestRootName(t *testing.T) {
	b, err := nbt.Append([]byte("before"), "hello", nbt.Compound{"v": true})
	if err != nil {
		t.Fatal(err)
	}
	name, root, err := nbt.Decode(b[len("before"):], nbt.Limits{})
	if err != nil || name != "hello" || root["v"] != uint8(1) {
		t.Errorf("name %q, root %v, error %v", name, root, err)
	}
}

func TestDuplicateNamesLastWins(t *testing.T) {
	_, root, err := nbt.Decode([]byte(doc("\x01\x00\x01a\x01\x01\x00\x01a\x02")), nbt.Limits{})
	if err != nil || len(root) != 1 || root["a"] != uint8(2) {
		t.Errorf("root %v, error %v", root, err)
	}
}

func TestDepthLimit(t *testing.T) {
	nested := func(n int) []byte {
		s := strings.Repeat("\x0a\x00\x00", n) + strings.Repeat("\x00", n)
		return []byte(s)
	}
	for _, tt := range []struct {
		depth, limit int
		want         error
	}{{512, 0, nil}, {513, 0, nbt.ErrDepth}, {3, 3, nil}, {4, 3, nbt.ErrDepth}, {600, 600, nil}} {
		lim := nbt.Limits{Depth: tt.limit}
		if _, _, err := nbt.Decode(nested(tt.depth), lim); !errors.Is(err, tt.want) {
			t.Errorf("%d levels under limit %d: %v, want %v", tt.depth, tt.limit, err, tt.want)
		}
		r := nbt.NewReader(nested(tt.depth + 1)[3:], lim)
		tag, _, _ := r.Next()
		if r.Skip(tag); !errors.Is(r.Err(), tt.want) {
			t.Errorf("skip %d levels under limit %d: %v, want %v", tt.depth, tt.limit, r.Err(), tt.want)
		}
	}
}

func TestSizeLimit(t *testing.T) {
	b := []byte(goods[1].bytes)
	if _, _, err := nbt.Decode(b, nbt.Limits{Bytes: len(b)}); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	if _, _, err := nbt.Decode(b, nbt.Limits{Bytes: len(b) - 1}); !errors.Is(err, nbt.ErrSize) {
		t.Errorf("over the limit: %v, want %v", err, nbt.ErrSize)
	}
}

func TestAppendRefuses(t *testing.T) {
	for name, v := range map[string]any{
		"int":            7,
		"nil":            nil,
		"mixed list":     nbt.List{Elem: nbt.TagInt, Items: []any{int32(1), "x"}},
		"items of end":   nbt.List{Items: []any{int32(1)}},
		"list of tag 40": nbt.List{Elem: 40},
		"long text":      strings.Repeat("x", nbt.MaxText+1),
		"raw of end":     nbt.Raw{},
		"in a list":      nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"a": 1}}},
	} {
		if b, err := nbt.Append(nil, "", nbt.Compound{"v": v}); !errors.Is(err, nbt.ErrValue) {
			t.Errorf("%s: bytes % x, error %v", name, b, err)
		}
	}
	if b, err := nbt.Append(nil, "", nbt.Compound{"v": strings.Repeat("x", nbt.MaxText)}); err != nil || len(b) != nbt.MaxText+10 {
		t.Errorf("longest text: %d bytes, %v", len(b), err)
	}
}

func TestCompoundAccessors(t *testing.T) {
	c := nbt.Compound{"b": uint8(0xff), "s": int16(-3), "l": int64(1 << 40), "f": float32(1.5), "nan": math.NaN(), "t": "x",
		"c": nbt.Compound{}, "li": nbt.List{Elem: nbt.TagInt}}
	for name, want := range map[string]int64{"b": -1, "s": -3, "l": 1 << 40} {
		if v, ok := c.Int(name); !ok || v != want {
			t.Errorf("Int(%s) = %d, %v", name, v, ok)
		}
	}
	if v, ok := c.Float("f"); !ok || v != 1.5 {
		t.Errorf("Float = %v, %v", v, ok)
	}
	_, nan := c.Float("nan")
	_, str := c.Str("b")
	_, com := c.Compound("t")
	li, list := c.List("li")
	if nan || str || com || !list || li.Elem != nbt.TagInt {
		t.Error("accessor accepts another type, or refuses its own")
	}
}
