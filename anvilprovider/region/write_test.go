package region_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// boundarySizes are the payload sizes at which writers broke: round each of the first sectors, and round the limit of 255.
func boundarySizes() (sizes []int) {
	for n := 4086; n <= 4100; n++ {
		sizes = append(sizes, n)
	}
	for sectors := 2; sectors <= 256; sectors += 9 {
		for d := -6; d <= 1; d++ {
			sizes = append(sizes, sectors*4096+d)
		}
	}
	for n := 1_044_470; n <= 1_044_482; n++ {
		sizes = append(sizes, n)
	}
	return append(sizes, 1_048_570, 1_048_571, 1_048_572, 1_048_573, 1_048_576, 3_000_000)
}

// TestWriteSizes writes each boundary size between two neighbours, and checks the stored form to the byte.
func TestWriteSizes(t *testing.T) {
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{Compression: region.None, Sync: region.SyncNone})
	defer closeStore(t, s)
	write(t, s, -1, -1, 1, 4091)
	for i, size := range boundarySizes() {
		version := uint32(i + 1)
		write(t, s, -2, -1, version, size)
		write(t, s, -3, -1, version, 4091)
		wantVersion(t, s, -2, -1, version)
		wantVersion(t, s, -1, -1, 1)
		wantVersion(t, s, -3, -1, version)

		file, err := mem.ReadFile(dir + "/r.-1.-1.mca")
		if err != nil {
			t.Fatal(err)
		}
		if len(file)%4096 != 0 {
			t.Fatalf("size %d: file of %d bytes is not padded", size, len(file))
		}
		const entry = 31<<5 | 30 // Chunk -2,-1 is 30,31 in its region.
		word := binary.BigEndian.Uint32(file[entry*4:])
		first, sectors := int(word>>8), int(word&0xff)
		if want := (size + 5 + 4095) / 4096; want <= 255 && sectors != want || want > 255 && sectors != 1 {
			t.Fatalf("size %d: %d sectors, want %d", size, sectors, want)
		}
		external, mccErr := mem.ReadFile(dir + "/c.-2.-1.mcc")
		if size <= 255*4096-5 {
			if mccErr == nil {
				t.Fatalf("size %d: external file is there", size)
			}
			stored := file[first*4096:]
			if n := binary.BigEndian.Uint32(stored); int(n) != size+1 || stored[4] != 3 {
				t.Fatalf("size %d: head %x", size, stored[:5])
			}
			if !bytes.Equal(stored[5:5+size], payload(-2, -1, version, size)) {
				t.Fatalf("size %d: payload differs", size)
			}
		} else if len(external) != size || !bytes.Equal(file[first*4096:][:5], []byte{0, 0, 0, 1, 128 + 3}) {
			t.Fatalf("size %d: external file of %d bytes, stub %x", size, len(external), file[first*4096:][:5])
		}
	}
	checkStore(t, s)
}

// TestQuadrants writes to chunks on both sides of both axes, with x and z that differ, and reads them from the files.
func TestQuadrants(t *testing.T) {
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{})
	type chunk struct{ x, z int32 }
	files := map[chunk]string{
		{3, 40}: "r.0.1.mca", {-1, 0}: "r.-1.0.mca", {0, -1}: "r.0.-1.mca", {-33, -65}: "r.-2.-3.mca",
		{-32, 31}: "r.-1.0.mca", {-2147483648, 2147483647}: "r.-67108864.67108863.mca",
	}
	for c, name := range files {
		write(t, s, c.x, c.z, 7, 100)
		if _, err := mem.Size(dir + "/" + name); err != nil {
			t.Errorf("chunk %v: %v", c, err)
		}
	}
	closeStore(t, s)
	s = open(t, mem, region.Options{ReadOnly: true})
	defer closeStore(t, s)
	regions, err := s.Regions()
	if err != nil || len(regions) != 5 {
		t.Fatalf("regions %v, %v", regions, err)
	}
	if !slices.IsSortedFunc(regions, region.Pos.Compare) {
		t.Errorf("regions %v are not sorted", regions)
	}
	found := 0
	for _, p := range regions {
		for e, err := range s.Chunks(p) {
			found++
			if _, ok := files[chunk{e.X, e.Z}]; !ok || err != nil || e.Timestamp != 1_700_000_000 || e.Sectors != 1 {
				t.Errorf("unexpected chunk %+v, %v", e, err)
			}
			wantVersion(t, s, e.X, e.Z, 7)
		}
	}
	if found != len(files) {
		t.Errorf("%d chunks, want %d", found, len(files))
	}
}

