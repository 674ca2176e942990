package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// hanging is an item frame in the cell 5, 70, 6 of chunk 0,0.
func hanging(uuid ...int32) nbt.Compound {
	return nbt.Compound{"id": "minecraft:item_frame", "UUID": uuid, "Facing": uint8(3), "block_pos": []int32{5, 70, 6},
		"Pos": nbt.List{Elem: nbt.TagDouble, Items: []any{5.5, 70.5, 6.03}}, "mod:tag": int32(9)}
}

// aWorld makes a folder a world, with a chunk far away.
func aWorld(t *testing.T, dir string) {
	t.Helper()
	putDoc(t, filepath.Join(dir, "region"), world.ChunkPos{99, 99}, anvil.Blank(99, 99, 4671, -4, 19, "minecraft:plains"))
}

// TestNewChunkKeepsEntities saves a chunk that does not exist, or that the game has not finished, where entities are stored
// already. The server was never shown them: they stay, whatever it saves, until it has loaded the chunk; what it then takes
// away is gone.
func TestNewChunkKeepsEntities(t *testing.T) {
	for _, terrain := range []string{"absent", "unfinished"} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder := filepath.Join(dir, "entities")
		aWorld(t, dir)
		if terrain == "unfinished" {
			tree := blankTree(t)
			tree["Status"] = "minecraft:carvers"
			writeDoc(t, filepath.Join(dir, "region"), tree)
		}
		doc := entitiesDoc(4671, pig(1, 1, 1, 1), egg(60, 1, 2, 3, 4), egg(60, 1, 2, 3, 4), hanging(4, 4, 4, 4))
		doc["mod:document"] = int32(5)
		writeDoc(t, folder, doc)
		before := readDoc(t, folder)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		if _, err := p.LoadColumn(pos, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
			t.Fatal(err)
		}
		col := columnOf(placed[1], 0)
		save(t, p, pos, col)
		if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
			t.Fatalf("%s: the first save: %s", terrain, diff)
		}
		col.Entities = []chunk.Entity{newEgg(99)}
		put(col, 1, 2, 3, "minecraft:stone")
		save(t, p, pos, col)
		after := readDoc(t, folder)
		if got := list(after, "Entities"); len(got) != 5 || cmp.Diff(list(before, "Entities"), got[:4]) != "" || after["mod:document"] != int32(5) {
			t.Fatalf("%s: with a new entity: %v", terrain, after)
		}
		col.Entities = nil
		save(t, p, pos, col)
		if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
			t.Fatalf("%s: without it again: %s", terrain, diff)
		}
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil || len(col.Entities) != 1 || !isFrame(col.Chunk.Block(5, 70, 6, 0)) {
			t.Fatalf("%s: loaded %v, %v", terrain, col.Entities, err)
		}
		col.Entities = nil
		put(col, 5, 70, 6, "minecraft:air")
		save(t, p, pos, col)
		if got := list(readDoc(t, folder), "Entities"); len(got) != 2 { // the pig, and the egg that was not shown
			t.Errorf("%s: after both were taken away: %v", terrain, got)
		}
	}
}

// TestNewChunkWithBrokenEntities leaves what cannot be read where it is, and saves the terrain.
func TestNewChunkWithBrokenEntities(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder := filepath.Join(dir, "entities")
	aWorld(t, dir)
	writeDoc(t, folder, nbt.Compound{"DataVersion": int32(4671), "Position": []int32{7, 7}, "Entities": nbt.List{Elem: nbt.TagCompound, Items: []any{pig(1)}}})
	before := readDoc(t, folder)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col := columnOf(placed[1], 0)
	col.Entities = []chunk.Entity{newEgg(99)}
	save(t, p, pos, col)
	if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
		t.Error(diff)
	}
	if got := at(t, p, pos); got != imageOf(placed[1]).block {
		t.Errorf("block %d", got)
	}
}

