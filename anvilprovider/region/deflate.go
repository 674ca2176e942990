package region

import (
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/flate"
)

// deflater is a deflate encoder of one level, kept for reuse: a new one costs some 100 kB to 1 MB.
type deflater struct {
	enc *flate.Writer
	out []byte
}

// Write appends to the output.
func (d *deflater) Write(p []byte) (int, error) {
	d.out = append(d.out, p...)
	return len(p), nil
}

// deflaters has one pool for each level.
var deflaters [10]sync.Pool

// appendDeflate appends src as a raw deflate stream.
func appendDeflate(dst, src []byte, level int) ([]byte, error) {
	d, _ := deflaters[level].Get().(*deflater)
	if d == nil {
		d = &deflater{}
		enc, err := flate.NewWriter(d, level)
		if err != nil {
			return nil, err
		}
		d.enc = enc
	} else {
		d.enc.Reset(d)
	}
	d.out = dst
	_, err := d.enc.Write(src)
	if err == nil {
		err = d.enc.Close()
	}
	out := d.out
	d.out = nil
	deflaters[level].Put(d)
	return out, err
}

// deflateZLib writes a zlib stream (RFC 1950).
func deflateZLib(dst, src []byte, level int) ([]byte, error) {
	// 32 kB window and deflate; then how hard the encoder tried, as zlib itself maps its levels; then the check bits.
	const methodAndWindow = 0x78
	effort := 3
	switch {
	case level < 2:
		effort = 0
	case level < 6:
		effort = 1
	case level == 6:
		effort = 2
	}
	head := uint16(methodAndWindow<<8 | effort<<6)
	head += 31 - head%31
	out, err := appendDeflate(binary.BigEndian.AppendUint16(dst, head), src, level)
	if err != nil {
		return nil, err
	}
	return binary.BigEndian.AppendUint32(out, adler32.Checksum(src)), nil
}

// deflateGZip writes a gzip stream (RFC 1952) of one member, without a name or a time.
func deflateGZip(dst, src []byte, level int) ([]byte, error) {
	const unknownSystem = 255
	head := [10]byte{0x1f, 0x8b, 8, 9: unknownSystem}
	out, err := appendDeflate(append(dst, head[:]...), src, level)
	if err != nil {
		return nil, err
	}
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(src))
	return binary.LittleEndian.AppendUint32(out, uint32(len(src))), nil
}
