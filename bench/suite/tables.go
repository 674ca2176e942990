package suite

import (
	"slices"

	"github.com/kestrel-mc/kestrel/bench/register"
)

// Tables are the tables of the register, in the order in which they are published: thirteen that answer those of Falco's register,
// and those that Kestrel's own claims need.
var Tables = slices.SortedFunc(slices.Values(slices.Concat(chunkTables, lightTables, serverTables, ownTables)),
	func(a, b register.Table) int { return a.Number - b.Number })
