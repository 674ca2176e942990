// Package column builds Dragonfly chunks in bulk from palettes and indices, and takes them apart again.
//
// A section is 16x16x16 cells. Java orders them y<<8 | z<<4 | x, Dragonfly x<<8 | z<<4 | y; every function here takes and
// gives Java's order, and turns it where it meets Dragonfly's words. A storage of Dragonfly has 0, 1, 2, 3, 4, 5, 6, 8 or
// 16 bits per index in words of 32 bits, the lowest bits first; an index never straddles two words, so 3, 5 and 6 bits
// leave bits unused and need one more word (server/world/chunk/paletted_storage.go).
//
// The package knows nothing of Java's names: its values are runtime IDs and biome IDs.
package column
