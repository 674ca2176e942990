// Package item translates item stacks between Java Edition and Dragonfly, both ways.
//
// # The two sides
//
// The Java side is the compound of one stack, in one of three spellings:
//
//	before 1.13    {id: "minecraft:wool", Count: 1b, Damage: 14s, tag: {...}}   id may be a number, as before 1.8
//	1.13 - 1.20.4  {id: "minecraft:red_wool", Count: 1b, tag: {...}}
//	from 1.20.5    {id: "minecraft:red_wool", count: 1, components: {...}}
//
// The Dragonfly side is the map that item.ReadNBT and item.WriteNBT call the disk format. Its Slot is the container's affair.
//
// # Losing nothing
//
// Load translates what both editions know. If writing the result from nothing would not give the same compound again, the
// compound itself travels with the stack as its value JavaKey, which Dragonfly stores as user data and keeps when a player
// moves the stack. An item that Dragonfly does not register becomes a stand-in: a nautilus shell, which Dragonfly has no use
// for, with the item's name, carrying the compound. Save starts from the compound that a stack carries, and changes in it
// only what has changed since.
//
// # Limits
//
// Everything is pure apart from the identity numbers that Dragonfly gives to stacks, and safe for concurrent use. Nothing
// panics on any input.
package item
