package inflate

import (
	"encoding/binary"
	"io"
)

// input is a stream of bits, from the lowest of each byte up. Eight bytes are read at a time, from the stream, and at its end from a
// copy of the last bytes with zeroes behind them.
type input struct {
	stream []byte
	src    []byte // What is read: the stream or the tail.
	size   int    // How many bytes of src are the stream's.
	pos    int    // Of the next byte of src that is not in word.
	// word holds the next bits, have of them; what is above those is zero or what follows.
	word uint64
	have uint
	tail [tailBytes]byte
}

const (
	// fillBytes must be left of src for two calls of refill.
	fillBytes = 16
	tailBytes = 64
)

func (in *input) reset(stream []byte) {
	in.stream, in.src, in.size, in.pos, in.word, in.have = stream, stream, len(stream), 0, 0, 0
}

// fill makes have at least 56.
func (in *input) fill() {
	if len(in.src)-in.pos < fillBytes {
		in.toTail()
	}
	in.pos, in.word, in.have = refill(in.src, in.pos, in.word, in.have)
}

// refill makes have at least 56.
func refill(src []byte, pos int, word uint64, have uint) (int, uint64, uint) {
	return pos + int(63-have)>>3, word | binary.LittleEndian.Uint64(src[pos:])<<(have&63), have | 56
}

// toTail goes on with the tail, or stays at its end, where the stream has ended long before.
func (in *input) toTail() {
	if in.size < len(in.src) {
		in.pos = tailBytes - fillBytes
		return
	}
	clear(in.tail[:])
	in.size = copy(in.tail[:], in.src[in.pos:])
	in.src, in.pos = in.tail[:], 0
}

// take returns the next n bits, at most as many as there are since fill.
func (in *input) take(n uint) uint64 {
	v := in.word & (1<<(n&63) - 1)
	in.word >>= n & 63
	in.have -= n
	return v
}

// used is how many bits of src have been taken, which is less than 0 if some from before the tail are left.
func (in *input) used() int { return in.pos*8 - int(in.have) }

// over reports whether bits beyond the end have been taken.
func (in *input) over() bool { return in.used() > in.size*8 }

// corrupt returns what is wrong when something cannot be: if the stream has ended before, that it has.
func (in *input) corrupt() error {
	if in.over() {
		return io.ErrUnexpectedEOF
	}
	return ErrCorrupt
}

// rest returns the bytes after the one whose bits were taken last. ok is false if the stream has ended before.
func (in *input) rest() (src []byte, ok bool) {
	if in.over() {
		return nil, false
	}
	left := in.size - (in.used()+7)>>3
	return in.stream[len(in.stream)-left:], true
}
