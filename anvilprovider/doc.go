// Package anvilprovider serves a Java Edition world, in Anvil format, to a Dragonfly server, as a world.Provider. The world
// is read and written where it is: nothing is converted beforehand, and nothing that the server does not know is lost.
//
//	p, err := anvilprovider.Open("path/to/world")
//	if err != nil {
//		return err
//	}
//	w := world.Config{Provider: p, Entities: entity.DefaultRegistry}.New()
//
// Worlds of every version from 1.2 to 26.x are read, in both folder layouts, and also folders that hold nothing but region
// files. A folder that is empty or missing becomes a new world.
//
// # Loading
//
// LoadColumn inflates a chunk, walks its NBT once, translates each entry of each palette and builds Dragonfly's chunk in
// bulk. A chunk that is not there, or that the game never finished, is leveldb.ErrNotFound, so that the server generates it.
// A chunk that is there but cannot be read is a *ChunkError and never leveldb.ErrNotFound; the server then leaves it alone.
//
// A server holds a lock while it loads. Behind it, the chunks round the last requests are decoded in advance
// (Config.ReadAhead).
//
// # Saving
//
// StoreColumn copies the column and returns. In the background the stored chunk is read again, translated forward and
// compared with the column, cell by cell; what is equal stays as it is in the file, and what differs is translated back. So
// unknown and modded blocks, biomes, items, entities and tags survive, as do all states that Bedrock Edition cannot tell
// apart, and a chunk that did not change is not written at all. LoadColumn sees a column that still waits. Flush and Close
// wait for everything and return what failed; a write that fails leaves the old chunk in the file and the new one in the
// queue.
//
// Further rules of saving:
//
//   - A chunk that the world does not have, or that the game has not finished, is written only once somebody has changed what the server
//     has generated there (Config.Generator, Config.KeepUntouched): written, it is finished, and the game never generates there. What
//     flows, burns, grows or falls into it does not count; entities that get there are saved without the chunk. Of an unfinished
//     chunk everything stays, but the cells that something was put into.
//   - A chunk keeps its data version, and names are written as that version spells them. New chunks have the world's own
//     version, or Config.DataVersion.
//   - A chunk older than 1.18 that changes is written in the form of 1.21.5 to 1.21.11, after its region file was copied to the folder
//     kestrel-backup beside the region folder (Config.Upgrade). So is the region file of an unfinished chunk that is built in.
//   - Light arrays stay if no change matters to light. If one does, the chunk's arrays are brought up to date where its light is
//     certain: the chunk and the eight around it are lit, by the game itself, no light outside the chunk changes, none of the
//     nine has a block whose light is not known, and whether the dimension has a sky is. Otherwise the chunk, and each chunk
//     beside it that the change can reach, loses them and says so (isLightOn=0); the game then lights it when it loads it. A
//     chunk of before 1.18 is never lit in its new form, and a new one, or one that was not finished, takes the light
//     of all eight around it. What is damaged keeps its light with everything else.
//   - Blocks that Java does not have are kept in a tag of their own, kestrel:bedrock_states, and show in Java as the nearest
//     block or air. So is water in blocks that hold none in Java; what is in such a block is stored as in a dry one. So are block
//     entities of plug-ins. Entries of blocks that the server does not have, without the plug-in or after an update, stay.
//
// # What is not the same
//
//   - Dragonfly's nether is 128 blocks high and Java's 256: the upper half stays in the files and cannot be seen.
//   - Item frames are blocks in Bedrock Edition. A frame shows where its cell is air or a liquid and no
//     second frame hangs in it.
//   - Entities and block entities that Dragonfly does not have stay in their files and do nothing.
//   - A player's spawn point counts if it is in the overworld, because Dragonfly keeps no dimension with it.
//   - What Java derives from a neighbour (a fence's connections) is brought up to date beside each change, in the next chunk as
//     well; but a chunk of before 1.18 is not upgraded for that.
//   - Dragonfly does not hand a chunk over because an entity walked into it or out of it. If only one of the two chunks changes
//     otherwise, the entity is saved twice or not at all.
//
// # One writer
//
// A provider that writes holds the operating system's lock on session.lock, as the game does. Config.ReadOnly takes no lock
// and touches nothing.
//
// # Concurrency
//
// A Provider is safe for concurrent use, and the three worlds of a server share one. Of one chunk, a server loads and stores
// in turn; that order is its own responsibility.
package anvilprovider
