package region

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/adler32"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
)

// inflater is a deflate decoder with its input, kept for reuse: a new decoder costs 40 kB.
type inflater struct {
	src bytes.Reader
	dec io.ReadCloser
}

var inflaters = sync.Pool{New: func() any {
	f := &inflater{}
	f.dec = flate.NewReader(&f.src)
	return f
}}

// inflate appends the contents of a raw deflate stream to dst and returns what follows the stream in src.
func (f *inflater) inflate(dst, src []byte, limit int64) (out, rest []byte, err error) {
	f.src.Reset(src)
	if err := f.dec.(flate.Resetter).Reset(&f.src, nil); err != nil {
		return nil, nil, &fault{ErrStream, err}
	}
	base := len(dst)
	for {
		if len(dst) == cap(dst) {
			// A chunk inflates to about eight times its size: start there, then double.
			dst = slices.Grow(dst, int(min(max(int64(len(dst)-base), 8*int64(len(src)), 512), limit+1)))
		}
		n, err := f.dec.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		if int64(len(dst)-base) > limit {
			return nil, nil, tooLarge(limit)
		}
		switch {
		case err == io.EOF:
			return dst, src[len(src)-f.src.Len():], nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, nil, &fault{ErrTruncated, err}
		case err != nil:
			return nil, nil, &fault{ErrStream, err}
		}
	}
}

// release puts the decoder back without a reference to the caller's bytes.
func (f *inflater) release() {
	f.src.Reset(nil)
	inflaters.Put(f)
}

// checkSum compares the checksum that follows a stream. A part of it must agree with the computed one as far as it goes.
func checkSum(rest []byte, want [4]byte) (note, err error) {
	n := min(len(rest), len(want))
	if !bytes.Equal(rest[:n], want[:n]) {
		// Copied, so that want stays on the stack when all is well.
		return nil, faultf(ErrStream, "checksum %x is not %x", rest[:n], bytes.Clone(want[:n]))
	}
	if n < len(want) {
		return ErrChecksumCut, nil
	}
	return nil, nil
}

// inflateZLib reads a zlib stream (RFC 1950). Bytes after it are passed over.
func inflateZLib(dst, src []byte, limit int64) (out []byte, note, err error) {
	if len(src) < 2 {
		return nil, nil, faultf(ErrTruncated, "%d bytes of zlib stream", len(src))
	}
	const methodDeflate, maxWindow, presetDictionary = 8, 7, 0x20
	head := binary.BigEndian.Uint16(src)
	if src[0]&15 != methodDeflate || src[0]>>4 > maxWindow || head%31 != 0 || src[1]&presetDictionary != 0 {
		return nil, nil, faultf(ErrStream, "%x is no zlib header", src[:2])
	}
	f := inflaters.Get().(*inflater)
	defer f.release()
	out, rest, err := f.inflate(dst, src[2:], limit)
	if err != nil {
		return nil, nil, err
	}
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], adler32.Checksum(out[len(dst):]))
	note, err = checkSum(rest, sum)
	return out, note, err
}

// inflateGZip reads a gzip stream (RFC 1952) of one or more members. Bytes after it that do not begin a member are passed
// over.
func inflateGZip(dst, src []byte, limit int64) (out []byte, note, err error) {
	f := inflaters.Get().(*inflater)
	defer f.release()
	out = dst
	for {
		body, err := skipGZipHeader(src)
		if err != nil {
			return nil, nil, err
		}
		start := len(out)
		room := limit - int64(start-len(dst))
		var rest []byte
		if out, rest, err = f.inflate(out, body, room); err != nil {
			if errors.Is(err, ErrTooLarge) {
				err = tooLarge(limit)
			}
			return nil, nil, err
		}
		var sum, size [4]byte
		binary.LittleEndian.PutUint32(sum[:], crc32.ChecksumIEEE(out[start:]))
		binary.LittleEndian.PutUint32(size[:], uint32(len(out)-start))
		if note, err = checkSum(rest, sum); note != nil || err != nil {
			return out, note, err
		}
		if note, err = checkSum(rest[4:], size); note != nil || err != nil {
			return out, note, err
		}
		src = rest[8:]
		if len(src) < 2 || src[0] != 0x1f || src[1] != 0x8b {
			return out, nil, nil
		}
	}
}

var errGZipHeaderCut = faultf(ErrTruncated, "stream ends in the gzip header")

// skipGZipHeader returns what follows the header of a gzip member.
func skipGZipHeader(src []byte) ([]byte, error) {
	const fixedBytes, methodDeflate = 10, 8
	const flagHeaderSum, flagExtra, flagName, flagComment = 2, 4, 8, 16
	if len(src) < fixedBytes {
		return nil, errGZipHeaderCut
	}
	if src[0] != 0x1f || src[1] != 0x8b || src[2] != methodDeflate {
		return nil, faultf(ErrStream, "%x is no gzip header", src[:3])
	}
	flags := src[3]
	src = src[fixedBytes:]
	if flags&flagExtra != 0 {
		if len(src) < 2 || len(src) < 2+int(binary.LittleEndian.Uint16(src)) {
			return nil, errGZipHeaderCut
		}
		src = src[2+int(binary.LittleEndian.Uint16(src)):]
	}
	for _, flag := range [...]byte{flagName, flagComment} {
		if flags&flag != 0 {
			end := bytes.IndexByte(src, 0)
			if end < 0 {
				return nil, errGZipHeaderCut
			}
			src = src[end+1:]
		}
	}
	if flags&flagHeaderSum != 0 {
		if len(src) < 2 {
			return nil, errGZipHeaderCut
		}
		src = src[2:]
	}
	return src, nil
}
