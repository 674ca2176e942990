package java

import (
	_ "embed" // for the list of blocks
	"strconv"
	"strings"
)

// blockList is the sorted list of blocks; see the package comment.
//
//go:embed data/blocks.txt
var blockList string

// kind is how classes follow from properties.
type kind struct {
	properties []property
	classes    string // one number of a class for each combination of values, the last property running fastest
}

// property is one on which a class depends.
type property struct {
	name         string
	values       []string
	defaultValue int
}

// splitKey cuts a state key into the name without minecraft: and what is between the brackets.
func splitKey(key string) (name, properties string) {
	name, properties, _ = strings.Cut(key, "[")
	return strings.TrimPrefix(name, "minecraft:"), strings.TrimSuffix(properties, "]")
}

// find searches the list for a name, and returns its kind at a DataVersion.
func find(name string, version int32) (*kind, bool) {
	low, high := 0, len(blockList) // both at the start of a line
	for low < high {
		middle := (low + high) / 2
		start := strings.LastIndexByte(blockList[:middle], '\n') + 1
		line, _, _ := strings.Cut(blockList[start:], "\n")
		entry, numbers, _ := strings.Cut(line, " ")
		switch c := strings.Compare(name, entry); {
		case c == 0:
			return &kinds[kindNumber(numbers, version)], true
		case c < 0:
			high = start
		default:
			low = start + len(line) + 1
		}
	}
	return nil, false
}

// kindNumber reads "kind" or "kind version:kind", of which the second holds before that version.
func kindNumber(numbers string, version int32) int {
	now, older, _ := strings.Cut(numbers, " ")
	if before, then, ok := strings.Cut(older, ":"); ok {
		if b, _ := strconv.Atoi(before); int(version) < b {
			now = then
		}
	}
	n, _ := strconv.Atoi(now)
	return n
}

// combination returns the number of the class for the properties of a key.
func (k *kind) combination(properties string) byte {
	n := 0
	for i := range k.properties {
		n = n*len(k.properties[i].values) + k.properties[i].in(properties)
	}
	return k.classes[n]
}

// in returns the index of the property's value in "a=b,c=d", or its default.
func (p *property) in(properties string) int {
	for properties != "" {
		var pair string
		pair, properties, _ = strings.Cut(properties, ",")
		if name, value, _ := strings.Cut(pair, "="); name == p.name {
			for i, v := range p.values {
				if v == value {
					return i
				}
			}
		}
	}
	return p.defaultValue
}
