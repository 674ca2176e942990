package region

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// known is what is noted about the backups of a region: a text of one line for each.
//
//	kept NUMBER DIGEST    the region as it was when the backup of that number was made, newest last
//	left DIGEST           the region as the store left it, if nothing of others was without a backup
//
// The note is a help, not a record: where it is missing, old or damaged, one backup more is made.
type known struct {
	kept []keptDigest
	left string
}

type keptDigest struct {
	number int
	digest string
}

// keep notes a backup.
func (k *known) keep(number int, digest string) {
	kept := k.kept[:0]
	for _, old := range k.kept {
		if old.number != number { // A backup that was never finished, or that somebody removed.
			kept = append(kept, old)
		}
	}
	k.kept = append(kept, keptDigest{number, digest})
}

// knownDir is the folder of the notes. It is not the one of the backups, so that all files there may be copied back.
func (s *Store) knownDir() string { return s.opt.BackupDir + ".known" }

// readKnown returns what is noted about a region, which is nothing if it cannot be read.
func (s *Store) readKnown(p Pos) (k known) {
	f, err := s.fs.Open(filepath.Join(s.knownDir(), p.FileName()+".txt"))
	if err != nil {
		return k
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return k
	}
	text, err := io.ReadAll(io.NewSectionReader(f, 0, min(size, 1<<20)))
	if err != nil {
		return k
	}
	for line := range bytes.Lines(text) {
		var d keptDigest
		if n, _ := fmt.Sscanf(string(line), "kept %d %s", &d.number, &d.digest); n == 2 && d.number > 0 {
			k.kept = append(k.kept, d)
		} else if n, _ := fmt.Sscanf(string(line), "left %s", &d.digest); n == 1 {
			k.left = d.digest
		}
	}
	return k
}

// writeKnown writes what is to be noted about a region.
func (s *Store) writeKnown(p Pos, k known, durable bool) error {
	var text bytes.Buffer
	for _, d := range k.kept {
		fmt.Fprintf(&text, "kept %d %s\n", d.number, d.digest)
	}
	if k.left != "" {
		fmt.Fprintf(&text, "left %s\n", k.left)
	}
	if err := s.fs.MkdirAll(s.knownDir()); err != nil {
		return err
	}
	return s.writeFile(filepath.Join(s.knownDir(), p.FileName()+".txt"), text.Bytes(), durable)
}

// assess finds out, before the first write of this opening, whether everything that others wrote to the region is in a backup.
// If in doubt it is not. The file is locked.
func (f *file) assess() {
	if f.assessed {
		return
	}
	f.assessed, f.kept = true, false
	k := f.store.readKnown(f.pos)
	if len(k.kept) == 0 {
		return
	}
	digest, err := f.digest()
	if err != nil {
		return
	}
	newest := len(k.kept) - 1
	for i, d := range k.kept {
		if d.digest != digest && (i != newest || k.left != digest) {
			continue
		}
		if there, err := f.store.hasBackup(f.pos, d.number); there && err == nil {
			f.kept, f.keptAs = true, d.number
		}
	}
}

// leave notes what the store leaves behind, if it has written anything. That it fails costs one more backup.
func (f *file) leave() {
	if f.writer == nil || !f.kept {
		return
	}
	k := f.store.readKnown(f.pos)
	digest, err := f.digest()
	if err != nil || len(k.kept) == 0 {
		return
	}
	k.left = digest
	_ = f.store.writeKnown(f.pos, k, false)
}

// digest returns the SHA-256 of the region file, and of its .mcc files with their names. An empty file is as good as none.
func (f *file) digest() (string, error) {
	if f.handle == nil || f.size.Load() == 0 {
		return "absent", nil
	}
	h := sha256.New()
	add := func(file interface {
		io.ReaderAt
		Size() (int64, error)
	}) error {
		size, err := file.Size()
		if err != nil {
			return err
		}
		_, err = io.Copy(h, io.NewSectionReader(file, 0, size))
		return err
	}
	if err := add(f.handle); err != nil {
		return "", err
	}
	for _, name := range f.externalNames() {
		fmt.Fprintf(h, "\n%s\n", name)
		file, err := f.store.fs.Open(f.store.path(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = errors.Join(add(file), file.Close())
		}
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
