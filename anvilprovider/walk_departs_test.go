package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// loads returns how many entities the server gets with chunks 0,0 and 32,0.
func loads(t *testing.T, p *anvilprovider.Provider) (n [2]int) {
	t.Helper()
	for i := range n {
		col, err := p.LoadColumn(world.ChunkPos{32 * int32(i), 0}, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		n[i] = len(col.Entities)
	}
	return n
}

// stored returns how many entities are in the files of chunks 0,0 and 32,0.
func storedIn(t *testing.T, fsys vfs.FS, dir string) (n [2]int) {
	t.Helper()
	s, err := region.Options{FS: fsys, ReadOnly: true}.Open(filepath.Join(dir, "entities"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range n {
		data, _, err := s.Read(nil, 32*int32(i), 0)
		if errors.Is(err, region.ErrNotFound) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_, doc, err := nbt.Decode(data, nbt.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		l, _ := doc.List("Entities")
		n[i] = len(l.Items)
	}
	return n
}

// TestWalkSavedOnce moves an entity into another chunk and back, of which only the one that it came to is saved: it is taken out of the
// other's file, where all else stays, and the server gets it once.
func TestWalkSavedOnce(t *testing.T) {
	p, from, to, stored := aWalk(t, 4671, egg(60, 1, 2, 3, 4), pig(1, 1, 1, 1))
	before := stored()
	want := before[0][0].(map[string]any)
	want["Pos"] = []any{515.0, 64.0, 2.5}
	walk(from, to)
	save(t, p, world.ChunkPos{32, 0}, to)
	if diff := cmp.Diff([2][]any{before[0][1:], {want}}, stored()); diff != "" {
		t.Fatal(diff)
	}
	if got := loads(t, p); got != [2]int{0, 1} {
		t.Fatalf("the server gets %v", got)
	}
	walk(to, from)
	save(t, p, world.ChunkPos{}, from)
	if got := stored(); len(got[1]) != 0 || cmp.Diff([]any{before[0][1], want}, got[0]) != "" {
		t.Fatalf("and back: stored %v", got)
	}
	if got := loads(t, p); got != [2]int{1, 0} {
		t.Errorf("and back: the server gets %v", got)
	}
}

// TestWalkThatCannotBeWritten has the file of the chunk that an entity came to fail: the entity stays in that of the other, which is saved
// without it, but the server does not get it from there. Once the file is mended it is there alone. If the entity has walked back by then,
// it is in the first alone.
func TestWalkThatCannotBeWritten(t *testing.T) {
	for _, back := range []bool{false, true} {
		dir := t.TempDir()
		faults := vfs.NewFaults(vfs.OS{})
		writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
		writeDoc(t, filepath.Join(dir, "entities"), entitiesDoc(4671, egg(60, 1, 2, 3, 4)))
		putDoc(t, filepath.Join(dir, "region"), world.ChunkPos{32, 0}, anvil.Blank(32, 0, 4671, -4, 19, "minecraft:plains"))
		p := open(t, anvilprovider.Config{FS: faults, Log: slog.New(slog.DiscardHandler), ReadAhead: -1}, dir)
		from, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		to, err := p.LoadColumn(world.ChunkPos{32, 0}, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		walk(from, to)
		faults.Arm(vfs.Fault{Err: errors.New("no"), Match: func(op vfs.Op) bool {
			return op.Kind.Mutates() && filepath.Base(op.Name) == "r.1.0.mca"
		}})
		storeColumn(t, p, world.ChunkPos{32, 0}, to)
		put(from, 1, 2, 3, placed[1])
		storeColumn(t, p, world.ChunkPos{}, from)
		if err := flushed(p); err == nil {
			t.Fatal("nothing failed")
		}
		if got := storedIn(t, vfs.OS{}, dir); got != [2]int{1, 0} {
			t.Errorf("while the file fails, stored %v", got)
		}
		if got := loads(t, p); got != [2]int{0, 1} {
			t.Errorf("while the file fails, the server gets %v", got)
		}
		want := [2]int{0, 1}
		if back {
			want = [2]int{1, 0}
			walk(to, from)
			storeColumn(t, p, world.ChunkPos{}, from)
		}
		faults.Disarm()
		if err := flushed(p); err != nil {
			t.Fatal(err)
		}
		if got := storedIn(t, vfs.OS{}, dir); got != want {
			t.Errorf("back %v: stored %v, want %v", back, got, want)
		}
		if got := loads(t, p); got != want {
			t.Errorf("back %v: the server gets %v, want %v", back, got, want)
		}
	}
}

// reopened closes a provider, lets somebody change the folder of the entities, and opens the world again.
func reopened(t *testing.T, p *anvilprovider.Provider, change func(folder string)) *anvilprovider.Provider {
	t.Helper()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	change(filepath.Join(p.Dir(), "entities"))
	return open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, p.Dir())
}

// TestWalkThatIsNotTaken has an entity come to a chunk whose entities cannot be read, so that it is not written there: it stays where it was.
func TestWalkThatIsNotTaken(t *testing.T) {
	p, from, to, stored := aWalk(t, 4671, egg(60, 1, 2, 3, 4))
	before := stored()[0]
	p = reopened(t, p, func(folder string) { putDoc(t, folder, world.ChunkPos{32, 0}, []byte("no NBT")) })
	loads(t, p)
	walk(from, to)
	put(to, 1, 2, 3, placed[1])
	save(t, p, world.ChunkPos{32, 0}, to)
	if got := list(readDoc(t, filepath.Join(p.Dir(), "entities")), "Entities"); cmp.Diff(before, got) != "" {
		t.Errorf("stored %v", got)
	}
}

// TestWalkOnAndOn moves an entity through a chunk that is never written with it into a third one, while all three wait to be written: it is
// taken out of the file of the first, and the server gets it from none but the third.
func TestWalkOnAndOn(t *testing.T) {
	h := newHeld()
	p := open(t, anvilprovider.Config{FS: h.fsys, ReadAhead: -1, SaveWorkers: 1}, t.TempDir())
	first := columnOf(placed[1], 0)
	first.Entities = []chunk.Entity{newEgg(1)}
	save(t, p, world.ChunkPos{}, first)
	first, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
	if err != nil || len(first.Entities) != 1 {
		t.Fatal(err)
	}
	release := h.hold(t)
	for len(h.started) > 0 {
		<-h.started
	}
	store(t, p, world.ChunkPos{64, 0}, placed[1])
	<-h.started // The worker is busy; what comes now waits.
	put(first, 1, 2, 3, placed[2])
	storeColumn(t, p, world.ChunkPos{}, first)
	second, third := columnOf(placed[1], 0), columnOf(placed[1], 0)
	second.Entities = first.Entities
	storeColumn(t, p, world.ChunkPos{32, 32}, second)
	third.Entities = first.Entities
	storeColumn(t, p, world.ChunkPos{32, 0}, third)
	if got := loads(t, p); got != [2]int{0, 1} {
		t.Errorf("the server gets %v", got)
	}
	release()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	if got := storedIn(t, h.fsys, p.Dir()); got != [2]int{0, 1} {
		t.Errorf("stored %v", got)
	}
	if col, err := p.LoadColumn(world.ChunkPos{32, 32}, world.Overworld); err != nil || len(col.Entities) != 0 {
		t.Errorf("%v, %v", col, err)
	}
}

// TestStoredTwice opens a world in which a crash has left an entity in two files: the server gets it once, and when the chunk with the
// other one is saved, that one is gone from it.
func TestStoredTwice(t *testing.T) {
	p, _, _, stored := aWalk(t, 4671, egg(60, 1, 2, 3, 4))
	p = reopened(t, p, func(folder string) {
		putTree(t, folder, world.ChunkPos{32, 0}, nbt.Compound{"DataVersion": int32(4671),
			"Entities": nbt.List{Elem: nbt.TagCompound, Items: []any{egg(61, 1, 2, 3, 4), egg(62, 9, 9, 3, 5)}}})
	})
	before := stored()
	if got := loads(t, p); got != [2]int{1, 1} {
		t.Fatalf("the server gets %v", got)
	}
	to, err := p.LoadColumn(world.ChunkPos{32, 0}, world.Overworld)
	if err != nil || len(to.Entities) != 1 || to.Entities[0].ID != 3<<32|5 {
		t.Fatalf("the server gets %v, %v", to.Entities, err)
	}
	put(to, 1, 2, 3, placed[1])
	save(t, p, world.ChunkPos{32, 0}, to)
	if diff := cmp.Diff([2][]any{before[0], before[1][1:]}, stored()); diff != "" {
		t.Error(diff)
	}
}

// TestWalkInAWorldSavedOnce has an item, and an entity of a plug-in's, cross a border in a world of the server's, each way, in which the
// chunk that it comes to is edited, or none: after a restart there is one.
func TestWalkInAWorldSavedOnce(t *testing.T) {
	for _, kind := range []string{"minecraft:item", "plugin:mob"} {
		for _, from := range []int{0, 1} {
			for _, edited := range []bool{false, true} {
				walkInAWorld(t, kind, from, edited)
			}
		}
	}
}

func walkInAWorld(t *testing.T, kind string, from int, edited bool) {
	reg, dir := withMobs("plugin:mob"), t.TempDir()
	// serve counts the entities in the two chunks at the end of a session.
	serve := func(ticks int, begin, end func(tx *world.Tx)) (n [2]int) {
		p, err := anvilprovider.Config{Sync: region.SyncNone, Entities: &reg, Log: slog.New(slog.DiscardHandler)}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		w := world.Config{Provider: p, Synchronous: true, Entities: reg, Log: slog.New(slog.DiscardHandler), RandomTickSpeed: -1}.New()
		loader := world.NewLoader(2, w, world.NopViewer{}) // Without a viewer nothing ticks.
		w.Do(func(tx *world.Tx) {
			loader.Move(tx, mgl64.Vec3{16, 100, 8})
			loader.Load(tx, 100)
			begin(tx)
		})
		for range ticks {
			w.AdvanceTick()
		}
		w.Do(func(tx *world.Tx) {
			end(tx)
			for e := range tx.Entities() {
				n[int(e.Position()[0])>>4]++
			}
		})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return n
	}
	nothing := func(*world.Tx) {}
	serve(0, func(tx *world.Tx) {
		for x := range 2 {
			tx.SetBlock(cube.Pos{x << 4, 10, 8}, dfblock.Stone{}, nil)
		}
		at, v := mgl64.Vec3{14.5, 100, 8}, mgl64.Vec3{0.7, 0, 0}
		if from == 1 {
			at[0], v[0] = 17.5, -0.7
		}
		if kind == "plugin:mob" {
			tx.AddEntity(world.EntitySpawnOpts{}.New(mobType{kind}, &mob{data: &world.EntityData{Pos: at, Vel: v}}))
		} else {
			tx.AddEntity(entity.NewItem(world.EntitySpawnOpts{Position: at, Velocity: v}, item.NewStack(item.Apple{}, 1)))
		}
	}, nothing)
	var want [2]int
	want[1-from] = 1
	if got := serve(6, nothing, func(tx *world.Tx) {
		if edited {
			tx.SetBlock(cube.Pos{(1-from)<<4 + 8, 10, 8}, dfblock.Stone{}, nil)
		}
	}); got != want {
		t.Fatalf("%s does not walk: %v", kind, got)
	}
	if !edited {
		want = [2]int{1 - from, from}
	}
	if got := serve(0, nothing, nothing); got != want {
		t.Errorf("%s from chunk %d, edited %v: there are %v, want %v", kind, from, edited, got, want)
	}
}
