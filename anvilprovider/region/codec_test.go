package region_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

var kinds = []region.Compression{region.GZip, region.ZLib, region.None, region.LZ4}

// texts are contents of all sorts: empty, tiny, compressible, not compressible, round the block size of LZ4.
func texts() [][]byte {
	return [][]byte{
		{}, {7}, []byte("chunk"), bytes.Repeat([]byte{0}, 300_000), payload(1, 2, 3, 70_000), payload(1, 2, 3, 65_536),
		bytes.Repeat(payload(4, 5, 6, 1000), 66)[:65_537], bytes.Repeat([]byte("stone dirt "), 50_000),
	}
}

// TestRoundTrip compresses and decompresses, behind bytes that must stay.
func TestRoundTrip(t *testing.T) {
	for _, kind := range kinds {
		for level := 1; level <= 9; level++ {
			for i, text := range texts() {
				stream, err := region.Compress([]byte("head"), text, kind, level)
				if err != nil || !bytes.HasPrefix(stream, []byte("head")) {
					t.Fatalf("%v level %d, text %d: %v", kind, level, i, err)
				}
				got, err := region.Decompress([]byte("head"), stream[4:], kind, int64(len(text)))
				if err != nil || string(got[:4]) != "head" || !bytes.Equal(got[4:], text) {
					t.Fatalf("%v level %d, text %d: %v", kind, level, i, err)
				}
				if len(text) == 0 {
					continue
				}
				same, err := region.Decompress([]byte("head"), stream[4:], kind, int64(len(text))-1)
				if !errors.Is(err, region.ErrTooLarge) || string(same) != "head" {
					t.Fatalf("%v level %d, text %d, bound one byte less: %v", kind, level, i, err)
				}
			}
		}
	}
}

// TestStandardLibrary exchanges streams with the standard library, both ways.
func TestStandardLibrary(t *testing.T) {
	for i, text := range texts() {
		for level := 1; level <= 9; level++ {
			z, _ := region.Compress(nil, text, region.ZLib, level)
			zr, err := zlib.NewReader(bytes.NewReader(z))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(zr); err != nil || !bytes.Equal(got, text) {
				t.Fatalf("zlib level %d, text %d: %v", level, i, err)
			}
			g, _ := region.Compress(nil, text, region.GZip, level)
			gr, err := gzip.NewReader(bytes.NewReader(g))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(gr); err != nil || !bytes.Equal(got, text) {
				t.Fatalf("gzip level %d, text %d: %v", level, i, err)
			}
		}
		var z, g bytes.Buffer
		zw := zlib.NewWriter(&z)
		_, _ = zw.Write(text)
		_ = zw.Close()
		// A gzip stream with every optional field, in two members.
		for _, part := range [][]byte{text[:len(text)/3], text[len(text)/3:]} {
			gw := gzip.NewWriter(&g)
			gw.Name, gw.Comment, gw.Extra = "r.0.0", "a comment", []byte("extra")
			_, _ = gw.Write(part)
			_ = gw.Close()
		}
		for kind, stream := range map[region.Compression][]byte{region.ZLib: z.Bytes(), region.GZip: g.Bytes()} {
			if got, err := region.Decompress(nil, stream, kind, 1<<20); err != nil || !bytes.Equal(got, text) {
				t.Fatalf("%v of the standard library, text %d: %v", kind, i, err)
			}
		}
	}
}

// TestCutStreams cuts every stream at every length: a whole checksum missing or not, contents are never wrong, and an
// incomplete stream is never accepted.
func TestCutStreams(t *testing.T) {
	text := payload(1, 1, 1, 600)
	trailer := map[region.Compression]int{region.ZLib: 4, region.GZip: 8}
	for _, kind := range []region.Compression{region.GZip, region.ZLib, region.LZ4} {
		stream, err := region.Compress(nil, text, kind, 6)
		if err != nil {
			t.Fatal(err)
		}
		for n := range stream {
			got, err := region.Decompress(nil, stream[:n], kind, 1<<20)
			switch {
			case n >= len(stream)-trailer[kind]:
				if err != nil || !bytes.Equal(got, text) {
					t.Errorf("%v, %d of %d bytes: %v", kind, n, len(stream), err)
				}
			case !errors.Is(err, region.ErrTruncated):
				t.Errorf("%v, %d of %d bytes: got %v, want ErrTruncated", kind, n, len(stream), err)
			}
		}
	}
}

