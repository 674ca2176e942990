package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// fenced makes a world with a fence on each side of the border between chunks 0,0 and 1,0, which are connected, and loads both.
// The files hold tags that nobody knows.
func fenced(t *testing.T, conf anvilprovider.Config) (p *anvilprovider.Provider, left, right *chunk.Column) {
	t.Helper()
	dir := t.TempDir()
	p = open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	for x, col := range []*chunk.Column{columnOf(placed[1], 0), columnOf(placed[1], 0)} {
		put(col, uint8(15-15*x), 10, 4, fence)
		save(t, p, world.ChunkPos{int32(x), 0}, col)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	for x := range int32(2) {
		tree := rawTree(t, dir, x)
		tree["mod:tag"], tree["isLightOn"] = x, uint8(1)
		putTree(t, filepath.Join(dir, "region"), world.ChunkPos{x, 0}, tree)
		putTree(t, filepath.Join(dir, "entities"), world.ChunkPos{x, 0}, nbt.Compound{"DataVersion": int32(4671), "Position": []int32{x, 0},
			"Entities": nbt.List{Elem: nbt.TagCompound, Items: []any{pig(1, 1, 1, x)}}})
	}
	conf.Sync, conf.ReadAhead = region.SyncNone, -1
	p = open(t, conf, dir)
	for x, col := range []**chunk.Column{&left, &right} {
		var err error
		if *col, err = p.LoadColumn(world.ChunkPos{int32(x), 0}, world.Overworld); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(fenceAt(t, p, x), []string{"east=true", "west=true"}[x]) {
			t.Fatalf("the fences are not connected: %s", fenceAt(t, p, x))
		}
	}
	return p, left, right
}

// rawTree is the tree of chunk x,0.
func rawTree(t *testing.T, dir string, x int32) nbt.Compound {
	t.Helper()
	s, err := region.Options{ReadOnly: true}.Open(filepath.Join(dir, "region"))
	if err != nil {
		t.Fatal(err)
	}
	data, _, err := s.Read(nil, x, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, root, err := nbt.Decode(data, nbt.Limits{})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return root
}

// fenceAt is what stands in the cell of the fence of chunk x,0.
func fenceAt(t *testing.T, p *anvilprovider.Provider, x int) string {
	t.Helper()
	return rawChunk(t, filepath.Join(p.Dir(), "region"), world.ChunkPos{int32(x), 0}).State(15-15*x, 10, 4)
}

// TestBeyondTheBorder breaks a fence that one in the chunk beside it is connected to, which the server does not save: that one
// parts, and nothing else of its chunk changes.
func TestBeyondTheBorder(t *testing.T) {
	p, left, _ := fenced(t, anvilprovider.Config{})
	before := rawChunk(t, filepath.Join(p.Dir(), "region"), world.ChunkPos{1, 0})
	entities := files(t, filepath.Join(p.Dir(), "entities"))
	put(left, 15, 10, 4, "minecraft:air")
	save(t, p, world.ChunkPos{}, left)
	if got := fenceAt(t, p, 1); !strings.Contains(got, "west=false") {
		t.Errorf("the fence is still connected: %s", got)
	}
	after := rawChunk(t, filepath.Join(p.Dir(), "region"), world.ChunkPos{1, 0})
	delete(before.Root, "sections")
	delete(after.Root, "sections")
	if diff := cmp.Diff(before.Root, after.Root); diff != "" {
		t.Error(diff)
	}
	for name, f := range files(t, filepath.Join(p.Dir(), "entities")) {
		if f.content != entities[name].content {
			t.Errorf("%s changed", name)
		}
	}
	put(left, 15, 10, 4, fence)
	save(t, p, world.ChunkPos{}, left)
	if got := fenceAt(t, p, 1); !strings.Contains(got, "west=true") || !strings.Contains(fenceAt(t, p, 0), "east=true") {
		t.Errorf("the new fence is not connected: %s, %s", fenceAt(t, p, 0), got)
	}
	if s := p.Stats(); s.Stored != 2 || s.Queued != 0 {
		t.Errorf("stats %+v", s)
	}
}

// TestBeyondTheBorderWithASave saves the chunk beside the one with the fence, too, in each order and again and again: neither
// what was played there nor what follows from the other chunk is lost.
func TestBeyondTheBorderWithASave(t *testing.T) {
	for _, first := range []int{0, 1} {
		p, left, right := fenced(t, anvilprovider.Config{SaveWorkers: 2})
		for round, fences := range []string{"minecraft:air", fence, "minecraft:air"} {
			put(left, 15, 10, 4, fences)
			put(right, 5, 5, 5, placed[1+round])
			for i, col := range []*chunk.Column{left, right, left, right}[first : first+3] {
				if err := p.StoreColumn(world.ChunkPos{int32(first+i) % 2, 0}, world.Overworld, col); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := p.LoadColumn(world.ChunkPos{1, 0}, world.Overworld); err != nil || got.Chunk.Block(5, 5, 5, 0) != imageOf(placed[1+round]).block {
				t.Fatalf("round %d: the save is not read back: %v", round, err)
			}
			if err := flushed(p); err != nil {
				t.Fatal(err)
			}
			c := rawChunk(t, filepath.Join(p.Dir(), "region"), world.ChunkPos{1, 0})
			if got := c.State(0, 10, 4); strings.Contains(got, "west=true") != (fences == fence) || c.State(5, 5, 5) != placed[1+round] {
				t.Errorf("first %d, round %d: %s, %s", first, round, got, c.State(5, 5, 5))
			}
		}
	}
}

// TestBeyondTheBorderIsNothing has beside the chunk one that does not exist, is damaged, is not finished or is of before 1.18: it
// stays as it is.
func TestBeyondTheBorderIsNothing(t *testing.T) {
	p, left, _ := fenced(t, anvilprovider.Config{})
	regions := filepath.Join(p.Dir(), "region")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	unfinished := rawTree(t, p.Dir(), 1)
	unfinished["Status"] = "minecraft:features"
	for name, doc := range map[string][]byte{"damaged": []byte("no NBT"), "unfinished": encoded(t, unfinished), "old": encoded(t, oldTree(1)), "misplaced": anvil.Blank(7, 7, 4671, -4, 19, "minecraft:plains")} {
		putDoc(t, regions, world.ChunkPos{1, 0}, doc)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, p.Dir())
		put(left, 15, 10, 4, "minecraft:air")
		save(t, p, world.ChunkPos{}, left)
		put(left, 15, 10, 4, fence)
		save(t, p, world.ChunkPos{}, left)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := region.Options{ReadOnly: true}.Open(regions)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := s.Read(nil, 1, 0); err != nil || string(got) != string(doc) {
			t.Errorf("%s: it changed, %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// encoded is a document as bytes.
func encoded(t *testing.T, doc nbt.Compound) []byte {
	t.Helper()
	data, err := nbt.Append(nil, "", doc)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// oldTree is chunk x,0 as 1.16.5 writes it, with entities in it, and a fence that is connected to the west in the cell 0, 10, 4.
func oldTree(x int32, entities ...any) nbt.Compound {
	connected := nbt.Compound{"Name": "minecraft:oak_fence", "Properties": nbt.Compound{"east": "false", "north": "false", "south": "false",
		"waterlogged": "false", "west": "true"}}
	cells := make([]int64, 256)
	cells[(10*256+4*16)/16] = 1
	return nbt.Compound{"DataVersion": int32(2586), "Level": nbt.Compound{"xPos": x, "zPos": int32(0), "Status": "full",
		"Entities": nbt.List{Elem: nbt.TagCompound, Items: entities},
		"Sections": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Y": uint8(0), "BlockStates": cells,
			"Palette": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Name": "minecraft:air"}, connected}}}}}}}
}

// fencesOnBothSides makes a world with two connected fences in the chunks 31,0 and 32,0, which are in two files.
func fencesOnBothSides(t *testing.T, fsys vfs.FS, log *lines) (p *anvilprovider.Provider, left, right *chunk.Column) {
	t.Helper()
	p = open(t, anvilprovider.Config{FS: fsys, Log: slog.New(slog.NewTextHandler(log, nil)), ReadAhead: -1}, t.TempDir())
	left, right = columnOf(placed[1], 0), columnOf(placed[1], 0)
	put(left, 15, 10, 4, fence)
	put(right, 0, 10, 4, fence)
	save(t, p, world.ChunkPos{31, 0}, left)
	save(t, p, world.ChunkPos{32, 0}, right)
	return p, left, right
}

// besideABroken is fencesOnBothSides, and returns what breaks the file of the second chunk and what mends it.
func besideABroken(t *testing.T, log *lines) (p *anvilprovider.Provider, left, right *chunk.Column, tear, mend func()) {
	t.Helper()
	faults := vfs.NewFaults(vfs.NewMem())
	p, left, right = fencesOnBothSides(t, faults, log)
	tear = func() {
		faults.Arm(vfs.Fault{Err: errors.New("no"), Match: func(op vfs.Op) bool {
			return op.Kind == vfs.KindWrite && filepath.Base(op.Name) == "r.1.0.mca"
		}})
	}
	mend = func() { faults.Disarm() }
	t.Cleanup(mend)
	return p, left, right, tear, mend
}

// TestBeyondTheBorderFails makes the file of the chunk beside unwritable: that is told, and not kept.
func TestBeyondTheBorderFails(t *testing.T) {
	var log lines
	p, left, _, tear, _ := besideABroken(t, &log)
	tear()
	put(left, 15, 10, 4, "minecraft:air")
	save(t, p, world.ChunkPos{31, 0}, left)
	if s := p.Stats(); s.Queued != 0 || s.Failed != 1 || log.count("level=ERROR") != 1 || log.count("it stays as it is") != 1 {
		t.Errorf("stats %+v, log %s", s, log.b.String())
	}
}

// TestBeyondTheBorderIsTriedAgain has a save of that chunk wait, too: what follows from the chunk beside it is written with it.
func TestBeyondTheBorderIsTriedAgain(t *testing.T) {
	var log lines
	p, left, right, tear, mend := besideABroken(t, &log)
	tear()
	put(right, 5, 5, 5, placed[2])
	put(left, 15, 10, 4, "minecraft:air")
	for x, col := range []*chunk.Column{right, left} {
		if err := p.StoreColumn(world.ChunkPos{32 - int32(x), 0}, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := flushed(p); err == nil || p.Stats().Queued != 1 {
				t.Fatalf("%v, %+v", err, p.Stats())
			}
		}
	}
	mend()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	before := p.Stats().Written
	put(left, 15, 10, 4, fence)
	save(t, p, world.ChunkPos{31, 0}, left)
	if n := p.Stats().Written - before; n != 2 { // It changes the other fence only if that was not connected.
		t.Errorf("%d chunks were written, want 2", n)
	}
}

// readsChunk reports whether an operation reads a chunk of a region file. Its header, of two sectors, is read by Flush, too.
func readsChunk(op vfs.Op) bool { return op.Kind == vfs.KindRead && op.Off >= 2*4096 }

// TestBeyondTheBorderCannotBeRead has the chunk beside unreadable for the moment, after it was found to follow: that is told.
func TestBeyondTheBorderCannotBeRead(t *testing.T) {
	var log lines
	faults := vfs.NewFaults(vfs.NewMem())
	p, left, _ := fencesOnBothSides(t, faults, &log)
	var leftWritten bool
	faults.Arm(vfs.Fault{Err: syscall.EMFILE, Match: func(op vfs.Op) bool {
		file := filepath.Base(op.Name)
		leftWritten = leftWritten || op.Kind == vfs.KindWrite && file == "r.0.0.mca"
		return leftWritten && file == "r.1.0.mca" && readsChunk(op)
	}})
	put(left, 15, 10, 4, "minecraft:air")
	save(t, p, world.ChunkPos{31, 0}, left)
	if _, fired := faults.Disarm(); fired == 0 {
		t.Fatal("nothing failed")
	}
	if s := p.Stats(); s.Queued != 0 || s.Failed != 1 || log.count(syscall.EMFILE.Error()) != 1 {
		t.Errorf("stats %+v", s)
	}
}

// TestBesideAChunkThatCannotBeRead changes what is above a fence whose other half is in a file that cannot be read for the moment: the
// fence stays connected to it.
func TestBesideAChunkThatCannotBeRead(t *testing.T) {
	var log lines
	faults := vfs.NewFaults(vfs.NewMem())
	p, left, _ := fencesOnBothSides(t, faults, &log)
	faults.Arm(vfs.Fault{Err: syscall.EMFILE, Match: func(op vfs.Op) bool {
		return filepath.Base(op.Name) == "r.1.0.mca" && readsChunk(op)
	}})
	put(left, 15, 11, 4, placed[2])
	save(t, p, world.ChunkPos{31, 0}, left)
	if _, fired := faults.Disarm(); fired == 0 {
		t.Fatal("nothing failed")
	}
	s, err := region.Options{ReadOnly: true, FS: faults}.Open(filepath.Join(p.Dir(), "region"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	data, _, err := s.Read(nil, 31, 0)
	if err != nil {
		t.Fatal(err)
	}
	var c anvil.Chunk
	if err := new(anvil.Decoder).Decode(data, &c); err != nil {
		t.Fatal(err)
	}
	for i := range c.Sections {
		if s := &c.Sections[i]; s.Y == 0 && !strings.Contains(s.Blocks.Block(10<<8|4<<4|15), "east=true") {
			t.Errorf("the fence is stored as %s", s.Blocks.Block(10<<8|4<<4|15))
		}
	}
}
