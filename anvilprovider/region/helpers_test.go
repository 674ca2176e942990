package region_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// allKinds are all sentinels that a fault of a chunk may have.
var allKinds = []error{
	region.ErrCompression, region.ErrTooLarge, region.ErrIO, region.ErrHeaderCut, region.ErrHeaderLost, region.ErrInsideHeader,
	region.ErrZeroSectors, region.ErrBeyondEnd, region.ErrOverlap, region.ErrZeroLength, region.ErrAbsurdLength,
	region.ErrLengthPastSectors, region.ErrTruncated, region.ErrStream, region.ErrChecksumCut, region.ErrMissingExternal,
	region.ErrBothStreams, region.ErrOrphan, region.ErrChanging, region.ErrRegionFull, region.ErrReplaced,
}

// openRead opens a folder for reading only until the end of the test.
func openRead(t testing.TB, dir string) *region.Store {
	t.Helper()
	s, err := region.Options{ReadOnly: true}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// checkChunkError demands that an error other than ErrNotFound locates itself.
func checkChunkError(t testing.TB, err error, x, z int32) {
	t.Helper()
	if err == nil || err == region.ErrNotFound {
		return
	}
	var ce *region.ChunkError
	if !errors.As(err, &ce) || ce.X != x || ce.Z != z || ce.File == "" || ce.Kind == nil {
		t.Errorf("error %v (%T) does not locate chunk %d,%d", err, err, x, z)
	}
	if errors.Is(err, region.ErrNotFound) {
		t.Errorf("error %v of a stored chunk claims that there is none", err)
	}
}

// dir is the folder of region files on an in-memory file system.
const dir = "/world/region"

// clock always shows the same time, 1700000000 s.
func clock() time.Time { return time.Unix(1_700_000_000, 0) }

// open opens dir on a file system with a fixed clock.
func open(t testing.TB, fsys vfs.FS, o region.Options) *region.Store {
	t.Helper()
	o.FS, o.Clock = fsys, clock
	s, err := o.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// closeStore closes a store and demands that nothing went wrong.
func closeStore(t testing.TB, s *region.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// markerBytes is the size of what a payload says about itself.
const markerBytes = 20

// payload returns size bytes, at least markerBytes, that say which version of which chunk they are and that do not
// compress. Each byte depends on all of that, so that parts of two payloads never pass for one.
func payload(x, z int32, version uint32, size int) []byte {
	b := make([]byte, size)
	binary.BigEndian.PutUint32(b, uint32(x))
	binary.BigEndian.PutUint32(b[4:], uint32(z))
	binary.BigEndian.PutUint32(b[8:], version)
	binary.BigEndian.PutUint64(b[12:], uint64(size))
	// A stream cipher is the fastest source of such bytes, under the race detector above all.
	var key [16]byte
	copy(key[:], b[:16])
	key[15] ^= byte(size)
	binary.BigEndian.PutUint16(key[12:], uint16(size>>8))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err)
	}
	cipher.NewCTR(block, make([]byte, aes.BlockSize)).XORKeyStream(b[markerBytes:], b[markerBytes:])
	return b
}

// versionOf returns the version of a payload of the chunk x, z, or an error if it is not one, whole.
func versionOf(b []byte, x, z int32) (uint32, error) {
	if len(b) < markerBytes {
		return 0, fmt.Errorf("%d bytes are no payload", len(b))
	}
	version := binary.BigEndian.Uint32(b[8:])
	if !bytes.Equal(b, payload(x, z, version, len(b))) {
		return 0, fmt.Errorf("payload of %d bytes that says version %d of chunk %d,%d is torn", len(b), version,
			int32(binary.BigEndian.Uint32(b)), int32(binary.BigEndian.Uint32(b[4:])))
	}
	return version, nil
}

// write writes version of the chunk x, z with size bytes.
func write(t testing.TB, s *region.Store, x, z int32, version uint32, size int) {
	t.Helper()
	if err := s.Write(x, z, payload(x, z, version, size)); err != nil {
		t.Fatal(err)
	}
}

// wantVersion reads the chunk x, z and demands one of the versions; 0 stands for nothing stored.
func wantVersion(t testing.TB, s *region.Store, x, z int32, want ...uint32) {
	t.Helper()
	got := read(t, s, x, z)
	if !slices.Contains(want, got) {
		t.Fatalf("chunk %d,%d: got version %d, want one of %v", x, z, got, want)
	}
}

// read returns the version of the chunk x, z, 0 if nothing is stored.
func read(t testing.TB, s *region.Store, x, z int32) uint32 {
	t.Helper()
	b, _, err := s.Read(nil, x, z)
	if err == region.ErrNotFound {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := versionOf(b, x, z)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// checkCrashed demands that nothing is wrong with any file, but that chunks 0,0 to last,0 may have .mcc files that no entry names, as a
// write leaves them that was interrupted.
func checkCrashed(t testing.TB, s *region.Store, last int32) {
	t.Helper()
	for fault := range s.Check() {
		var ce *region.ChunkError
		if !errors.As(fault, &ce) || ce.Kind != region.ErrOrphan || ce.Z != 0 || ce.X < 0 || ce.X > last {
			t.Fatalf("check: %v", fault)
		}
	}
}

// checkStore demands that nothing is wrong with any file.
func checkStore(t testing.TB, s *region.Store) {
	t.Helper()
	for fault := range s.Check() {
		t.Fatalf("check: %v", fault)
	}
}
