package region

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sync"
)

// readAttempts is how often a read is tried without a lock. A writer publishes an entry in well under a microsecond, so
// that even a second attempt is rare.
const readAttempts = 4

// liveReadAttempts is the same for a file that another process may write, where no lock helps in the end.
const liveReadAttempts = 32

// maxStored returns how large a stored chunk may be if its contents may have limit bytes: there is framing, and what a
// compression adds to incompressible bytes.
func maxStored(limit int64) int64 { return limit + limit/64 + 1<<20 }

// buffer is the memory of one read, kept for reuse.
type buffer struct {
	stored []byte          // The sectors, or the external file.
	word   [wordBytes]byte // An entry of the header.
}

var buffers = sync.Pool{New: func() any { return &buffer{} }}

// maxPooledBytes bounds the memory that an idle buffer may hold.
const maxPooledBytes = 4 << 20

// release puts the buffer back.
func (b *buffer) release() {
	if cap(b.stored) <= maxPooledBytes {
		buffers.Put(b)
	}
}

// take returns n bytes of the buffer.
func (b *buffer) take(n int) []byte {
	b.stored = slices.Grow(b.stored[:0], n)[:n]
	return b.stored
}

// stored is what a read found: the bytes of a chunk as stored.
type stored struct {
	data []byte // Borrowed from the buffer.
	kind Compression
	note error  // A finding that does not stop the read.
	file string // Where data came from.
}

// Read appends the inflated payload of the chunk x, z to dst and returns it with the compression in which it was stored.
// If nothing is stored the error is ErrNotFound; if what is stored cannot be read it is a *ChunkError. On an error the
// returned slice is dst as it was. A dst with room enough is used without allocating.
func (s *Store) Read(dst []byte, x, z int32) ([]byte, Compression, error) {
	b := buffers.Get().(*buffer)
	defer b.release()
	c, err := s.readStored(b, x, z)
	if err != nil {
		return dst, c.kind, err
	}
	out, _, err := c.inflate(dst, s.opt.MaxInflated)
	if err != nil {
		return dst, c.kind, atChunk(err, c.file, x, z)
	}
	return out, c.kind, nil
}

// inflate appends the contents of the chunk to dst. The note is a finding that does not stop the read.
func (c *stored) inflate(dst []byte, limit int64) (out []byte, note, err error) {
	out, note, err = decompress(dst, c.data, c.kind, limit)
	if c.note != ErrLengthPastSectors {
		return out, note, err
	}
	// What the sectors could not hold may have been nothing, if the length counts itself. A stream that ends with its
	// whole checksum proves it.
	switch {
	case errors.Is(err, ErrTruncated):
		return dst, nil, &fault{ErrLengthPastSectors, err}
	case err == nil && (note != nil || c.kind == None):
		return dst, nil, faultf(ErrLengthPastSectors, "and the stream does not prove that it is whole")
	}
	return out, note, err
}

// ReadRaw appends the payload of the chunk x, z to dst as it is stored, without its head. Errors are those of Read, as
// far as they can be seen without inflating.
func (s *Store) ReadRaw(dst []byte, x, z int32) ([]byte, Compression, error) {
	b := buffers.Get().(*buffer)
	defer b.release()
	c, err := s.readStored(b, x, z)
	if err != nil {
		return dst, c.kind, err
	}
	return append(dst, c.data...), c.kind, nil
}

// readStored reads the chunk x, z into b.
func (s *Store) readStored(b *buffer, x, z int32) (stored, error) {
	h, err := s.files.acquire(PosOf(x, z))
	if err != nil {
		return stored{}, atFile(err, s.path(PosOf(x, z).FileName()), x, z)
	}
	defer s.files.release(h)
	c, err := h.file.read(b, x, z)
	return c, atChunk(err, h.file.path, x, z)
}

// atFile is atChunk for the failure to open a file.
func atFile(err error, file string, x, z int32) error {
	var fe *FileError
	if errors.As(err, &fe) {
		return &ChunkError{fe.File, x, z, ErrIO, err}
	}
	return atChunk(err, file, x, z)
}

