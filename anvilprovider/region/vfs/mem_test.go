package vfs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
)

// must fails the test on an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes data to a handle at an offset.
func put(t *testing.T, f File, data string, off int64) {
	t.Helper()
	n, err := f.WriteAt([]byte(data), off)
	must(t, err)
	if n != len(data) {
		t.Fatalf("wrote %d of %d bytes", n, len(data))
	}
}

// TestFileSystems holds both implementations to the same promises.
func TestFileSystems(t *testing.T) {
	for name, fsys := range map[string]FS{"os": OS{}, "mem": NewMem(), "counted": NewCounter(NewMem())} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(filepath.ToSlash(t.TempDir()), "a", "b")
			at := func(name string) string { return filepath.Join(dir, name) }
			_, err := fsys.List(dir)
			wantErr(t, err, fs.ErrNotExist)
			must(t, fsys.MkdirAll(dir))
			must(t, fsys.MkdirAll(dir))
			_, err = fsys.Open(at("one"))
			wantErr(t, err, fs.ErrNotExist)
			_, err = fsys.OpenWrite(at("one"))
			wantErr(t, err, fs.ErrNotExist)
			_, err = fsys.Size(at("one"))
			wantErr(t, err, fs.ErrNotExist)
			wantErr(t, fsys.Remove(at("one")), fs.ErrNotExist)
			wantErr(t, fsys.Rename(at("one"), at("two")), fs.ErrNotExist)

			f, err := fsys.Create(at("one"))
			must(t, err)
			_, err = fsys.Create(at("one"))
			wantErr(t, err, fs.ErrExist)
			put(t, f, "hello", 3)
			must(t, f.Truncate(6))
			must(t, f.Truncate(10))
			put(t, f, "!", 11)
			must(t, f.Sync())
			must(t, fsys.SyncDir(dir))
			wantContents(t, f, "\x00\x00\x00hel\x00\x00\x00\x00\x00!")
			must(t, f.Close())
			wantErr(t, f.Close(), fs.ErrClosed)
			_, err = f.WriteAt([]byte("x"), 0)
			wantErr(t, err, fs.ErrClosed)

			r, err := fsys.Open(at("one"))
			must(t, err)
			if _, err := r.WriteAt([]byte("x"), 0); err == nil {
				t.Error("wrote through a handle for reading")
			}
			w, err := fsys.OpenWrite(at("one"))
			must(t, err)
			put(t, w, "H", 3)
			wantContents(t, r, "\x00\x00\x00Hel\x00\x00\x00\x00\x00!")
			if n, err := r.ReadAt(make([]byte, 5), 100); n != 0 || err != io.EOF {
				t.Errorf("read past the end: %d, %v", n, err)
			}

			two, err := fsys.Create(at("two"))
			must(t, err)
			must(t, two.Close())
			must(t, fsys.Rename(at("two"), at("one")))
			names, err := fsys.List(dir)
			must(t, err)
			if !slices.Equal(names, []string{"one"}) {
				t.Errorf("names %v", names)
			}
			if n, err := fsys.Size(at("one")); n != 0 || err != nil {
				t.Errorf("size %d, %v", n, err)
			}
			wantContents(t, r, "\x00\x00\x00Hel\x00\x00\x00\x00\x00!") // The replaced file lives on.
			must(t, fsys.Remove(at("one")))
			must(t, r.Close())
			must(t, w.Close())
			if c, ok := fsys.(*Counter); ok {
				if n, peak := c.Handles(); n != -1 || peak != 2 { // The second Close of f counts, too.
					t.Errorf("%d handles, peak %d", n, peak)
				}
			}
		})
	}
}

func wantErr(t *testing.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("got error %v, want %v", got, want)
	}
}

func wantContents(t *testing.T, f File, want string) {
	t.Helper()
	size, err := f.Size()
	must(t, err)
	b := make([]byte, size)
	if n, err := f.ReadAt(b, 0); n != len(b) || err != nil && err != io.EOF {
		t.Fatalf("read %d of %d bytes, %v", n, len(b), err)
	}
	if string(b) != want {
		t.Errorf("contents %q, want %q", b, want)
	}
}

