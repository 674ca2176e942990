package lighting_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// panics returns the message that f panics with.
func panics(f func()) (msg string) {
	defer func() {
		if v := recover(); v != nil {
			msg, _ = v.(string)
		}
	}()
	f()
	return ""
}

// TestBadInput gives each door what it must refuse. The message names the argument.
func TestBadInput(t *testing.T) {
	col, _ := lighting.NewColumn(0, 0, -4, 24)
	other, _ := lighting.NewColumn(1, 0, -4, 24)
	area, _ := lighting.NewArea(0, 0, 1, 1)
	eng, b := lighting.NewEngine(nil), lighting.NewBuilder(nil)
	errOf := func(_ any, err error) error { return err }
	tall, _ := lighting.NewColumn(0, 0, -4, 25)
	low, _ := lighting.NewColumn(0, 0, -3, 24)
	if err := area.Put(col); err != nil {
		t.Fatal(err)
	}
	replay := func(c lighting.Change) error {
		_, err := eng.Replay(area, []lighting.Change{{}, c})
		return err
	}
	for _, c := range []struct {
		err  error
		word string
		is   error
	}{
		{errOf(lighting.NewClass(16, 0, 0)), "emission 16", nil},
		{errOf(lighting.NewClass(0, 16, 0)), "opacity 16", nil},
		{errOf(lighting.NewShapes(make([]lighting.Faces, 256))), "faces", nil},
		{errOf(lighting.NewColumn(0, 0, 0, 0)), "sections is 0", nil},
		{errOf(lighting.NewColumn(0, 0, 0, 257)), "sections is 257", nil},
		{errOf(lighting.NewArea(0, 0, 0, 1)), "w 0", nil},
		{errOf(lighting.NewArea(0, 0, 1, 1025)), "d 1025", nil},
		{area.Put(nil), "column is nil", nil},
		{area.Put(other), "column (1, 0)", lighting.ErrMismatch},
		{area.Put(tall), "25 sections", lighting.ErrMismatch},
		{area.Put(low), "from -3", lighting.ErrMismatch},
		{replay(lighting.Change{X: 16}), "changes[1]: x 16", lighting.ErrPosition},
		{replay(lighting.Change{Z: -1}), "z -1", lighting.ErrPosition},
		{replay(lighting.Change{Y: -65}), "y -65", lighting.ErrPosition},
		{replay(lighting.Change{Y: 320}), "y 320", lighting.ErrPosition},
		{replay(lighting.Change{Y: -1 << 31}), "y -2147483648", lighting.ErrPosition},
		{replay(lighting.Change{Y: 1<<31 - 1}), "y 2147483647", lighting.ErrPosition},
		{replay(lighting.Change{Class: 1 << 8}), "shape 1", nil},
		{errOf(eng.Join(area, lighting.Block, 5, 5)), "no column (5, 5)", nil},
		{errOf(eng.Join(area, lighting.Block, 0, 0)), "not lit", nil},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.word) || c.is != nil && !errors.Is(c.err, c.is) {
			t.Errorf("got error %v, want one with %q and %v", c.err, c.word, c.is)
		}
	}
	for word, f := range map[string]func(){
		"section number -6":     func() { col.Section(-6) },
		"section number 21":     func() { col.Section(21) },
		"x 16":                  func() { col.At(lighting.Block, 16, 0, 0) },
		"z -1":                  func() { col.At(lighting.Block, 0, 0, -1) },
		"section number -5000":  func() { col.At(lighting.Sky, 0, -80000, 0) },
		"uniform level 16":      func() { col.Section(0).SetLevels(lighting.Block, nil, 16) },
		"cell 4096":             func() { new(lighting.Levels).Set(4096, 1) },
		"cell -1 ":              func() { new(lighting.Levels).At(-1) },
		"cell 5000":             func() { new(lighting.Plane).Has(5000) },
		"cell 4097":             func() { col.Section(0).Class(4097) },
		"level 16 is above":     func() { new(lighting.Levels).Set(0, 16) },
		"kind(2)":               func() { eng.Light(area, 2) },
		"area is nil":           func() { eng.Light(nil, lighting.Block) },
		"indices is nil":        func() { _ = b.Bytes(col.Section(0), nil, nil) },
		"side up":               func() { col.Freeze(lighting.Up, other, eng.Shapes()) },
		"neighbour is not":      func() { col.Freeze(lighting.West, other, eng.Shapes()) },
		"class has shape 1":     func() { b.Uniform(col.Section(0), 1<<8) },
		"dst is nil":            func() { b.Uniform(nil, 0) },
		"kind is kind(9)":       func() { col.Lit(9) },
		"kind is kind(3)":       func() { col.SetLit(3, true) },
		"neighbour has another": func() { o, _ := lighting.NewColumn(1, 0, 0, 3); col.Freeze(lighting.East, o, eng.Shapes()) },
		"a section has shape":   lightForeignShape,
	} {
		if msg := panics(f); !strings.Contains(msg, word) {
			t.Errorf("got panic %q, want one with %q", msg, word)
		}
	}
}

// lightForeignShape lights a section that was built with a larger table of shapes than the engine's.
func lightForeignShape() {
	s := mustShapes([]lighting.Faces{{}})
	col, _ := lighting.NewColumn(0, 0, 0, 1)
	lighting.NewBuilder(s).Uniform(col.Section(0), 1<<8)
	area, _ := lighting.NewArea(0, 0, 1, 1)
	_ = area.Put(col)
	lighting.NewEngine(nil).Light(area, lighting.Block)
}
