package anvil

import (
	"math/bits"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// HeightClass says in which height maps a block state counts.
type HeightClass uint8

// The four kinds of height maps that a full chunk stores. Source: Heightmap.Types of the game.
const (
	// HeightSurface: everything but air (WORLD_SURFACE).
	HeightSurface HeightClass = 1 << iota
	// HeightOceanFloor: what blocks motion (OCEAN_FLOOR).
	HeightOceanFloor
	// HeightMotion: what blocks motion, or holds a fluid (MOTION_BLOCKING).
	HeightMotion
	// HeightNoLeaves: the same, leaves apart (MOTION_BLOCKING_NO_LEAVES).
	HeightNoLeaves

	heightKinds = 4
	heightAll   = 1<<heightKinds - 1
)

// heightNames are the names in the compound, in the order of the bits of HeightClass.
var heightNames = [heightKinds]string{"WORLD_SURFACE", "OCEAN_FLOOR", "MOTION_BLOCKING", "MOTION_BLOCKING_NO_LEAVES"}

const columns = 256

// Heightmaps computes the height maps of a chunk whose dimension has the sections from lowest to highest, as the compound
// that an Edit takes. cells is asked for each section from the top down, until all columns are decided: it returns the index
// of each cell (y<<8 | z<<4 | x) and the class of each index. A nil index means that all cells have class classes[0], and
// no classes at all that the section is air. Heights are those of the first block that counts plus one, above the bottom of
// the dimension; 0 where none does.
func Heightmaps(lowest, highest int8, cells func(y int8) (index *[blockCells]uint16, classes []HeightClass)) nbt.Raw {
	var heights [heightKinds][columns]uint16
	var open [columns]HeightClass // the maps of a column that are not decided
	left := columns
	for i := range open {
		open[i] = heightAll
	}
	for y := int(highest); y >= int(lowest) && left > 0; y-- {
		index, classes := cells(int8(y))
		if len(classes) == 0 || index == nil && classes[0] == 0 {
			continue
		}
		for cell := blockCells - 1; cell >= 0 && left > 0; cell-- {
			class := classes[0]
			if index != nil {
				class = classes[index[cell]]
			}
			column := cell & (columns - 1)
			hit := class & open[column]
			if hit == 0 {
				continue
			}
			height := uint16((y-int(lowest))<<4 + cell>>8 + 1)
			for kind := range heights {
				if hit>>kind&1 == 1 {
					heights[kind][column] = height
				}
			}
			if open[column] &^= hit; open[column] == 0 {
				left--
			}
		}
	}
	// A height runs from 0 to the number of blocks.
	width := bits.Len(uint((int(highest) - int(lowest) + 1) << 4))
	var b []byte
	for kind, name := range heightNames {
		b = nbt.AppendHead(b, nbt.TagLongArray, name)
		b = nbt.AppendLongs(b, pack(nil, heights[kind][:], width))
	}
	return nbt.Raw{Tag: nbt.TagCompound, Data: nbt.AppendEnd(b)}
}
