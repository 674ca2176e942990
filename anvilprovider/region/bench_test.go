package region_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// benchChunk is like a chunk of terrain in that it shrinks to about a seventh: runs of a few values, and noise.
func benchChunk() []byte {
	noise, b := payload(0, 0, 1, 60_000), make([]byte, 52_000)
	for i := range b {
		if i%9 == 0 {
			b[i] = noise[i] & 15
		} else if i%16 == 1 {
			b[i] = noise[i]
		}
	}
	return b
}

// benchParallel shares b.N calls of do among goroutines; do gets a number that no other call gets.
func benchParallel(b *testing.B, goroutines int, do func(worker, i int) error) {
	b.ReportAllocs()
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for w := range goroutines {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				if err := do(w, int(i)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// benchStore returns a store on the disk with a full region of chunks.
func benchStore(b *testing.B, o region.Options) *region.Store {
	o.Sync = region.SyncNone
	s, err := o.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	data := benchChunk()
	for i := range int32(1024) {
		if err := s.Write(i&31, i>>5, data); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// BenchmarkRead reads and inflates chunks of one region.
func BenchmarkRead(b *testing.B) {
	s := benchStore(b, region.Options{})
	for _, n := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("goroutines=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(benchChunk())))
			bufs := make([][]byte, n)
			benchParallel(b, n, func(w, i int) (err error) {
				bufs[w], _, err = s.Read(bufs[w][:0], int32(i)&31, int32(i)>>5&31)
				return err
			})
		})
	}
}

// BenchmarkReadRaw reads chunks of one region as they are stored: the cost of access alone.
func BenchmarkReadRaw(b *testing.B) {
	s := benchStore(b, region.Options{})
	for _, n := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("goroutines=%d", n), func(b *testing.B) {
			bufs := make([][]byte, n)
			benchParallel(b, n, func(w, i int) (err error) {
				bufs[w], _, err = s.ReadRaw(bufs[w][:0], int32(i)&31, int32(i)>>5&31)
				return err
			})
		})
	}
}

// BenchmarkWrite compresses and writes chunks of one region, without waiting for the disk.
func BenchmarkWrite(b *testing.B) {
	s := benchStore(b, region.Options{})
	data := benchChunk()
	for _, n := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprintf("goroutines=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			benchParallel(b, n, func(_, i int) error { return s.Write(int32(i)&31, int32(i)>>5&31, data) })
		})
	}
}

// BenchmarkFirstWrite opens a full region and writes one chunk, which includes whatever a writer finds out about a file before
// its first write. With holes, every second chunk has been deleted, so that free space follows each chunk.
func BenchmarkFirstWrite(b *testing.B) {
	for _, holes := range []bool{false, true} {
		b.Run(fmt.Sprintf("holes=%v", holes), func(b *testing.B) {
			s := benchStore(b, region.Options{})
			for i := int32(0); holes && i < 1024; i += 2 {
				if err := s.Delete(i&31, i>>5); err != nil {
					b.Fatal(err)
				}
			}
			dir, data := s.Dir(), benchChunk()[:1000]
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				s, err := region.Options{Sync: region.SyncNone}.Open(dir)
				if err == nil {
					err = errors.Join(s.Write(1, 0, data), s.Close())
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecompress inflates one chunk from memory.
func BenchmarkDecompress(b *testing.B) {
	for _, kind := range kinds {
		b.Run("compression="+kind.String(), func(b *testing.B) {
			stream, err := region.Compress(nil, benchChunk(), kind, region.DefaultLevel)
			if err != nil {
				b.Fatal(err)
			}
			var buf []byte
			b.SetBytes(int64(len(benchChunk())))
			b.ReportAllocs()
			for b.Loop() {
				if buf, err = region.Decompress(buf[:0], stream, kind, 1<<30); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCompress deflates one chunk in memory.
func BenchmarkCompress(b *testing.B) {
	for _, kind := range kinds {
		b.Run("compression="+kind.String(), func(b *testing.B) {
			var buf []byte
			var err error
			b.SetBytes(int64(len(benchChunk())))
			b.ReportAllocs()
			for b.Loop() {
				if buf, err = region.Compress(buf[:0], benchChunkData, kind, region.DefaultLevel); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(buf)), "stored-B")
		})
	}
}

var benchChunkData = benchChunk()
