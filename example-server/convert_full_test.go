package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/example-server/internal/bedrockworld"
)

// TestConvertFullDisk converts a world of a thousand chunks to a disk that is full after some: the conversion does not go through all the
// others, says why in one sentence, and leaves nothing behind. If the disk takes what it did not take for a moment, nothing is missing.
func TestConvertFullDisk(t *testing.T) {
	const chunks = 1000
	dir := t.TempDir()
	from, to := filepath.Join(dir, "bedrock"), filepath.Join(dir, "java")
	writeBedrock(t, from, chunks)
	for _, test := range []struct {
		name  string
		fault vfs.Fault
		full  bool
	}{
		{"full", vfs.Fault{After: 20}, true},
		{"full for a moment", vfs.Fault{After: 20, Times: 1}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			disk := vfs.NewFaults(vfs.OS{})
			test.fault.Err, test.fault.Match = syscall.ENOSPC, func(op vfs.Op) bool { return op.Kind == vfs.KindWrite }
			disk.Arm(test.fault)
			a := &app{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}, fs: disk}
			result := &conversion{From: from, To: to, Lost: map[string]int{}}
			err := a.toJava(context.Background(), result, toolOptions{jobs: 2})
			if !test.full {
				if err != nil || result.Chunks != chunks {
					t.Errorf("%d chunks were converted (%v)", result.Chunks, err)
				}
				return
			}
			if !errors.Is(err, syscall.ENOSPC) || result.Chunks+result.Failed > chunks/2 {
				t.Fatalf("%d chunks were converted, and %d were tried in vain (%v)", result.Chunks, result.Failed, err)
			}
			if _, err = a.convert(context.Background(), from, filepath.Join(dir, "whole"), toolOptions{jobs: 2}); err == nil {
				t.Fatal("it says nothing")
			}
			if said := explain(err); strings.Contains(said, "\n") || !strings.HasPrefix(said, "the disk is full (chunk ") || !strings.HasSuffix(said, "whole has been taken away") {
				t.Errorf("it says %q", said)
			}
			if _, err := os.Stat(filepath.Join(dir, "whole")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("it has left a world (%v)", err)
			}
			if err := os.RemoveAll(to); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// writeBedrock makes a LevelDB world of so many chunks with a block each.
func writeBedrock(t *testing.T, dir string, chunks int) {
	t.Helper()
	world.DefaultBlockRegistry.Finalize()
	w, err := bedrockworld.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())
	c.SetBlock(1, 1, 1, 0, world.BlockRuntimeID(block.Stone{}))
	for i := range int32(chunks) {
		if err := w.StoreColumn(world.ChunkPos{i % 32, i / 32}, world.Overworld, &chunk.Column{Chunk: c}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
