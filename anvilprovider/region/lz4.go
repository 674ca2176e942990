package region

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"github.com/pierrec/lz4/v4"
)

// The block stream of lz4-java (net.jpountz.lz4.LZ4BlockOutputStream), which the game uses for compression 4. It is not
// the LZ4 frame format. A stream is a row of blocks, closed by one without contents; numbers are little-endian:
//
//	+------------+-------+-----------------+-----------------+----------+--------------------------+
//	| 8 B        | 1 B   | 4 B             | 4 B             | 4 B      | stored size B            |
//	| "LZ4Block" | token | stored size     | original size   | checksum | LZ4 block or plain bytes |
//	+------------+-------+-----------------+-----------------+----------+--------------------------+
//
//	token     | 4 bits: 1 plain, 2 LZ4 | 4 bits: binary logarithm of the largest original size, less 10 |
//	checksum  xxHash32 of the original bytes with the seed 0x9747b28c, its lower 28 bits
const (
	lz4Magic          = "LZ4Block"
	lz4HeadBytes      = len(lz4Magic) + 1 + 3*4
	lz4MethodPlain    = 0x10
	lz4MethodLZ4      = 0x20
	lz4LevelBase      = 10
	lz4ChecksumSeed   = 0x9747b28c
	lz4ChecksumMask   = 1<<28 - 1
	lz4BlockSizeBytes = 1 << 16 // What lz4-java, and so the game, writes.
)

// lz4Checksum returns the checksum of the original bytes of a block.
func lz4Checksum(b []byte) uint32 { return xxHash32(b, lz4ChecksumSeed) & lz4ChecksumMask }

// inflateLZ4 reads a block stream. Bytes after the end mark are passed over. A stream without an end mark is truncated:
// nothing proves that no block is missing.
func inflateLZ4(dst, src []byte, limit int64) (out []byte, note, err error) {
	base := len(dst)
	for {
		if len(src) < lz4HeadBytes {
			return nil, nil, faultf(ErrTruncated, "LZ4 stream ends without its end mark")
		}
		if string(src[:len(lz4Magic)]) != lz4Magic {
			return nil, nil, faultf(ErrStream, "%x is no LZ4 block", src[:len(lz4Magic)])
		}
		token := src[len(lz4Magic)]
		sizes := src[len(lz4Magic)+1:]
		stored, original := binary.LittleEndian.Uint32(sizes), binary.LittleEndian.Uint32(sizes[4:])
		sum := binary.LittleEndian.Uint32(sizes[8:])
		method, most := token&0xf0, uint32(1)<<(lz4LevelBase+token&0x0f)
		switch {
		case method != lz4MethodPlain && method != lz4MethodLZ4,
			original > most,
			method == lz4MethodPlain && stored != original,
			(original == 0) != (stored == 0):
			return nil, nil, faultf(ErrStream, "LZ4 block with token %#x, %d bytes for %d", token, stored, original)
		}
		src = src[lz4HeadBytes:]
		if original == 0 {
			if sum != 0 {
				return nil, nil, faultf(ErrStream, "LZ4 end mark with a checksum")
			}
			return dst, nil, nil
		}
		if int64(stored) > int64(len(src)) {
			return nil, nil, faultf(ErrTruncated, "LZ4 block of %d bytes, of which %d are there", stored, len(src))
		}
		if int64(len(dst)-base)+int64(original) > limit {
			return nil, nil, tooLarge(limit)
		}
		if dst, err = appendLZ4Block(dst, src[:stored], method, int(original), sum); err != nil {
			return nil, nil, err
		}
		src = src[stored:]
	}
}

// appendLZ4Block appends the contents of one block and checks them.
func appendLZ4Block(dst, block []byte, method byte, original int, sum uint32) ([]byte, error) {
	// One LZ4 byte stands for 255 at most: refuse a size that cannot be true before there is memory for it.
	if original > 255*len(block)+64 {
		return nil, faultf(ErrStream, "LZ4 block of %d bytes cannot hold %d", len(block), original)
	}
	start := len(dst)
	dst = slices.Grow(dst, original)[:start+original]
	if method == lz4MethodPlain {
		copy(dst[start:], block)
	} else {
		n, err := lz4.UncompressBlock(block, dst[start:])
		if err != nil {
			return nil, &fault{ErrStream, err}
		}
		if n != original {
			return nil, faultf(ErrStream, "LZ4 block holds %d bytes, not %d", n, original)
		}
	}
	if got := lz4Checksum(dst[start:]); got != sum {
		return nil, faultf(ErrStream, "checksum of LZ4 block is %#x, not %#x", sum, got)
	}
	return dst, nil
}

// lz4Compressors holds match tables for reuse.
var lz4Compressors = sync.Pool{New: func() any { return &lz4.Compressor{} }}

// deflateLZ4 writes a block stream as lz4-java does by default.
func deflateLZ4(dst, src []byte, _ int) ([]byte, error) {
	c := lz4Compressors.Get().(*lz4.Compressor)
	defer lz4Compressors.Put(c)
	level := byte(bits.Len32(lz4BlockSizeBytes-1)) - lz4LevelBase
	for len(src) > 0 {
		block := src[:min(len(src), lz4BlockSizeBytes)]
		src = src[len(block):]
		head := len(dst)
		dst = append(dst, lz4Magic...)
		dst = append(dst, make([]byte, lz4HeadBytes-len(lz4Magic))...)
		// Room for less than the original only: what does not shrink is stored plain.
		start := len(dst)
		dst = slices.Grow(dst, len(block))
		n, err := c.CompressBlock(block, dst[start:start+len(block)-1])
		method := byte(lz4MethodLZ4)
		if err != nil || n == 0 {
			method, n = lz4MethodPlain, copy(dst[start:start+len(block)], block)
		}
		dst = dst[:start+n]
		putLZ4Head(dst[head:start], method|level, n, len(block), lz4Checksum(block))
	}
	head := len(dst)
	dst = append(dst, lz4Magic...)
	dst = append(dst, make([]byte, lz4HeadBytes-len(lz4Magic))...)
	putLZ4Head(dst[head:], lz4MethodPlain|level, 0, 0, 0)
	return dst, nil
}

// putLZ4Head fills in the head of a block after the magic.
func putLZ4Head(head []byte, token byte, stored, original int, sum uint32) {
	head = head[len(lz4Magic):]
	head[0] = token
	binary.LittleEndian.PutUint32(head[1:], uint32(stored))
	binary.LittleEndian.PutUint32(head[5:], uint32(original))
	binary.LittleEndian.PutUint32(head[9:], sum)
}
