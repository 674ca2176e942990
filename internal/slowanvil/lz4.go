package slowanvil

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/pierrec/lz4/v4"
)

// inflateLZ4 reads lz4-java's block stream: blocks of "LZ4Block", a token (high four bits: 1 stored, 2 LZ4), the compressed
// and the plain length and a checksum (not checked here), all little-endian 32 bits; a block of plain length 0 ends it.
func inflateLZ4(data []byte) ([]byte, error) {
	const headerBytes = 21
	var out []byte
	for {
		if len(data) == 0 {
			return out, nil // Some writers leave the last, empty block away.
		}
		if len(data) < headerBytes || string(data[:8]) != "LZ4Block" {
			return nil, fmt.Errorf("lz4: no block header")
		}
		method := data[8] & 0xf0
		stored, plain := int(binary.LittleEndian.Uint32(data[9:])), int(binary.LittleEndian.Uint32(data[13:]))
		data = data[headerBytes:]
		if plain == 0 {
			return out, nil
		}
		if stored > len(data) {
			return nil, fmt.Errorf("lz4: block: %w", io.ErrUnexpectedEOF)
		}
		block := make([]byte, plain)
		switch method {
		case 0x10:
			if stored != plain {
				return nil, fmt.Errorf("lz4: stored block has %d bytes, not %d", stored, plain)
			}
			copy(block, data)
		case 0x20:
			n, err := lz4.UncompressBlock(data[:stored], block)
			if err != nil || n != plain {
				return nil, fmt.Errorf("lz4: block of %d bytes: got %d: %w", plain, n, err)
			}
		default:
			return nil, fmt.Errorf("lz4: unknown method %#x", method)
		}
		out, data = append(out, block...), data[stored:]
	}
}
