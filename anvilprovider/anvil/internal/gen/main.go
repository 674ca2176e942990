// Command gen writes the tables that package anvil embeds: data/legacy.txt and data/legacy.idx with the numeric block ids, and
// data/since.txt with the versions that brought blocks.
//
// The sources are pc/common/legacy.json of the npm package minecraft-data (see internal/mcdata), which spells as the release of
// 1.13 does, and pc/*/blocks.json.
package main

import (
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

func main() { mcdata.Generate(run) }

func run(dir, out string) error {
	d, err := mcdata.Open(dir)
	if err != nil {
		return err
	}
	legacy, err := d.Legacy()
	if err != nil {
		return err
	}
	text, index, err := build(legacy.Blocks)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "legacy.txt"), text, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "legacy.idx"), index, 0o644); err != nil {
		return err
	}
	since, err := buildSince(d)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "since.txt"), since, 0o644)
}
