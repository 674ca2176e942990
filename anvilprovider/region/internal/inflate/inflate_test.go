package inflate_test

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/internal/inflate"
)

const limit = 1 << 24

// plain inflates as the standard library does, and returns how many bytes the stream took.
func plain(src []byte) ([]byte, int, error) {
	in := bytes.NewReader(src)
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(in), limit+1))
	return out, len(src) - in.Len(), err
}

// contents are things to compress: of random bytes from a few to all values, and runs and repetitions of all distances.
func contents(rnd *rand.Rand) []byte {
	out := make([]byte, 0, 70000)
	values := 1 + rnd.IntN(256)
	for size := rnd.IntN([]int{10, 300, 5000, 69000}[rnd.IntN(4)]); len(out) < size; {
		switch n := 1 + rnd.IntN(300); {
		case rnd.IntN(3) == 0 && len(out) > 0:
			from := len(out) - 1 - rnd.IntN(min(len(out), 1+rnd.IntN(32768)))
			for i := range n {
				out = append(out, out[from+i])
			}
		case rnd.IntN(3) == 0:
			out = append(out, bytes.Repeat([]byte{byte(rnd.IntN(values))}, n)...)
		default:
			for range rnd.IntN(40) {
				out = append(out, byte(rnd.IntN(values)))
			}
		}
	}
	return out
}

func compress(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestAppend inflates what the standard library compressed, at every level, behind a prefix, with bytes behind the stream.
func TestAppend(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var d inflate.Decoder
	var dst []byte
	for range 60 {
		data := contents(rnd)
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			behind := make([]byte, rnd.IntN(20))
			stream := compress(t, data, level)
			out, rest, err := d.Append(append(dst[:0], "prefix"...), append(stream, behind...), limit)
			if err != nil {
				t.Fatalf("%d bytes at level %d: %v", len(data), level, err)
			}
			if string(out[:6]) != "prefix" || !bytes.Equal(out[6:], data) || len(rest) != len(behind) {
				t.Fatalf("%d bytes at level %d come back another, with %d bytes behind, want %d", len(data), level, len(rest), len(behind))
			}
			if rnd.IntN(2) == 0 {
				dst = out
			} else {
				dst = make([]byte, 0, rnd.IntN(len(data)+1000))
			}
		}
	}
}

// TestCut cuts a stream at every byte: it never inflates, and never is anything but cut.
func TestCut(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var d inflate.Decoder
	for range 30 {
		data := contents(rnd)
		stream := compress(t, data[:min(len(data), 3000)], rnd.IntN(10))
		for n := range stream {
			if _, _, err := d.Append(nil, stream[:n], limit); err != io.ErrUnexpectedEOF {
				t.Fatalf("%d of %d bytes: %v", n, len(stream), err)
			}
		}
	}
}

// TestLimit bounds the contents to the byte.
func TestLimit(t *testing.T) {
	var d inflate.Decoder
	for _, n := range []int{0, 1, 1000, 4096, 100000} {
		for _, level := range []int{0, 6} {
			stream := compress(t, make([]byte, n), level)
			if out, _, err := d.Append(nil, stream, int64(n)); err != nil || len(out) != n {
				t.Errorf("%d bytes in a limit of as many: %v", n, err)
			}
			if _, _, err := d.Append(nil, stream, int64(n-1)); n > 0 && err != inflate.ErrTooLarge {
				t.Errorf("%d bytes in a limit of %d: %v", n, n-1, err)
			}
		}
	}
	bomb := compress(t, make([]byte, 50<<20), 9)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := d.Append(nil, bomb, 1<<16); err != inflate.ErrTooLarge {
		t.Errorf("a bomb: %v", err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("a bomb with a limit of %d bytes takes %d", 1<<16, n)
	}
}

// TestAllocations: with room in dst there are none.
func TestAllocations(t *testing.T) {
	data := contents(rand.New(rand.NewPCG(8, 8)))
	stream := compress(t, data, 6)
	dst := make([]byte, 0, len(data)+inflate.Slack+1)
	var d inflate.Decoder
	if n := testing.AllocsPerRun(10, func() { _, _, _ = d.Append(dst, stream, limit) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// agree fails unless both take a stream, give the same and end at the same place, or both refuse it.
func agree(t *testing.T, d *inflate.Decoder, stream []byte) {
	t.Helper()
	want, used, wantErr := plain(stream)
	got, rest, err := d.Append([]byte("before"), stream, limit) // What is before must be out of reach.
	got = bytes.TrimPrefix(got, []byte("before"))
	switch {
	case len(want) > limit:
		if err == nil {
			t.Fatalf("%x: more than the limit is inflated", stream)
		}
	case (err == nil) != (wantErr == nil):
		t.Fatalf("%x: %v, the standard library says %v", stream, err, wantErr)
	case err != nil && errors.Is(err, io.ErrUnexpectedEOF) != errors.Is(wantErr, io.ErrUnexpectedEOF):
		t.Fatalf("%x: %v, the standard library says %v", stream, err, wantErr)
	case err == nil && (!bytes.Equal(got, want) || len(stream)-len(rest) != used):
		t.Fatalf("%x: %d bytes of %d, the standard library gives %d of %d", stream, len(got), len(stream)-len(rest), len(want), used)
	}
}

// TestDamage flips bits of streams, and makes heads of blocks at random: what is refused and what is not has to be the same as for
// the standard library.
func TestDamage(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var d inflate.Decoder
	for range 400 {
		data := contents(rnd)
		stream := compress(t, data[:min(len(data), 2000)], []int{flate.HuffmanOnly, 0, 1, 6, 9}[rnd.IntN(5)])
		for range 20 {
			damaged := bytes.Clone(stream)
			for range 1 + rnd.IntN(3) {
				damaged[rnd.IntN(min(len(damaged), 1+rnd.IntN(200)))] ^= 1 << rnd.IntN(8)
			}
			agree(t, &d, damaged)
		}
	}
	for range 20000 {
		stream := make([]byte, rnd.IntN(120))
		for i := range stream {
			stream[i] = byte(rnd.Uint32())
		}
		if len(stream) > 0 {
			stream[0] = stream[0]&^7 | byte(1+2*rnd.IntN(4))
		}
		agree(t, &d, stream)
	}
}

func FuzzAppend(f *testing.F) {
	rnd := rand.New(rand.NewPCG(9, 9))
	for range 20 {
		data := contents(rnd)
		f.Add(compress(f, data[:min(len(data), 400)], rnd.IntN(10)))
	}
	f.Add([]byte{0x05, 0xe0, 0x81, 0x08, 0, 0, 0, 0, 0x20, 0x7f, 0xeb, 0x0b, 0, 0}) // a code of one symbol
	f.Fuzz(func(t *testing.T, stream []byte) { agree(t, new(inflate.Decoder), stream) })
}
