package scene

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/kestrel-mc/kestrel/lighting"
)

// The states of a scene.
const (
	Air uint8 = iota
	Stone
	Glowstone
	Lantern
	Torch
	RedstoneTorch
	Magma
)

// Classes are what light makes of the states: faceless, or full cubes.
var Classes = []lighting.Class{
	Air: 0, Stone: lighting.MustClass(0, 15, 0), Glowstone: lighting.MustClass(15, 15, 0), Lantern: lighting.MustClass(15, 0, 0),
	Torch: lighting.MustClass(14, 0, 0), RedstoneTorch: lighting.MustClass(7, 0, 0), Magma: lighting.MustClass(3, 15, 0),
}

// Scene is W x D chunks of N sections. Cells holds a state for each cell: chunks in the order z*W+x, sections from below, cells in
// the order y<<8 | z<<4 | x.
type Scene struct {
	W, D, N int
	Cells   []uint8
}

func blank(w, d, n int) *Scene { return &Scene{W: w, D: d, N: n, Cells: make([]uint8, w*d*n*4096)} }

// Section returns the cells of a section of a chunk.
func (s *Scene) Section(chunk, section int) *[4096]uint8 {
	return (*[4096]uint8)(s.Cells[(chunk*s.N+section)*4096:])
}

// SHA256 is the digest of the cells in hexadecimal.
func (s *Scene) SHA256() string {
	sum := sha256.Sum256(s.Cells)
	return hex.EncodeToString(sum[:])
}

const seed = 20260731

var (
	uniform = []uint8{Glowstone}
	mixed   = []uint8{Glowstone, Lantern, Torch, RedstoneTorch, Magma}
)

// OneSection is a section with a number of sources and a share of stone in percent. Its sources are glowstone, or of five levels of
// brightness in turn.
func OneSection(sources, solid int, mix bool) *Scene {
	s, r := blank(1, 1, 1), newRandom(seed)
	for i := range s.Cells {
		if r.nextInt(100) < solid {
			s.Cells[i] = Stone
		}
	}
	emitters := uniform
	if mix {
		emitters = mixed
	}
	for k := range sources {
		s.Cells[r.nextInt(4096)] = emitters[k%len(emitters)]
	}
	return s
}

// LitColumn is n equal sections with 20 % stone and four lamps; OpenColumn n sections of air.
func LitColumn(n int) *Scene {
	s, r := blank(1, 1, n), newRandom(multiplier)
	first := s.Section(0, 0)
	for i := range first {
		if r.nextInt(100) < 20 {
			first[i] = Stone
		}
	}
	for i := 0; i < 4096; i += 1024 {
		first[i] = Glowstone
	}
	for i := 1; i < n; i++ {
		*s.Section(0, i) = *first
	}
	return s
}

// OpenColumn is n sections of air.
func OpenColumn(n int) *Scene { return blank(1, 1, n) }

// areaLow is the height above the lowest cell at which the layer of an area begins: y 32 of a world from -64 on.
const areaLow = 96

// area fills chunks with a layer of 16 blocks: 30 % stone, and four lamps each.
func area(edge int) *Scene {
	s, r := blank(edge, edge, 24), newRandom(seed)
	for c := range edge * edge {
		section := s.Section(c, areaLow>>4)
		for i := range section {
			if r.nextInt(100) < 30 {
				section[i] = Stone
			}
		}
		for range 4 {
			x, y, z := r.nextInt(16), r.nextInt(16), r.nextInt(16)
			section[y<<8|z<<4|x] = Glowstone
		}
	}
	return s
}

// Area is a square of chunks, edge to a side.
func Area(edge int) *Scene { return area(edge) }

// Toggled is 5x5 chunks under a roof, with a lamp in the middle chunk or air in its place: at 8, 8, 8 of the layer's section.
func Toggled(on bool) *Scene {
	s := area(5)
	for c := range 25 {
		roof := s.Section(c, areaLow>>4+1)
		for i := range 256 {
			roof[i] = Stone
		}
	}
	state := Air
	if on {
		state = Glowstone
	}
	s.Section(12, areaLow>>4)[8<<8|8<<4|8] = state
	return s
}
