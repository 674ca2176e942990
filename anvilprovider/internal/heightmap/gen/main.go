// Command gen writes solid.txt: the Java blocks that stop a falling entity, which is what three of the four height maps
// of a chunk count.
//
//	go run ./gen -mcdata ../../../.cache/mcdata
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// version is the newest Java version whose shapes the package minecraft-data has.
const version = "26.1"

func main() { mcdata.Generate(run) }

func run(dir, out string) error {
	data, err := mcdata.Open(dir)
	if err != nil {
		return err
	}
	blocks, err := data.Blocks(version)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for i := range blocks {
		if err := writeBlock(&b, &blocks[i]); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(out, "solid.txt"), b.Bytes(), 0o644)
}

// writeBlock writes the name of a block that is solid. No block is solid in some of its states only; a version of the data in
// which one is needs another form of the file.
func writeBlock(b *bytes.Buffer, block *mcdata.Block) error {
	solid := isSolid(block, 0)
	for i := range block.States {
		if isSolid(block, i) != solid {
			return fmt.Errorf("%s is solid in some of its states only", block.Name)
		}
	}
	if solid {
		fmt.Fprintln(b, strings.TrimPrefix(block.Name, "minecraft:"))
	}
	return nil
}

// forced lists the blocks, by their name or its end, for which the game does not look at the shape.
var forced = []struct {
	name  string
	solid bool
}{
	{"cobweb", false}, {"scaffolding", false}, {"bamboo_sapling", false}, {"snow", false}, {"big_dripleaf", false}, {"azalea", false},
	{"flowering_azalea", false}, {"ladder", false}, {"chorus_plant", false}, {"chorus_flower", false}, {"end_rod", false},
	{"_sign", true}, {"_pressure_plate", true}, {"_banner", true}, {"_fence_gate", true}, {"shulker_box", true},
	{"_wall", true}, {"chain", true}, {"_chain", true}, {"_lightning_rod", true}, {"moving_piston", true}, {"bamboo", true}, {"cake", true}, {"turtle_egg", true}, {"conduit", true}, {"bell", true},
	{"lantern", true}, {"amethyst_cluster", true}, {"_amethyst_bud", true}, {"pointed_dripstone", true}, {"lightning_rod", true},
	{"_lantern", true}, {"sculk_vein", true}, {"cactus", true},
}

// isSolid follows the game's calculateSolid: the bounding box of the collision shape has an average edge of 0.729 blocks or
// is a block high, unless the block is forced one way.
func isSolid(block *mcdata.Block, state int) bool {
	name := strings.TrimPrefix(block.Name, "minecraft:")
	for _, f := range forced {
		if name == f.name || strings.HasPrefix(f.name, "_") && strings.HasSuffix(name, f.name) {
			return f.solid
		}
	}
	if strings.HasPrefix(name, "dead_") && strings.Contains(name, "coral") {
		return true
	}
	if len(block.Shapes) <= state || len(block.Shapes[state]) == 0 {
		return false
	}
	low, high := [3]float64{9, 9, 9}, [3]float64{-9, -9, -9}
	for _, box := range block.Shapes[state] {
		for axis := range 3 {
			low[axis], high[axis] = min(low[axis], box[axis]), max(high[axis], box[axis+3])
		}
	}
	average := (high[0] - low[0] + high[1] - low[1] + high[2] - low[2]) / 3
	return average >= 0.7291666666666666 || high[1]-low[1] >= 1
}
