// Package testclient is a Bedrock client for tests: it joins a server over the network, as a player's device would, walks about, asks
// for the world in pieces of 16 cells cubed (sub-chunks), and answers what is at a position.
//
// It decodes the network format itself and does not use the decoder of the host, so that what it sees is what a player would
// see. Block network IDs are resolved with Dragonfly's default block registry, which must be the one that the server uses.
//
// A Client reads packets on a goroutine of its own from Dial to Close. All methods may be called from any goroutine; those that take a
// context wait for the server no longer than that.
package testclient
