package anvil

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

// since.txt has a line for each release after 1.18 that brought blocks: its DataVersion, and their names of today, without
// namespace. Source: pc/*/blocks.json of minecraft-data 3.119.0 (MIT).
//
//go:embed data/since.txt
var sinceText string

// Since returns the DataVersion of the release that brought a block, by its name of today. It is 0 for blocks that 1.18 had, and
// for those that nobody knows here. It reads through a table of some hundred names: callers keep the answer.
func Since(name string) int32 {
	name, vanilla := strings.CutPrefix(name, "minecraft:")
	if !vanilla {
		return 0
	}
	for line := range strings.Lines(sinceText) {
		if words := strings.Fields(line); slices.Contains(words[1:], name) {
			version, _ := strconv.Atoi(words[0])
			return int32(version)
		}
	}
	return 0
}
