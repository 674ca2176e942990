package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Edit is what changes about a chunk when it is written again. The zero value changes nothing. Everything that is not named
// stays byte for byte as it was.
type Edit struct {
	// Sections are the changed ones, at most one for each Y. One that the chunk does not have is inserted.
	Sections []SectionEdit
	// BlockEntities, if not nil, replaces all block entities: compounds. An empty slice removes them.
	BlockEntities []nbt.Raw
	// BlockTicks and FluidTicks, if not nil, replace what is scheduled.
	BlockTicks, FluidTicks []Tick
	// Heightmaps, if not zero, replaces the compound of height maps.
	Heightmaps nbt.Raw
	// Light says what becomes of the chunk's flag for complete light.
	Light LightFlag
	// DataVersion, if not 0, replaces the version that the chunk names, and new palette entries follow its spelling. It has
	// to be at least what the chunk named: entries that are kept are not respelled. Of a chunk of before 1.18 it is the
	// version to write, DefaultDataVersion if 0.
	DataVersion int32
	// Status, if not empty, replaces the generation status; with its namespace.
	Status string
	// Set replaces or adds tags at the root, by name; a zero Raw removes the tag. It comes last: it can replace anything.
	Set map[string]nbt.Raw
}

// DefaultDataVersion is the version in which new chunks and upgraded ones are written: 1.21.11.
const DefaultDataVersion = 4671

// NewestDataVersion is the newest version of which it is known how things are spelled: 26.3. What names a later one is read and
// changed as if it were of this one; what is new should not name a later one, since no game would bring it up to date.
const NewestDataVersion = 5023

// LightFlag is what an Edit does to isLightOn.
type LightFlag uint8

const (
	// LightKeep leaves the flag, and Starlight's, as it is. Of a chunk of before 1.18 it is LightOff.
	LightKeep LightFlag = iota
	// LightOff writes isLightOn=0 and takes Starlight's version away: the game computes the light when it loads the chunk.
	LightOff
	// LightOn writes isLightOn=1 and takes Starlight's version away: the light arrays are complete.
	LightOn
)

// SectionEdit is what changes about a section.
type SectionEdit struct {
	// Y is the section's height.
	Y int8
	// Blocks, if not nil and changed, replaces the block states. Entries that are in use keep their bytes.
	Blocks *Cells
	// Biomes does the same for biomes.
	Biomes *Cells
	// BlockLight and SkyLight replace, or remove, the light arrays.
	BlockLight, SkyLight LightEdit

	carried []byte // further entries of a section that is written anew
}

// LightEdit is what becomes of a light array. The zero value keeps it.
type LightEdit struct {
	// Replace says that Array takes the place of what was stored.
	Replace bool
	// Array has 2,048 bytes, low nibble first, in cell order; nil removes the array.
	Array []byte
}

// empty reports whether the edit changes nothing of the section.
func (s *SectionEdit) empty() bool {
	return (s.Blocks == nil || !s.Blocks.changed) && (s.Biomes == nil || !s.Biomes.changed) && !s.BlockLight.Replace && !s.SkyLight.Replace
}
