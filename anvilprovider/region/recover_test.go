package region_test

import (
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestClearUp opens a folder that an interrupted write left behind. Temporary files go. All .mcc files stay, whether an entry names them
// or not, and so does everything of others.
func TestClearUp(t *testing.T) {
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{Compression: region.None})
	write(t, s, 0, 0, 1, externalBytes)
	write(t, s, 1, 0, 1, 3000)
	write(t, s, 2, 0, 1, 3000)
	closeStore(t, s)
	// Make the entry of 2,0 point past the end of the file.
	file, err := mem.ReadFile(dir + "/r.0.0.mca")
	if err != nil {
		t.Fatal(err)
	}
	copy(file[8:], []byte{0, 0, 99, 1})
	copy(file[16:], []byte{0, 0, 5, 0}) // And give that of 4,0 no sectors.
	put := func(name string, data []byte) {
		if err := mem.WriteFile(dir+"/"+name, data); err != nil {
			t.Fatal(err)
		}
	}
	put("r.0.0.mca", file)
	for _, name := range []string{
		"c.0.1.mcc.kestrel-tmp",  // Unfinished.
		"c.1.0.mcc",              // The entry is inline.
		"c.3.0.mcc",              // The entry is empty.
		"c.2.0.mcc", "c.4.0.mcc", // The entry is damaged.
		"c.40.0.mcc", // There is no region file.
		"r.1.0.mca.tmp", "c.1.mcc", "c.01.0.mcc", "notes.txt",
	} {
		put(name, nil)
	}
	s = open(t, mem, region.Options{})
	wantVersion(t, s, 0, 0, 1)
	wantVersion(t, s, 1, 0, 1)
	wantVersion(t, s, 40, 0, 0)
	closeStore(t, s)
	names, err := mem.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"c.0.0.mcc", "c.01.0.mcc", "c.1.0.mcc", "c.1.mcc", "c.2.0.mcc", "c.3.0.mcc", "c.4.0.mcc", "c.40.0.mcc", "notes.txt", "r.0.0.mca", "r.1.0.mca.tmp",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got files  %v\nwant files %v", names, want)
	}
}

// TestAppearing writes through a store that has seen no file, after another one has made it: nothing of it may be lost.
func TestAppearing(t *testing.T) {
	mem := vfs.NewMem()
	late := open(t, mem, region.Options{})
	wantVersion(t, late, 0, 0, 0)
	early := open(t, mem, region.Options{})
	write(t, early, 0, 0, 1, 3000)
	closeStore(t, early)
	write(t, late, 1, 0, 1, 3000)
	wantVersion(t, late, 0, 0, 1)
	checkStore(t, late)
	closeStore(t, late)
	if got := (&region.FileError{File: "r.0.0.mca", Op: "open", Err: errInjected}).Error(); got != "open r.0.0.mca: injected" {
		t.Errorf("got %q", got)
	}
	if got := (region.Pos{X: -1, Z: 2}).String(); got != "-1,2" {
		t.Errorf("got %q", got)
	}
}
