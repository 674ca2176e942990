package anvilprovider_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// points returns the notes of points of interest of a world by chunk, and the validity of each section.
func points(t *testing.T, dir string) (docs map[world.ChunkPos]map[string]any, valid map[world.ChunkPos]map[string]any) {
	t.Helper()
	docs, valid = make(map[world.ChunkPos]map[string]any), make(map[world.ChunkPos]map[string]any)
	err := slowanvil.Entries(filepath.Join(dir, "poi"), func(_ string, e slowanvil.Entry) error {
		root, err := slowanvil.Parse(e.NBT)
		if err != nil {
			return err
		}
		pos := world.ChunkPos{e.X, e.Z}
		docs[pos], valid[pos] = root, make(map[string]any)
		sections, _ := root["Sections"].(map[string]any)
		for y, s := range sections {
			s := s.(map[string]any)
			valid[pos][y] = s["Valid"]
			delete(s, "Valid")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs, valid
}

// TestPointsOfInterest breaks blocks that the game has notes of, in a real world: their sections are no longer valid, so that the game
// looks for them again, all others are, and nothing else of the notes has changed.
func TestPointsOfInterest(t *testing.T) {
	dir := testworld.Copy(t, "java-1.20.5")
	before, wasValid := points(t, dir)
	w, p := serve(t, dir, -1)
	broken := 0
	w.Do(func(tx *world.Tx) {
		for pos, doc := range before {
			sections, _ := doc["Sections"].(map[string]any)
			for y, s := range sections {
				records := list(s.(map[string]any), "Records")
				if len(records) == 0 || broken == 5 {
					continue
				}
				at := slowanvil.Ints(records[0].(map[string]any)["pos"])
				tx.SetBlock(cube.Pos{int(at[0]), int(at[1]), int(at[2])}, dfblock.Glass{}, nil)
				wasValid[pos][y] = uint8(0)
				broken++
			}
		}
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	after, valid := points(t, dir)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(wasValid, valid); diff != "" || broken != 5 {
		t.Errorf("%d blocks were broken: %s", broken, diff)
	}
	t.Logf("%+v", p.Stats())
}

// TestPointsThatCannotBeRead saves a chunk whose notes are damaged, and one in a world where they are no folder.
func TestPointsThatCannotBeRead(t *testing.T) {
	for _, folder := range []bool{true, false} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
		if folder {
			putDoc(t, filepath.Join(dir, "poi"), pos, []byte("no NBT"))
		} else if err := os.WriteFile(filepath.Join(dir, "poi"), []byte("a file"), 0o644); err != nil {
			t.Fatal(err)
		}
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, Log: slog.New(slog.DiscardHandler)}, dir)
		store(t, p, pos, placed[1])
		if err := flushed(p); err != nil {
			t.Error(err)
		}
		if got := at(t, p, pos); got != imageOf(placed[1]).block {
			t.Errorf("folder %v: block %d", folder, got)
		}
	}
}
