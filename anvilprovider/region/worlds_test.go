package region_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestReadWorlds reads every chunk of every region file of every shared world. What cannot be read must be expected.
func TestReadWorlds(t *testing.T) {
	root := testworld.Shared(t, "worlds")
	dirs := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".mca") && !strings.Contains(path, "damaged") {
			dirs[filepath.Dir(path)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	chunks, kinds := 0, map[region.Compression]int{}
	for dir := range dirs {
		s, err := region.Options{ReadOnly: true, MaxInflated: 256 << 20}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		regions, err := s.Regions()
		if err != nil {
			t.Fatal(err)
		}
		var buf []byte
		for _, p := range regions {
			for e, problem := range s.Chunks(p) {
				if raceEnabled && (e.X+e.Z)%8 != 0 {
					continue // One goroutine: nothing for the race detector, but much time.
				}
				if problem != nil {
					t.Errorf("%s: %v", dir, problem)
					continue
				}
				out, kind, err := s.Read(buf[:0], e.X, e.Z)
				if err != nil {
					t.Errorf("%s: %v", dir, err)
					continue
				}
				// Every chunk is an NBT compound.
				if len(out) == 0 || out[0] != 10 {
					t.Errorf("%s: chunk %d,%d: no compound", dir, e.X, e.Z)
				}
				buf = out
				chunks++
				kinds[kind]++
			}
		}
		if !raceEnabled {
			for fault := range s.Check() {
				t.Errorf("check %s: %v", dir, fault)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d chunks in %d folders, by compression %v", chunks, len(dirs), kinds)
	if !raceEnabled && (chunks < 10_000 || len(kinds) != 4) {
		t.Errorf("only %d chunks and compressions %v: have worlds gone missing?", chunks, kinds)
	}
}

// damage lists what each chunk of damaged/one-defect-per-chunk must answer to Read; nil is a good chunk.
var damage = map[[2]int32]error{
	{1, 0}: nil, {6, 0}: nil, {7, 0}: nil, {8, 0}: nil, {9, 0}: nil, {10, 0}: nil, {16, 0}: nil,
	{6, 1}: nil, {7, 1}: nil,
	{2, 0}:  region.ErrCompression,
	{3, 0}:  region.ErrStream,
	{4, 0}:  nil, // Overlaps 12,0, but both are whole.
	{12, 0}: nil,
	{11, 0}: nil, // Compression none, whatever is in it.
	{13, 0}: region.ErrZeroSectors,
	{14, 0}: region.ErrInsideHeader,
	{15, 0}: region.ErrBeyondEnd,
	{17, 0}: region.ErrNotFound, // Only a timestamp.
	{3, 1}:  region.ErrLengthPastSectors,
	{5, 1}:  nil, // The stream is whole; what is in it is another layer's business.
	{4, 1}:  region.ErrZeroLength,
	{8, 1}:  region.ErrTruncated,
}

// TestReadDamaged reads a file in which each chunk has another defect: each costs that chunk only.
func TestReadDamaged(t *testing.T) {
	s := openRead(t, testworld.Shared(t, "worlds", "damaged", "one-defect-per-chunk", "region"))
	for x := range int32(32) {
		for z := range int32(32) {
			want, listed := damage[[2]int32{x, z}]
			if !listed {
				want = region.ErrNotFound
			}
			data, _, err := s.Read(nil, x, z)
			if !errors.Is(err, want) {
				t.Errorf("chunk %d,%d: got error %v, want %v", x, z, err, want)
			}
			if err == nil && len(data) == 0 {
				t.Errorf("chunk %d,%d: empty", x, z)
			}
			checkChunkError(t, err, x, z)
		}
	}
	found := map[error]int{}
	for fault := range s.Check() {
		t.Log(fault)
		for _, kind := range allKinds {
			if errors.Is(fault, kind) {
				found[kind]++
			}
		}
	}
	want := map[error]int{
		region.ErrCompression: 1, region.ErrStream: 1, region.ErrZeroSectors: 1, region.ErrInsideHeader: 1,
		region.ErrBeyondEnd: 1, region.ErrZeroLength: 1, region.ErrTruncated: 1, region.ErrOverlap: 2,
		region.ErrLengthPastSectors: 1,
	}
	for _, kind := range allKinds {
		if found[kind] != want[kind] {
			t.Errorf("Check found %d of %v, want %d", found[kind], kind, want[kind])
		}
	}
}

// TestReadShortChecksum reads chunks that are declared one byte short, so that their checksum is cut: they are accepted,
// because deflate itself ends where it should and three of the four bytes agree.
func TestReadShortChecksum(t *testing.T) {
	s := openRead(t, testworld.Shared(t, "worlds", "damaged", "short-checksum", "region"))
	chunks, faults := 0, 0
	for e, problem := range s.Chunks(region.Pos{X: 2, Z: 2}) {
		if _, _, err := s.Read(nil, e.X, e.Z); problem != nil || err != nil {
			t.Errorf("chunk %d,%d: %v, %v", e.X, e.Z, problem, err)
		}
		chunks++
	}
	for fault := range s.Check() {
		if !errors.Is(fault, region.ErrChecksumCut) {
			t.Error(fault)
		}
		faults++
	}
	if chunks != 3 || faults != 3 {
		t.Errorf("%d chunks with %d faults, want 3 with 3", chunks, faults)
	}
}

// TestReadBound reads the chunk that inflates to 194 MB: refused by default, read under a raised bound.
func TestReadBound(t *testing.T) {
	dir := testworld.Shared(t, "worlds", "java-1.17.1-oversized", "region")
	s := openRead(t, dir)
	_, _, err := s.Read(nil, 0, 0)
	if !errors.Is(err, region.ErrTooLarge) || errors.Is(err, region.ErrCorrupt) {
		t.Errorf("got error %v, want ErrTooLarge alone", err)
	}
	var ce *region.ChunkError
	if !errors.As(err, &ce) || filepath.Base(ce.File) != "c.0.0.mcc" {
		t.Errorf("error %v does not name the external file", err)
	}
	if raceEnabled {
		return
	}
	s, err = region.Options{ReadOnly: true, MaxInflated: 200 << 20}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	data, _, err := s.Read(nil, 0, 0)
	if err != nil || len(data) != 193_858_171 {
		t.Errorf("read %d bytes, %v", len(data), err)
	}
}

// TestReadHeaderOnly lists a region without chunks and one without a file.
func TestReadHeaderOnly(t *testing.T) {
	s := openRead(t, testworld.Shared(t, "worlds", "damaged", "header-only", "region"))
	for _, p := range []region.Pos{{X: 0, Z: 0}, {X: 5, Z: 5}} {
		for e, err := range s.Chunks(p) {
			t.Errorf("region %v: unexpected chunk %v, %v", p, e, err)
		}
		if _, _, err := s.Read(nil, p.X*32, p.Z*32); err != region.ErrNotFound {
			t.Errorf("region %v: got error %v, want ErrNotFound", p, err)
		}
	}
}
