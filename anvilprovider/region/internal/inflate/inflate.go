package inflate

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

var (
	// ErrCorrupt means that the input is no deflate stream.
	ErrCorrupt = errors.New("corrupt deflate stream")
	// ErrTooLarge means that the stream holds more than the limit.
	ErrTooLarge = errors.New("deflate stream holds more than the limit")
)

// Decoder inflates one stream after another. The zero value is ready for use. It is not safe for concurrent use.
type Decoder struct {
	in        input
	literals  [literalRoom]entry
	distances [distanceRoom]entry
	// For the head of a block: the code of the lengths, and the lengths of both codes one after the other.
	lengths [lengthRoom]entry
	codes   [maxLiterals + maxDistances]uint8
}

// Slack is how much more room than the contents a stream needs to be inflated without allocating: matches are copied in words.
const Slack = 288

// Append appends the contents of the stream at the beginning of src to dst, at most limit bytes of them, and returns what follows
// the stream. Errors are io.ErrUnexpectedEOF, ErrCorrupt or ErrTooLarge; nothing else is then returned. What lies between the
// length of dst and its capacity is overwritten.
func (d *Decoder) Append(dst, src []byte, limit int64) (out, rest []byte, err error) {
	d.in.reset(src)
	defer d.in.reset(nil)
	o := output{buf: dst[:cap(dst)], at: len(dst), base: len(dst), limit: limit}
	if len(o.buf)-o.at <= Slack {
		o.grow(8 * len(src)) // What chunks inflate to.
	}
	for last := false; !last; {
		d.in.fill()
		last = d.in.take(1) == 1
		switch d.in.take(2) {
		case 0:
			err = d.stored(&o)
		case 1:
			d.fixed()
			err = d.block(&o)
		case 2:
			if err = d.head(); err == nil {
				err = d.block(&o)
			}
		default:
			err = d.in.corrupt()
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if o.tooLarge() {
		return nil, nil, ErrTooLarge
	}
	rest, ok := d.in.rest()
	if !ok {
		return nil, nil, io.ErrUnexpectedEOF
	}
	return o.buf[:o.at], rest, nil
}

// output is what has been written: buf[base:at]. The buffer goes on after it.
type output struct {
	buf      []byte
	at, base int
	limit    int64
}

func (o *output) tooLarge() bool { return int64(o.at-o.base) > o.limit }

// grow makes room for n more bytes, or more than has been written, but not for much more than the limit.
func (o *output) grow(n int) {
	n = int(min(int64(max(n, o.at-o.base, 512)), o.limit)) + 2*Slack
	o.buf = slices.Grow(o.buf[:o.at], n)
	o.buf = o.buf[:cap(o.buf)]
}

// stored copies a block that is not compressed.
func (d *Decoder) stored(o *output) error {
	src, ok := d.in.rest()
	if !ok || len(src) < 4 {
		return io.ErrUnexpectedEOF
	}
	n := int(binary.LittleEndian.Uint16(src))
	if n^0xffff != int(binary.LittleEndian.Uint16(src[2:])) {
		return ErrCorrupt
	}
	if src = src[4:]; len(src) < n {
		return io.ErrUnexpectedEOF
	}
	if len(o.buf)-o.at < n {
		if o.at += n; o.tooLarge() {
			return ErrTooLarge
		}
		o.at -= n
		o.grow(n)
	}
	o.at += copy(o.buf[o.at:], src[:n])
	d.in.reset(src[n:])
	return nil
}

// fixed makes the tables of the code that the format fixes.
func (d *Decoder) fixed() {
	var lengths [allLiterals]uint8
	for i := range lengths {
		switch {
		case i < 144 || i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	build(d.literals[:], literalBits, lengths[:], literalEntries[:])
	for i := range 32 {
		lengths[i] = 5
	}
	build(d.distances[:], distanceBits, lengths[:32], distanceEntries[:])
}

// lengthOrder is the order in which the lengths of the code of lengths are stored.
var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// head reads the codes of a block and makes their tables.
func (d *Decoder) head() error {
	in := &d.in
	in.fill()
	literals, distances, count := 257+int(in.take(5)), 1+int(in.take(5)), 4+int(in.take(4))
	if literals > maxLiterals || distances > maxDistances {
		return in.corrupt()
	}
	var lengths [19]uint8
	for _, symbol := range lengthOrder[:count] {
		in.fill()
		lengths[symbol] = uint8(in.take(3))
	}
	if !build(d.lengths[:], lengthBits, lengths[:], lengthEntries[:]) {
		return in.corrupt()
	}
	codes := d.codes[:literals+distances]
	for i := 0; i < len(codes); {
		in.fill()
		e := d.lengths[in.word&(lengthRoom-1)]
		if e&invalid != 0 {
			return in.corrupt()
		}
		in.take(e.bits())
		value, repeat := uint8(0), 1
		switch n := e.value(); n {
		case 16:
			if i == 0 {
				return in.corrupt()
			}
			value, repeat = codes[i-1], 3+int(in.take(2))
		case 17:
			repeat = 3 + int(in.take(3))
		case 18:
			repeat = 11 + int(in.take(7))
		default:
			value = uint8(n)
		}
		if repeat > len(codes)-i {
			return in.corrupt()
		}
		for ; repeat > 0; repeat-- {
			codes[i] = value
			i++
		}
	}
	if !build(d.literals[:], literalBits, codes[:literals], literalEntries[:]) ||
		!build(d.distances[:], distanceBits, codes[literals:], distanceEntries[:]) {
		return in.corrupt()
	}
	return nil
}
