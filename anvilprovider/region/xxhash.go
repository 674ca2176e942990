package region

import (
	"encoding/binary"
	"math/bits"
)

// The primes of xxHash32, from the specification of the algorithm (xxHash fast digest algorithm, version 0.2.0).
const (
	xxPrime1 uint32 = 0x9e3779b1
	xxPrime2 uint32 = 0x85ebca77
	xxPrime3 uint32 = 0xc2b2ae3d
	xxPrime4 uint32 = 0x27d4eb2f
	xxPrime5 uint32 = 0x165667b1
)

// xxHash32 returns the 32-bit xxHash of b.
func xxHash32(b []byte, seed uint32) uint32 {
	h := seed + xxPrime5
	size := uint32(len(b))
	if len(b) >= 16 {
		v1, v2, v3, v4 := seed, seed, seed, seed
		v1 += xxPrime1
		v1 += xxPrime2
		v2 += xxPrime2
		v4 -= xxPrime1
		for ; len(b) >= 16; b = b[16:] {
			v1 = xxRound(v1, binary.LittleEndian.Uint32(b[0:4]))
			v2 = xxRound(v2, binary.LittleEndian.Uint32(b[4:8]))
			v3 = xxRound(v3, binary.LittleEndian.Uint32(b[8:12]))
			v4 = xxRound(v4, binary.LittleEndian.Uint32(b[12:16]))
		}
		h = bits.RotateLeft32(v1, 1) + bits.RotateLeft32(v2, 7) + bits.RotateLeft32(v3, 12) + bits.RotateLeft32(v4, 18)
	}
	h += size
	for ; len(b) >= 4; b = b[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(b)*xxPrime3, 17) * xxPrime4
	}
	for _, c := range b {
		h = bits.RotateLeft32(h+uint32(c)*xxPrime5, 11) * xxPrime1
	}
	h = (h ^ h>>15) * xxPrime2
	h = (h ^ h>>13) * xxPrime3
	return h ^ h>>16
}

// xxRound mixes four bytes into one of the four lanes.
func xxRound(v, in uint32) uint32 { return bits.RotateLeft32(v+in*xxPrime2, 13) * xxPrime1 }
