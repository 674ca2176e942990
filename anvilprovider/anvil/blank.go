package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Blank is the document of a new, fully generated chunk that holds nothing but air: decode it, and write it with an Edit
// that fills it. All sections from lowest to highest are there, with the biome named, as the game expects of a full chunk.
// dataVersion is at least 2844; 0 means DefaultDataVersion.
func Blank(x, z, dataVersion int32, lowest, highest int8, biome string) []byte {
	if dataVersion == 0 {
		dataVersion = DefaultDataVersion
	}
	dataVersion = max(dataVersion, firstFlat)
	count := int(highest) - int(lowest) + 1
	b := nbt.AppendHead(nil, nbt.TagCompound, "")
	for _, f := range []struct {
		name  string
		value int32
	}{{"DataVersion", dataVersion}, {"xPos", x}, {"yPos", int32(lowest)}, {"zPos", z}} {
		b = nbt.AppendInt(nbt.AppendHead(b, nbt.TagInt, f.name), f.value)
	}
	b = nbt.AppendString(nbt.AppendHead(b, nbt.TagString, "Status"), "minecraft:full")
	b = nbt.AppendLong(nbt.AppendHead(b, nbt.TagLong, "LastUpdate"), 0)
	b = nbt.AppendLong(nbt.AppendHead(b, nbt.TagLong, "InhabitedTime"), 0)
	b = nbt.AppendByte(nbt.AppendHead(b, nbt.TagByte, "isLightOn"), 0)
	b = nbt.AppendEnd(nbt.AppendHead(b, nbt.TagCompound, "Heightmaps"))
	for _, name := range []string{"block_entities", "block_ticks", "fluid_ticks"} {
		b = nbt.AppendListHead(nbt.AppendHead(b, nbt.TagList, name), nbt.TagEnd, 0)
	}
	b = nbt.AppendListHead(nbt.AppendHead(b, nbt.TagList, "PostProcessing"), nbt.TagList, count)
	for range count {
		b = nbt.AppendListHead(b, nbt.TagEnd, 0)
	}
	b = nbt.AppendHead(b, nbt.TagCompound, "structures")
	b = nbt.AppendEnd(nbt.AppendHead(b, nbt.TagCompound, "References"))
	b = nbt.AppendEnd(nbt.AppendHead(b, nbt.TagCompound, "starts"))
	b = nbt.AppendEnd(b)

	b = nbt.AppendListHead(nbt.AppendHead(b, nbt.TagList, "sections"), nbt.TagCompound, count)
	w := writer{dst: b, version: dataVersion}
	for y := int(lowest); y <= int(highest); y++ {
		w.freshSection(&SectionEdit{Y: int8(y), Blocks: NewBlocks("minecraft:air"), Biomes: NewBiomes(biome)})
	}
	return nbt.AppendEnd(w.dst)
}
