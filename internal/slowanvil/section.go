package slowanvil

import (
	"fmt"
	"strconv"
)

// Section is 16x16x16 cells. Cell order is y<<8 | z<<4 | x, with x, y and z from 0 to 15 inside the section.
type Section struct {
	Y       int
	Palette []string // state keys as stored, unused ones included; nil if the section has no block states
	Cells   []uint16 // 4,096 indices into Palette

	BiomePalette []string // from 1.18
	BiomeCells   []uint16 // 64 indices, order y<<4 | z<<2 | x in steps of four cells

	BlockLight, SkyLight []byte // 2,048 bytes, low nibble first; nil if not stored

	IDs   []uint16 // before 1.13: 4,096 block ids, else nil
	Metas []byte   // before 1.13: 4,096 values 0..15, else nil

	Raw map[string]any // the section's own compound
}

// State returns the state key of a cell. A section without block states is minecraft:air; one of before 1.13 gives "id:meta".
func (s Section) State(x, y, z int) string {
	i := y<<8 | z<<4 | x
	switch {
	case s.IDs != nil:
		return strconv.Itoa(int(s.IDs[i])) + ":" + strconv.Itoa(int(s.Metas[i]))
	case s.Cells != nil:
		return s.Palette[s.Cells[i]]
	}
	return "minecraft:air"
}

// ID returns the numeric id and meta of a cell of before 1.13.
func (s Section) ID(x, y, z int) (id, meta int) {
	if s.IDs == nil {
		return 0, 0
	}
	return int(s.IDs[y<<8|z<<4|x]), int(s.Metas[y<<8|z<<4|x])
}

// Biome returns the biome of a cell as stored from 1.18 on, "" if none is.
func (s Section) Biome(x, y, z int) string {
	if s.BiomeCells == nil {
		return ""
	}
	return s.BiomePalette[s.BiomeCells[y>>2<<4|z>>2<<2|x>>2]]
}

// Nibble returns cell (x, y, z) of a light array of 2,048 bytes.
func Nibble(array []byte, x, y, z int) int {
	i := y<<8 | z<<4 | x
	return int(array[i/2]>>(i%2*4)) & 15
}

// decodeSection reads one entry of the list of sections.
func decodeSection(raw map[string]any, dataVersion int) (Section, error) {
	s := Section{Y: Int(raw["Y"]), BlockLight: Bytes(raw["BlockLight"]), SkyLight: Bytes(raw["SkyLight"]), Raw: raw}
	for _, l := range [][]byte{s.BlockLight, s.SkyLight} {
		if l != nil && len(l) != 2048 {
			return s, fmt.Errorf("section %d: light array of %d bytes", s.Y, len(l))
		}
	}
	var err error
	if ids := Bytes(raw["Blocks"]); ids != nil {
		err = s.decodeNumeric(ids, Bytes(raw["Add"]), Bytes(raw["Data"]))
	} else if states, ok := raw["block_states"].(map[string]any); ok {
		err = s.decodeBlocks(list(states["palette"]), Longs(states["data"]), false)
	} else if palette, ok := raw["Palette"].([]any); ok {
		err = s.decodeBlocks(palette, Longs(raw["BlockStates"]), dataVersion < firstAligned)
	}
	if err != nil {
		return s, fmt.Errorf("section %d: blocks: %w", s.Y, err)
	}
	if biomes, ok := raw["biomes"].(map[string]any); ok {
		if err := s.decodeBiomes(list(biomes["palette"]), Longs(biomes["data"])); err != nil {
			return s, fmt.Errorf("section %d: biomes: %w", s.Y, err)
		}
	}
	return s, nil
}

func (s *Section) decodeBlocks(palette []any, longs []int64, spanning bool) (err error) {
	for _, entry := range palette {
		key, err := stateKey(entry)
		if err != nil {
			return err
		}
		s.Palette = append(s.Palette, key)
	}
	s.Cells, err = unpack(longs, 4096, len(palette), 4, spanning)
	return err
}

func (s *Section) decodeBiomes(palette []any, longs []int64) (err error) {
	for _, entry := range palette {
		name, ok := entry.(string)
		if !ok {
			return fmt.Errorf("palette entry %v is not a name", entry)
		}
		s.BiomePalette = append(s.BiomePalette, name)
	}
	s.BiomeCells, err = unpack(longs, 64, len(palette), 1, false)
	return err
}

func (s *Section) decodeNumeric(ids, add, data []byte) error {
	if len(ids) != 4096 || len(data) != 2048 || add != nil && len(add) != 2048 {
		return fmt.Errorf("arrays of %d, %d and %d bytes", len(ids), len(add), len(data))
	}
	s.IDs, s.Metas = make([]uint16, 4096), make([]byte, 4096)
	for y := range 16 {
		for z := range 16 {
			for x := range 16 {
				i := y<<8 | z<<4 | x
				s.IDs[i], s.Metas[i] = uint16(ids[i]), byte(Nibble(data, x, y, z))
				if add != nil {
					s.IDs[i] |= uint16(Nibble(add, x, y, z)) << 8
				}
			}
		}
	}
	return nil
}
