// Package olditem lists the items of Java before 1.13, which had a number (up to 1.7) or a name, and a damage value that told
// their kind. The package is pure.
package olditem

import (
	_ "embed"
	"iter"
	"strconv"
	"strings"
)

//go:generate go run ./gen -mcdata ../../../.cache/mcdata

// text has a line for each number: the number, the name of 1.12, and the name of 1.13 for each damage value that has one
// (damage=name), all in the namespace minecraft. Source: items and blocks of 1.12 and pc/common/legacy.json of minecraft-data
// 3.119.0 (MIT).
//
//go:embed items.txt
var text string

// Item is one item of before 1.13.
type Item struct {
	Number int64
	// Name is the name of 1.12, with its namespace. A block and an item may have the same.
	Name string
	// Kinds are the names of 1.13 by damage value. A block that was no item has none.
	Kinds []Kind
}

// Kind is the item of 1.13 that a damage value stood for.
type Kind struct {
	Damage int16
	Name   string
}

// All returns the items in the order of their numbers, and their kinds in the order of the damage values.
func All() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for line := range strings.Lines(text) {
			f := strings.Fields(line)
			item := Item{Number: number(f[0]), Name: "minecraft:" + f[1]}
			for _, kind := range f[2:] {
				damage, name, _ := strings.Cut(kind, "=")
				item.Kinds = append(item.Kinds, Kind{int16(number(damage)), "minecraft:" + name})
			}
			if !yield(item) {
				return
			}
		}
	}
}

// number reads a number of the table, which a test holds to be well-formed.
func number(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 16)
	return n
}
