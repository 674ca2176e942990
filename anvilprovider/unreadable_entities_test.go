package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestEntitiesUnreadableForTheMoment has the file of the entities fail when the server gets a chunk, or saves a new one, and be read
// again later: the server has not removed what it was not shown. What it has itself it can add and remove.
func TestEntitiesUnreadableForTheMoment(t *testing.T) {
	for _, terrain := range []string{"there", "with entities in it", "absent"} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder := filepath.Join(dir, "entities")
		aWorld(t, dir)
		tree, inside := blankTree(t), 0
		if terrain == "with entities in it" {
			tree["entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{egg(61, 7, 7, 8, 8)}}
			inside = 1
		}
		if terrain != "absent" {
			writeDoc(t, filepath.Join(dir, "region"), tree)
		}
		writeDoc(t, folder, entitiesDoc(4671, pig(1, 1, 1, 1), egg(60, 1, 2, 3, 4)))
		faults := vfs.NewFaults(vfs.OS{})
		p := open(t, anvilprovider.Config{FS: faults, ReadAhead: -1}, dir)
		faults.Arm(vfs.Fault{Err: syscall.EMFILE, Match: func(op vfs.Op) bool {
			return filepath.Base(filepath.Dir(op.Name)) == "entities" && !op.Kind.Mutates()
		}})
		col := columnOf(placed[1], 0)
		if terrain != "absent" {
			var err error
			if col, err = p.LoadColumn(pos, world.Overworld); err != nil || len(col.Entities) != inside {
				t.Fatalf("%s: %d entities, %v", terrain, len(col.Entities), err)
			}
		}
		shown := col.Entities
		put(col, 1, 2, 3, placed[3])
		save(t, p, pos, col)
		if _, fired := faults.Disarm(); fired < 1 {
			t.Fatalf("%s: nothing failed", terrain)
		}
		for i, entities := range [][]chunk.Entity{shown, append(shown[:inside:inside], newEgg(99)), shown, nil} {
			put(col, 1, 2, 3, placed[1+i%2])
			col.Entities = entities
			save(t, p, pos, col)
			stored := len(list(readDoc(t, folder), "Entities"))
			if i == 0 {
				stored += inside // It stays in the chunk as long as no entity changes.
			}
			if want := 2 + len(entities); stored != want {
				t.Errorf("%s, save %d: %d entities are stored, want %d", terrain, i, stored, want)
			}
		}
	}
}

// TestOldEntitiesUnreadableForTheMoment changes a chunk of before 1.18 that has an entity in it, which moves to the file of the entities
// with the upgrade, while that cannot be read. The change is kept, and saved once it can.
func TestOldEntitiesUnreadableForTheMoment(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	aWorld(t, dir)
	writeDoc(t, filepath.Join(dir, "region"), oldTree(0, pig(1, 2, 3, 4)))
	putTree(t, filepath.Join(dir, "entities"), world.ChunkPos{9, 9}, nbt.Compound{"DataVersion": int32(4671), "Position": []int32{9, 9}})
	faults := vfs.NewFaults(vfs.OS{})
	p := open(t, anvilprovider.Config{FS: faults, ReadAhead: -1, Log: slog.New(slog.DiscardHandler)}, dir)
	faults.Arm(vfs.Fault{Err: syscall.EMFILE, Match: func(op vfs.Op) bool {
		return filepath.Base(filepath.Dir(op.Name)) == "entities" && !op.Kind.Mutates()
	}})
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 7, 100, 7, "minecraft:stone")
	if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := flushed(p); !errors.Is(err, anvilprovider.ErrEntities) || errors.Is(err, anvilprovider.ErrUpgrade) || p.Stats().Queued != 1 {
		t.Fatalf("while it cannot be read: %v, %+v", err, p.Stats())
	}
	faults.Disarm()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(7, 100, 7); got != "minecraft:stone" {
		t.Errorf("what was built is %s", got)
	}
	if got := list(readDoc(t, filepath.Join(dir, "entities")), "Entities"); len(got) != 1 {
		t.Errorf("the entities are %v", got)
	}
}
