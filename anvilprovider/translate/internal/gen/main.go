// Command gen makes the translation table of package translate from an unpacked minecraft-data package:
//
//	go run ./internal/gen -mcdata DIR [-out DIR]
//
// It writes blocks.bin (package table defines the bytes) and table_gen.go (counts and checksums). The same input gives
// the same bytes. It fails rather than guesses: where a rule overlaps the data, where a block newer than the data has no
// default that one could know, and where a Bedrock state lacks a property for which there is no rule.
package main

import (
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/table"
	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

func main() { mcdata.Generate(run) }

// run reads the package in dir and writes the two files to out.
func run(dir, out string) error {
	in, err := read(dir)
	if err != nil {
		return err
	}
	rows, err := in.rows()
	if err != nil {
		return err
	}
	t, err := build(rows)
	if err != nil {
		return err
	}
	blob, err := table.Encode(t)
	if err != nil {
		return err
	}
	src, err := source(t, blob)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "blocks.bin"), blob, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "table_gen.go"), src, 0o644)
}

// input is what the generator reads.
type input struct {
	mappings []mcdata.Mapping // Java 26.2 to Bedrock 1.26.30
	blocks   []mcdata.Block   // Java 26.1, for the defaults
	bedrock  []mcdata.State   // Bedrock 1.26.51, the states that may be produced
}

func read(dir string) (in input, err error) {
	d, err := mcdata.Open(dir)
	if err != nil {
		return in, err
	}
	if in.mappings, err = d.Mappings(); err != nil {
		return in, err
	}
	if in.blocks, err = d.Blocks(mcdata.JavaVersion); err != nil {
		return in, err
	}
	in.bedrock, err = d.BedrockStates(mcdata.NewestBedrock)
	return in, err
}
