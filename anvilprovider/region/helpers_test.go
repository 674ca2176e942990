package region_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// allKinds are all sentinels that a fault of a chunk may have.
var allKinds = []error{
	region.ErrCompression, region.ErrTooLarge, region.ErrIO, region.ErrHeaderCut, region.ErrInsideHeader,
	region.ErrZeroSectors, region.ErrBeyondEnd, region.ErrOverlap, region.ErrZeroLength, region.ErrAbsurdLength,
	region.ErrLengthPastSectors, region.ErrTruncated, region.ErrStream, region.ErrChecksumCut, region.ErrMissingExternal,
	region.ErrBothStreams, region.ErrOrphan,
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
