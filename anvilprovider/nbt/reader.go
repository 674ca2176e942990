package nbt

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// DefaultDepth is how deep compounds and lists may be nested when Limits.Depth is 0. The game's own limit is 512 as well
// (NbtAccounter).
const DefaultDepth = 512

// Limits bounds what is accepted. The zero value means the defaults.
type Limits struct {
	// Depth is how deep compounds and lists may be nested, the root being the first; 0 means DefaultDepth.
	Depth int
	// Bytes is how long a document may be; 0 means no limit beside the length of the slice.
	Bytes int
}

func (l Limits) depth() int {
	if l.Depth <= 0 {
		return DefaultDepth
	}
	return l.Depth
}

// Reader walks NBT in place. It never copies: texts, arrays and payloads that it returns are parts of the slice it reads.
//
// Errors stick: after the first, every method returns zero values and Err returns the error. So a walk can be written
// without a check after each step, as long as Err is asked at its end.
//
// The methods that read a payload (Byte to Raw) must be called once for each entry that Next returns and for each element
// that List counts, with the tag that was announced; Skip is the one to call when the payload does not matter.
//
// The zero value reads nothing; use NewReader, or Reset to use a Reader again.
type Reader struct {
	b    []byte
	off  int
	err  error
	lim  Limits
	root int // offset of the outermost payload, for paths
}

// NewReader returns a Reader over a document, or over the payload of a compound.
func NewReader(b []byte, lim Limits) *Reader {
	r := &Reader{lim: lim}
	r.Reset(b)
	return r
}

// Reset makes the reader read b from its start, with the limits that it had.
func (r *Reader) Reset(b []byte) {
	r.b, r.off, r.err, r.root = b, 0, nil, 0
	if r.lim.Bytes > 0 && len(b) > r.lim.Bytes {
		r.err = &SyntaxError{Offset: r.lim.Bytes, Err: ErrSize}
	}
}

// Root reads the head of a document, which is a tag and a name, and enters the compound: Next reads its first entry.
// Anything but a compound is an error.
func (r *Reader) Root() (name []byte, ok bool) {
	tag, name, ok := r.Next()
	if !ok {
		if r.err == nil {
			r.off = 0
			r.Fail(fmt.Errorf("%w: end at the root, want compound", ErrTag))
		}
		return nil, false
	}
	if tag != TagCompound {
		r.off = 0
		r.Fail(fmt.Errorf("%w: %v at the root, want compound", ErrTag, tag))
		return nil, false
	}
	r.root = r.off
	return name, true
}

// Next reads the head of the next entry of the current compound. It returns false, and has left the compound, at its end;
// it returns false as well after an error. The name is in modified UTF-8 and borrowed.
func (r *Reader) Next() (tag Tag, name []byte, ok bool) {
	if r.err != nil {
		return TagEnd, nil, false
	}
	b, off := r.b, r.off
	if uint(off) >= uint(len(b)) {
		r.Fail(io.ErrUnexpectedEOF)
		return TagEnd, nil, false
	}
	tag = Tag(b[off])
	if tag == TagEnd {
		r.off = off + 1
		return TagEnd, nil, false
	}
	if len(b)-off < 3 {
		r.Fail(io.ErrUnexpectedEOF)
		return TagEnd, nil, false
	}
	end := off + 3 + int(binary.BigEndian.Uint16(b[off+1:]))
	if end > len(b) {
		r.Fail(io.ErrUnexpectedEOF)
		return TagEnd, nil, false
	}
	if !tag.Valid() {
		r.Fail(fmt.Errorf("%w: %v", ErrTag, tag))
		return TagEnd, nil, false
	}
	r.off = end
	return tag, b[off+3 : end], true
}

// Skip passes over a payload without looking at it more than its lengths need.
func (r *Reader) Skip(tag Tag) {
	if r.err != nil {
		return
	}
	end, err := skip(r.b, r.off, tag, r.lim.depth())
	if err != nil {
		r.FailAt(end, err)
		return
	}
	r.off = end
}

// Raw borrows a whole payload.
func (r *Reader) Raw(tag Tag) Raw {
	start := r.off
	r.Skip(tag)
	if r.err != nil {
		return Raw{}
	}
	return Raw{Tag: tag, Data: r.b[start:r.off:r.off]}
}

