package nbt_test

import (
	"testing"
	"unicode/utf8"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestTextOfEveryRune checks all code points there are: lengths as java.io.DataInput states them, and the way back.
func TestTextOfEveryRune(t *testing.T) {
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if c >= 0xd800 && c < 0xe000 {
			continue
		}
		want := utf8.RuneLen(c)
		switch {
		case c == 0:
			want = 2
		case c >= 0x10000:
			want = 6
		}
		b := nbt.AppendText(nil, string(c))
		if len(b) != want {
			t.Fatalf("%U has %d bytes, want %d", c, len(b), want)
		}
		if s, err := nbt.DecodeText(b); err != nil || s != string(c) {
			t.Fatalf("%U came back as %q, %v", c, s, err)
		}
	}
}

// TestTextOfEveryUnit checks all two- and three-byte forms, single surrogates among them, and that no other form of a unit
// is accepted.
func TestTextOfEveryUnit(t *testing.T) {
	for c := range 0x10000 {
		two := []byte{0xc0 | byte(c>>6)&0x1f, 0x80 | byte(c)&0x3f}
		three := []byte{0xe0 | byte(c>>12), 0x80 | byte(c>>6)&0x3f, 0x80 | byte(c)&0x3f}
		check := func(b []byte, want bool) {
			s, err := nbt.DecodeText(b)
			if (err == nil) != want {
				t.Fatalf("% x for %#x: error %v", b, c, err)
			}
			if err == nil && string(nbt.AppendText(nil, s)) != string(b) {
				t.Fatalf("% x came back as % x", b, nbt.AppendText(nil, s))
			}
		}
		if c < 0x800 {
			check(two, c == 0 || c >= 0x80)
		}
		check(three, c >= 0x800)
	}
}

func TestTextRefuses(t *testing.T) {
	for _, b := range []string{"\x00", "\x80", "a\xc3", "\xc3(", "\xe2\x82", "\xe2(\xac", "\xf0\x9f\x98\x80", "\xff"} {
		if s, err := nbt.DecodeText([]byte(b)); err == nil {
			t.Errorf("% x decoded to %q", b, s)
		}
	}
}

func TestTextSurrogates(t *testing.T) {
	const high, low = "\xed\xa0\xbd", "\xed\xb8\x80"
	for b, want := range map[string]string{
		high + low: "😀", low + high: low + high, high: high, high + "a": high + "a", high + high + low: high + "😀",
		high + "\xe2\x82\xac": high + "€",
	} {
		s, err := nbt.DecodeText([]byte(b))
		if err != nil || s != want {
			t.Errorf("% x decoded to % x, %v", b, s, err)
		}
		if back := nbt.AppendText(nil, s); string(back) != b {
			t.Errorf("% x came back as % x", b, back)
		}
	}
	if b := nbt.AppendText(nil, "a\xffb"); string(b) != "a\ufffdb" {
		t.Errorf("bytes that are not text became % x", b)
	}
}
