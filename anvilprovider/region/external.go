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
