// Package heightmap computes the height maps that Java keeps in a chunk: for each of its 256 columns the height above the
// highest block of some kind. There are four kinds in a finished chunk. The package is pure.
package heightmap

import (
	_ "embed"
	"encoding/binary"
	"math/bits"
	"strings"
)

//go:generate go run ./gen -mcdata ../../../.cache/mcdata

// Kind is one of the four height maps.
type Kind int

// The height maps of a finished chunk, in the order of Names.
const (
	WorldSurface Kind = iota
	OceanFloor
	MotionBlocking
	MotionBlockingNoLeaves
	Kinds int = iota
)

// Names are the tags of the height maps in a chunk's compound Heightmaps.
var Names = [Kinds]string{"WORLD_SURFACE", "OCEAN_FLOOR", "MOTION_BLOCKING", "MOTION_BLOCKING_NO_LEAVES"}

// Mask says which height maps count a block: bit k stands for kind k.
type Mask uint8

// All is the mask of a block that all height maps count.
const All = Mask(1<<Kinds - 1)

//go:embed solid.txt
var solidNames string

// solid is the set of blocks that stop a falling entity, of the namespace minecraft.
var solid = func() map[string]bool {
	set := make(map[string]bool, 1024)
	for name := range strings.Lines(solidNames) {
		set[strings.TrimSuffix(name, "\n")] = true
	}
	return set
}()

// wet are the blocks that hold a fluid without saying so.
var wet = map[string]bool{
	"water": true, "lava": true, "bubble_column": true, "kelp": true, "kelp_plant": true, "seagrass": true, "tall_seagrass": true,
}

// MaskOf returns which height maps count a block state. A block that is not known, from a mod or newer than the table,
// counts as a full one.
func MaskOf(stateKey string) Mask {
	full, properties, _ := strings.Cut(stateKey, "[")
	name, vanilla := strings.CutPrefix(full, "minecraft:")
	switch {
	case name == "air" || name == "cave_air" || name == "void_air":
		return 0
	case !vanilla:
		return All
	}
	mask := Mask(1 << WorldSurface)
	if solid[name] {
		mask |= 1<<OceanFloor | 1<<MotionBlocking
	}
	if wet[name] || strings.Contains(properties, "waterlogged=true") {
		mask |= 1 << MotionBlocking
	}
	if mask&(1<<MotionBlocking) != 0 && !strings.HasSuffix(name, "leaves") {
		mask |= 1 << MotionBlockingNoLeaves
	}
	return mask
}

// Map holds the heights of 256 columns, in the order z<<4 | x, above the bottom of the world: 0 for a column without any
// such block.
type Map [256]uint16

// Width returns how many bits a height takes in a world of a height in blocks: 9 for 256 to 511.
func Width(worldHeight int) int { return bits.Len(uint(worldHeight)) }

// maxWidth is the width in the highest world that the game allows, 4,064 blocks.
const maxWidth = 12

// Widths returns how many bits a height can take in a map of this many longs: none that is known, one, or both 11 and 12, of
// which as many fit into a long.
func Widths(count int) (widths []int) {
	for width := 1; width <= maxWidth; width++ {
		if longs(width) == count {
			widths = append(widths, width)
		}
	}
	return widths
}

// longs is how many longs a map of this width takes; a height does not straddle two.
func longs(width int) int { return (256 + 64/width - 1) / (64 / width) }

// Decode reads a map from the big-endian longs of a chunk, of a width that Widths gives for them.
func (m *Map) Decode(words []byte, width int) {
	per, mask := 64/width, uint64(1)<<width-1
	for i := range m {
		m[i] = uint16(binary.BigEndian.Uint64(words[i/per*8:]) >> (i % per * width) & mask)
	}
}

// Encode is the opposite of Decode.
func (m *Map) Encode(width int) []int64 {
	per := 64 / width
	out := make([]int64, longs(width))
	for i, h := range m {
		out[i/per] |= int64(uint64(h) << (i % per * width))
	}
	return out
}
