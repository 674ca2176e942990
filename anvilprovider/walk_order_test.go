package anvilprovider_test

import (
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestWalkOrder has two chunks wait to be saved between which entities have walked: the one that an entity came to is written
// first, so that a crash leaves it in both files and not in none. Where entities have walked both ways, both are written all
// the same. The one that it came to may be in the middle of being written, as it was before.
func TestWalkOrder(t *testing.T) {
	for name, c := range map[string]struct {
		left, right []chunk.Entity
		writing     bool // the right one is being written
		want        []string
	}{
		"to the right":   {nil, []chunk.Entity{newEgg(1), newEgg(2)}, false, []string{"r.1.0.mca", "r.0.0.mca"}},
		"to the left":    {[]chunk.Entity{newEgg(1), newEgg(2)}, nil, false, []string{"r.0.0.mca", "r.1.0.mca"}},
		"both ways":      {[]chunk.Entity{newEgg(2)}, []chunk.Entity{newEgg(1)}, false, []string{"r.1.0.mca", "r.0.0.mca"}},
		"into the write": {nil, []chunk.Entity{newEgg(1), newEgg(2)}, true, []string{"r.1.0.mca", "r.0.0.mca"}},
	} {
		h := newHeld()
		var mu sync.Mutex
		var written []string
		fsys := vfs.Watch(h.fsys, func(op vfs.Op) error {
			mu.Lock()
			defer mu.Unlock()
			file := filepath.Base(op.Name)
			if op.Kind == vfs.KindWrite && filepath.Base(filepath.Dir(op.Name)) == "entities" && !slices.Contains(written, file) {
				written = append(written, file)
			}
			return nil
		})
		workers := 1
		if c.writing {
			workers = 2
		}
		p := open(t, anvilprovider.Config{FS: fsys, SaveWorkers: workers, ReadAhead: -1}, t.TempDir())
		left, right := columnOf(placed[1], 0), columnOf(placed[1], 0)
		left.Entities, right.Entities = []chunk.Entity{newEgg(1)}, []chunk.Entity{newEgg(2)}
		save(t, p, world.ChunkPos{}, left)
		save(t, p, world.ChunkPos{32, 0}, right)
		mu.Lock()
		written = nil
		mu.Unlock()
		release := h.hold(t)
		for len(h.started) > 0 {
			<-h.started
		}
		if c.writing {
			put(right, 9, 9, 9, placed[2])
			storeColumn(t, p, world.ChunkPos{32, 0}, right)
		} else {
			store(t, p, world.ChunkPos{64, 0}, placed[1])
		}
		<-h.started // A worker is busy; what comes now waits, for one worker at least.
		left.Entities, right.Entities = c.left, c.right
		if c.writing {
			storeColumn(t, p, world.ChunkPos{32, 0}, right)
			storeColumn(t, p, world.ChunkPos{0, 0}, left)
			select { // The other worker has come to a write that it must not make yet, or to none.
			case <-h.started:
			case <-time.After(100 * time.Millisecond):
			}
		} else {
			storeColumn(t, p, world.ChunkPos{0, 0}, left)
			storeColumn(t, p, world.ChunkPos{32, 0}, right)
		}
		release()
		if err := flushed(p); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(written, c.want) {
			t.Errorf("%s: written %v, want %v", name, written, c.want)
		}
		for x, want := range []int{len(c.left), len(c.right)} {
			if col, err := p.LoadColumn(world.ChunkPos{32 * int32(x), 0}, world.Overworld); err != nil || len(col.Entities) != want {
				t.Errorf("%s: %d entities in chunk %d, want %d, %v", name, len(col.Entities), x, want, err)
			}
		}
	}
}
