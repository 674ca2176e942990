package datfile

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// Replace is File.Write for content that is encoded already: it writes a temporary file beside path, makes it durable and
// renames it over path.
func Replace(path, old string, b []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, filepath.Base(path)+".*"+vfs.TempSuffix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, remove(tmp.Name()))
		}
	}()
	if err := fill(tmp, path, b); err != nil {
		return err
	}
	if old != "" {
		if err := keep(path, old); err != nil {
			return err
		}
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// fill writes the content, gives the file the permissions of the one that it replaces, and closes it.
func fill(f *os.File, path string, b []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	_, err := f.Write(b)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// keep makes the present content of path available at old, which it replaces. A hard link is enough, because path is
// never written in place; where links do not exist, a copy is made.
func keep(path, old string) error {
	if _, err := os.Stat(path); isMissing(err) {
		return nil
	}
	tmp := old + vfs.TempSuffix
	if err := remove(tmp); err != nil {
		return err
	}
	if os.Link(path, tmp) != nil {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(tmp, b, 0o644); err != nil {
			return errors.Join(err, remove(tmp))
		}
	}
	return os.Rename(tmp, old)
}

func remove(path string) error {
	if err := os.Remove(path); !isMissing(err) {
		return err
	}
	return nil
}

// syncDir makes a rename durable. Systems that cannot sync a folder (Windows) need not.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	_ = d.Sync()
	return d.Close()
}
