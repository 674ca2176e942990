package anvilprovider_test

import (
	"log/slog"
	"maps"
	"math"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// mobType is a plug-in's type of entities. They keep a map, and walk by their velocity.
type mobType struct{ name string }

func (mobType) Open(_ *world.Tx, handle *world.EntityHandle, data *world.EntityData) world.Entity {
	return &mob{handle, data}
}
func (t mobType) EncodeEntity() string      { return t.name }
func (mobType) BBox(world.Entity) cube.BBox { return cube.Box(0, 0, 0, 1, 1, 1) }
func (mobType) DecodeNBT(m map[string]any, data *world.EntityData) {
	_ = m["dialogue"].(string) // A type takes for granted that it has written this itself.
	data.Data = m["kept"]
}
func (mobType) EncodeNBT(data *world.EntityData) map[string]any {
	return map[string]any{"kept": data.Data, "dialogue": "hello"}
}

type mob struct {
	handle *world.EntityHandle
	data   *world.EntityData
}

func (m *mob) H() *world.EntityHandle       { return m.handle }
func (m *mob) Position() mgl64.Vec3         { return m.data.Pos }
func (m *mob) Rotation() cube.Rotation      { return m.data.Rot }
func (m *mob) Close() error                 { return nil }
func (m *mob) Tick(_ *world.Tx, _ int64)    { m.data.Pos = m.data.Pos.Add(m.data.Vel) }
func (m *mob) Apply(data *world.EntityData) { *data = *m.data }

// withMobs is a registry of the host's types and those of a plug-in.
func withMobs(names ...string) world.EntityRegistry {
	types := entity.DefaultRegistry.Types()
	for _, name := range names {
		types = append(types, mobType{name})
	}
	return entity.DefaultRegistry.Config().New(types)
}

// kept is what a mob keeps: a value of every type that Dragonfly's own provider brings back.
func kept() map[string]any {
	return map[string]any{"byte": uint8(255), "short": int16(-2), "int": int32(3), "long": int64(-4), "float": float32(0.1), "double": 1e300, "text": "ä\x00\U0001f600",
		"bytes": [2]byte{1, 2}, "ints": [2]int32{3, 4}, "longs": [1]int64{5}, "list": []any{"a", "b"}, "numbers": []int32{6, 7}, "inner": map[string]any{"list": []any{map[string]any{"x": 1.5}}}}
}

// TestForeignEntities plays with a plug-in's entities in a world of the server's, of a type whose name Java does not have, of one that is
// an animal there, and of one that is something else to the provider: they come back as they were, through three servers, and can be
// changed and removed. An animal of Java's beside them stays, as does a tag that nobody knows.
func TestForeignEntities(t *testing.T) {
	names := []string{"plugin:mob", "minecraft:pig", "minecraft:item_frame", "Odd Name"}
	dir := t.TempDir()
	folder := filepath.Join(dir, "entities")
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, folder, entitiesDoc(4671, pig(1, 1, 1, 1)))
	reg := withMobs(names...)
	play := func(f func(tx *world.Tx, mobs map[string]*mob)) {
		t.Helper()
		p, err := anvilprovider.Config{Log: quiet(t), Sync: region.SyncNone, Entities: &reg}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		w := world.Config{Provider: p, Synchronous: true, Entities: reg, Log: quiet(t), RandomTickSpeed: -1}.New()
		w.Do(func(tx *world.Tx) {
			b := tx.Block(cube.Pos{5, 5, 5}) // loads the chunk
			tx.SetBlock(cube.Pos{5, 5, 5}, b, nil)
			mobs := make(map[string]*mob)
			for e := range tx.Entities() {
				m := e.(*mob)
				mobs[m.handle.Type().EncodeEntity()] = m
			}
			f(tx, mobs)
		})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if s := p.Stats(); len(s.Lost) != 0 {
			t.Errorf("lost %v", s.Lost)
		}
	}
	data := func(name string) world.EntityData {
		return world.EntityData{Pos: mgl64.Vec3{1.25, 70, 2.5}, Vel: mgl64.Vec3{0, 0.5, 0}, Rot: cube.Rotation{90, -12.5}, Name: "§cName of " + name, AlwaysShowNameTag: true, Data: kept()}
	}
	play(func(tx *world.Tx, mobs map[string]*mob) {
		for _, name := range names {
			d := data(name)
			tx.AddEntity(world.EntitySpawnOpts{}.New(mobType{name}, &mob{data: &d}))
		}
	})
	ids := make(map[string]any)
	for _, v := range list(readDoc(t, folder), "Entities") {
		e := v.(map[string]any)
		ids[e["id"].(string)] = e["UUID"]
	}
	if len(ids) != len(names) || len(list(readDoc(t, folder), "Entities")) != len(names)+1 {
		t.Fatalf("stored %v", readDoc(t, folder))
	}
	before := files(t, dir)
	check := func(mobs map[string]*mob, want ...string) {
		t.Helper()
		if len(mobs) != len(want) {
			t.Fatalf("the server has %v, want %v", mobs, want)
		}
		for _, name := range want {
			d := data(name)
			if diff := cmp.Diff(&d, mobs[name].data); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
	play(func(tx *world.Tx, mobs map[string]*mob) { check(mobs, names...) })
	if diff := cmp.Diff(before["entities/r.0.0.mca"].content, files(t, dir)["entities/r.0.0.mca"].content); diff != "" {
		t.Error("a save without a change has changed the file")
	}
	play(func(tx *world.Tx, mobs map[string]*mob) {
		check(mobs, names...)
		for _, name := range names[2:] {
			tx.RemoveEntity(mobs[name])
		}
		mobs[names[0]].data.Data = map[string]any{"now": int32(1)}
		mobs[names[1]].data.Pos[1] = 65
	})
	play(func(tx *world.Tx, mobs map[string]*mob) {
		if len(mobs) != 2 || cmp.Diff(map[string]any{"now": int32(1)}, mobs[names[0]].data.Data) != "" || mobs[names[1]].data.Pos != (mgl64.Vec3{1.25, 65, 2.5}) {
			t.Errorf("the server has %v", mobs)
		}
	})
	stored := list(readDoc(t, folder), "Entities")
	if len(stored) != 3 || stored[0].(map[string]any)["kestrel:entity"] != nil {
		t.Fatalf("stored %v", stored)
	}
	for _, v := range stored[1:] {
		if e := v.(map[string]any); cmp.Diff(ids[e["id"].(string)], e["UUID"]) != "" {
			t.Errorf("another UUID: %v", e)
		}
	}
}

// TestForeignEntitiesOfNobody opens a world with a plug-in's entities without the plug-in: they stay as they are, whatever is saved.
func TestForeignEntitiesOfNobody(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	reg := withMobs("plugin:mob")
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, Entities: &reg}, dir)
	col := columnOf(placed[1], 0)
	col.Entities = []chunk.Entity{aMob("plugin:mob")}
	save(t, p, pos, col)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	before := list(readDoc(t, filepath.Join(dir, "entities")), "Entities")
	p = open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 0 {
		t.Fatalf("loaded %v, %v", col.Entities, err)
	}
	col.Entities = []chunk.Entity{newEgg(7)}
	save(t, p, pos, col)
	if after := list(readDoc(t, filepath.Join(dir, "entities")), "Entities"); len(before) != 1 || len(after) != 2 || cmp.Diff(before[0], after[0]) != "" {
		t.Errorf("stored %v, before %v", after, before)
	}
}