// read reads a chunk so that the result is of one version, whatever writers do meanwhile.
func (f *file) read(b *buffer, x, z int32) (stored, error) {
	attempts := readAttempts
	if f.live {
		attempts = liveReadAttempts
	}
	for range attempts {
		if c, err, ok := f.tryRead(b, x, z); ok {
			return c, err
		}
		runtime.Gosched()
	}
	if f.live {
		return stored{}, ErrChanging // No lock of ours keeps the other process away.
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.location(b, entryIndex(x, z))
	if err != nil {
		return stored{}, err
	}
	return f.readAt(b, l, x, z)
}

// tryRead reads a chunk without a lock. Result and error mean nothing unless ok: the entry changed meanwhile.
func (f *file) tryRead(b *buffer, x, z int32) (c stored, err error, ok bool) {
	i := entryIndex(x, z)
	var version uint32
	if !f.live {
		if version = f.entries[i].version.Load(); version&1 != 0 {
			return stored{}, nil, false
		}
	}
	l, err := f.location(b, i)
	if err != nil {
		return stored{}, err, true
	}
	c, err = f.readAt(b, l, x, z)
	switch {
	case !f.live:
		return c, err, f.entries[i].version.Load() == version
	case l == 0:
		return c, err, true
	}
	again, lerr := f.location(b, i)
	return c, err, lerr == nil && again == l
}

// location returns the location of entry i: from memory, or from the disk if another process may have changed it.
func (f *file) location(b *buffer, i int) (location, error) {
	if f.lost.Load() {
		return 0, ErrHeaderLost
	}
	if cut := int(f.cut.Load()); cut > 0 && (i+1)*wordBytes > cut {
		return 0, ErrHeaderCut
	}
	if !f.live {
		return location(f.entries[i].location.Load()), nil
	}
	if f.handle == nil {
		return 0, nil
	}
	n, err := f.handle.ReadAt(b.word[:], int64(i)*wordBytes)
	if n < len(b.word) && err != io.EOF {
		return 0, err
	}
	if n < len(b.word) && f.whole {
		return 0, ErrHeaderCut // Since it was opened.
	}
	return location(wordAt(b.word[:n], 0)), nil
}

// readAt reads the chunk that l locates.
func (f *file) readAt(b *buffer, l location, x, z int32) (stored, error) {
	if l == 0 {
		return stored{}, ErrNotFound
	}
	if err := l.check(); err != nil {
		return stored{}, err
	}
	start, span := int64(l.first())*sectorBytes, int64(l.sectors())*sectorBytes
	size := f.size.Load()
	if f.live && start+span > size {
		var err error
		if size, err = f.handle.Size(); err != nil {
			return stored{}, err
		}
	}
	if start >= size {
		return stored{}, faultf(ErrBeyondEnd, "sector %d of a file of %d bytes", l.first(), size)
	}
	// The last chunk of a file need not be padded.
	sectors := b.take(int(min(span, size-start)))
	n, err := f.handle.ReadAt(sectors, start)
	if n < len(sectors) && err != io.EOF {
		return stored{}, err
	}
	c, external, err := parseChunk(sectors[:n], l)
	c.file = f.path
	if err != nil || !external {
		return c, err
	}
	return f.store.readExternal(b, c, x, z)
}

// parseChunk takes the sectors of a chunk apart.
func parseChunk(sectors []byte, l location) (c stored, external bool, err error) {
	if len(sectors) < chunkHeadBytes {
		return c, false, faultf(ErrTruncated, "file ends within the head of the chunk")
	}
	length := int64(int32(binary.BigEndian.Uint32(sectors)))
	tag := sectors[4]
	c.kind = Compression(tag &^ externalFlag)
	external = tag&externalFlag != 0
	span := int64(l.sectors()) * sectorBytes
	// The length may count itself, which makes it four too many: the stream will tell.
	over := wordBytes + length - span
	switch {
	case length == 0:
		return c, external, faultf(ErrZeroLength, "in sector %d", l.first())
	case length < 0 || length > maxSectors*sectorBytes:
		return c, external, faultf(ErrAbsurdLength, "%d bytes", uint32(length))
	case over > wordBytes:
		return c, external, faultf(ErrLengthPastSectors, "%d bytes in %d sectors", length, l.sectors())
	case over > 0:
		c.note, length = ErrLengthPastSectors, length-over
	}
	if external {
		if length > 1 {
			c.note = ErrBothStreams
		}
		return c, true, nil
	}
	end := wordBytes + length
	if end > int64(len(sectors)) {
		return c, false, faultf(ErrTruncated, "%d bytes, of which the file holds %d", length, len(sectors)-wordBytes)
	}
	c.data = sectors[chunkHeadBytes:end]
	if !c.kind.Supported() {
		return c, false, unknownCompression(c.kind, c.data)
	}
	if len(c.data) == 0 && c.kind != None {
		return c, false, faultf(ErrTruncated, "no payload")
	}
	return c, false, nil
}

// readExternal reads the .mcc file of a chunk whose head is c.
func (s *Store) readExternal(b *buffer, c stored, x, z int32) (stored, error) {
	c.file = s.path(externalName(x, z))
	fail := func(kind, cause error) (stored, error) { return c, &ChunkError{c.file, x, z, kind, cause} }
	f, err := s.fs.Open(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		return fail(ErrMissingExternal, nil)
	}
	if err != nil {
		return fail(ErrIO, err)
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return fail(ErrIO, err)
	}
	if limit := s.opt.MaxInflated; size > maxStored(limit) {
		return fail(ErrTooLarge, tooLarge(limit))
	}
	c.data = b.take(int(size))
	n, err := f.ReadAt(c.data, 0)
	if n < len(c.data) && err != io.EOF {
		return fail(ErrIO, err)
	}
	c.data = c.data[:n]
	if !c.kind.Supported() {
		err := unknownCompression(c.kind, c.data)
		return c, atChunk(err, c.file, x, z)
	}
	return c, nil
}
