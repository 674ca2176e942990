package anvil

import (
	"math/rand/v2"
	"testing"
)

// TestSectionAgainstCells upgrades sections of repeated rows, and looks every cell up on its own: rows that are stored alike
// differ where a deriver looks around.
func TestSectionAgainstCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	// Stone, grass, podzol, snow, leaves, logs, fences, stairs, a mod's block.
	blocks := []uint16{1 << 4, 1<<4 | 3, 2 << 4, 3<<4 | 2, 78 << 4, 18 << 4, 18<<4 | 4, 17 << 4, 85 << 4, 53 << 4, 53<<4 | 2, 300<<4 | 7}
	for round := range 60 {
		var d Decoder
		var c Chunk
		n := d.numericState()
		n.view.reset(&c, nil)
		scans := make([]scan, 2)
		for i := range scans {
			scans[i] = randomNumeric(rng, int8(i), blocks[:1+rng.IntN(len(blocks))])
			n.view.sections[i] = &scans[i]
		}
		for i := range scans {
			s := &scans[i]
			n.section(&c.memory, s)
			p := Paletted{Palette: c.memory.keys[s.paletteFrom:s.paletteTo], Bits: s.bits, Words: c.memory.words[s.wordsFrom:s.wordsTo]}
			for cell := range blockCells {
				id, meta := s.numericAt(cell)
				v := variant{block: uint32(id<<4 | meta)}
				derive := deriverOf(v.block)
				if derive != nil {
					n.view.x, n.view.y, n.view.z = cell&15, i<<4|cell>>8, cell>>4&15
					v.code = derive.code(&n.view, id, meta)
				}
				if got, want := p.Block(cell), n.key(v, derive); got != want {
					t.Fatalf("round %d, section %d, cell %d of %d:%d: %s, want %s", round, i, cell, id, meta, got, want)
				}
			}
		}
	}
}

// randomNumeric is a section of rows that often repeat the one before.
func randomNumeric(rng *rand.Rand, y int8, blocks []uint16) scan {
	s := scan{y: y, ids: make([]byte, blockCells), meta: make([]byte, blockCells/2)}
	if rng.IntN(2) == 0 {
		s.add = make([]byte, blockCells/2)
	}
	var row [rowCells]uint16
	for i := range blockCells {
		if i%rowCells == 0 && rng.IntN(3) == 0 {
			for k := range row {
				row[k] = blocks[rng.IntN(len(blocks))]
			}
		}
		block := row[i%rowCells]
		s.ids[i] = byte(block >> 4)
		s.meta[i>>1] |= byte(block&15) << (i & 1 * 4)
		if s.add != nil {
			s.add[i>>1] |= byte(block>>12) << (i & 1 * 4)
		}
	}
	return s
}