// TestFlippedBits flips each bit of each stream: the contents are right or there is an error that says corrupt.
func TestFlippedBits(t *testing.T) {
	text := payload(1, 1, 1, 300)
	for _, kind := range []region.Compression{region.GZip, region.ZLib, region.LZ4} {
		stream, err := region.Compress(nil, text, kind, 6)
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for i := range len(stream) * 8 {
			bad := bytes.Clone(stream)
			bad[i/8] ^= 1 << (i % 8)
			got, err := region.Decompress(nil, bad, kind, 1<<20)
			if err == nil && !bytes.Equal(got, text) {
				t.Errorf("%v, bit %d: wrong contents", kind, i)
			}
			if err != nil {
				refused++
				if !errors.Is(err, region.ErrCorrupt) && !errors.Is(err, region.ErrTooLarge) {
					t.Errorf("%v, bit %d: got %v", kind, i, err)
				}
			}
		}
		if refused < len(stream)*8*3/4 {
			t.Errorf("%v: only %d of %d flips were noticed", kind, refused, len(stream)*8)
		}
	}
}

// TestLZ4Framing takes the stream apart by hand and breaks each field.
func TestLZ4Framing(t *testing.T) {
	text := bytes.Repeat([]byte("abcd"), 100)
	stream, err := region.Compress(nil, text, region.LZ4, 1)
	if err != nil {
		t.Fatal(err)
	}
	stored := int(binary.LittleEndian.Uint32(stream[9:]))
	if string(stream[:8]) != "LZ4Block" || stream[8] != 0x26 || binary.LittleEndian.Uint32(stream[13:]) != 400 ||
		len(stream) != 21+stored+21 || !bytes.Equal(stream[21+stored:], append([]byte("LZ4Block\x16"), make([]byte, 12)...)) {
		t.Fatalf("stream is %x", stream)
	}
	for name, broken := range map[string]struct {
		offset int
		value  byte
		want   error
	}{
		"magic":             {0, 'l', region.ErrStream},
		"method":            {8, 0x36, region.ErrStream},
		"level too small":   {8, 0x20 - 1, region.ErrStream},
		"stored size":       {9, byte(stored + 1), region.ErrStream},
		"stored size, huge": {11, 0x7f, region.ErrTruncated},
		"original size":     {13, 0x91, region.ErrStream},
		"original, huge":    {15, 0x01, region.ErrStream},
		"original, zero":    {13, 0, region.ErrStream},
		"checksum":          {17, stream[17] ^ 1, region.ErrStream},
		"checksum, top":     {20, stream[20] ^ 0x80, region.ErrStream},
		"end mark":          {len(stream) - 12, 1, region.ErrStream},
		"end checksum":      {len(stream) - 4, 1, region.ErrStream},
	} {
		bad := bytes.Clone(stream)
		bad[broken.offset] = broken.value
		if name == "original, zero" {
			bad[14] = 0
		}
		if _, err := region.Decompress(nil, bad, region.LZ4, 1<<30); !errors.Is(err, broken.want) {
			t.Errorf("%s: got %v, want %v", name, err, broken.want)
		}
	}
	if got, err := region.Decompress(nil, append(bytes.Clone(stream), "more"...), region.LZ4, 1<<20); err != nil || !bytes.Equal(got, text) {
		t.Errorf("bytes after the end: %v", err)
	}
}

// TestUnknownCompression names what it refuses.
func TestUnknownCompression(t *testing.T) {
	_, err := region.Decompress(nil, []byte("\x00\x0bexample:zstdrest"), region.Custom, 100)
	if !errors.Is(err, region.ErrCustomCompression) || !errors.Is(err, region.ErrCompression) || !strings.Contains(err.Error(), `"example:zst"`) {
		t.Errorf("custom: got %v", err)
	}
	for _, data := range []string{"", "\x00", "\x00\x00", "\xff\xff", "\x00\x09short"} {
		if _, err := region.Decompress(nil, []byte(data), region.Custom, 100); !errors.Is(err, region.ErrCustomCompression) {
			t.Errorf("custom %q: got %v", data, err)
		}
	}
	for _, kind := range []region.Compression{0, 5, 53, 126, 128, 255} {
		if _, err := region.Decompress(nil, nil, kind, 100); !errors.Is(err, region.ErrCompression) || !strings.Contains(err.Error(), fmt.Sprint(uint8(kind))) {
			t.Errorf("%v: got %v", kind, err)
		}
		if _, err := region.Compress(nil, nil, kind, 1); !errors.Is(err, region.ErrCompression) {
			t.Errorf("%v: got %v", kind, err)
		}
	}
	for kind, want := range map[region.Compression]string{1: "gzip", 2: "zlib", 3: "none", 4: "lz4", 127: "custom", 9: "compression(9)"} {
		if kind.String() != want {
			t.Errorf("%d is called %q", kind, kind)
		}
	}
}
