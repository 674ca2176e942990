// Command gen makes the tables of package java from minecraft-data: data/blocks.txt and table.go.
//
//	go run ./internal/gen -mcdata ../../.cache/mcdata -out .
//
// The folder of minecraft-data is what internal/mcdata/fetch.sh fills. The output depends on that package alone: running it
// twice gives the same bytes. Every rule in which the game's light differs from what the data says is a line of emission.go,
// opacity.go, shape.go or archetype.go; a block whose values the rules cannot derive stops the generator.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

func main() { mcdata.Generate(run) }

func run(dir, out string) error {
	data, err := mcdata.Open(dir)
	if err != nil {
		return err
	}
	blocks, err := blocks(data)
	if err != nil {
		return err
	}
	t, err := build(blocks)
	if err != nil {
		return err
	}
	if err := t.check(data); err != nil {
		return err
	}
	source, err := t.source()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(out, "data"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "data", "blocks.txt"), t.names(), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "table.go"), source, 0o644); err != nil {
		return err
	}
	fmt.Printf("%d blocks, %d kinds, %d rules, %d face sets, %d masks\n", len(t.blocks), len(t.kinds), len(t.rules), len(t.sets), len(t.masks))
	return nil
}
