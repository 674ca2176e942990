// Package entity translates entities between Java Edition and Dragonfly, both ways, for the types that Dragonfly registers:
// items, experience orbs, arrows, falling blocks, TNT, end crystals, thrown things, fireworks, area effect clouds and text
// displays. All others of Java's are not translated: the caller leaves them where they are stored. Those of a server's own types, which
// Java does not have, are stored with their data in a tag of their own.
//
// Dragonfly numbers an entity with 64 bits and keeps no UUID. The number is the lower half of the Java UUID, so an entity that
// the host hands back is matched with the stored one by ID, and a new one gets a UUID with its number as the lower half.
//
// Save is a merge, as in package blockentity: what did not change stays in the stored compound as it is, positions to the last
// bit, although Dragonfly keeps them in half the precision.
//
// Item frames are entities in Java and blocks in Bedrock; Frame is what lies between.
//
// Everything is pure and safe for concurrent use. Nothing panics on any input, and what Load answers never makes Dragonfly's
// decoders panic.
package entity
