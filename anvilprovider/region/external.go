package region

import (
	"errors"
	"io/fs"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// externalUse says whether an entry refers to a .mcc file.
type externalUse uint8

const (
	externalUnknown externalUse = iota // The entry is damaged: do not touch the file.
	externalNo
	externalYes
)

// external returns whether the entry of the chunk x, z refers to its .mcc file, and the compression that it names.
func (f *file) external(b *buffer, known bool, l location) (externalUse, Compression) {
	switch {
	case !known:
		return externalUnknown, 0
	case l == 0:
		return externalNo, 0
	case l.check() != nil || f.handle == nil:
		return externalUnknown, 0
	}
	head := b.take(chunkHeadBytes)
	if n, _ := f.handle.ReadAt(head, int64(l.first())*sectorBytes); n < len(head) {
		return externalUnknown, 0
	}
	length := int32(wordAt(head, 0))
	kind := Compression(head[4] &^ externalFlag)
	switch {
	case length <= 0 || int64(length) > int64(l.sectors())*sectorBytes:
		return externalUnknown, 0
	case head[4]&externalFlag != 0:
		return externalYes, kind
	case kind.Supported() || kind == Custom:
		return externalNo, kind
	}
	return externalUnknown, 0
}

// removeOrphans removes the .mcc files of the region that were there when the store was opened and that no entry names:
// an interrupted write left them. A file stays unless the header is complete and the entry beyond doubt.
func (s *Store) removeOrphans(f *file) {
	s.externalsMu.Lock()
	names := s.externals[f.pos]
	delete(s.externals, f.pos)
	s.externalsMu.Unlock()
	if len(names) == 0 || f.size.Load() < headerBytes || f.lost.Load() {
		return
	}
	b := buffers.Get().(*buffer)
	defer b.release()
	var orphans []string
	for _, name := range names {
		x, z, _ := parseExternalName(name)
		l := location(f.entries[entryIndex(x, z)].location.Load())
		if use, _ := f.external(b, true, l); use == externalNo {
			orphans = append(orphans, name)
		}
	}
	// The header that was read may not be on the disk yet: a process that was killed wrote it a moment ago. After a power
	// failure the old one, which names the file, would be back. Failing to clear up does no harm.
	if len(orphans) == 0 || f.handle.Sync() != nil {
		return
	}
	for _, name := range orphans {
		_ = s.fs.Remove(s.path(name))
	}
}

// writeTemporary writes the payload of an external chunk under its temporary name and returns the name's path.
func (s *Store) writeTemporary(x, z int32, payload []byte) (temp string, err error) {
	temp = s.path(externalName(x, z) + vfs.TempSuffix)
	if err := s.writeFile(temp, payload, s.opt.Sync != SyncNone); err != nil {
		return "", &ChunkError{temp, x, z, ErrIO, err}
	}
	return temp, nil
}

// writeFile creates a file with the given contents, replacing one of that name. On failure nothing is left of it, as far
// as the file system allows.
func (s *Store) writeFile(path string, data []byte, durable bool) error {
	h, err := s.fs.Create(path)
	if errors.Is(err, fs.ErrExist) {
		if err = s.fs.Remove(path); err == nil {
			h, err = s.fs.Create(path)
		}
	}
	if err != nil {
		return err
	}
	_, err = h.WriteAt(data, 0)
	if err == nil && durable {
		err = h.Sync()
	}
	if err = errors.Join(err, h.Close()); err != nil {
		_ = s.fs.Remove(path)
	}
	return err
}

// removeExternal removes a .mcc file; that there is none is fine.
func (s *Store) removeExternal(x, z int32) error {
	path := s.path(externalName(x, z))
	if err := s.fs.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &FileError{path, "remove", err}
	}
	return nil
}
