// Package blockentity translates block entities (what lies in a chest, what a sign says, the colour of a bed) between Java
// Edition and Dragonfly, both ways.
//
// # The two sides
//
// The Java side is the compound that a chunk of 1.18 or later stores, as the tree of package nbt; package anvil brings those of
// older chunks up to 1.21.11, and its Chunk.ThingsVersion is then the Version of their Place. The Dragonfly side
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
// A map that has neither, such as that of a plug-in's block, has no form in Java: Save leaves it to the caller.
//
// # What a provider does with it
//
// On load, it gives every stored block entity to Load, and calls Synthesise for the other cells whose KindOf is not Opaque.
// It hands the host the maps whose block is a world.NBTer.
//
// On save, it makes the same maps again from what is stored, brings the state of each cell with a map up to date with Refine
// (with the old map, or nil where another block stands now), and calls Save. Stored block entities for which the host has no map
// stay if Hosts says that the block is still theirs.
//
// Maps that come from somewhere else than a running host, such as a Bedrock world on disk, should go through the block's own
// DecodeNBT and EncodeNBT before Save, because they may be spelled as an older Bedrock did.
//
// # Limits
//
// Everything is pure: same input, same output, no log. Nothing here panics on any input, and what Load answers never makes
// Dragonfly's DecodeNBT panic: patterns, sherds, colours and levels pass white lists. All functions are safe for concurrent
// use.
package blockentity
