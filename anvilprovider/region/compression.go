package region

import (
	"encoding/binary"
	"fmt"
)

// Compression is the compression byte of a chunk, without the flag for external ones.
type Compression uint8

// The compressions of the format. The game has written ZLib since 2011 and LZ4 or None if so configured since 1.20.5.
const (
	GZip   Compression = 1
	ZLib   Compression = 2
	None   Compression = 3
	LZ4    Compression = 4
	Custom Compression = 127
)

// codec is how one compression is read and written.
type codec struct {
	name string
	// inflate appends the contents of a stream to dst, at most limit bytes. The note is a finding that does not matter to
	// the contents. On an error the returned slice is not used.
	inflate func(dst, src []byte, limit int64) (out []byte, note, err error)
	// deflate appends a stream with the contents src to dst.
	deflate func(dst, src []byte, level int) ([]byte, error)
}

// codecs is the register of compressions; an id without functions is not known.
var codecs = [...]codec{
	GZip: {"gzip", inflateGZip, deflateGZip},
	ZLib: {"zlib", inflateZLib, deflateZLib},
	None: {"none", inflateNone, deflateNone},
	LZ4:  {"lz4", inflateLZ4, deflateLZ4},
}

// codec returns the entry of the register.
func (c Compression) codec() (codec, bool) {
	if int(c) < len(codecs) && codecs[c].inflate != nil {
		return codecs[c], true
	}
	return codec{}, false
}

// Supported says whether chunks of this compression can be read and written.
func (c Compression) Supported() bool {
	_, ok := c.codec()
	return ok
}

// String returns the name of the compression, such as "zlib".
func (c Compression) String() string {
	if k, ok := c.codec(); ok {
		return k.name
	}
	if c == Custom {
		return "custom"
	}
	return fmt.Sprintf("compression(%d)", uint8(c))
}

// Compress appends src to dst as a stream of the given compression. The level is a deflate level, 1 to 9, and means
// nothing to None and LZ4. Safe for concurrent use.
func Compress(dst, src []byte, kind Compression, level int) ([]byte, error) {
	k, ok := kind.codec()
	if !ok {
		return dst, fmt.Errorf("compress: %w: %v", ErrCompression, kind)
	}
	if level < 1 || level > 9 {
		return dst, fmt.Errorf("compress: level %d is not in 1..9", level)
	}
	out, err := k.deflate(dst, src, level)
	if err != nil {
		return dst, fmt.Errorf("compress %v: %w", kind, err)
	}
	return out, nil
}

// Decompress appends the contents of the stream src to dst, at most limit bytes of them. A checksum that is cut short is
// accepted (see the package comment). Errors satisfy errors.Is with ErrStream, ErrTruncated, ErrTooLarge or
// ErrCompression; dst is then returned as it was. Safe for concurrent use; with room enough in dst it does not allocate.
func Decompress(dst, src []byte, kind Compression, limit int64) ([]byte, error) {
	out, _, err := decompress(dst, src, kind, limit)
	return out, err
}

// decompress is Decompress with the finding that Decompress passes over.
func decompress(dst, src []byte, kind Compression, limit int64) (out []byte, note, err error) {
	k, ok := kind.codec()
	if !ok {
		return dst, nil, unknownCompression(kind, src)
	}
	out, note, err = k.inflate(dst, src, limit)
	if err != nil {
		return dst, nil, err
	}
	return out, note, nil
}

// unknownCompression returns the fault of a compression that is not in the register. The payload of a custom one begins
// with the name of the algorithm: two bytes of length, then modified UTF-8.
func unknownCompression(kind Compression, src []byte) error {
	if kind != Custom {
		return faultf(ErrCompression, "compression byte %d", uint8(kind))
	}
	if len(src) >= 2 {
		if n := int(binary.BigEndian.Uint16(src)); n > 0 && n <= len(src)-2 && n <= 255 {
			return faultf(ErrCustomCompression, "%q", src[2:2+n])
		}
	}
	return faultf(ErrCustomCompression, "without a name")
}

// inflateNone copies.
func inflateNone(dst, src []byte, limit int64) ([]byte, error, error) {
	if int64(len(src)) > limit {
		return nil, nil, tooLarge(limit)
	}
	return append(dst, src...), nil, nil
}

// deflateNone copies.
func deflateNone(dst, src []byte, _ int) ([]byte, error) { return append(dst, src...), nil }

// tooLarge returns the fault of a stream that holds more than limit bytes.
func tooLarge(limit int64) error {
	return faultf(ErrTooLarge, "more than the configured bound of %d bytes", limit)
}