// TestCrashExtremes loses everything that is not durable, or nothing.
func TestCrashExtremes(t *testing.T) {
	m := NewMem()
	must(t, m.MkdirAll("/d"))
	f, err := m.Create("/d/a")
	must(t, err)
	put(t, f, "durable", 0)
	must(t, f.Sync())
	must(t, m.SyncDir("/d"))
	put(t, f, "DURABLE AND MORE", 0)
	g, err := m.Create("/d/new")
	must(t, err)
	put(t, g, "synced", 0)
	must(t, g.Sync()) // Its name is not.
	must(t, m.WriteFile("/d/old", []byte("old")))
	must(t, m.Remove("/d/old"))

	lost, kept := m.CrashClone(Crash{Survive: 0}), m.CrashClone(Crash{Survive: 1})
	wantFile(t, lost, "/d/a", "durable")
	wantFile(t, lost, "/d/old", "old")
	if _, err := lost.ReadFile("/d/new"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a name that was not synced survived: %v", err)
	}
	wantFile(t, kept, "/d/a", "DURABLE AND MORE")
	wantFile(t, kept, "/d/new", "synced")
	if _, err := kept.ReadFile("/d/old"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed name is back: %v", err)
	}
	put(t, f, "x", 0) // The clones are on their own.
	wantFile(t, kept, "/d/a", "DURABLE AND MORE")
	wantFile(t, lost.CrashClone(Crash{Survive: 0}), "/d/a", "durable")
}

func wantFile(t *testing.T, m *Mem, name, want string) {
	t.Helper()
	got, err := m.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s is %q, %v; want %q", name, got, err, want)
	}
}

// TestCrashTears sees every outcome of a write of two sectors and of a rename: all four of the one, both of the other, and
// the same seed gives the same outcome.
func TestCrashTears(t *testing.T) {
	m := NewMem()
	must(t, m.WriteFile("/d/f", bytes.Repeat([]byte("o"), 1024)))
	must(t, m.WriteFile("/d/new", []byte("new")))
	must(t, m.WriteFile("/d/name", []byte("old")))
	f, err := m.OpenWrite("/d/f")
	must(t, err)
	put(t, f, string(bytes.Repeat([]byte("n"), 1024)), 0)
	must(t, m.Rename("/d/new", "/d/name"))
	torn, names := map[string]int{}, map[string]int{}
	for seed := range uint64(64) {
		c := Crash{Seed: seed, Survive: 0.5, SectorBytes: 512}
		data, err := m.CrashClone(c).ReadFile("/d/f")
		must(t, err)
		again, err := m.CrashClone(c).ReadFile("/d/f")
		must(t, err)
		if !bytes.Equal(data, again) {
			t.Fatal("the same seed gave another outcome")
		}
		first, second := data[:512], data[512:]
		if !bytes.Equal(first, bytes.Repeat(first[:1], 512)) || !bytes.Equal(second, bytes.Repeat(second[:1], 512)) {
			t.Fatal("torn within a sector")
		}
		torn[string([]byte{first[0], second[0]})]++
		name, err := m.CrashClone(c).ReadFile("/d/name")
		must(t, err)
		names[string(name)]++
	}
	if len(torn) != 4 || len(names) != 2 || names["old"] == 0 || names["new"] == 0 {
		t.Errorf("outcomes %v, %v", torn, names)
	}
}

// TestFailSync drops what a failed sync should have made durable, and nothing that is written again.
func TestFailSync(t *testing.T) {
	m := NewMem()
	must(t, m.WriteFile("/d/f", []byte("......")))
	f, err := m.OpenWrite("/d/f")
	must(t, err)
	put(t, f, "aa", 0)
	cause := errors.New("cause")
	m.FailSync(func(string) error { return cause })
	wantErr(t, f.Sync(), cause)
	m.FailSync(nil)
	put(t, f, "bb", 2)
	must(t, f.Sync())
	wantFile(t, m, "/d/f", "aabb..")
	wantFile(t, m.CrashClone(Crash{Survive: 1}), "/d/f", "..bb..")
	put(t, f, "a", 0)
	must(t, f.Sync())
	wantFile(t, m.CrashClone(Crash{}), "/d/f", "a.bb..")
}

// TestRenameFolders refuses what could not be atomic.
func TestRenameFolders(t *testing.T) {
	m := NewMem()
	must(t, m.WriteFile("/a/f", nil))
	must(t, m.MkdirAll("/b"))
	if m.Rename("/a/f", "/b/f") == nil {
		t.Error("renamed into another folder")
	}
}
