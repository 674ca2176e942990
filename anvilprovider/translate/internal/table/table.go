// Package table defines the embedded translation table: what it holds, and its bytes.
//
// The generator and the package that reads the table share this definition. A table knows names and properties only, no
// runtime IDs: those differ between versions of the host and between servers, and are resolved when a server starts.
package table

// List is a property of Java blocks with all values that it may have, in the game's order. Blocks share lists.
type List struct {
	Name   string
	Values []string
}

// Block is one Java block. Its states are the cartesian product of its lists, the last running fastest.
type Block struct {
	// Name is the namespaced name.
	Name string
	// Lists are the indices in Table.Lists of the block's properties, which are sorted by name.
	Lists []int
	// First is the index of the first state in Table.Images, States the number of states, and Default the offset of the
	// default state from First.
	First, States, Default int
}

// Shape is a Bedrock block name and the names of its properties, sorted.
type Shape struct {
	Name  string
	Props []string
}

// State is a Bedrock state: a shape, and the values of its properties in the same order. Values are text: integers in
// decimal, bits "0" or "1".
type State struct {
	Shape  int
	Values []string
}

// Table maps every Java state to a Bedrock state.
type Table struct {
	Lists  []List
	Blocks []Block // sorted by name
	Shapes []Shape
	// Palette holds the Bedrock states, sorted by name and then by values.
	Palette []State
	// Images holds, for each Java state, the index in Palette of the Bedrock state that stands for it. The states of
	// Blocks follow each other in order.
	Images []uint16
	// Sturdy holds, for each Java state, the faces that others can be fixed to or connect to: those that the block fills
	// altogether. Bits 0 to 5 are down, up, north, south, west, east.
	Sturdy []uint8
}
