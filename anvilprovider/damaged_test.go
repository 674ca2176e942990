package anvilprovider_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestDamaged loads a region with one defect per chunk. Each defect is an error of its own that names the chunk and the
// file, and none says that the chunk is absent: a server would generate over it.
func TestDamaged(t *testing.T) {
	dir := testworld.Shared(t, "worlds", "damaged", "one-defect-per-chunk")
	p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
	for pos, want := range map[world.ChunkPos]error{
		{2, 0}: region.ErrCompression, {3, 0}: region.ErrStream, {13, 0}: region.ErrZeroSectors, {14, 0}: region.ErrInsideHeader,
		{15, 0}: region.ErrBeyondEnd, {3, 1}: region.ErrLengthPastSectors, {4, 1}: region.ErrZeroLength, {8, 1}: region.ErrTruncated,
	} {
		_, err := p.LoadColumn(pos, world.Overworld)
		var chunkErr *anvilprovider.ChunkError
		if !errors.Is(err, want) || !errors.As(err, &chunkErr) {
			t.Errorf("%v: got %v, want %v", pos, err, want)
			continue
		}
		if chunkErr.X != pos[0] || chunkErr.Z != pos[1] || chunkErr.Dimension != "minecraft:overworld" || filepath.Base(chunkErr.File) != "r.0.0.mca" {
			t.Errorf("%v: error says %+v", pos, chunkErr)
		}
	}
	err := slowanvil.Entries(filepath.Join(dir, "region"), func(_ string, e slowanvil.Entry) error {
		_, err := p.LoadColumn(world.ChunkPos{e.X, e.Z}, world.Overworld)
		if errors.Is(err, leveldb.ErrNotFound) {
			t.Errorf("%d,%d is stored but reads as absent", e.X, e.Z)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.LoadColumn(world.ChunkPos{0, 0}, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
		t.Errorf("an empty entry: %v", err)
	}
}

// TestOtherDefects loads the other damaged worlds. Chunks whose checksum alone is cut are whole; these three are not
// finished, which shows that they were read to the end.
func TestOtherDefects(t *testing.T) {
	short := open(t, anvilprovider.Config{ReadOnly: true}, testworld.Shared(t, "worlds", "damaged", "short-checksum"))
	for _, pos := range []world.ChunkPos{{64, 64}, {64, 80}, {95, 95}} {
		if _, err := short.LoadColumn(pos, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
			t.Errorf("%v: %v", pos, err)
		}
	}
	if s := short.Stats(); s.Partial != 3 {
		t.Errorf("%d unfinished chunks, want 3", s.Partial)
	}
	empty := open(t, anvilprovider.Config{ReadOnly: true}, testworld.Shared(t, "worlds", "damaged", "header-only"))
	if _, err := empty.LoadColumn(world.ChunkPos{3, 4}, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
		t.Errorf("header only: %v", err)
	}
}

// TestHugeChunk refuses a chunk of 194 MB under the default bound, by name, and loads it under a higher one.
func TestHugeChunk(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 400 MB of memory")
	}
	dir := testworld.Dir(t, "java-1.17.1-oversized")
	p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
	_, err := p.LoadColumn(world.ChunkPos{0, 0}, world.Overworld)
	var chunkErr *anvilprovider.ChunkError
	if !errors.Is(err, region.ErrTooLarge) || !errors.As(err, &chunkErr) || filepath.Base(chunkErr.File) != "c.0.0.mcc" {
		t.Errorf("default bound: %v", err)
	}
	high := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1, MaxInflated: 256 << 20}, dir)
	col, err := high.LoadColumn(world.ChunkPos{0, 0}, world.Overworld)
	if err != nil {
		t.Fatal("higher bound: ", err)
	}
	if len(col.BlockEntities) != 256 {
		t.Errorf("%d block entities, want 256 chests", len(col.BlockEntities))
	}
}

// TestMisplacedChunk exchanges two entries of a header: both chunks are then errors, and nothing is moved silently.
func TestMisplacedChunk(t *testing.T) {
	dir := t.TempDir()
	for _, x := range []int32{0, 1} {
		putDoc(t, filepath.Join(dir, "region"), world.ChunkPos{x, 0}, anvil.Blank(1-x, 0, 0, -4, 19, "minecraft:plains"))
	}
	p := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	for _, x := range []int32{0, 1} {
		_, err := p.LoadColumn(world.ChunkPos{x, 0}, world.Overworld)
		if !errors.Is(err, anvilprovider.ErrMisplaced) || errors.Is(err, leveldb.ErrNotFound) {
			t.Errorf("chunk %d: %v", x, err)
		}
	}
}
