// Package relight computes the light of stored chunks with Java's rules, to compare it with the light that is stored or to store
// it.
//
// A world is lit tile by tile: 16x16 chunks with a ring of one chunk around them. Light reaches no further than 15 cells, so that
// the ring makes the light of the tile's own chunks exact, and nothing of one tile is needed for the next. The light of a chunk is certain
// if it and the eight around it are there, finished and readable, and have no block that the rules do not know. Only such light is compared
// or written.
//
// The package reads chunks through a function and returns documents; it touches no file. A Lighter belongs to one goroutine.
package relight
