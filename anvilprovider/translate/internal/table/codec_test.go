package table

import (
	"bytes"
	"compress/flate"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// small is a table of two blocks.
func small() *Table {
	return &Table{
		Lists:  []List{{"lit", []string{"true", "false"}}, {"level", []string{"1", "2", "3"}}},
		Blocks: []Block{{Name: "a:lamp", Lists: []int{1, 0}, First: 0, States: 6, Default: 1}, {Name: "a:stone", First: 6, States: 1}},
		Shapes: []Shape{{"b:lamp", []string{"bit"}}, {Name: "b:stone"}},
		Palette: []State{
			{Shape: 0, Values: []string{"0"}}, {Shape: 0, Values: []string{"1"}}, {Shape: 1},
		},
		Images: []uint16{1, 0, 1, 0, 1, 0, 2},
		Sturdy: []uint8{0, 0, 0, 0, 1, 2, 63},
	}
}

func TestRoundTrip(t *testing.T) {
	want := small()
	b, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Encode(want)
	if err != nil || !bytes.Equal(b, again) {
		t.Error("the bytes are not always the same")
	}
	got, err := Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestEncodeRefuses gives tables whose parts do not agree.
func TestEncodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Table){
		"an image too many":        func(t *Table) { t.Images = append(t.Images, 0) },
		"an image too few":         func(t *Table) { t.Images = t.Images[:6] },
		"faces too few":            func(t *Table) { t.Sturdy = t.Sturdy[1:] },
		"a default outside":        func(t *Table) { t.Blocks[1].Default = 1 },
		"blocks with a gap":        func(t *Table) { t.Blocks[1].First = 5 },
		"a value too few":          func(t *Table) { t.Palette[0].Values = nil },
		"a palette out of order":   func(t *Table) { t.Palette[0], t.Palette[2] = t.Palette[2], t.Palette[0] },
		"a shape without its name": func(t *Table) { t.Shapes = t.Shapes[:1] },
	} {
		tab := small()
		spoil(tab)
		if _, err := Encode(tab); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

// TestDecodeDamaged cuts the bytes off everywhere, and changes each.
func TestDecodeDamaged(t *testing.T) {
	b, err := Encode(small())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range raw {
		if _, err := Decode(deflate(t, raw[:n])); err == nil {
			t.Errorf("%d of %d bytes are no error", n, len(raw))
		}
		for _, v := range []byte{0xff, 0x7f, 0} {
			spoilt := bytes.Clone(raw)
			spoilt[n] = v
			_, _ = Decode(deflate(t, spoilt)) // must not panic
		}
	}
	if _, err := Decode(deflate(t, append(raw, 0))); err == nil {
		t.Error("a byte too many is no error")
	}
	if _, err := Decode(nil); err == nil {
		t.Error("nothing is no error")
	}
}

func deflate(t testing.TB, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzDecode gives the inflated bytes, so that the fuzzer reaches the parser.
func FuzzDecode(f *testing.F) {
	b, err := Encode(small())
	if err != nil {
		f.Fatal(err)
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte{1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<16 {
			t.Skip()
		}
		tab, err := Decode(deflate(t, raw))
		if err != nil {
			return
		}
		if _, err := Encode(tab); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
	})
}
