package vfs

import "fmt"

// Kind is a kind of file operation.
type Kind uint8

// The operations of FS and File. Those before KindRead change something; the others only look.
const (
	KindCreate Kind = iota
	KindWrite
	KindTruncate
	KindSync
	KindRename
	KindRemove
	KindMkdir
	KindSyncDir
	KindRead
	KindOpen
	KindOpenWrite
	KindClose
	KindList
	KindSize
)

var kindNames = [...]string{
	"create", "write", "truncate", "sync", "rename", "remove", "mkdir", "syncdir",
	"read", "open", "openwrite", "close", "list", "size",
}

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Mutates says whether operations of the kind change the file system.
func (k Kind) Mutates() bool { return k < KindRead }

// Op is one operation, as handed to a hook before it is carried out.
type Op struct {
	Kind Kind
	// Name is the file or folder; To the new name of a rename.
	Name, To string
	// Off and Size are the byte range of a read or write; Size is the new length of a truncation.
	Off, Size int64
}

// String returns the operation as one line of a trace, such as "write r.0.0.mca 8192+4096".
func (op Op) String() string {
	switch op.Kind {
	case KindRename:
		return fmt.Sprintf("%v %s -> %s", op.Kind, op.Name, op.To)
	case KindRead, KindWrite:
		return fmt.Sprintf("%v %s %d+%d", op.Kind, op.Name, op.Off, op.Size)
	case KindTruncate:
		return fmt.Sprintf("%v %s %d", op.Kind, op.Name, op.Size)
	}
	return fmt.Sprintf("%v %s", op.Kind, op.Name)
}

// Watch returns a file system that calls before for each operation on fsys and its files, and carries the operation out
// only if before returns nil. If a write is refused with a [*ShortWrite], its beginning is written all the same. before
// must be safe for as much concurrency as the file system sees.
func Watch(fsys FS, before func(Op) error) FS { return &watched{fsys, before} }

// ShortWrite is the error with which a hook lets only the first Written bytes of a write happen.
type ShortWrite struct {
	Written int64
	Err     error
}

// Error describes the underlying error.
func (e *ShortWrite) Error() string { return fmt.Sprintf("%v after %d bytes", e.Err, e.Written) }

// Unwrap returns the underlying error.
func (e *ShortWrite) Unwrap() error { return e.Err }

type watched struct {
	fs     FS
	before func(Op) error
}

func (w *watched) open(kind Kind, name string, open func(string) (File, error)) (File, error) {
	if err := w.before(Op{Kind: kind, Name: name}); err != nil {
		return nil, err
	}
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	return &watchedFile{f, w, name}, nil
}

func (w *watched) Open(name string) (File, error) { return w.open(KindOpen, name, w.fs.Open) }

func (w *watched) OpenWrite(name string) (File, error) {
	return w.open(KindOpenWrite, name, w.fs.OpenWrite)
}

func (w *watched) Create(name string) (File, error) { return w.open(KindCreate, name, w.fs.Create) }

func (w *watched) Rename(from, to string) error {
	if err := w.before(Op{Kind: KindRename, Name: from, To: to}); err != nil {
		return err
	}
	return w.fs.Rename(from, to)
}

func (w *watched) Remove(name string) error {
	if err := w.before(Op{Kind: KindRemove, Name: name}); err != nil {
		return err
	}
	return w.fs.Remove(name)
}

func (w *watched) MkdirAll(dir string) error {
	if err := w.before(Op{Kind: KindMkdir, Name: dir}); err != nil {
		return err
	}
	return w.fs.MkdirAll(dir)
}

func (w *watched) SyncDir(dir string) error {
	if err := w.before(Op{Kind: KindSyncDir, Name: dir}); err != nil {
		return err
	}
	return w.fs.SyncDir(dir)
}

func (w *watched) List(dir string) ([]string, error) {
	if err := w.before(Op{Kind: KindList, Name: dir}); err != nil {
		return nil, err
	}
	return w.fs.List(dir)
}

func (w *watched) Size(name string) (int64, error) {
	if err := w.before(Op{Kind: KindSize, Name: name}); err != nil {
		return 0, err
	}
	return w.fs.Size(name)
}

type watchedFile struct {
	f    File
	w    *watched
	name string
}

func (f *watchedFile) ReadAt(p []byte, off int64) (int, error) {
	if err := f.w.before(Op{Kind: KindRead, Name: f.name, Off: off, Size: int64(len(p))}); err != nil {
		return 0, err
	}
	return f.f.ReadAt(p, off)
}

func (f *watchedFile) WriteAt(p []byte, off int64) (int, error) {
	err := f.w.before(Op{Kind: KindWrite, Name: f.name, Off: off, Size: int64(len(p))})
	if err == nil {
		return f.f.WriteAt(p, off)
	}
	if short, ok := err.(*ShortWrite); ok {
		n, werr := f.f.WriteAt(p[:min(short.Written, int64(len(p)))], off)
		if werr != nil {
			return n, werr
		}
		return n, err
	}
	return 0, err
}

func (f *watchedFile) Truncate(size int64) error {
	if err := f.w.before(Op{Kind: KindTruncate, Name: f.name, Size: size}); err != nil {
		return err
	}
	return f.f.Truncate(size)
}

func (f *watchedFile) Sync() error {
	if err := f.w.before(Op{Kind: KindSync, Name: f.name}); err != nil {
		return err
	}
	return f.f.Sync()
}

func (f *watchedFile) Size() (int64, error) { return f.f.Size() }

// Close always closes, whatever the hook says: a refused close would leak the handle.
func (f *watchedFile) Close() error {
	err := f.w.before(Op{Kind: KindClose, Name: f.name})
	if cerr := f.f.Close(); cerr != nil {
		return cerr
	}
	return err
}
