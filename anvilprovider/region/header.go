package region

import "encoding/binary"

// Sizes of the format; see the package comment.
const (
	sectorBytes     = 4096
	entryCount      = 1024
	wordBytes       = 4
	headerBytes     = 2 * sectorBytes
	headerSectors   = headerBytes / sectorBytes
	maxSectors      = 255         // The sector count of a location has 8 bits,
	maxFirstSector  = 1<<24 - 1   // and the first sector 24.
	chunkHeadBytes  = 4 + 1       // Length and compression.
	externalFlag    = 128         // Added to the compression byte of an external chunk.
	timestampsBytes = sectorBytes // Offset of the timestamps.
)

// location is an entry of the header: where a chunk is stored.
type location uint32

// newLocation packs a first sector and a number of sectors.
func newLocation(first, sectors int) location { return location(first<<8 | sectors) }

// first returns the first sector, counted from the start of the file.
func (l location) first() int { return int(l >> 8) }

// sectors returns the number of sectors.
func (l location) sectors() int { return int(l & 0xff) }

// check returns the fault that can be seen without looking at the file, or nil. The zero location is not a fault.
func (l location) check() error {
	switch {
	case l == 0:
		return nil
	case l.first() < headerSectors:
		return ErrInsideHeader
	case l.sectors() == 0:
		return ErrZeroSectors
	}
	return nil
}

// sectorsFor returns how many sectors n bytes take.
func sectorsFor(n int64) int64 { return (n + sectorBytes - 1) / sectorBytes }

// header is a whole header, unpacked.
type header struct {
	locations  [entryCount]location
	timestamps [entryCount]uint32
	// cut is the number of bytes that were there if the file ends within the header and is not blank, otherwise 0.
	// Entries past it are unknown, not empty.
	cut int
	// marked says that the header holds the mark of emptyMark.
	marked bool
	// lost says that the file is ErrHeaderLost. All entries are unknown.
	lost bool
}

// emptyMark fills the timestamps of a header that names no chunk on purpose, as long as anything is or may be stored behind
// it: a file whose first chunk is being written, and one whose last chunk was deleted. A header without it that names
// nothing is taken for one that was overwritten. The value is a time in 2010, when there were no such files yet.
const (
	emptyMark     = 'K'<<24 | 'S'<<16 | 'T'<<8 | 'L'
	emptyMarkText = "KSTL"
)

// empty says whether the header names no chunk.
func (h *header) empty() bool { return h.locations == [entryCount]location{} }

// dated says whether any entry tells when it was last written or deleted.
func (h *header) dated() bool { return h.timestamps != [entryCount]uint32{} }

// parse unpacks what there is of a header. A short header of zeroes, with what there may be of the mark, is that of a file
// whose creation was interrupted before anything was stored: it is complete and empty. Any other short header is cut.
func (h *header) parse(b []byte) {
	*h = header{}
	if len(b) < headerBytes {
		for i, c := range b {
			if c != 0 && (i < timestampsBytes || c != emptyMarkText[i%wordBytes]) {
				h.cut = len(b)
				break
			}
		}
	}
	for i := range entryCount {
		h.locations[i] = location(wordAt(b, i*wordBytes))
		h.timestamps[i] = wordAt(b, timestampsBytes+i*wordBytes)
	}
	h.marked = true
	for _, t := range h.timestamps {
		h.marked = h.marked && t == emptyMark
	}
	for i, t := range h.timestamps {
		if t == emptyMark {
			h.timestamps[i] = 0 // Or what is left of a mark that was being written.
		}
	}
}

// known says whether the location of entry i was in the file.
func (h *header) known(i int) bool { return !h.lost && (h.cut == 0 || (i+1)*wordBytes <= h.cut) }

// wordAt returns the number at an offset, or 0 if it is not wholly there.
func wordAt(b []byte, off int) uint32 {
	if off+wordBytes > len(b) {
		return 0
	}
	return binary.BigEndian.Uint32(b[off:])
}
