package region

import "testing"

// TestXXHash32 compares with the check values of the specification's sanity test: the first bytes of a generator of
// pseudo-random bytes, with two seeds.
func TestXXHash32(t *testing.T) {
	const prime32, prime64 = 2654435761, uint64(11400714785074694797)
	buf, gen := make([]byte, 222), uint64(prime32)
	for i := range buf {
		buf[i] = byte(gen >> 56)
		gen *= prime64
	}
	for _, c := range []struct {
		size int
		seed uint32
		want uint32
	}{
		{0, 0, 0x02cc5d05}, {0, prime32, 0x36b78ae7}, {1, 0, 0xcf65b03e}, {1, prime32, 0xb4545aa4},
		{14, 0, 0x1208e7e2}, {14, prime32, 0x6af1d1fe}, {222, 0, 0x5bd11dbd}, {222, prime32, 0x58803c5f},
	} {
		if got := xxHash32(buf[:c.size], c.seed); got != c.want {
			t.Errorf("%d bytes, seed %d: got %#08x, want %#08x", c.size, c.seed, got, c.want)
		}
	}
}
