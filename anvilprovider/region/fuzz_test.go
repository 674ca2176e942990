package region_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// fuzzBound is the largest inflated chunk in the fuzz tests.
const fuzzBound = 1 << 20

// addWorldSeeds adds the damaged files of the shared worlds, if they are there.
func addWorldSeeds(f *testing.F) {
	paths, _ := filepath.Glob(filepath.Join(testworld.Root(f), "..", "shared", "worlds", "damaged", "*", "region", "*.mca"))
	for _, path := range paths {
		if b, err := os.ReadFile(path); err == nil && len(b) < 200_000 {
			f.Add(b)
		}
	}
}

// FuzzHeader opens any bytes as a region file. Nothing may panic; a chunk that reads must read the same from the disk and
// from memory; what is listed as a fault must not read as absent; and after a write to another chunk every chunk that
// could be read still can, and the bytes of all others are what they were. A file whose header is lost takes no write.
func FuzzHeader(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 100))
	f.Add(newRawFile().data)
	f.Add(newRawFile().entry(0, 3, 2).chunk(3, 0, 3, []byte("x")).entry(1, 4, 1).chunk(4, 0, 129, nil).data)
	f.Add(newRawFile().entry(0, 1, 1).entry(1, 5, 0).entry(2, 1<<24-1, 255).cut(9000).data)
	f.Add(newRawFile().data[:4100])
	f.Add(newRawFile().entry(0, 5, 1).chunk(5, 0, 3, payload(0, 0, 1, 9000)).entry(1, 12, 0).chunk(12, 0, 3, payload(1, 0, 1, 9000)).pad().data)
	f.Add(append(newRawFile().data, "stored behind an empty header"...))
	addWorldSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		mem := vfs.NewMem()
		if err := mem.WriteFile(dir+"/r.0.0.mca", data); err != nil {
			t.Fatal(err)
		}
		ro := open(t, mem, region.Options{ReadOnly: true, MaxInflated: fuzzBound})
		rw := open(t, mem, region.Options{MaxInflated: fuzzBound, Sync: region.SyncNone})
		readable := map[[2]int32][]byte{}
		for e, problem := range ro.Chunks(region.Pos{}) {
			b, _, err := ro.Read(nil, e.X, e.Z)
			checkChunkError(t, err, e.X, e.Z)
			if (problem != nil && err == nil) || err == region.ErrNotFound {
				t.Fatalf("chunk %d,%d: listed with %v, read with %v", e.X, e.Z, problem, err)
			}
			again, _, err2 := rw.Read(nil, e.X, e.Z)
			if (err == nil) != (err2 == nil) || !bytes.Equal(b, again) {
				t.Fatalf("chunk %d,%d: %v from the disk, %v from memory", e.X, e.Z, err, err2)
			}
			if err == nil {
				readable[[2]int32{e.X, e.Z}] = b
			}
		}
		lost := false
		for fault := range ro.Check() {
			if fault == nil {
				t.Fatal("nil fault")
			}
			lost = lost || errors.Is(fault, region.ErrHeaderLost)
		}
		if lost && len(readable) > 0 {
			t.Fatalf("%d chunks read from a file whose header is lost", len(readable))
		}
		closeStore(t, ro)
		delete(readable, [2]int32{7, 0})
		switch err := rw.Write(7, 0, payload(7, 0, 1, 9000)); {
		case lost:
			if !errors.Is(err, region.ErrHeaderLost) {
				t.Fatalf("wrote into a file whose header is lost: %v", err)
			}
		case err == nil:
			wantVersion(t, rw, 7, 0, 1)
		case !errors.Is(err, region.ErrHeaderCut):
			t.Fatal(err)
		}
		for c, want := range readable {
			if got, _, err := rw.Read(nil, c[0], c[1]); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("chunk %v after a write beside it: %v", c, err)
			}
		}
		closeStore(t, rw)
		after, err := mem.ReadFile(dir + "/r.0.0.mca")
		if err != nil {
			t.Fatal(err)
		}
		for sector := range storedSectors(data, 7) {
			if there := data[sector*4096 : min(len(data), (sector+1)*4096)]; !bytes.HasPrefix(after[sector*4096:], there) {
				t.Fatalf("sector %d was overwritten", sector)
			}
		}
	})
}

// storedSectors returns the sectors of a region file that its chunks take: those that entries name, and those that the length in the
// head of a chunk adds, as far as the file has them and no other entry names them. Some entries are left out.
func storedSectors(data []byte, except ...int) map[int]bool {
	locations := make([]uint32, 1024)
	named := map[int]bool{}
	for i := range locations {
		if len(data) >= 4*i+4 {
			locations[i] = binary.BigEndian.Uint32(data[4*i:])
		}
		for n := range int(locations[i] & 255) {
			named[int(locations[i]>>8)+n] = true
		}
	}
	stored := map[int]bool{}
	for i, l := range locations {
		first, end := int(l>>8), int(l>>8)+int(l&255)
		if l == 0 || slices.Contains(except, i) || first > len(data)/4096 {
			continue
		}
		for s := max(first, 2); s < end && s*4096 < len(data); s++ {
			stored[s] = true
		}
		if first < 2 || len(data) < first*4096+4 {
			continue
		}
		length := int(min(int64(binary.BigEndian.Uint32(data[first*4096:])), int64(len(data)))) + 4
		for s := end; s*4096 < min(len(data), first*4096+length) && !named[s]; s++ {
			stored[s] = true
		}
	}
	return stored
}

// FuzzInflate decompresses any bytes in any compression: no panic, no more than the bound, errors of a known kind, and
// contents that can be compressed and decompressed again.
func FuzzInflate(f *testing.F) {
	for _, kind := range kinds {
		for _, text := range [][]byte{nil, []byte("chunk"), bytes.Repeat([]byte("stone "), 50), payload(0, 0, 1, 300)} {
			stream, err := region.Compress(nil, text, kind, 2)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(kind), stream)
			f.Add(uint8(kind), stream[:len(stream)*2/3])
		}
	}
	f.Add(uint8(region.Custom), []byte("\x00\x03a:b"))
	f.Add(uint8(region.LZ4), []byte("LZ4Block\x2f\x01\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00a"))
	f.Fuzz(func(t *testing.T, kind uint8, stream []byte) {
		k := region.Compression(kind)
		out, err := region.Decompress(nil, stream, k, fuzzBound)
		if err != nil {
			if !errors.Is(err, region.ErrCorrupt) && !errors.Is(err, region.ErrTooLarge) && !errors.Is(err, region.ErrCompression) {
				t.Fatalf("error of no kind: %v", err)
			}
			return
		}
		if len(out) > fuzzBound {
			t.Fatalf("%d bytes", len(out))
		}
		again, err := region.Compress(nil, out, k, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := region.Decompress(nil, again, k, fuzzBound); err != nil || !bytes.Equal(got, out) {
			t.Fatalf("contents do not survive: %v", err)
		}
	})
}
