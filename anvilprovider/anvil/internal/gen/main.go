// Command gen writes the tables of numeric ids that package anvil embeds: data/legacy.txt and data/legacy.idx for blocks,
// data/items.txt for items.
//
// Their source is the npm package minecraft-data (see internal/mcdata): pc/common/legacy.json, which spells as the release of
// 1.13 does, and the items and blocks of pc/1.12, which are read from the archive beside the unpacked package.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

func main() {
	dir := flag.String("mcdata", "../../.cache/mcdata", "folder that internal/mcdata/fetch.sh filled")
	out := flag.String("out", "data", "folder to write to")
	flag.Parse()
	if err := run(*dir, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

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
	names, err := oldNames(filepath.Join(dir, "minecraft-data-"+mcdata.Version+".tgz"))
	if err != nil {
		return err
	}
	items, err := buildItems(names, legacy.Items)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "items.txt"), items, 0o644)
}
