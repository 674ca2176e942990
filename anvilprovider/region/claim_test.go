package region_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestShortEntry writes many chunks beside one whose entry names fewer sectors than it takes, as writers left it that counted in eight
// bits, or one too low. The chunk cannot be read, but all of it stays where it is, and can be read once the entry is right.
func TestShortEntry(t *testing.T) {
	const place = 10 // Sectors 3 to 9 are free.
	for _, c := range []struct {
		name           string
		bytes          int
		entry, sectors int // What the entry names, and what the chunk takes.
		file           func(*rawFile) *rawFile
		unreadable     error
	}{
		{"one too few", 3 * 4096, 3, 4, nil, region.ErrLengthPastSectors},
		{"one instead of many", 100_000, 1, 25, nil, region.ErrLengthPastSectors},
		{"256 as 0", 256*4096 - 5, 0, 256, nil, region.ErrZeroSectors},
		{"258 as 2", 258*4096 - 5, 2, 258, nil, region.ErrAbsurdLength},
		{"another chunk behind", 3 * 4096, 2, 4, func(f *rawFile) *rawFile {
			return f.entry(7, place+4, 1).chunk(place+4, 0, 3, payload(7, 0, 1, 1000)).pad()
		}, region.ErrLengthPastSectors},
		{"another chunk far behind", 3 * 4096, 2, 4, func(f *rawFile) *rawFile {
			return f.entry(7, place+40, 1).chunk(place+40, 0, 3, payload(7, 0, 1, 1000)).pad()
		}, region.ErrLengthPastSectors},
		{"two entries for one place", 3 * 4096, 2, 4, func(f *rawFile) *rawFile {
			return f.entry(7, place, 1)
		}, region.ErrLengthPastSectors},
		{"another tail in the same room", 3 * 4096, 3, 4, func(f *rawFile) *rawFile {
			// Its place is the last sector that the other names. The length there is what the other chunk has in that place.
			return f.entry(7, place+2, 1)
		}, region.ErrLengthPastSectors},
		{"not padded", 3*4096 + 100, 3, 4, func(f *rawFile) *rawFile {
			return f.cut(place*4096 + 5 + 3*4096 + 100)
		}, region.ErrLengthPastSectors},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newRawFile().entry(0, place, c.entry).chunk(place, 0, 3, payload(0, 0, 1, c.bytes)).pad()
			if c.file != nil {
				f = c.file(f)
			}
			mem := vfs.NewMem()
			if err := mem.WriteFile(dir+"/r.0.0.mca", f.data); err != nil {
				t.Fatal(err)
			}
			for round := range uint32(2) {
				s := open(t, mem, region.Options{Compression: region.None})
				if _, _, err := s.Read(nil, 0, 0); !errors.Is(err, c.unreadable) {
					t.Errorf("read: got %v, want %v", err, c.unreadable)
				}
				for x := range int32(32) {
					write(t, s, x, 5, round+1, 3000+int(x)*500)
				}
				for x := range int32(32) {
					wantVersion(t, s, x, 5, round+1)
				}
				closeStore(t, s)
			}
			after, err := mem.ReadFile(dir + "/r.0.0.mca")
			if err != nil {
				t.Fatal(err)
			}
			if there := f.data[place*4096 : min(len(f.data), (place+c.sectors)*4096)]; !bytes.HasPrefix(after[place*4096:], there) {
				t.Error("the chunk was overwritten")
			}
			if c.sectors > 255 {
				return
			}
			repaired := (&rawFile{after}).entry(0, place, c.sectors).data
			if err := mem.WriteFile(dir+"/r.0.0.mca", repaired); err != nil {
				t.Fatal(err)
			}
			s := open(t, mem, region.Options{ReadOnly: true})
			wantVersion(t, s, 0, 0, 1)
			closeStore(t, s)
		})
	}
}

// TestShortEntryUnreadableHead cannot read how long a chunk is when the file is first written to: it may reach to the next.
func TestShortEntryUnreadableHead(t *testing.T) {
	f := newRawFile().entry(0, 10, 1).chunk(10, 0, 3, payload(0, 0, 1, 20_000)).entry(7, 20, 1).chunk(20, 0, 3, payload(7, 0, 1, 100)).pad()
	mem := vfs.NewMem()
	if err := mem.WriteFile(dir+"/r.0.0.mca", f.data); err != nil {
		t.Fatal(err)
	}
	faulty := vfs.NewFaults(mem)
	faulty.Arm(vfs.Fault{Err: errInjected, Match: func(op vfs.Op) bool { return op.Kind == vfs.KindRead && op.Off == 10*4096 }})
	s := open(t, faulty, region.Options{Compression: region.None})
	for x := range int32(32) {
		write(t, s, x, 5, 1, 3000+int(x)*500)
	}
	closeStore(t, s)
	if _, fired := faulty.Disarm(); fired == 0 {
		t.Error("the head was not asked for")
	}
	s = open(t, mem, region.Options{ReadOnly: true})
	wantVersion(t, s, 7, 0, 1)
	closeStore(t, s)
	after, err := mem.ReadFile(dir + "/r.0.0.mca")
	if err != nil || !bytes.Equal(after[10*4096:21*4096], f.data[10*4096:21*4096]) {
		t.Errorf("the chunk was overwritten: %v", err)
	}
}

// TestShortEntryBounded has a length that no chunk can have, in front of a hole of two sectors: the hole is spared, and nothing else
// is. What is rewritten behind it makes room for the next as ever.
func TestShortEntryBounded(t *testing.T) {
	mem := vfs.NewMem()
	f := newRawFile().entry(0, 3, 1).chunk(3, 4<<20, 2, []byte("stream")).entry(7, 6, 1).chunk(6, 0, 3, payload(7, 0, 1, 100)).pad()
	if err := mem.WriteFile(dir+"/r.0.0.mca", f.data); err != nil {
		t.Fatal(err)
	}
	for version := range uint32(20) {
		s := open(t, mem, region.Options{Compression: region.None})
		write(t, s, 1, 0, version+1, 3000)
		write(t, s, 2, 0, version+1, 3000)
		closeStore(t, s)
	}
	if size, err := mem.Size(dir + "/r.0.0.mca"); size > 10*4096 || err != nil {
		t.Errorf("the file has grown to %d bytes, %v", size, err)
	}
}
