package paint

import (
	"image"
	"image/color"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// Subject is what a picture shows.
type Subject string

const (
	Blocks     Subject = "blocks"
	BlockLight Subject = "block-light"
	SkyLight   Subject = "sky-light"
)

// Scan draws chunks, one after the other.
type Scan struct {
	Subject Subject
	// Top is the highest block that is looked at from above; what is higher is cut off.
	Top int

	chunk   *anvil.Chunk
	cells   map[int8]*[4096]uint16
	colours map[string]seen
}

type seen struct {
	colour color.RGBA
	shown  bool
	water  bool
}

// load unpacks the sections of a chunk.
func (s *Scan) load(c *anvil.Chunk) {
	s.chunk, s.cells = c, map[int8]*[4096]uint16{}
	if s.colours == nil {
		s.colours = map[string]seen{}
	}
	for i := range c.Sections {
		blocks := &c.Sections[i].Blocks
		if !blocks.Present() {
			continue
		}
		cells := new([4096]uint16)
		if !blocks.Uniform() {
			blocks.Unpack(cells)
		}
		s.cells[c.Sections[i].Y] = cells
	}
}

// at returns how the block at x and z in the chunk and y in the world looks.
func (s *Scan) at(x, y, z int) seen {
	cells := s.cells[int8(y>>4)]
	if cells == nil {
		return seen{}
	}
	key := s.chunk.At(int8(y >> 4)).Blocks.Palette[cells[y&15<<8|z<<4|x]]
	look, ok := s.colours[key]
	if !ok {
		look.colour, look.shown = Colour(key)
		look.water = strings.HasPrefix(key, "minecraft:water[")
		s.colours[key] = look
	}
	return look
}

// light returns the stored level at a position: of block light what is there, or 0; of sky light what is there, or 15.
func (s *Scan) light(x, y, z int) uint8 {
	section := s.chunk.At(int8(y >> 4))
	i := y&15<<8 | z<<4 | x
	array, absent := []byte(nil), uint8(0)
	if s.Subject == SkyLight {
		absent = 15
	}
	if section != nil {
		array = section.BlockLight
		if s.Subject == SkyLight {
			array = section.SkyLight
		}
	}
	if len(array) != 2048 {
		return absent
	}
	return array[i>>1] >> (i & 1 * 4) & 15
}

// heights returns the lowest and the highest block that the chunk has sections for.
func (s *Scan) heights() (low, high int) {
	low, high = 1<<20, -1<<20
	for y := range s.cells {
		low, high = min(low, int(y)*16), max(high, int(y)*16+15)
	}
	return low, high
}

// Above draws a chunk from above at a corner of an image: one pixel for each column of blocks. A surface that rises to the south is
// lighter, one that falls is darker; water is darker the deeper it is.
func (s *Scan) Above(c *anvil.Chunk, dst *image.RGBA, px, pz int) {
	s.load(c)
	low, high := s.heights()
	high = min(high, s.Top)
	for x := range 16 {
		north := 1 << 20
		for z := range 16 {
			y := high
			for y >= low && !s.at(x, y, z).shown {
				y--
			}
			if y < low {
				continue
			}
			colour := s.at(x, y, z).colour
			if s.Subject != Blocks {
				colour = level(s.light(x, min(y+1, high), z), s.Subject == BlockLight)
			} else if s.at(x, y, z).water {
				depth := 0
				for y-depth >= low && s.at(x, y-depth, z).water {
					depth++
				}
				colour = shade(colour, max(100-4*depth, 45))
			} else if north != 1<<20 {
				colour = shade(colour, 100+min(max((y-north)*12, -30), 24))
			}
			north = y
			dst.SetRGBA(px+x, pz+z, colour)
		}
	}
}

// Slice draws one row of a chunk's blocks as a wall: along x at a z (0 to 15), or along z at an x. The image's rows go down from the
// block of height top.
func (s *Scan) Slice(c *anvil.Chunk, dst *image.RGBA, px, top int, alongX bool, at int) {
	s.load(c)
	low, high := s.heights()
	for i := range 16 {
		x, z := at, i
		if alongX {
			x, z = i, at
		}
		for y := low; y <= high; y++ {
			look := s.at(x, y, z)
			switch {
			case s.Subject == Blocks && look.shown:
				dst.SetRGBA(px+i, top-y, look.colour)
			case s.Subject == Blocks:
				dst.SetRGBA(px+i, top-y, color.RGBA{0xc8, 0xdc, 0xf0, 255})
			case look.shown && s.light(x, y, z) == 0:
				dst.SetRGBA(px+i, top-y, color.RGBA{8, 8, 8, 255})
			default:
				dst.SetRGBA(px+i, top-y, level(s.light(x, y, z), s.Subject == BlockLight))
			}
		}
	}
}
