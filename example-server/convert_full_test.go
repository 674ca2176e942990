package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestConvertFullDisk converts to a disk that is full after a while: the conversion ends at the first chunk that cannot be saved, says why
// in one sentence, tries next to nothing again, and leaves nothing behind. On one that gives room again, it goes on.
func TestConvertFullDisk(t *testing.T) {
	dir := t.TempDir()
	java, bedrock, out := filepath.Join(dir, "java"), filepath.Join(dir, "bedrock"), filepath.Join(dir, "out")
	if err := writeShowcase(java); err != nil {
		t.Fatal(err)
	}
	opt := toolOptions{jobs: runtime.GOMAXPROCS(0), maxMiB: 64}
	quiet := func(disk vfs.FS) *app { return &app{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}, fs: disk} }
	if _, err := quiet(nil).convert(t.Context(), java, bedrock, opt); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		times int64 // how often a write fails
	}{
		{"full", 1 << 30},
		{"full for a moment", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			disk := vfs.NewFaults(vfs.OS{})
			var writes, refused atomic.Int64
			disk.Arm(vfs.Fault{Err: syscall.ENOSPC, Match: func(op vfs.Op) bool {
				return op.Kind == vfs.KindWrite && writes.Add(1) > 20 && refused.Add(1) <= test.times
			}})
			_, err := quiet(disk).convert(context.Background(), bedrock, out, opt)
			if test.times == 1 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
			if said := explain(err); strings.Count(said, "\n") > 0 || !strings.HasPrefix(said, "the disk is full (chunk ") {
				t.Errorf("it says %q", said)
			}
			if n := refused.Load(); n > 5*64 { // each of the 64 chunks, which all wait at once, a few times
				t.Errorf("%d writes were tried in vain", n)
			}
			if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is still there (%v)", out, err)
			}
		})
	}
}
