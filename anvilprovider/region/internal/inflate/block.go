package inflate

import (
	"encoding/binary"
	"io"
)

// block reads the codes of a block until its end. The fields of the input are kept in variables, and through them in registers.
//
// In one round two bytes at most are written, and one more or a match. After refill there are 56 bits: two codes of the first table
// and a length with its further bits take 42 of them. Then there are 56 again, of which a distance takes 28.
func (d *Decoder) block(o *output) error {
	in := &d.in
	src, pos, word, have := in.src, in.pos, in.word, in.have
	buf, at := o.buf, o.at
	for {
		if len(buf)-at <= Slack {
			if o.at = at; o.tooLarge() {
				return ErrTooLarge
			}
			o.grow(0)
			buf = o.buf
		}
		if len(src)-pos < fillBytes {
			in.pos, in.word, in.have = pos, word, have
			if in.toTail(); in.over() {
				return io.ErrUnexpectedEOF
			}
			src, pos = in.src, in.pos
		}
		pos, word, have = refill(src, pos, word, have)
		e := d.literals[word&(1<<literalBits-1)]
		for range 2 {
			if e&literal == 0 {
				break
			}
			word >>= e & 63
			have -= e.bits()
			buf[at] = byte(e >> 16)
			at++
			e = d.literals[word&(1<<literalBits-1)]
		}
		if e&more != 0 {
			e = d.literals[e.value()+uint(word>>literalBits)&(1<<e.extra()-1)]
		}
		word >>= e & 63
		have -= e.bits()
		if e&(literal|end|invalid) != 0 {
			if e&literal != 0 {
				buf[at] = byte(e >> 16)
				at++
				continue
			}
			in.pos, in.word, in.have, o.at = pos, word, have, at
			if e&end != 0 {
				return nil
			}
			return in.corrupt()
		}
		length := int(e.value() + uint(word)&(1<<e.extra()-1))
		word >>= e.extra()
		have -= e.extra()

		pos, word, have = refill(src, pos, word, have)
		e = d.distances[word&(1<<distanceBits-1)]
		if e&more != 0 {
			e = d.distances[e.value()+uint(word>>distanceBits)&(1<<e.extra()-1)]
		}
		word >>= e & 63
		have -= e.bits()
		distance := int(e.value() + uint(word)&(1<<e.extra()-1))
		word >>= e.extra()
		have -= e.extra()
		if e&invalid != 0 || distance > at-o.base {
			in.pos, in.word, in.have = pos, word, have
			return in.corrupt()
		}
		match(buf, at, distance, length)
		at += length
	}
}

// match writes length bytes at at that repeat those that lie distance before. It may write seven more.
func match(buf []byte, at, distance, length int) {
	from, to := at-distance, at+length
	switch {
	case distance >= 8 && length <= 32:
		for ; at < to; at, from = at+8, from+8 {
			binary.LittleEndian.PutUint64(buf[at:], binary.LittleEndian.Uint64(buf[from:]))
		}
	case distance == 1:
		v := uint64(buf[from]) * 0x0101010101010101
		for ; at < to; at += 8 {
			binary.LittleEndian.PutUint64(buf[at:], v)
		}
	default:
		// What has been repeated is repeated with it.
		for at < to {
			at += copy(buf[at:to], buf[from:at])
		}
	}
}
