package peers

import (
	"bytes"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	gomc "github.com/Tnze/go-mc/save/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// regionSide reads and writes chunks of one region file, any number of goroutines at a time. Read appends the inflated chunk to dst,
// write compresses and stores it. All sides compress and inflate with the same code and level, and none waits for the disk.
type regionSide interface {
	read(dst []byte, i int) ([]byte, error)
	write(i int, data []byte) error
}

// lockFree is Kestrel's store as it is.
type lockFree struct{ s *region.Store }

func (l lockFree) read(dst []byte, i int) ([]byte, error) {
	out, _, err := l.s.Read(dst, int32(i&31), int32(i>>5&31))
	return out, err
}

func (l lockFree) write(i int, data []byte) error {
	return l.s.Write(int32(i&31), int32(i>>5&31), data)
}

// oneLock is the same store behind one lock, held from the file to the inflated bytes: a plain locked reader.
type oneLock struct {
	mu sync.Mutex
	lockFree
}

func (o *oneLock) read(dst []byte, i int) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lockFree.read(dst, i)
}

func (o *oneLock) write(i int, data []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lockFree.write(i, data)
}

// goMC is go-mc's region, which is not safe for concurrent use: a lock is held while it touches the file, and only then.
type goMC struct {
	mu sync.Mutex
	r  *gomc.Region
}

func (g *goMC) read(dst []byte, i int) ([]byte, error) {
	g.mu.Lock()
	data, err := g.r.ReadSector(i&31, i>>5&31)
	g.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return region.Decompress(dst, data[1:], region.Compression(data[0]), region.DefaultMaxInflated)
}

func (g *goMC) write(i int, data []byte) error {
	packed, err := region.Compress([]byte{byte(region.ZLib)}, data, region.ZLib, region.DefaultLevel)
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.r.WriteSector(i&31, i>>5&31, packed)
}

const regionChunks = 256

// regionSides makes a region file of the same chunks for each side and checks that all give the same bytes back.
func regionSides(b *testing.B, payloads [][]byte) map[string]regionSide {
	stores := make([]*region.Store, 2)
	for i := range stores {
		var err error
		if stores[i], err = (region.Options{Sync: region.SyncNone, FS: &fixture.Gate{}}).Open(b.TempDir()); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = stores[i].Close() })
	}
	file, err := gomc.Create(filepath.Join(b.TempDir(), "r.0.0.mca"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = file.Close() })
	sides := map[string]regionSide{
		"kestrel": lockFree{stores[0]}, "mutex": &oneLock{lockFree: lockFree{stores[1]}}, "gomc": &goMC{r: file},
	}
	for name, side := range sides {
		for i := range regionChunks {
			if err := side.write(i, payloads[i%len(payloads)]); err != nil {
				b.Fatal(err)
			}
		}
		for i := range regionChunks {
			got, err := side.read(nil, i)
			if err != nil {
				b.Fatal(err)
			}
			if !bytes.Equal(got, payloads[i%len(payloads)]) {
				b.Fatalf("%s: chunk %d comes back another", name, i)
			}
		}
	}
	return sides
}

// BenchmarkRegion reads and writes chunks of one region file with 1 to 8 goroutines. The time is the wall clock's over the chunks of
// all goroutines: with one processor for each it would halve from 1 to 2.
func BenchmarkRegion(b *testing.B) {
	for _, states := range []int{8, 200} {
		chunks, err := terrain.Distinct(states, 8)
		if err != nil {
			b.Fatal(err)
		}
		fixture.Input(fmt.Sprintf("states-%d", states), chunks)
		var payloads [][]byte
		for _, c := range chunks {
			payloads = append(payloads, c.NBT)
		}
		sides := regionSides(b, payloads)
		for _, what := range []string{"read", "write"} {
			for _, n := range []int{1, 2, 4, 8} {
				for _, name := range []string{"kestrel", "mutex", "gomc"} {
					side := sides[name]
					b.Run(fmt.Sprintf("%s/op=%s/goroutines=%d/states=%d", name, what, n, states), func(b *testing.B) {
						bufs := make([][]byte, n)
						parallel(b, n, func(worker, i int) (err error) {
							if what == "write" {
								return side.write(i%regionChunks, payloads[i%len(payloads)])
							}
							bufs[worker], err = side.read(bufs[worker][:0], i%regionChunks)
							return err
						})
					})
				}
			}
		}
	}
}

// parallel shares b.N calls among goroutines. Each has made one before, so that it has its memory, and all run when the clock starts.
func parallel(b *testing.B, goroutines int, do func(worker, i int) error) {
	b.ReportAllocs()
	var next atomic.Int64
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	ready.Add(goroutines)
	for w := range goroutines {
		done.Go(func() {
			err := do(w, w)
			ready.Done()
			<-start
			for i := next.Add(1); err == nil && i <= int64(b.N); i = next.Add(1) {
				err = do(w, int(i))
			}
			if err != nil {
				b.Error(err)
			}
		})
	}
	ready.Wait()
	b.ResetTimer()
	close(start)
	done.Wait()
}
