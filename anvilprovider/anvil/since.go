package anvil

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// since.txt has a line for each release after 1.18 that brought blocks: its DataVersion, and their names of today, without
// namespace. Source: pc/*/blocks.json of minecraft-data 3.119.0 (MIT).
//
//go:embed data/since.txt
var sinceText string

var sinceTable = sync.OnceValue(func() map[string]int32 {
	table := make(map[string]int32)
	for line := range strings.Lines(sinceText) {
		words := strings.Fields(line)
		version, _ := strconv.Atoi(words[0])
		for _, name := range words[1:] {
			table["minecraft:"+name] = int32(version)
		}
	}
	return table
})

// Since returns the DataVersion of the release that brought a block, by its name of today. It is 0 for blocks that 1.18 had, and
// for those that nobody knows here.
func Since(name string) int32 { return sinceTable()[name] }
