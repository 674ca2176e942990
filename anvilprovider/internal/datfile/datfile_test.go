package datfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

var sample = nbt.Compound{
	"byte": uint8(200), "short": int16(-2), "int": int32(3), "long": int64(4), "float": float32(5), "double": float64(6),
	"string": "snowman \u2603 and \U0001f984", "bytes": []byte{1}, "ints": []int32{1}, "longs": []int64{1},
	"empty of doubles": nbt.List{Elem: nbt.TagDouble}, "empty": nbt.List{},
	"list": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{}}},
}

func TestWriteAndRead(t *testing.T) {
	for _, plain := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "new", "folder", "level.dat")
		want := datfile.File{Name: "root", Root: sample, Plain: plain}
		if err := want.Write(path, path+"_old"); err != nil {
			t.Fatal(err)
		}
		got, err := datfile.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if _, err := os.Stat(path + "_old"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("nothing was replaced, but the old file exists: %v", err)
		}
	}
}

func TestOldContentIsKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level.dat")
	for i := range int32(3) {
		if err := (datfile.File{Root: nbt.Compound{"n": i}}).Write(path, path+"_old"); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]int32{path: 2, path + "_old": 1} {
		f, err := datfile.Read(name)
		if err != nil || f.Root["n"] != want {
			t.Errorf("%s: got %v, %v, want %d", name, f.Root, err, want)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 2 {
		t.Errorf("files left behind: %v", entries)
	}
}

func TestFailedWriteLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level.dat")
	if err := (datfile.File{Root: nbt.Compound{"n": int32(1)}}).Write(path, ""); err != nil {
		t.Fatal(err)
	}
	// The place for the old content is taken by a folder that is not empty.
	if err := os.MkdirAll(filepath.Join(dir, "old", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := (datfile.File{Root: nbt.Compound{"n": int32(2)}}).Write(path, filepath.Join(dir, "old")); err == nil {
		t.Fatal("the write should have failed")
	}
	if f, err := datfile.Read(path); err != nil || f.Root["n"] != int32(1) {
		t.Errorf("got %v, %v", f.Root, err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "level.dat.*"+vfs.TempSuffix))
	if len(names) != 0 {
		t.Errorf("files left behind: %v", names)
	}
}

func TestUnreadable(t *testing.T) {
	for name, b := range map[string]string{"empty": "", "cut gzip": "\x1f\x8b\x08\x00", "cut NBT": "\x0a\x00\x00\x03", "text": "hello"} {
		if f, err := datfile.Parse([]byte(b)); err == nil {
			t.Errorf("%s: got %v", name, f)
		}
	}
	if _, err := datfile.Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist", err)
	}
}

// TestRealFiles rewrites every small file of the real worlds and expects the same tree.
func TestRealFiles(t *testing.T) {
	root, n := testworld.Shared(t, "worlds"), 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".dat" || strings.Contains(path, "bedrock-") {
			return err
		}
		n++
		f, err := datfile.Read(path)
		if err != nil {
			return err
		}
		b, err := f.Bytes()
		if err != nil {
			return err
		}
		again, err := datfile.Parse(b)
		if diff := cmp.Diff(f, again); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", path, err, diff)
		}
		return nil
	})
	if err != nil || n < 30 {
		t.Errorf("%d files, %v", n, err)
	}
}