// TestCompressions writes and reads with each compression, inline and external, and mixes them in one file.
func TestCompressions(t *testing.T) {
	mem := vfs.NewMem()
	sizes := []int{100, 70_000, 1_200_000}
	for i, kind := range []region.Compression{region.GZip, region.ZLib, region.None, region.LZ4} {
		s := open(t, mem, region.Options{Compression: kind, Sync: region.SyncNone})
		for j, size := range sizes {
			write(t, s, int32(i), int32(j), 1, size)
		}
		closeStore(t, s)
	}
	s := open(t, mem, region.Options{ReadOnly: true})
	defer closeStore(t, s)
	for i, kind := range []region.Compression{region.GZip, region.ZLib, region.None, region.LZ4} {
		for j, size := range sizes {
			b, got, err := s.Read([]byte("before"), int32(i), int32(j))
			if err != nil || got != kind || len(b) != size+6 || string(b[:6]) != "before" {
				t.Fatalf("%v, %d bytes: got %v, %d bytes, %v", kind, size, got, len(b), err)
			}
			raw, _, err := s.ReadRaw(nil, int32(i), int32(j))
			if err != nil {
				t.Fatal(err)
			}
			plain, err := region.Decompress(nil, raw, kind, 1<<30)
			if err != nil || !bytes.Equal(plain, b[6:]) {
				t.Fatalf("%v: raw payload does not inflate to the same: %v", kind, err)
			}
		}
	}
	checkStore(t, s)
}

// TestWriteRaw copies a chunk as stored.
func TestWriteRaw(t *testing.T) {
	s := open(t, vfs.NewMem(), region.Options{})
	defer closeStore(t, s)
	raw, err := region.Compress(nil, payload(9, 9, 4, 5000), region.LZ4, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WriteRaw(9, 9, raw, region.LZ4); err != nil {
		t.Fatal(err)
	}
	wantVersion(t, s, 9, 9, 4)
	got, kind, err := s.ReadRaw(nil, 9, 9)
	if err != nil || kind != region.LZ4 || !bytes.Equal(got, raw) {
		t.Errorf("got %d bytes of %v, %v", len(got), kind, err)
	}
	if err := s.WriteRaw(9, 9, raw, region.Custom); !errors.Is(err, region.ErrCompression) {
		t.Errorf("custom compression: got %v", err)
	}
	wantVersion(t, s, 9, 9, 4)
}

// TestExternalKeepsCompression replaces an external chunk under another compression: entry and file cannot change in one
// step, so the file must stay in the compression that the entry names.
func TestExternalKeepsCompression(t *testing.T) {
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{Compression: region.ZLib})
	write(t, s, 0, 0, 1, 2_000_000)
	closeStore(t, s)
	s = open(t, mem, region.Options{Compression: region.LZ4})
	write(t, s, 0, 0, 2, 2_000_000)
	_, kind, err := s.Read(nil, 0, 0)
	if err != nil || kind != region.ZLib {
		t.Errorf("got %v, %v", kind, err)
	}
	wantVersion(t, s, 0, 0, 2)
	write(t, s, 0, 0, 3, 2000) // Inline chunks take the new one.
	write(t, s, 0, 0, 4, 2_000_000)
	if _, kind, err = s.Read(nil, 0, 0); err != nil || kind != region.LZ4 {
		t.Errorf("got %v, %v", kind, err)
	}
	wantVersion(t, s, 0, 0, 4)
	checkStore(t, s)
	closeStore(t, s)
}

// TestDelete deletes inline, external and absent chunks.
func TestDelete(t *testing.T) {
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{Compression: region.None})
	write(t, s, 0, 0, 1, 5000)
	write(t, s, 1, 0, 1, 1_500_000)
	write(t, s, 2, 0, 1, 50)
	for x := range int32(4) {
		if x == 2 {
			continue
		}
		if err := s.Delete(x, 0); err != nil {
			t.Fatal(err)
		}
		wantVersion(t, s, x, 0, 0)
	}
	if err := s.Delete(1000, 1000); err != nil {
		t.Fatal(err)
	}
	wantVersion(t, s, 2, 0, 1)
	checkStore(t, s)
	closeStore(t, s)
	names, err := mem.List(dir)
	if err != nil || !slices.Equal(names, []string{"r.0.0.mca"}) {
		t.Errorf("files %v, %v", names, err)
	}
}

// TestOptions lists all faults of the options at once, and parses the names of policies.
func TestOptions(t *testing.T) {
	_, err := region.Options{Sync: 9, MaxOpen: -1, MaxInflated: -1, Level: 10, Compression: 5}.Open("x")
	joined, ok := errors.Unwrap(err).(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 5 {
		t.Errorf("got %v", err)
	}
	for _, p := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		if got, err := region.ParseSyncPolicy(p.String()); got != p || err != nil {
			t.Errorf("policy %v: got %v, %v", p, got, err)
		}
	}
	if _, err := region.ParseSyncPolicy("maybe"); err == nil {
		t.Error("unknown policy is accepted")
	}
}

// TestWriteTooLarge refuses what could not be read back.
func TestWriteTooLarge(t *testing.T) {
	s := open(t, vfs.NewMem(), region.Options{MaxInflated: 1000})
	defer closeStore(t, s)
	err := s.Write(0, 0, make([]byte, 1001))
	if !errors.Is(err, region.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	checkChunkError(t, err, 0, 0)
	write(t, s, 0, 0, 1, 1000)
}
