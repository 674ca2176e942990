// Package region reads and writes the region files of Java Edition's Anvil format (r.X.Z.mca with its c.X.Z.mcc files).
// It moves bytes: a chunk is a payload with a compression, and what the payload means is another package's business.
//
// A [Store] serves one folder of region files, such as the region or the entities folder of a dimension:
//
//	store, err := region.Options{}.Open("world/region")
//	data, _, err := store.Read(nil, 10, -3) // uncompressed NBT, or ErrNotFound
//	err = store.Write(10, -3, data)         // old or new after any crash, never neither
//	err = store.Close()
//
// # Region file
//
// A region holds 32 x 32 chunks in sectors of 4,096 bytes. The first two sectors are the header; entry i belongs to the
// chunk with i = (z & 31) << 5 | (x & 31). All numbers are big-endian.
//
//	byte 0           4,096             8,192
//	+----------------+-----------------+---------------+---------------+-----
//	| 1,024 x 4 B    | 1,024 x 4 B     | sector 2      | sector 3      | ...
//	| locations      | timestamps      | 4,096 B       | 4,096 B       |
//	+----------------+-----------------+---------------+---------------+-----
//
//	location   | 24 bits: first sector | 8 bits: sectors |    0 = nothing stored
//	timestamp  | 32 bits: seconds since 1970             |
//
// # Chunk
//
//	+----------------+-------------+----------------------+-------------------+
//	| 4 B            | 1 B         | length - 1 B         | to the sector end |
//	| length         | compression | payload              | padding           |
//	+----------------+-------------+----------------------+-------------------+
//
// The length counts the compression byte. Compression is 1 gzip, 2 zlib, 3 none, 4 LZ4 (lz4-java's block stream, see
// lz4.go), 127 an algorithm named in the payload, which is refused by its name. With 128 added the payload is the whole
// of the file c.X.Z.mcc beside the region file (X and Z are the chunk's own coordinates) and length is 1; that is how a
// chunk of more than 255 sectors (1,044,475 payload bytes) is stored.
//
// # Reading
//
// Reads are positional and take no lock: each entry has a version that is odd while a writer moves the entry, and what
// was read counts only if the version is even and unchanged; after four such attempts the read is repeated under the
// writers' lock. A store that is open for reading only never looks at a cached header instead: it reads the entry from
// the disk before and after the payload, so that it may watch a world that another process writes ([ErrChanging] if that
// never stands still).
//
// A fault costs the chunk it belongs to, never the file. Nothing stored is [ErrNotFound], and only that is; everything
// that is stored but cannot be read is a [*ChunkError]. Real files are not always tidy, so some findings do not stop a
// read and are reported by [Store.Check] only:
//
//   - [ErrOverlap]: two entries claim a sector. At least one of them is whole as a rule, so both are read, and the
//     checksum of the stream decides. The writer never reuses the sectors in question.
//   - [ErrChecksumCut]: the stream is complete but its checksum is cut short, as some editors write it by declaring the
//     chunk too short. The decompressor itself proves that no content is missing, and what is there of the checksum
//     agrees. Anything less is [ErrTruncated]. An LZ4 stream cannot prove that, so there a missing end mark is an error.
//   - [ErrBothStreams]: an external entry with a payload of its own. The external file counts, as it does for the game.
//   - [ErrLengthPastSectors] by up to four bytes, as programs write it whose length counts itself, if the stream proves
//     with a whole checksum that nothing is missing.
//
// The last chunk need not be padded, and a file may be empty, consist of its header alone, or end between two sectors.
//
// # Writing
//
// A chunk is written in an order that leaves, at any moment, the old chunk or the new one on disk:
//
//  1. new sectors are allocated that no entry and no unfinished write uses, nor a chunk that takes more sectors than its
//     entry names: it cannot be read, but is whole for whoever corrects the entry
//  2. a .mcc file, if one is needed, is written under a temporary name and made durable
//  3. the payload is written into the new sectors and made durable
//  4. the .mcc file gets its name, and the name is made durable
//  5. the two 4-byte words of the header are written and, if [SyncFull], made durable
//  6. once the header is durable the old sectors become free and a .mcc file that nothing names any more is removed
//
// An external chunk that stays external is replaced by step 4 alone: the entry stays as it is, and therefore so does
// the compression that it names, whatever the options say.
//
// # External files that nothing names
//
// A crash between steps 4 and 6 leaves a .mcc file that no entry names. So does a program that deletes chunks and knows of no
// .mcc files, and so does a damaged header, whose chunk is then whole in that file. Nobody can tell these apart, so that Check
// reports such a file ([ErrOrphan]) and nothing removes it, until the chunk is written or deleted: before that the file is copied
// to BackupDir.orphans, durably, or to BackupDir.orphans.2 and so on if another of its name is there already.
//
// # Files that name nothing
//
// A header that names no chunk while something is stored behind it is a header that was overwritten, as far as anybody can
// tell: reading such a region gives [ErrHeaderLost] instead of ErrNotFound, writing is refused, and Check lists the file.
// So as not to leave such files itself, this package fills the timestamps of a header that names nothing on purpose with
// one value ("KSTL"), durably, before the first chunk is stored and before the last one is deleted, and takes it away
// with the first change or Flush after the header names something. The game does not look at the timestamps of absent
// chunks. A file whose chunks were all deleted by another program is refused, too, until its owner moves it away.
//
// # Concurrency
//
// A Store is safe for concurrent use. Writers of one region file take turns for the transfer, and compress in parallel.
// Two processes must not write to one folder; that lock is the caller's (session.lock). That another program has changed the
// locations of a file is noticed all the same before the next write to it ([ErrReplaced]), as when a copy is restored in place.
//
// # Limits
//
// Inflated chunks are bounded by [Options.MaxInflated] and open files by [Options.MaxOpen]. Region files never shrink.
// Chunk coordinates are those of the slot that the caller names; whether the NBT inside agrees is for the caller to
// check.
//
// The format is described in the Minecraft Wiki, "Region file format" and "Anvil file format"; the faults that real
// writers leave behind come from the trackers of the programs that met them.
package region
