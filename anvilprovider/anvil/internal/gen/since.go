package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// releases are the versions of which the source has blocks, from the oldest that new chunks are written for.
var releases = []struct {
	name    string
	version int32 // its DataVersion, or that of an earlier release with the same blocks
}{
	{"1.18", 2860}, {"1.19", 3105}, {"1.19.3", 3218}, {"1.19.4", 3337}, {"1.20", 3463}, {"1.20.3", 3698}, {"1.20.5", 3837}, {"1.21.1", 3953},
	{"1.21.3", 4080}, {"1.21.4", 4189}, {"1.21.5", 4325}, {"1.21.6", 4435}, {"1.21.9", 4554}, {"1.21.11", 4671}, {"26.1", 4786},
}

// buildSince makes a line for each release but the first, if it brought blocks: its DataVersion, and their names, as they are
// called today and without namespace.
func buildSince(d *mcdata.Data) ([]byte, error) {
	var out []byte
	known := map[string]bool{}
	for i, r := range releases {
		names, err := d.BlockNames(r.name)
		if err != nil {
			return nil, err
		}
		var added []string
		for _, name := range names {
			name = strings.TrimPrefix(anvil.Modernise("minecraft:"+name, r.version), "minecraft:")
			if !known[name] {
				known[name] = true
				added = append(added, name)
			}
		}
		if i > 0 && len(added) > 0 {
			slices.Sort(added)
			out = fmt.Appendf(out, "%d %s\n", r.version, strings.Join(added, " "))
		}
	}
	return out, nil
}
