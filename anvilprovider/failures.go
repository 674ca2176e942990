package anvilprovider

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"syscall"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// What the saver knows of failures: by file, because it is files that cannot be written, and by cause, so that a fault of a
// thousand chunks is told once.

// fileKey names a region file of terrain together with the file of entities that goes with it.
type fileKey struct {
	dim    *dimension
	region region.Pos
}

func fileOf(k key) fileKey { return fileKey{k.dim, region.PosOf(k.pos[0], k.pos[1])} }

// fileState is one region file that columns wait for.
type fileState struct {
	// pending is how many columns wait for the file; of these, failed have been tried in vain.
	pending, failed int
	// err is the error of the last attempt that failed, and logged holds the causes that were logged.
	err    error
	logged map[string]bool
	// saved counts the columns that were written after they had failed.
	saved int
}

// maxCauses bounds the causes that are logged for one file, and the groups of an error of Flush.
const maxCauses = 8

// compare orders keys by dimension and position.
func (k key) compare(o key) int {
	return cmp.Or(cmp.Compare(k.dim.id, o.dim.id), cmp.Compare(k.pos[0], o.pos[0]), cmp.Compare(k.pos[1], o.pos[1]))
}

// touches reports whether a chunk is another, or beside it, also across a corner.
func (k key) touches(o key) bool {
	dx, dz := int64(k.pos[0])-int64(o.pos[0]), int64(k.pos[1])-int64(o.pos[1])
	return k.dim == o.dim && max(dx, -dx, dz, -dz) <= 1
}

// add notes a column that waits. The lock is held.
func (s *saver) add(e *save) {
	s.pending[e.key] = e
	f := s.files[fileOf(e.key)]
	if f == nil {
		f = &fileState{}
		s.files[fileOf(e.key)] = f
	}
	f.pending++
}

// remove forgets a column. The lock is held.
func (s *saver) remove(e *save) {
	delete(s.pending, e.key)
	f := s.files[fileOf(e.key)]
	if f.pending--; f.pending == 0 {
		delete(s.files, fileOf(e.key))
	}
}

// recovered notes that a column is no longer one that failed. The last one of a file is logged. The lock is held.
func (s *saver) recovered(e *save) {
	if e.attempts == 0 {
		return
	}
	e.attempts = 0
	f := s.files[fileOf(e.key)]
	f.failed--
	f.saved++
	s.kept--
	if f.failed == 0 {
		s.p.conf.Log.Info("chunks saved after all", "dimension", e.key.dim.id, "file", e.key.dim.regionFile(e.key.pos), "chunks", f.saved)
		*f = fileState{pending: f.pending}
	}
}

// report counts a failed attempt, and logs it, with what becomes of the chunk, if its file has not failed for the same cause
// already. The lock is held.
func (s *saver) report(e *save, err error, outcome string) {
	s.p.stats.failed.Add(1)
	f := s.files[fileOf(e.key)]
	f.err = err
	file, cause := faultOf(err)
	if file == "" {
		file = e.key.dim.regionFile(e.key.pos)
	}
	told := outcome + file + cause
	if f.logged[told] || len(f.logged) >= maxCauses {
		return
	}
	if f.logged == nil {
		f.logged = make(map[string]bool)
	}
	f.logged[told] = true
	s.p.conf.Log.Error(outcome, "dimension", e.key.dim.id, "x", e.key.pos[0], "z", e.key.pos[1], "file", file, "error", err)
}

// refuse counts a column that UpgradeRefuse forbids to write. The lock is held.
func (s *saver) refuse(err error) {
	s.p.stats.failed.Add(1)
	s.p.stats.refused.Add(1)
	if s.refused == nil {
		s.refused = &failure{first: err}
	}
	s.refused.chunks++
	if !s.refusalLogged {
		s.refusalLogged = true
		s.p.conf.Log.Error("changes to a world older than 1.18 are not saved, because the upgrade is refused; further chunks are only counted",
			"error", err)
	}
}

// regionFile returns the path of the region file of a chunk's terrain.
func (d *dimension) regionFile(pos [2]int32) string {
	return filepath.Join(d.dir, "region", region.PosOf(pos[0], pos[1]).FileName())
}

// faultOf returns the file that an error is about, "" if it does not say, and the cause without what differs from chunk to
// chunk.
func faultOf(err error) (file, cause string) {
	cause = err.Error()
	var chunkErr *ChunkError
	if errors.As(err, &chunkErr) {
		file, cause = chunkErr.File, chunkErr.Err.Error()
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		cause = errno.Error()
	}
	return file, cause
}

// failure is a cause with the chunks that could not be written for it.
type failure struct {
	first  error
	chunks int
}

// Error tells the error of the first chunk, and the number of others.
func (f *failure) Error() string {
	if f.chunks == 1 {
		return f.first.Error()
	}
	return fmt.Sprintf("%v (and %d more chunks for the same reason)", f.first, f.chunks-1)
}

// Unwrap returns the error of the first chunk.
func (f *failure) Unwrap() error { return f.first }

// failures groups the errors of chunks by file and cause. The zero value is empty.
type failures struct {
	groups  []*failure
	by      map[[2]string]*failure
	further int // chunks beyond maxCauses groups
}

func (fs *failures) add(err error) {
	file, cause := faultOf(err)
	at := [2]string{file, cause}
	if fs.by == nil {
		fs.by = make(map[[2]string]*failure)
	}
	switch f := fs.by[at]; {
	case f != nil:
		f.chunks++
	case len(fs.groups) == maxCauses:
		fs.further++
	default:
		f = &failure{err, 1}
		fs.by[at], fs.groups = f, append(fs.groups, f)
	}
}

// join returns all as one error, nil if there is none.
func (fs *failures) join() error {
	var errs []error
	for _, f := range fs.groups {
		errs = append(errs, f)
	}
	if fs.further > 0 {
		errs = append(errs, fmt.Errorf("%d chunks of further files could not be written either", fs.further))
	}
	return errors.Join(errs...)
}