func aMob(name string) chunk.Entity {
	return chunk.Entity{ID: 5, Data: map[string]any{"identifier": name, "dialogue": "hello", "kept": map[string]any{"x": int32(1)}, "Pos": []float32{1, 2, 3}, "Motion": []float32{0, 0, 0}}}
}

// TestLostEntities saves what cannot be stored: it is counted each time, and logged once with its place and the reason. The rest of the
// chunk is saved. What nobody stores, such as a player, is no loss.
func TestLostEntities(t *testing.T) {
	with := func(name, key string, v any) chunk.Entity {
		e := aMob(name)
		e.Data = maps.Clone(e.Data)
		e.Data[key] = v
		return e
	}
	for name, c := range map[string]struct {
		e      chunk.Entity
		reason string
		stored int
		cause  string
	}{
		"not named":            {aMob("plugin:other"), "entity_type", 0, "its type is not named by Config.Entities"},
		"nowhere":              {with("plugin:mob", "Pos", []float32{1, 2, float32(math.NaN())}), "entity", 0, "no form in which it could be read again"},
		"an item without form": {with("minecraft:item", "Item", map[string]any{"Name": "plugin:gem", "Count": uint8(1), "Damage": int16(0)}), "entity", 0, "plugin:gem"},
		"something without":    {with("plugin:mob", "f", func() {}), "entity_part", 1, "no form in NBT for func()"},
		"lightning":            {aMob("minecraft:lightning_bolt"), "", 0, ""},
		"a player":             {aMob("minecraft:player"), "", 0, ""},
	} {
		dir, pos, reg := t.TempDir(), world.ChunkPos{}, withMobs("plugin:mob")
		var log lines
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, Entities: &reg, Log: slog.New(slog.NewTextHandler(&log, nil))}, dir)
		col := columnOf(placed[1], 0)
		col.Entities = []chunk.Entity{newEgg(77), c.e}
		for range 2 {
			put(col, 5, 5, 5, placed[2])
			save(t, p, pos, col)
		}
		if got := len(list(readDoc(t, filepath.Join(dir, "entities")), "Entities")); got != 1+c.stored {
			t.Errorf("%s: %d entities are stored", name, got)
		}
		lost := p.Stats().Lost
		if c.reason == "" {
			if len(lost) != 0 || log.count("level=ERROR") != 0 {
				t.Errorf("%s: lost %v", name, lost)
			}
			continue
		}
		if lost[c.reason] != 2 || len(lost) != 1 || log.count("level=ERROR") != 1 || log.count(c.cause) != 1 || log.count("minecraft:overworld") < 1 {
			t.Errorf("%s: lost %v, logged %s", name, lost, log.b.String())
		}
	}
}

