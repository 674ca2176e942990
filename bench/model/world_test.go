package model

import (
	"encoding/binary"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/internal/queue"
	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/lighting"
)

// packed is a scene as a game stores it: 4,096 packed indices for each section, four bits each. The palette is scene.Classes.
type packed struct {
	*scene.Scene
	data [][]byte // per chunk and section
}

const indexBits = 4

func pack(s *scene.Scene) *packed {
	p := &packed{Scene: s}
	for c := range s.W * s.D {
		for n := range s.N {
			words := make([]byte, 4096*indexBits/8)
			for i, v := range s.Section(c, n) {
				at := i / 16 * 8
				w := binary.BigEndian.Uint64(words[at:]) | uint64(v)<<(i%16*indexBits)
				binary.BigEndian.PutUint64(words[at:], w)
			}
			p.data = append(p.data, words)
		}
	}
	return p
}

func (p *packed) section(chunk, n int) []byte { return p.data[chunk*p.N+n] }

// engine is a scene in the light engine. Like Falco's, the world ends at the scene's borders: the section above and the one below
// the build height are stone, but for the upper one in sky light, which is open.
type engine struct {
	*packed
	area    *lighting.Area
	columns []*lighting.Column
	builder *lighting.Builder
	engine  *lighting.Engine
}

func newEngine(tb testing.TB, p *packed, kind lighting.Kind) *engine {
	tb.Helper()
	e := &engine{packed: p, builder: lighting.NewBuilder(nil), engine: lighting.NewEngine(nil)}
	var err error
	if e.area, err = lighting.NewArea(0, 0, p.W, p.D); err != nil {
		tb.Fatal(err)
	}
	for c := range p.W * p.D {
		col, err := lighting.NewColumn(int32(c%p.W), int32(c/p.W), 0, p.N)
		if err != nil {
			tb.Fatal(err)
		}
		e.closed(col, kind)
		if err := e.area.Put(col); err != nil {
			tb.Fatal(err)
		}
		e.columns = append(e.columns, col)
	}
	e.build(tb)
	e.light(kind)
	return e
}

// closed makes the sections outside the build height what they are for a kind of light.
func (e *engine) closed(col *lighting.Column, kind lighting.Kind) {
	e.builder.Uniform(col.Section(-1), scene.Classes[scene.Stone])
	above := scene.Classes[scene.Stone]
	if kind == lighting.Sky {
		above = scene.Classes[scene.Air]
	}
	e.builder.Uniform(col.Section(int32(e.N)), above)
}

// build makes all planes.
func (e *engine) build(tb testing.TB) {
	for c := range e.columns {
		e.buildColumn(tb, c, e.columns[c])
	}
}

func (e *engine) buildColumn(tb testing.TB, chunk int, col *lighting.Column) {
	for n := range e.N {
		if err := e.builder.Anvil(col.Section(int32(n)), scene.Classes, indexBits, e.section(chunk, n)); err != nil {
			tb.Fatal(err)
		}
	}
}

// light lights all columns from nothing.
func (e *engine) light(kind lighting.Kind) {
	for _, col := range e.columns {
		col.SetLit(kind, false)
	}
	e.engine.Light(e.area, kind)
}

// collect packs the light of a chunk's sections as a file stores it.
func (e *engine) collect(dst []byte, chunk int, kind lighting.Kind) []byte {
	for n := range e.N {
		planes, level := e.columns[chunk].Section(int32(n)).Levels(kind)
		if planes != nil {
			dst = planes.AppendAnvil(dst)
			continue
		}
		for range 2048 {
			dst = append(dst, level<<4|level)
		}
	}
	return dst
}

// yardstick is the same scene lit with queues.
type yardstick struct {
	*packed
	grid    *queue.Grid
	opaque  []bool
	emit    []uint8
	cells   [4096]uint8
	nibbles [2048]byte
}

func newYardstick(p *packed) *yardstick {
	y := &yardstick{packed: p, grid: queue.New(p.W*16, p.N*16, p.D*16)}
	y.opaque, y.emit = queue.Tables(scene.Classes)
	return y
}

// build unpacks the indices and fills the tables of opacity and emission.
func (y *yardstick) build() {
	for c := range y.W * y.D {
		for n := range y.N {
			data := y.section(c, n)
			for i := range 256 {
				w := binary.BigEndian.Uint64(data[i*8:])
				for k := range 16 {
					y.cells[i*16+k] = uint8(w >> (k * indexBits) & 15)
				}
			}
			y.grid.Section(c%y.W*16, n*16, c/y.W*16, &y.cells, y.opaque, y.emit)
		}
	}
}

func (y *yardstick) light(kind lighting.Kind) {
	if kind == lighting.Block {
		y.grid.Block()
	} else {
		y.grid.Sky()
	}
}

func (y *yardstick) collect(dst []byte, chunk int) []byte {
	for n := range y.N {
		y.grid.Nibbles(&y.nibbles, chunk%y.W*16, n*16, chunk/y.W*16)
		dst = append(dst, y.nibbles[:]...)
	}
	return dst
}

// check fails unless the engine and the yardstick compute the same light for every cell, and some of it.
func check(tb testing.TB, p *packed, kind lighting.Kind) (*engine, *yardstick) {
	tb.Helper()
	e, y := newEngine(tb, p, kind), newYardstick(p)
	y.build()
	y.light(kind)
	lit := false
	for c := range p.W * p.D {
		ours, theirs := e.collect(nil, c, kind), y.collect(nil, c)
		for i := range ours {
			if ours[i] != theirs[i] {
				tb.Fatalf("%v light of chunk %d, byte %d: %#x by planes, %#x by queues", kind, c, i, ours[i], theirs[i])
			}
			lit = lit || ours[i] != 0
		}
	}
	if !lit {
		tb.Fatalf("%v light is dark everywhere: there is nothing to compare", kind)
	}
	return e, y
}

var kinds = []lighting.Kind{lighting.Block, lighting.Sky}
