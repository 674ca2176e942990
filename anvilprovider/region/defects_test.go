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

// rawFile builds region files that no writer should make.
type rawFile struct{ data []byte }

// newRawFile returns a file with an empty header and one good chunk, 31,31, of version 1 in sector 2.
func newRawFile() *rawFile {
	f := &rawFile{make([]byte, 8192)}
	return f.entry(1023, 2, 1).chunk(2, 0, 3, payload(31, 31, 1, 1000)).pad()
}

// entry sets the location of entry i.
func (f *rawFile) entry(i, first, sectors int) *rawFile {
	binary.BigEndian.PutUint32(f.data[4*i:], uint32(first<<8|sectors))
	return f
}

// chunk puts a chunk at a sector; a length of 0 means the right one.
func (f *rawFile) chunk(sector int, length uint32, tag byte, data []byte) *rawFile {
	if length == 0 {
		length = uint32(len(data) + 1)
	}
	b := append(binary.BigEndian.AppendUint32(nil, length), tag)
	b = append(b, data...)
	if need := sector*4096 + len(b) - len(f.data); need > 0 {
		f.data = append(f.data, make([]byte, need)...)
	}
	copy(f.data[sector*4096:], b)
	return f
}

// pad fills the last sector.
func (f *rawFile) pad() *rawFile { return f.cut((len(f.data) + 4095) &^ 4095) }

// cut sets the length of the file.
func (f *rawFile) cut(n int) *rawFile {
	f.data = append(f.data, make([]byte, max(0, n-len(f.data)))...)[:n]
	return f
}

