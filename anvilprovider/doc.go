// Package anvilprovider serves a Java Edition world, in Anvil format, to a Dragonfly server, as a world.Provider. The world
// is read and written where it is; nothing is converted beforehand, and nothing that the server does not know is lost.
package anvilprovider
