package nbt_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

func payload(b string) nbt.Raw { return nbt.Raw{Tag: nbt.TagCompound, Data: []byte(b)} }

func TestEqual(t *testing.T) {
	const (
		x1  = "\x01\x00\x01x\x01"
		x2  = "\x01\x00\x01x\x02"
		xs  = "\x02\x00\x01x\x00\x01"
		y1  = "\x01\x00\x01y\x01"
		nan = "\x05\x00\x01f\x7f\xc0\x00\x00"
		// A list l of two compounds, with room for their entries.
		list = "\x09\x00\x01l\x0a\x00\x00\x00\x02"
	)
	tests := []struct {
		name, a, b string
		equal      bool
		path       string
	}{
		{"same bytes", x1 + "\x00", x1 + "\x00", true, ""},
		{"other order", x1 + y1 + "\x00", y1 + x1 + "\x00", true, ""},
		{"other order inside a list", list + x1 + y1 + "\x00\x00\x00", list + y1 + x1 + "\x00\x00\x00", true, ""},
		{"value", x1 + "\x00", x2 + "\x00", false, "x"},
		{"type", x1 + "\x00", xs + "\x00", false, "x"},
		{"missing", x1 + y1 + "\x00", x1 + "\x00", false, "y"},
		{"added", x1 + "\x00", x1 + y1 + "\x00", false, "y"},
		{"in a list", list + x1 + "\x00\x00\x00", list + x2 + "\x00\x00\x00", false, "l[0].x"},
		{"shorter list", "\x09\x00\x01l\x01\x00\x00\x00\x02\x01\x01\x00", "\x09\x00\x01l\x01\x00\x00\x00\x01\x01\x00", false, "l[1]"},
		{"empty lists of two types", "\x09\x00\x01l\x01\x00\x00\x00\x00\x00", "\x09\x00\x01l\x00\x00\x00\x00\x00\x00", false, "l"},
		{"not a number", nan + x1 + "\x00", x1 + nan + "\x00", true, ""},
		{"last of duplicates", x2 + x1 + "\x00", x1 + "\x00", true, ""},
		{"broken", x1 + "\x00", "\x01\x00", false, ""},
		{"trailing", x1 + "\x00", x1 + "\x00\x00", false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if equal, path := nbt.Equal(payload(tt.a), payload(tt.b)); equal != tt.equal || path != tt.path {
				t.Errorf("equal %v at %q, want %v at %q", equal, path, tt.equal, tt.path)
			}
			if equal, _ := nbt.Equal(payload(tt.b), payload(tt.a)); equal != tt.equal {
				t.Errorf("the other way round: equal %v", equal)
			}
		})
	}
}

func TestRaw(t *testing.T) {
	r := payload("\x01\x00\x01x\x01\x08\x00\x01s\x00\x02hi\x01\x00\x01x\x02\x00")
	x, ok := r.Lookup("x")
	i, isInt := x.Int()
	if !ok || !isInt || i != 2 {
		t.Errorf("x is %d, %v %v, want the last one", i, ok, isInt)
	}
	s, _ := r.Lookup("s")
	if v, ok := s.Str(); !ok || v != "hi" {
		t.Errorf("s is %q, %v", v, ok)
	}
	if _, ok := r.Lookup("absent"); ok {
		t.Error("an absent entry was found")
	}
	if _, ok := s.Lookup("s"); ok {
		t.Error("a string has an entry")
	}
	if _, ok := s.Int(); ok {
		t.Error("a string is a number")
	}
	if c := r.Clone(); &c.Data[0] == &r.Data[0] {
		t.Error("a clone shares memory")
	}
	if got := string(x.AppendEntry(nil, "n")); got != "\x01\x00\x01n\x02" {
		t.Errorf("entry % x", got)
	}
	if c, err := r.Compound(); err != nil || c["s"] != "hi" {
		t.Errorf("compound %v, %v", c, err)
	}
	if _, err := s.Compound(); err == nil {
		t.Error("a string is a compound")
	}
}
