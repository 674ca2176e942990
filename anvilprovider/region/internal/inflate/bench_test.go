package inflate_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/internal/inflate"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/klauspost/compress/flate"
)

// BenchmarkInflate inflates chunks that the game stored: with this package, and with klauspost/compress into a buffer that fits.
func BenchmarkInflate(b *testing.B) {
	streams, longest := storedStreams(b, "java-1.21")
	dst := make([]byte, 0, longest+inflate.Slack+1)
	b.Run("side=kestrel", func(b *testing.B) {
		var d inflate.Decoder
		for i := 0; b.Loop(); i++ {
			if _, _, err := d.Append(dst, streams[i%len(streams)], limit); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("side=klauspost", func(b *testing.B) {
		var in bytes.Reader
		r := flate.NewReader(&in)
		for i := 0; b.Loop(); i++ {
			in.Reset(streams[i%len(streams)])
			if err := r.(flate.Resetter).Reset(&in, nil); err != nil {
				b.Fatal(err)
			}
			if _, err := io.ReadFull(r, dst[:cap(dst)]); err != io.ErrUnexpectedEOF {
				b.Fatal(err)
			}
		}
	})
}

// storedStreams returns deflate streams of a world, and the size of the longest contents.
func storedStreams(b *testing.B, world string) (streams [][]byte, longest int) {
	b.Helper()
	s, err := region.Options{ReadOnly: true}.Open(testworld.Dir(b, world) + "/region")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	files, err := s.Regions()
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		for e := range s.Chunks(file) {
			raw, kind, err := s.ReadRaw(nil, e.X, e.Z)
			if err != nil || kind != region.ZLib || len(streams) == 200 {
				continue
			}
			const zlibHead = 2
			streams = append(streams, raw[zlibHead:])
			data, err := region.Decompress(nil, raw, kind, limit)
			if err != nil {
				b.Fatal(err)
			}
			longest = max(longest, len(data))
		}
	}
	return streams, longest
}
