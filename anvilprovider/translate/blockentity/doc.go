// Package blockentity translates block entities (what lies in a chest, what a sign says, the colour of a bed) between Java
// Edition and Dragonfly, both ways.
//
// # The two sides
//
// The Java side is the compound that a chunk stores, of any era from 1.8 on, as the tree of package nbt. The Dragonfly side
// is the map that the block's DecodeNBT reads and its EncodeNBT returns. Load answers maps in exactly the form that
// EncodeNBT has, so that a block entity which nobody touched comes back equal; x, y and z are not part of it, because the
// host keeps the position beside the map.
//
// Some of what Bedrock keeps in a block entity is part of the block state in Java (the colour of a bed, the two halves of a
// chest). Load and Synthesise add it from the state key, Refine brings it back into the state key.
//
// # Losing nothing
//
// Save is a merge. It translates the stored compound forward again and compares: if the host has the same, the stored
// compound is kept as it is. Otherwise only the fields that differ are patched, inventories slot by slot, signs line by
// line. What Dragonfly does not understand stays in the compound.
//
// A block that Dragonfly does not implement keeps any map that it is given. It gets Bedrock's own form where a client can
// show it (hanging signs, trapped chests), and otherwise the Java compound itself, packed under the key JavaKey.
//
// # Limits
//
// Everything is pure: same input, same output, no log. Nothing here panics on any input, and what Load answers never makes
// Dragonfly's DecodeNBT panic: patterns, sherds, colours and levels pass white lists. All functions are safe for concurrent
// use.
package blockentity
