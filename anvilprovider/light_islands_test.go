package anvilprovider_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// TestLightOfIslands changes small islands in worlds of air, where most arrays of light are absent and mean different things. Whatever
// says that it is lit has the light that a computation from scratch gives.
func TestLightOfIslands(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 12
	}
	o, kept := newOracle(t), 0
	for round := range rounds {
		dir, rnd := t.TempDir(), rand.New(rand.NewPCG(uint64(round), 9))
		folder := filepath.Join(dir, "region")
		// High up, the sections below an island have no arrays in the chunks around, which mean one thing or another. At the bottom there are
		// fewer such sections, so that light can be computed more often.
		low := [2]int{bottom * 16, 96}[round%2]
		putIslands(t, o, folder, low, rnd)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		err := editMiddle(t, p, world.Overworld, func(col *chunk.Column) {
			keys := append([]string{"minecraft:magma_block"}, placed...)
			for range 1 + rnd.IntN(4) {
				at, key := islandCell(rnd, low, round/2%4*2), keys[rnd.IntN(len(keys))]
				put(col, uint8(at[0]), int16(at[1]), uint8(at[2]), key)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		chunks := rawChunks(t, folder)
		for pos, c := range chunks {
			if !c.LightOn {
				continue
			}
			// Beyond the nine is nothing: in the middle that makes no difference, and in the others the same before and after.
			if n := o.alone(t, chunks, pos); n > 0 {
				t.Errorf("round %d: chunk %v says that it is lit, and %d cells are wrong", round, pos, n)
			}
			if pos == middle {
				kept++
			}
		}
	}
	if kept < rounds/8 || kept == rounds {
		t.Errorf("of %d chunks %d stayed lit", rounds, kept)
	}
}

// islandCell is a place in a chunk for a block of an island, so many cells from the border, and at one of three heights above the lowest,
// of which two are nearly in one section.
func islandCell(rnd *rand.Rand, low, border int) [3]int {
	return [3]int{border + rnd.IntN(16-2*border), low + [3]int{0, 12, 44}[rnd.IntN(3)] + rnd.IntN(6), border + rnd.IntN(16-2*border)}
}

// putIslands stores 3x3 chunks with a few blocks in some of them, lit as the game would light them.
func putIslands(t *testing.T, o *oracle, folder string, low int, rnd *rand.Rand) {
	t.Helper()
	docs, chunks := make(map[world.ChunkPos][]byte), make(map[world.ChunkPos]*slowanvil.Chunk)
	for i := range int32(9) {
		pos := world.ChunkPos{middle[0] + i%3 - 1, middle[1] + i/3 - 1}
		cells := make(map[int8]*anvil.Cells)
		var edit anvil.Edit
		for range rnd.IntN(2) * rnd.IntN(20) {
			at := islandCell(rnd, low, 0)
			y := int8(at[1] >> 4)
			if cells[y] == nil {
				cells[y] = anvil.NewBlocks("minecraft:air")
				edit.Sections = append(edit.Sections, anvil.SectionEdit{Y: y, Blocks: cells[y]})
			}
			cells[y].Set(at[1]&15<<8|at[2]<<4|at[0], placed[rnd.IntN(len(placed))])
		}
		docs[pos] = editDoc(t, anvil.Blank(pos[0], pos[1], 4671, bottom, bottom+sections-1, "minecraft:plains"), &edit)
		root, err := slowanvil.Parse(docs[pos])
		if err != nil {
			t.Fatal(err)
		}
		if chunks[pos], err = slowanvil.Decode(root); err != nil {
			t.Fatal(err)
		}
	}
	for pos, doc := range docs {
		levels, near := o.levels(t, chunks, pos)
		edit := anvil.Edit{Light: anvil.LightOn}
		for i := range near {
			s := anvil.SectionEdit{Y: int8(bottom - 1 + i)}
			if block := &levels[lighting.Block][i]; java.Stores(near[i], block) {
				s.BlockLight = anvil.LightEdit{Replace: true, Array: block[:]}
			}
			if sky := &levels[lighting.Sky][i]; java.Stores(near[i], sky) {
				s.SkyLight = anvil.LightEdit{Replace: true, Array: sky[:]}
			}
			edit.Sections = append(edit.Sections, s)
		}
		putDoc(t, folder, pos, editDoc(t, doc, &edit))
	}
}

// editDoc is the document of a chunk with an edit.
func editDoc(t *testing.T, doc []byte, edit *anvil.Edit) []byte {
	t.Helper()
	var d anvil.Decoder
	var e anvil.Encoder
	var c anvil.Chunk
	if err := d.Decode(doc, &c); err != nil {
		t.Fatal(err)
	}
	doc, err := e.Append(nil, &c, edit)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
