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

	low, high int
	sections  []section // from low up
	colours   map[string]seen
}

// section is what is drawn of one section. The zero value is empty space.
type section struct {
	looks                []seen // of the palette; nil if there are no blocks
	cells                [4096]uint16
	blockLight, skyLight []byte
}

type seen struct {
	colour color.RGBA
	shown  bool
	water  bool
}

// load unpacks the sections of a chunk and works out how the entries of their palettes look.
func (s *Scan) load(c *anvil.Chunk) {
	s.sections = s.sections[:0]
	if s.colours == nil {
		s.colours = map[string]seen{}
	}
	s.low, s.high = 0, -1
	if len(c.Sections) == 0 {
		return
	}
	lowest, highest := int(c.Sections[0].Y), int(c.Sections[len(c.Sections)-1].Y)
	s.low, s.high = lowest*16, highest*16+15
	if n := highest - lowest + 1; cap(s.sections) < n {
		s.sections = make([]section, n)
	} else {
		s.sections = s.sections[:n]
	}
	for i := range s.sections {
		s.sections[i].looks, s.sections[i].blockLight, s.sections[i].skyLight = s.sections[i].looks[:0], nil, nil
	}
	for i := range c.Sections {
		from := &c.Sections[i]
		to := &s.sections[int(from.Y)-lowest]
		to.blockLight, to.skyLight = from.BlockLight, from.SkyLight
		if !from.Blocks.Present() {
			continue
		}
		for _, key := range from.Blocks.Palette {
			to.looks = append(to.looks, s.look(key))
		}
		if from.Blocks.Uniform() {
			to.cells = [4096]uint16{}
		} else {
			from.Blocks.Unpack(&to.cells)
		}
	}
}

// look returns how a block looks.
func (s *Scan) look(key string) seen {
	look, ok := s.colours[key]
	if !ok {
		look.colour, look.shown = Colour(key)
		look.water = strings.HasPrefix(key, "minecraft:water[")
		s.colours[key] = look
	}
	return look
}

// at returns how the block at x and z in the chunk and y in the world looks. The height is one that the chunk has a section for.
func (s *Scan) at(x, y, z int) seen {
	section := &s.sections[(y-s.low)>>4]
	if len(section.looks) == 0 {
		return seen{}
	}
	return section.looks[section.cells[y&15<<8|z<<4|x]]
}

// light returns the stored level at a position: of block light what is there, or 0; of sky light what is there, or 15.
func (s *Scan) light(x, y, z int) uint8 {
	section := &s.sections[(y-s.low)>>4]
	array, absent := section.blockLight, uint8(0)
	if s.Subject == SkyLight {
		array, absent = section.skyLight, 15
	}
	if len(array) != 2048 {
		return absent
	}
	i := y&15<<8 | z<<4 | x
	return array[i>>1] >> (i & 1 * 4) & 15
}

// Above draws a chunk from above at a corner of an image: one pixel for each column of blocks. A surface that rises to the south is
// lighter, one that falls is darker; water is darker the deeper it is.
func (s *Scan) Above(c *anvil.Chunk, dst *image.RGBA, px, pz int) {
	s.load(c)
	low, high := s.low, min(s.high, s.Top)
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
	low, high := s.low, s.high
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
