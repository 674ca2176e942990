// Package server measures a living server: Dragonfly on a Java world through Kestrel, with live light, and beside it plain Dragonfly on
// its own format with the same blocks. Simulated clients join over the network, load their view, fly about while blocks change, and
// the world is saved.
//
// What it reports is what a player would feel: how fast the view arrives, how long the world's goroutine keeps others waiting in each
// tick, how long light takes to follow a change, how long a save stops the world, and the memory.
//
// Clients and server share one process and one machine, for both sides alike. The world given is read and never written: both sides
// work on copies.
package server
