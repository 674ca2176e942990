package terrain

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// DataVersion is that of the chunks: Java 1.18.1.
const DataVersion = 2865

// Encode writes a column as a chunk of the DataVersion given, at least that of 1.18. light, if not nil, is its light.
func (c *Column) Encode(dataVersion int32, light *lighting.Column) ([]byte, error) {
	var decoder anvil.Decoder
	var chunk anvil.Chunk
	if err := decoder.Decode(anvil.Blank(c.X, c.Z, dataVersion, Lowest>>4, Highest>>4, c.Biomes[0]), &chunk); err != nil {
		return nil, fmt.Errorf("encode terrain: %w", err)
	}
	edit := &anvil.Edit{}
	for i, numbers := range c.Cells {
		s := anvil.SectionEdit{Y: int8(Lowest>>4 + i), Biomes: anvil.NewBiomes(c.Biomes[0])}
		for b := range 64 {
			s.Biomes.Set(b, c.Biomes[b&15])
		}
		if numbers != nil {
			s.Blocks = anvil.NewBlocks(air)
			for j, n := range numbers {
				s.Blocks.Set(j, c.Palette[n])
			}
		}
		if light != nil {
			for kind, e := range map[lighting.Kind]*anvil.LightEdit{lighting.Block: &s.BlockLight, lighting.Sky: &s.SkyLight} {
				if planes, level := light.Section(int32(s.Y)).Levels(kind); planes != nil {
					*e = anvil.LightEdit{Replace: true, Array: planes.AppendAnvil(nil)}
				} else if level > 0 && !(level == 15 && c.clear(i)) {
					n := new(java.Nibbles)
					n.Fill(level)
					*e = anvil.LightEdit{Replace: true, Array: n[:]}
				}
			}
			edit.Light = anvil.LightOn
		}
		edit.Sections = append(edit.Sections, s)
	}
	var encoder anvil.Encoder
	out, err := encoder.Append(nil, &chunk, edit)
	if err != nil {
		return nil, fmt.Errorf("encode terrain: %w", err)
	}
	return out, nil
}

// clear says whether no block lies in a section and those above and below: the game stores no light for it.
func (c *Column) clear(i int) bool {
	for j := max(i-1, 0); j <= min(i+1, Sections-1); j++ {
		if c.Cells[j] != nil {
			return false
		}
	}
	return true
}

// Light lights columns together by the Java rules of DataVersion. They must fill a rectangle of w by d chunks, rows of x first.
func Light(columns []*Column, w, d int) ([]*lighting.Column, error) {
	shapes, err := java.Shapes()
	if err != nil {
		return nil, err
	}
	cache, builder := java.NewCache(java.New(DataVersion)), lighting.NewBuilder(shapes)
	area, err := lighting.NewArea(columns[0].X, columns[0].Z, w, d)
	if err != nil {
		return nil, err
	}
	lit := make([]*lighting.Column, len(columns))
	var palette java.Palette
	for i, c := range columns {
		if lit[i], err = lighting.NewColumn(c.X, c.Z, Lowest>>4, Sections); err != nil {
			return nil, err
		}
		palette.Read(cache, c.Palette)
		for s, cells := range c.Cells {
			if cells == nil {
				continue
			}
			if err := builder.Shorts(lit[i].Section(int32(Lowest>>4+s)), palette.Classes, cells); err != nil {
				return nil, err
			}
		}
		if err := area.Put(lit[i]); err != nil {
			return nil, err
		}
	}
	engine := lighting.NewEngine(shapes)
	engine.Light(area, lighting.Block)
	engine.Light(area, lighting.Sky)
	return lit, nil
}

// Chunk is a chunk with the bytes that are stored of it, not yet compressed.
type Chunk struct {
	X, Z int32
	NBT  []byte
}

// Square is edge x edge chunks of the terrain from chunk 0,0 on, lit together, rows of x first.
func Square(edge int) ([]Chunk, error) { return SquareAt(0, 0, edge) }

// SquareAt is Square from another chunk on.
func SquareAt(cx, cz int32, edge int) ([]Chunk, error) {
	var columns []*Column
	for i := range int32(edge * edge) {
		columns = append(columns, Natural(cx+i%int32(edge), cz+i/int32(edge)))
	}
	lit, err := Light(columns, edge, edge)
	if err != nil {
		return nil, err
	}
	chunks := make([]Chunk, len(columns))
	for i, c := range columns {
		data, err := c.Encode(DataVersion, lit[i])
		if err != nil {
			return nil, err
		}
		chunks[i] = Chunk{c.X, c.Z, data}
	}
	return chunks, nil
}

// Distinct is count chunks of n distinct states each, in a row of x from chunk 0,0 on. They have no light.
func Distinct(n, count int) ([]Chunk, error) {
	chunks := make([]Chunk, count)
	for i := range chunks {
		data, err := States(int32(i), 0, n).Encode(DataVersion, nil)
		if err != nil {
			return nil, err
		}
		chunks[i] = Chunk{int32(i), 0, data}
	}
	return chunks, nil
}

// SHA256 is the digest of the chunks' bytes, one after the other, in hexadecimal.
func SHA256(chunks []Chunk) string {
	h := sha256.New()
	for _, c := range chunks {
		h.Write(c.NBT)
	}
	return hex.EncodeToString(h.Sum(nil))
}
