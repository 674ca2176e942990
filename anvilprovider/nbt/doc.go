// Package nbt reads and writes big-endian NBT, the tagged tree in which Java Edition keeps chunks, players and level.dat.
// It knows the format and nothing of Minecraft.
//
// The format: a document is one named compound. A compound is a row of entries, each a tag byte, a name (two bytes of
// length, then modified UTF-8) and a payload, closed by tag 0. A list is a tag byte, four bytes of count, and that many
// payloads without names. Arrays are four bytes of count and that many 1, 4 or 8 byte numbers. All numbers are big-endian
// and signed.
//
// There are two layers.
//
//   - The stream: Reader walks a byte slice in place. It lends parts of that slice (names, texts, arrays, whole payloads
//     as Raw) and skips what the caller does not want without allocating. The Append functions are its writing side.
//   - The tree: Decode, Raw.Tree, Append and AppendPayload convert between bytes and Go values. It is for small things
//     (a block entity, an item), not for chunks.
//
// Numbers, arrays and empty lists keep their exact type in both layers, so accepted input encodes to the same bytes
// again, with two exceptions that the tree layer makes: the entries of a compound come out sorted by name, and of several
// entries with one name only the last is kept, which is what the game does.
//
// # Limits
//
// Input is not trusted. A count is compared with the bytes that are left before anything is allocated for it, nesting is
// limited by Limits.Depth, the size of a document by Limits.Bytes. Every fault is a *SyntaxError with offset and path; an
// unexpected end has io.ErrUnexpectedEOF as its cause. Nothing panics on any input.
//
// # Concurrency
//
// The functions are pure. A Reader belongs to one goroutine. Borrowed slices are valid, and constant, for as long as the
// caller leaves the underlying slice alone.
package nbt
