package anvilprovider_test

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// Documents that tests put into region files, what the slow reader finds there after a save, and columns that are saved.

// putDoc stores the bytes of a document as a chunk of a folder of region files.
func putDoc(t *testing.T, folder string, pos world.ChunkPos, doc []byte) {
	t.Helper()
	s, err := region.Options{}.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Write(pos[0], pos[1], doc), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// putTree stores a document as a chunk of a folder of region files.
func putTree(t *testing.T, folder string, pos world.ChunkPos, doc nbt.Compound) {
	t.Helper()
	data, err := nbt.Append(nil, "", doc)
	if err != nil {
		t.Fatal(err)
	}
	putDoc(t, folder, pos, data)
}

// writeDoc stores a document as chunk 0,0 of a folder of region files.
func writeDoc(t *testing.T, folder string, doc nbt.Compound) {
	t.Helper()
	putTree(t, folder, world.ChunkPos{}, doc)
}

// readDoc is the document of chunk 0,0 of a folder of region files, nil if there is none.
func readDoc(t *testing.T, folder string) map[string]any {
	t.Helper()
	entries, err := slowanvil.ReadRegion(filepath.Join(folder, "r.0.0.mca"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.X == 0 && e.Z == 0 {
			root, err := slowanvil.Parse(e.NBT)
			if err != nil {
				t.Fatal(err)
			}
			return root
		}
	}
	return nil
}

// blankTree is an empty chunk as a tree, with entities in it.
func blankTree(t *testing.T, inside ...any) nbt.Compound {
	t.Helper()
	_, root, err := nbt.Decode(anvil.Blank(0, 0, 4671, -4, 19, "minecraft:plains"), nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(inside) > 0 {
		root["entities"] = nbt.List{Elem: nbt.TagCompound, Items: inside}
	}
	return root
}

func entitiesDoc(version int32, list ...any) nbt.Compound {
	return nbt.Compound{"DataVersion": version, "Position": []int32{0, 0}, "Entities": nbt.List{Elem: nbt.TagCompound, Items: list}}
}

// egg is an entity that the server knows, pig one that it does not.
func egg(y float64, uuid ...int32) nbt.Compound {
	return nbt.Compound{"id": "minecraft:egg", "Pos": nbt.List{Elem: nbt.TagDouble, Items: []any{1.5, y, 2.5}}, "UUID": uuid,
		"Motion": nbt.List{Elem: nbt.TagDouble, Items: []any{0.0, 0.0, 0.0}}, "mod:tag": int32(y)}
}

func pig(uuid ...int32) nbt.Compound {
	return nbt.Compound{"id": "minecraft:pig", "Pos": nbt.List{Elem: nbt.TagDouble, Items: []any{1.5, 64.0, 2.5}}, "UUID": uuid}
}

// newEgg is an entity that the server has made.
func newEgg(id int64) chunk.Entity {
	return chunk.Entity{ID: id, Data: map[string]any{"identifier": "minecraft:egg", "Pos": []float32{1, 2, 3}, "Motion": []float32{0, 0, 0}}}
}

func list(doc map[string]any, name string) []any {
	l, _ := doc[name].([]any)
	return l
}

// blankWith is an empty chunk 0,0 with the sections from lowest to highest, in which the first cell of a section is another block.
func blankWith(t *testing.T, lowest, highest int8, biome string, y int8, key string) []byte {
	t.Helper()
	var d anvil.Decoder
	var c anvil.Chunk
	if err := d.Decode(anvil.Blank(0, 0, 4671, lowest, highest, biome), &c); err != nil {
		t.Fatal(err)
	}
	cells := c.At(y).EditBlocks()
	cells.Set(0, key)
	var e anvil.Encoder
	doc, err := e.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: y, Blocks: cells}}})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// rawChunk reads a chunk of a folder of regions with the slow reader.
func rawChunk(t testing.TB, folder string, pos world.ChunkPos) *slowanvil.Chunk {
	t.Helper()
	var found *slowanvil.Chunk
	err := slowanvil.Chunks(folder, func(c *slowanvil.Chunk) error {
		if c.X == pos[0] && c.Z == pos[1] {
			found = c
		}
		return nil
	})
	if err != nil || found == nil {
		t.Fatal("no chunk: ", err)
	}
	return found
}

// save stores a column and waits until it is in its file.
func save(t testing.TB, p *anvilprovider.Provider, pos world.ChunkPos, col *chunk.Column) {
	t.Helper()
	if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// put sets a block of a column by its Java state.
func put(col *chunk.Column, x uint8, y int16, z uint8, key string) {
	im := imageOf(key)
	col.Chunk.SetBlock(x, y, z, 0, im.block)
	col.Chunk.SetBlock(x, y, z, 1, im.liquid)
}