// take returns the next n bytes.
func (r *Reader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if len(r.b)-r.off < n {
		r.Fail(io.ErrUnexpectedEOF)
		return nil
	}
	r.off += n
	return r.b[r.off-n : r.off : r.off]
}

// Byte reads the payload of a byte.
func (r *Reader) Byte() int8 {
	if b := r.take(1); b != nil {
		return int8(b[0])
	}
	return 0
}

// Short reads the payload of a short.
func (r *Reader) Short() int16 {
	if b := r.take(2); b != nil {
		return int16(binary.BigEndian.Uint16(b))
	}
	return 0
}

// Int reads the payload of an int.
func (r *Reader) Int() int32 {
	if b := r.take(4); b != nil {
		return int32(binary.BigEndian.Uint32(b))
	}
	return 0
}

// Long reads the payload of a long.
func (r *Reader) Long() int64 {
	if b := r.take(8); b != nil {
		return int64(binary.BigEndian.Uint64(b))
	}
	return 0
}

// Float reads the payload of a float.
func (r *Reader) Float() float32 {
	return math.Float32frombits(uint32(r.Int()))
}

// Double reads the payload of a double.
func (r *Reader) Double() float64 {
	return math.Float64frombits(uint64(r.Long()))
}

// Text borrows the bytes of a string, in modified UTF-8: plain ASCII is itself, for the rest see DecodeText.
func (r *Reader) Text() []byte {
	b := r.take(2)
	if b == nil {
		return nil
	}
	return r.take(int(binary.BigEndian.Uint16(b)))
}

// ByteArray borrows the numbers of a byte array.
func (r *Reader) ByteArray() []byte {
	return r.array(TagByteArray)
}

// IntArray borrows the numbers of an int array, four big-endian bytes each.
func (r *Reader) IntArray() []byte {
	return r.array(TagIntArray)
}

// LongArray borrows the numbers of a long array, eight big-endian bytes each.
func (r *Reader) LongArray() []byte {
	return r.array(TagLongArray)
}

func (r *Reader) array(tag Tag) []byte {
	if r.err != nil {
		return nil
	}
	size := elemBytes[tag&15]
	n, err := count(r.b, r.off, size)
	if err != nil {
		r.Fail(err)
		return nil
	}
	r.off += 4
	return r.take(n * size)
}

// List reads the head of a list: the tag of its elements and how many payloads follow. The count is never more than the
// rest of the input can hold, so it may be used to allocate. After an error it is 0.
func (r *Reader) List() (elem Tag, n int) {
	if r.err != nil {
		return TagEnd, 0
	}
	elem, n, err := listHead(r.b, r.off)
	if err != nil {
		r.Fail(err)
		return TagEnd, 0
	}
	r.off += 5
	return elem, n
}

// Expect checks that an entry has the tag that the caller is about to read, and fails with the entry's path if not.
func (r *Reader) Expect(tag, want Tag) bool {
	if r.err == nil && tag != want {
		// The path is that of the head just read: at the offset of a compound's payload its first entry would answer.
		err := fmt.Errorf("%w: %v, want %v", ErrTag, tag, want)
		r.err = &SyntaxError{Offset: r.off, Path: locate(r.b, TagCompound, r.root, r.off-1), Err: err}
	}
	return r.err == nil
}

// Offset returns the position in bytes of the next unread byte.
func (r *Reader) Offset() int {
	return r.off
}

// Seek moves the reader to an offset that an earlier call of Offset returned, to walk a part of the document again. It does
// nothing after an error.
func (r *Reader) Seek(offset int) {
	if r.err == nil {
		r.off = offset
	}
}

// Err returns the first error, which is a *SyntaxError, or nil.
func (r *Reader) Err() error {
	return r.err
}

// Fail stops the walk with an error of the caller at the current offset, unless it has already stopped.
func (r *Reader) Fail(err error) {
	r.FailAt(r.off, err)
}

// FailAt stops the walk with an error of the caller at an offset, unless it has already stopped.
func (r *Reader) FailAt(off int, err error) {
	if r.err == nil {
		r.err = &SyntaxError{Offset: off, Path: locate(r.b, TagCompound, r.root, off), Err: err}
	}
}

// Close checks that nothing follows what was read, and returns Err.
func (r *Reader) Close() error {
	if r.err == nil && r.off != len(r.b) {
		r.err = &SyntaxError{Offset: r.off, Err: fmt.Errorf("%w: %d of them", ErrTrailing, len(r.b)-r.off)}
	}
	return r.err
}