// zlibStream returns size bytes of payload of the chunk 0,0, which do not compress, as a stream.
func zlibStream(t *testing.T, size int) []byte {
	b, err := region.Compress(nil, payload(0, 0, 1, size), region.ZLib, 1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDefects gives chunk 0,0 one defect after the other. Read must answer with the error, or with the chunk, if that is
// nil; Check must find exactly the faults; and the good chunk beside it must be read.
func TestDefects(t *testing.T) {
	good := payload(0, 0, 1, 1000)
	plain := zlibStream(t, 4050) // Just fits one sector.
	overfull := zlibStream(t, 4088-len(plain)+4050)
	external := map[string][]byte{"c.0.0.mcc": good}
	wide := zlibStream(t, 6000)
	for _, c := range []struct {
		name  string
		file  *rawFile
		extra map[string][]byte
		read  error
		check []error
	}{
		{"good", newRawFile().entry(0, 3, 1).chunk(3, 0, 3, good).pad(), nil, nil, nil},
		{"not padded", newRawFile().entry(0, 3, 1).chunk(3, 0, 3, good), nil, nil, nil},
		{"more sectors than needed", newRawFile().entry(0, 3, 200).chunk(3, 0, 3, good), nil, nil, nil},
		{"inside header", newRawFile().entry(0, 1, 1), nil, region.ErrInsideHeader, []error{region.ErrInsideHeader}},
		{"first sector 0", newRawFile().entry(0, 0, 1), nil, region.ErrInsideHeader, []error{region.ErrInsideHeader}},
		{"beyond end", newRawFile().entry(0, 3, 1), nil, region.ErrBeyondEnd, []error{region.ErrBeyondEnd}},
		{"far beyond end", newRawFile().entry(0, 1<<24-1, 255), nil, region.ErrBeyondEnd, []error{region.ErrBeyondEnd}},
		{"zero sectors", newRawFile().entry(0, 3, 0).chunk(3, 0, 3, good), nil, region.ErrZeroSectors, []error{region.ErrZeroSectors}},
		{"overlap, both whole", newRawFile().entry(0, 3, 2).chunk(3, 0, 3, good).entry(1, 4, 1).chunk(4, 0, 2, plain).pad(), nil,
			nil, []error{region.ErrOverlap, region.ErrOverlap}},
		{"overlap, one damaged", newRawFile().entry(0, 3, 2).chunk(3, 0, 2, wide).entry(1, 4, 1).chunk(4, 0, 2, plain).pad(), nil,
			region.ErrStream, []error{region.ErrOverlap, region.ErrStream, region.ErrOverlap}},
		{"zero length", newRawFile().entry(0, 3, 1).pad().cut(4 * 4096), nil, region.ErrZeroLength, []error{region.ErrZeroLength}},
		{"negative length", newRawFile().entry(0, 3, 1).chunk(3, 0xffffffff, 2, plain).pad(), nil,
			region.ErrAbsurdLength, []error{region.ErrAbsurdLength}},
		{"absurd length", newRawFile().entry(0, 3, 1).chunk(3, 255*4096+1, 2, plain).pad(), nil,
			region.ErrAbsurdLength, []error{region.ErrAbsurdLength}},
		{"length past sectors", newRawFile().entry(0, 3, 1).chunk(3, 4097, 2, plain).pad(), nil,
			region.ErrLengthPastSectors, []error{region.ErrLengthPastSectors}},
		{"length counts itself", newRawFile().entry(0, 3, 1).chunk(3, uint32(len(plain)+5), 2, plain).pad(), nil, nil, nil},
		{"length counts itself, past the sectors", newRawFile().entry(0, 3, 1).chunk(3, 4096, 2, overfull[:min(len(overfull), 4091)]).pad(), nil,
			nil, []error{region.ErrLengthPastSectors}},
		{"length counts itself, cannot be proved", newRawFile().entry(0, 3, 1).chunk(3, 4096, 3, good).pad(), nil,
			region.ErrLengthPastSectors, []error{region.ErrLengthPastSectors}},
		{"file ends within the chunk", newRawFile().entry(0, 3, 1).chunk(3, 0, 3, good).cut(3*4096 + 900), nil,
			region.ErrTruncated, []error{region.ErrTruncated}},
		{"file ends within the head", newRawFile().entry(0, 3, 1).chunk(3, 0, 3, good).cut(3*4096 + 4), nil,
			region.ErrTruncated, []error{region.ErrTruncated}},
		{"no payload", newRawFile().entry(0, 3, 1).chunk(3, 1, 2, nil).pad(), nil, region.ErrTruncated, []error{region.ErrTruncated}},
		{"truncated stream", newRawFile().entry(0, 3, 1).chunk(3, 0, 2, plain[:2000]).pad(), nil,
			region.ErrTruncated, []error{region.ErrTruncated}},
		{"zeroes", newRawFile().entry(0, 3, 1).chunk(3, 0, 2, make([]byte, 1000)).pad(), nil, region.ErrStream, []error{region.ErrStream}},
		{"checksum cut", newRawFile().entry(0, 3, 1).chunk(3, uint32(len(plain)), 2, plain).pad(), nil, nil, []error{region.ErrChecksumCut}},
		{"checksum wrong", newRawFile().entry(0, 3, 1).chunk(3, 0, 2, slices.Concat(plain[:len(plain)-1], []byte{plain[len(plain)-1] ^ 1})).pad(),
			nil, region.ErrStream, []error{region.ErrStream}},
		{"compression 0", newRawFile().entry(0, 3, 1).chunk(3, 0, 0, good).pad(), nil, region.ErrCompression, []error{region.ErrCompression}},
		{"compression 127", newRawFile().entry(0, 3, 1).chunk(3, 0, 127, []byte("\x00\x05my:az")).pad(), nil,
			region.ErrCustomCompression, []error{region.ErrCustomCompression}},
		{"external", newRawFile().entry(0, 3, 1).chunk(3, 0, 128+3, nil), external, nil, nil},
		{"external, missing", newRawFile().entry(0, 3, 1).chunk(3, 0, 128+3, nil).pad(), nil,
			region.ErrMissingExternal, []error{region.ErrMissingExternal}},
		{"external with a payload", newRawFile().entry(0, 3, 1).chunk(3, 0, 128+3, good[:50]).pad(), external,
			nil, []error{region.ErrBothStreams}},
		{"external, empty", newRawFile().entry(0, 3, 1).chunk(3, 0, 128+2, nil).pad(), map[string][]byte{"c.0.0.mcc": nil},
			region.ErrTruncated, []error{region.ErrTruncated}},
		{"external, compression 0", newRawFile().entry(0, 3, 1).chunk(3, 0, 128, nil).pad(), external,
			region.ErrCompression, []error{region.ErrCompression}},
		{"external, custom", newRawFile().entry(0, 3, 1).chunk(3, 0, 255, nil).pad(), map[string][]byte{"c.0.0.mcc": []byte("\x00\x01a")},
			region.ErrCustomCompression, []error{region.ErrCustomCompression}},
		{"too large", newRawFile().entry(0, 3, 2).chunk(3, 0, 3, payload(0, 0, 1, 7000)).pad(), nil,
			region.ErrTooLarge, []error{region.ErrTooLarge}},
		{"external, too large", newRawFile().entry(0, 3, 1).chunk(3, 0, 128+2, nil).pad(), map[string][]byte{"c.0.0.mcc": make([]byte, 2<<20)},
			region.ErrTooLarge, []error{region.ErrTooLarge}},
		{"orphan", newRawFile(), external, region.ErrNotFound, []error{region.ErrOrphan}},
	} {
		t.Run(c.name, func(t *testing.T) {
			mem := vfs.NewMem()
			for name, data := range c.extra {
				if err := mem.WriteFile(dir+"/"+name, data); err != nil {
					t.Fatal(err)
				}
			}
			if err := mem.WriteFile(dir+"/r.0.0.mca", c.file.data); err != nil {
				t.Fatal(err)
			}
			for _, readOnly := range []bool{true, false} {
				s := open(t, mem, region.Options{ReadOnly: readOnly, MaxInflated: 6500})
				checkDefect(t, s, c.read, c.check)
				closeStore(t, s)
			}
		})
	}
}

// checkDefect demands what TestDefects promises.
func checkDefect(t *testing.T, s *region.Store, read error, check []error) {
	t.Helper()
	b, _, err := s.Read(nil, 0, 0)
	if !errors.Is(err, read) {
		t.Errorf("read: got %v, want %v", err, read)
	}
	checkChunkError(t, err, 0, 0)
	if err == nil {
		if _, err := versionOf(b, 0, 0); err != nil {
			t.Error(err)
		}
	}
	wantVersion(t, s, 31, 31, 1)
	var found []error
	for fault := range s.Check() {
		for _, kind := range []error{region.ErrCustomCompression} {
			if errors.Is(fault, kind) {
				found = append(found, kind)
			}
		}
		for _, kind := range allKinds {
			if errors.Is(fault, kind) && !errors.Is(fault, region.ErrCustomCompression) {
				found = append(found, kind)
			}
		}
	}
	if !slices.Equal(found, check) {
		t.Errorf("check: got %v, want %v", found, check)
	}
}

// TestCutHeader reads files that end within their header.
func TestCutHeader(t *testing.T) {
	whole := newRawFile().entry(0, 3, 1).data[:8192]
	for _, c := range []struct {
		name            string
		data            []byte
		first, between  error // Chunk 0,0, which is named, and chunk 5,0, which is not.
		last            error // Chunk 31,31, which is named.
		firstWriteError error
	}{
		{"empty", nil, region.ErrNotFound, region.ErrNotFound, region.ErrNotFound, nil},
		{"blank", make([]byte, 5000), region.ErrNotFound, region.ErrNotFound, region.ErrNotFound, nil},
		{"within the first entry", whole[:3], region.ErrHeaderCut, region.ErrHeaderCut, region.ErrHeaderCut, region.ErrHeaderCut},
		{"after the first entry", whole[:4], region.ErrBeyondEnd, region.ErrHeaderCut, region.ErrHeaderCut, region.ErrHeaderCut},
		{"within the locations", whole[:100], region.ErrBeyondEnd, region.ErrNotFound, region.ErrHeaderCut, region.ErrHeaderCut},
		{"within the timestamps", whole[:5000], region.ErrBeyondEnd, region.ErrNotFound, region.ErrBeyondEnd, nil},
		{"header alone", whole, region.ErrBeyondEnd, region.ErrNotFound, region.ErrBeyondEnd, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			mem := vfs.NewMem()
			if err := mem.WriteFile(dir+"/r.0.0.mca", bytes.Clone(c.data)); err != nil {
				t.Fatal(err)
			}
			for _, readOnly := range []bool{true, false} {
				s := open(t, mem, region.Options{ReadOnly: readOnly})
				for x, want := range map[int32]error{0: c.first, 5: c.between, 31: c.last} {
					z := x / 31 * 31
					if _, _, err := s.Read(nil, x, z); !errors.Is(err, want) {
						t.Errorf("chunk %d,%d: got %v, want %v", x, z, err, want)
					}
				}
				closeStore(t, s)
			}
			// Writing must not make chunks absent that cannot be read, nor give them the contents of others.
			s := open(t, mem, region.Options{})
			err := s.Write(5, 0, payload(5, 0, 1, 20_000))
			if !errors.Is(err, c.firstWriteError) {
				t.Errorf("write: got %v, want %v", err, c.firstWriteError)
			}
			for x, want := range map[int32]error{0: c.first, 31: c.last} {
				_, _, err := s.Read(nil, x, x/31*31)
				if (err == region.ErrNotFound) != (want == region.ErrNotFound) || err == nil {
					t.Errorf("after a write, chunk %d: got %v, want %v", x, err, want)
				}
			}
			closeStore(t, s)
		})
	}
}

// TestWriteBesideDamage writes many chunks into files with faulty entries: the sectors of an entry that overlaps, lies
// beyond the end or has no size are never given to another chunk, so that what can be saved by hand stays.
func TestWriteBesideDamage(t *testing.T) {
	good := payload(0, 0, 1, 3000)
	f := newRawFile().
		entry(0, 3, 2).chunk(3, 0, 3, good).                   // Overlaps chunk 1,0.
		entry(1, 4, 1).chunk(4, 0, 3, good).                   //
		entry(2, 6, 0).chunk(6, 0, 3, payload(2, 0, 1, 9000)). // No sectors, but a chunk of three.
		entry(3, 20, 5).pad()                                  // Beyond the end.
	mem := vfs.NewMem()
	if err := mem.WriteFile(dir+"/r.0.0.mca", bytes.Clone(f.data)); err != nil {
		t.Fatal(err)
	}
	s := open(t, mem, region.Options{Compression: region.None})
	for round := range uint32(3) {
		for x := range int32(32) {
			write(t, s, x, 5, round+1, 3000+int(x)*500)
		}
	}
	for x := range int32(32) {
		wantVersion(t, s, x, 5, 3)
	}
	write(t, s, 1, 0, 2, 100)
	write(t, s, 9, 9, 1, 3000) // Must not get the sector that 1,0 gave up: 0,0 claims it.
	wantVersion(t, s, 0, 0, 1)
	closeStore(t, s)
	after, err := mem.ReadFile(dir + "/r.0.0.mca")
	if err != nil {
		t.Fatal(err)
	}
	for _, sector := range []int{3, 4, 6, 7, 8} {
		if !bytes.Equal(after[sector*4096:][:4096], f.data[sector*4096:][:4096]) {
			t.Errorf("sector %d was overwritten", sector)
		}
	}
	for _, sector := range []int{20, 21, 22, 23, 24} {
		if !bytes.Equal(after[sector*4096:][:4096], make([]byte, 4096)) {
			t.Errorf("sector %d, which a faulty entry claims, was given away", sector)
		}
	}
}
