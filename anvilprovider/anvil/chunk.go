package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Chunk is one chunk in the form of today's Java Edition, whichever version wrote it. It is filled by Decoder.Decode and
// may be used again for the next chunk; all slices are valid until then, and as long as the decoded bytes stay as they are.
type Chunk struct {
	// X and Z are the chunk's coordinates as it names them itself. Whether they agree with the place where it was stored is
	// for the caller to check.
	X, Z int32
	// DataVersion is what the chunk names, 0 if it names none (before 1.9).
	DataVersion int32
	// Status is the generation status without namespace, as stored; "full" where the era has none.
	Status string
	// Full reports whether generation is complete, apart from what BelowZero says. Decode returns a PartialError when it is not.
	Full bool
	// BelowZero reports that the chunk is from a world of before 1.18 and the game has yet to generate what is below height 0.
	// It does so when it loads the chunk, over whatever is there, and keeps the rest. Status is one below full then.
	BelowZero bool
	// Sections are in ascending order of Y, every Y at most once. Sections outside the height of a dimension are kept.
	Sections []Section
	// BlockEntities are compounds as stored. Before 1.13 their ids are brought to today's spelling.
	BlockEntities []nbt.Raw
	// Entities are compounds as stored; from 1.17 on entities have files of their own, and this is empty.
	Entities []nbt.Raw
	// BlockTicks and FluidTicks are what is scheduled, with absolute positions.
	BlockTicks, FluidTicks []Tick
	// Heightmaps is the compound of height maps as stored, zero if there is none.
	Heightmaps nbt.Raw
	// LightOn reports whether the chunk says that its light arrays are complete (isLightOn, before 1.14 LightPopulated).
	LightOn bool
	// Starlight reports whether the Starlight engine vouches for the light, with a version that is not 0; it does not set
	// isLightOn.
	Starlight bool
	// Upgraded reports whether the chunk is older than 1.18, and has been brought into today's form.
	Upgraded bool
	// Root is the whole document as it was decoded.
	Root []byte

	form    paletteForm // how the chunk spells its palette entries
	memory  memory
	version int32 // the version that its spelling follows: DataVersion corrected by structure
}

// Section is 16x16x16 cells. Cell index is y<<8 | z<<4 | x.
type Section struct {
	// Y is the section's height in sections: cell y of the world is in section y>>4.
	Y int8
	// Blocks are the block states: 4,096 cells. It is absent (Present is false) in sections that hold light alone; such a
	// section is air.
	Blocks Paletted
	// Biomes are 64 cells of 4x4x4 blocks, in the order y<<4 | z<<2 | x. It may be absent.
	Biomes Paletted
	// BlockLight and SkyLight are nil or 2,048 bytes, low nibble first, in cell order. They are borrowed.
	BlockLight, SkyLight []byte
}

// Tick is a scheduled update of a block or a fluid.
type Tick struct {
	// X, Y and Z are absolute block coordinates.
	X, Y, Z int32
	// ID is the name of the block or fluid, as the chunk's version spells it.
	ID string
	// Delay is how many game ticks are left; it may be negative when the update is overdue.
	Delay int32
	// Priority runs from -3, which is done first, to 3.
	Priority int32
}

// At returns the section with the Y given, or nil.
func (c *Chunk) At(y int8) *Section {
	for i := range c.Sections {
		if c.Sections[i].Y == y {
			return &c.Sections[i]
		}
	}
	return nil
}

// memory is what a Chunk owns and uses again. Sections refer into it, which is why it is filled before they are cut.
type memory struct {
	keys  []string
	raws  []nbt.Raw
	scans []scan
	words []byte // indices that an upgrade packed anew

	// For upgrades: the biomes of the chunk, as they were and as they become.
	ids        []int32
	names      []string
	biomeWords []byte
}

// reset forgets the last chunk and keeps its memory.
func (c *Chunk) reset() {
	m := c.memory
	m.keys, m.raws, m.scans = m.keys[:0], m.raws[:0], m.scans[:0]
	*c = Chunk{
		Sections: c.Sections[:0], BlockEntities: c.BlockEntities[:0], Entities: c.Entities[:0],
		BlockTicks: c.BlockTicks[:0], FluidTicks: c.FluidTicks[:0], memory: m,
	}
}