// TestHostileForeignEntities has a file say of entities of a plug-in's, and of the host's, what their types panic at: they stay in the file.
func TestHostileForeignEntities(t *testing.T) {
	dir, pos, reg := t.TempDir(), world.ChunkPos{}, withMobs("plugin:mob")
	hostile := func(id string, tag any, n int32) nbt.Compound {
		e := egg(64, 1, 2, 3, n)
		e["id"], e["kestrel:entity"] = id, tag
		return e
	}
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, filepath.Join(dir, "entities"), entitiesDoc(4671, hostile("plugin:mob", nbt.Compound{"dialogue": int32(1)}, 1), hostile("plugin:mob", int32(1), 2),
		hostile("minecraft:tnt", nbt.Compound{"Fuse": "x"}, 3), hostile("minecraft:falling_block", nbt.Compound{"FallingBlock": int32(4)}, 4),
		hostile("minecraft:player", nbt.Compound{}, 5), hostile("minecraft:lightning_bolt", nbt.Compound{}, 6),
		hostile("plugin:mob", nbt.Compound{"dialogue": "", "identifier": "minecraft:player", "Pos": "x"}, 7)))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, Entities: &reg}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 2 || col.Entities[0].Data["Fuse"] != int16(1) || col.Entities[1].Data["identifier"] != "plugin:mob" ||
		cmp.Diff([]float32{1.5, 64, 2.5}, col.Entities[1].Data["Pos"]) != "" {
		t.Fatalf("loaded %v, %v", col.Entities, err)
	}
	col.Entities = nil
	save(t, p, pos, col)
	if got := list(readDoc(t, filepath.Join(dir, "entities")), "Entities"); len(got) != 5 {
		t.Errorf("stored %v", got)
	}
}

// TestLostOnce has the file fail at first: what is lost is counted when the rest is written, and not at each attempt.
func TestLostOnce(t *testing.T) {
	var log lines
	reg := withMobs()
	p, _, repair := failing(t, anvilprovider.Config{Entities: &reg}, &log, "r.0.0.mca")
	col := columnOf(placed[1], 0)
	col.Entities = []chunk.Entity{aMob("plugin:other")}
	if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := p.Flush(t.Context()); err == nil {
			t.Fatal("the file does not fail")
		}
	}
	if lost := p.Stats().Lost; len(lost) != 0 {
		t.Errorf("before anything is written: %v", lost)
	}
	repair()
	if err := p.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lost := p.Stats().Lost; lost["entity_type"] != 1 {
		t.Errorf("lost %v", lost)
	}
}