// TestNewChunkIsTriedAgain makes the first write of a new chunk fail after its entities were written: the second knows them
// for those of the server, and neither writes one twice nor keeps it when it is gone.
func TestNewChunkIsTriedAgain(t *testing.T) {
	mem := vfs.NewMem()
	faults := vfs.NewFaults(mem)
	p := open(t, anvilprovider.Config{FS: faults, Log: slog.New(slog.DiscardHandler), ReadAhead: -1}, t.TempDir())
	stored := func() int {
		s, err := region.Options{FS: mem, ReadOnly: true}.Open(filepath.Join(p.Dir(), "entities"))
		if err != nil {
			t.Fatal(err)
		}
		data, _, err := s.Read(nil, 0, 0)
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		_, doc, err := nbt.Decode(data, nbt.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return len(doc["Entities"].(nbt.List).Items)
	}
	faults.Arm(vfs.Fault{Err: errors.New("no"), Match: func(op vfs.Op) bool {
		return op.Kind == vfs.KindWrite && filepath.Base(filepath.Dir(op.Name)) == "region"
	}})
	col := columnOf(placed[1], 0)
	col.Entities = []chunk.Entity{newEgg(99)}
	put(col, 5, 70, 6, "minecraft:stone")
	if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := flushed(p); err == nil {
		t.Fatal("nothing failed")
	}
	faults.Disarm()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	if n := stored(); n != 1 {
		t.Errorf("%d entities are stored, want 1", n)
	}
	col.Entities = nil
	save(t, p, world.ChunkPos{}, col)
	if n := stored(); n != 0 {
		t.Errorf("%d entities are stored after the only one is gone", n)
	}
}

// TestHiddenFrameStays hangs two frames in one cell, of which the server is shown one: when that is gone, and saved again, the
// other stays.
func TestHiddenFrameStays(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder := filepath.Join(dir, "entities")
	other := hanging(5, 5, 5, 5)
	other["Facing"] = uint8(4)
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, folder, entitiesDoc(4671, hanging(4, 4, 4, 4), other))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || !isFrame(col.Chunk.Block(5, 70, 6, 0)) {
		t.Fatal(err)
	}
	put(col, 5, 70, 6, "minecraft:air")
	for round := range 3 {
		save(t, p, pos, col)
		if got := list(readDoc(t, folder), "Entities"); len(got) != 1 {
			t.Fatalf("save %d: %v", round, got)
		}
	}
}

// TestHiddenEntityThroughReadAhead decodes a chunk again in the background while the server has it: the second entity of one
// number, which the server never had, stays when the first is gone.
func TestHiddenEntityThroughReadAhead(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder := filepath.Join(dir, "entities")
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, folder, entitiesDoc(4671, egg(60, 1, 2, 3, 4), egg(61, 5, 6, 3, 4)))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: 8, ReadWorkers: 1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 1 {
		t.Fatalf("%d entities, %v", len(col.Entities), err)
	}
	col.Entities = nil
	save(t, p, pos, col)
	load := func(at world.ChunkPos) {
		if _, err := p.LoadColumn(at, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
			t.Fatal(err)
		}
	}
	for x := range int32(64) { // until it is forgotten that the server has asked for the chunk
		load(world.ChunkPos{1000 + 3*x, 0})
	}
	for range 20 {
		load(world.ChunkPos{1, 1})
		time.Sleep(time.Millisecond)
	}
	save(t, p, pos, col)
	if got := list(readDoc(t, folder), "Entities"); len(got) != 1 {
		t.Errorf("%d entities are left, want the one that was hidden", len(got))
	}
}

// TestEntitiesThatCannotBeWritten makes the file of the entities unwritable: the save has failed, the terrain with it, and is
// kept until it can be done.
func TestEntitiesThatCannotBeWritten(t *testing.T) {
	faults := vfs.NewFaults(vfs.NewMem())
	p := open(t, anvilprovider.Config{FS: faults, Log: slog.New(slog.DiscardHandler), ReadAhead: -1}, t.TempDir())
	faults.Arm(vfs.Fault{Err: syscall.EIO, Match: func(op vfs.Op) bool {
		return op.Kind == vfs.KindWrite && filepath.Base(filepath.Dir(op.Name)) == "entities"
	}})
	col := columnOf(placed[1], 0)
	col.Entities = []chunk.Entity{newEgg(99)}
	if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := flushed(p); !errors.Is(err, syscall.EIO) || p.Stats().Written != 0 || p.Stats().Queued != 1 {
		t.Errorf("%v, %+v", err, p.Stats())
	}
	faults.Disarm()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	got, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
	if err != nil || len(got.Entities) != 1 {
		t.Errorf("%d entities, %v", len(got.Entities), err)
	}
}
