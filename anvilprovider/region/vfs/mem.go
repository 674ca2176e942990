package vfs

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sync"
)

// Mem is a file system in memory. It remembers which of its contents are durable, so that [Mem.CrashClone] can show what
// a power failure might leave behind. Names are slash-separated paths; folders come into being by MkdirAll and are
// durable at once. The zero value is not usable: call [NewMem].
type Mem struct {
	mu       sync.RWMutex
	dirs     map[string]*memDir
	failSync func(name string) error
}

var _ FS = (*Mem)(nil)

// memDir is one folder: the names as they are now, the names as last made durable, and what happened in between.
type memDir struct {
	names, durable map[string]*inode
	pending        []nameOp
}

// nameOp is a change of names that is not durable yet. It binds the name to to node, or removes it when node is nil;
// from, if not empty, is the name that a rename took away.
type nameOp struct {
	to, from string
	node     *inode
}

// apply carries out the change on a set of names.
func (op nameOp) apply(names map[string]*inode) {
	if op.from != "" {
		delete(names, op.from)
	}
	if op.node == nil {
		delete(names, op.to)
		return
	}
	names[op.to] = op.node
}

// inode is the contents of a file. As long as it is not dirty, data is durable and its bytes are never changed, so that a
// crash clone may share them; the first change makes a copy and leaves the old bytes in durable.
type inode struct {
	data, durable []byte
	pending       []dataOp
	dirty         bool
	lost          bool // A failed sync dropped some operations: data shows them, but they will never be durable.
}

// change carries out an operation and notes it as not durable.
func (n *inode) change(op dataOp) {
	if !n.dirty {
		n.dirty, n.durable, n.data = true, n.data, slices.Clone(n.data)
	}
	n.data = op.apply(n.data)
	n.pending = append(n.pending, op)
}

// sync makes everything durable but what a failed sync has dropped.
func (n *inode) sync() {
	if n.lost {
		n.durable = slices.Clone(n.durable)
		for _, op := range n.pending {
			n.durable = op.apply(n.durable)
		}
		n.pending = nil
		return
	}
	*n = inode{data: n.data}
}

// drop forgets what was pending without undoing it.
func (n *inode) drop() {
	n.lost = n.lost || len(n.pending) > 0
	n.pending = nil
}

// dataOp is a write, or a truncation if data is nil, that is not durable yet.
type dataOp struct {
	off  int64
	data []byte
}

// apply carries out the operation on contents and returns them.
func (op dataOp) apply(b []byte) []byte {
	end := op.off + int64(len(op.data))
	if op.data == nil {
		if end < int64(len(b)) {
			return b[:end]
		}
	}
	if n := end - int64(len(b)); n > 0 {
		old := len(b)
		b = slices.Grow(b, int(n))[:end]
		clear(b[old:]) // A shrunk slice may hold stale bytes past its end.
	}
	copy(b[op.off:], op.data)
	return b
}

// NewMem returns an empty file system with the root folder only.
func NewMem() *Mem {
	m := &Mem{dirs: map[string]*memDir{}}
	m.mkdir("/")
	m.mkdir(".")
	return m
}

func clean(name string) string { return path.Clean(filepath.ToSlash(name)) }

func (m *Mem) mkdir(dir string) {
	if m.dirs[dir] == nil {
		m.dirs[dir] = &memDir{names: map[string]*inode{}, durable: map[string]*inode{}}
	}
}

// lookup finds the folder of name and, if there is one, the file. The caller holds mu.
func (m *Mem) lookup(op, name string) (*memDir, string, *inode, error) {
	dir, base := path.Split(clean(name))
	d := m.dirs[clean(dir)]
	if d == nil {
		return nil, "", nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return d, base, d.names[base], nil
}

// Open opens an existing file for reading only.
func (m *Mem) Open(name string) (File, error) { return m.open(name, false) }

// OpenWrite opens an existing file for reading and writing.
func (m *Mem) OpenWrite(name string) (File, error) { return m.open(name, true) }

func (m *Mem) open(name string, write bool) (File, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, _, node, err := m.lookup("open", name)
	if err != nil {
		return nil, err
	}
	if node == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &memFile{m: m, node: node, name: name, write: write}, nil
}

// Create creates a file that must not exist yet.
func (m *Mem) Create(name string) (File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, base, node, err := m.lookup("create", name)
	if err != nil {
		return nil, err
	}
	if node != nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	node = &inode{}
	d.change(nameOp{to: base, node: node})
	return &memFile{m: m, node: node, name: name, write: true}, nil
}

// change carries out a change of names and notes it as not durable.
func (d *memDir) change(op nameOp) {
	op.apply(d.names)
	d.pending = append(d.pending, op)
}

// Rename replaces to by from; both must be in one folder.
func (m *Mem) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, base, node, err := m.lookup("rename", from)
	if err != nil {
		return err
	}
	d2, base2, _, err := m.lookup("rename", to)
	if err != nil {
		return err
	}
	if node == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	if d != d2 {
		return &fs.PathError{Op: "rename", Path: to, Err: errors.New("not in the same folder")}
	}
	d.change(nameOp{to: base2, from: base, node: node})
	return nil
}

// Remove removes a name.
func (m *Mem) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, base, node, err := m.lookup("remove", name)
	if err != nil {
		return err
	}
	if node == nil {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	d.change(nameOp{to: base})
	return nil
}

// MkdirAll creates a folder and its parents, durably.
func (m *Mem) MkdirAll(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for d := clean(dir); ; d = path.Dir(d) {
		m.mkdir(d)
		if d == path.Dir(d) {
			return nil
		}
	}
}

// SyncDir makes the names in dir durable.
func (m *Mem) SyncDir(dir string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.dirs[clean(dir)]
	if d == nil {
		return &fs.PathError{Op: "syncdir", Path: dir, Err: fs.ErrNotExist}
	}
	d.durable, d.pending = maps.Clone(d.names), nil
	return nil
}

// List returns the names of the files in dir, sorted.
func (m *Mem) List(dir string) ([]string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	d := m.dirs[clean(dir)]
	if d == nil {
		return nil, &fs.PathError{Op: "list", Path: dir, Err: fs.ErrNotExist}
	}
	return slices.Sorted(maps.Keys(d.names)), nil
}

// Size returns the length of a file in bytes.
func (m *Mem) Size(name string) (int64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, _, node, err := m.lookup("stat", name)
	if err != nil {
		return 0, err
	}
	if node == nil {
		return 0, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return int64(len(node.data)), nil
}

// FailSync makes File.Sync fail whenever fail returns an error for the name of the file, in the way of Linux: what was not
// durable yet stays visible, but no later Sync makes it durable. A nil function ends that.
func (m *Mem) FailSync(fail func(name string) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failSync = fail
}

// ReadFile returns a copy of the contents of a file.
func (m *Mem) ReadFile(name string) ([]byte, error) {
	f, err := m.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(f.(*memFile).node.data), nil
}

// WriteFile puts a file in place, durable with its name, creating its folder.
func (m *Mem) WriteFile(name string, data []byte) error {
	if err := m.MkdirAll(path.Dir(clean(name))); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	d, base, _, err := m.lookup("write", name)
	if err != nil {
		return err
	}
	node := &inode{data: slices.Clone(data)}
	d.names[base], d.durable[base] = node, node
	return nil
}

// memFile is an open handle.
type memFile struct {
	m      *Mem
	node   *inode
	name   string
	write  bool
	closed bool
}

func (f *memFile) usable(op string, write bool) error {
	switch {
	case f.closed:
		return &fs.PathError{Op: op, Path: f.name, Err: fs.ErrClosed}
	case write && !f.write:
		return &fs.PathError{Op: op, Path: f.name, Err: fs.ErrPermission}
	}
	return nil
}

func (f *memFile) ReadAt(p []byte, off int64) (int, error) {
	f.m.mu.RLock()
	defer f.m.mu.RUnlock()
	if err := f.usable("read", false); err != nil {
		return 0, err
	}
	if off >= int64(len(f.node.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.node.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memFile) change(name string, op dataOp) error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if err := f.usable(name, true); err != nil {
		return err
	}
	f.node.change(op)
	return nil
}

func (f *memFile) WriteAt(p []byte, off int64) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := f.change("write", dataOp{off, slices.Clone(p)}); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (f *memFile) Truncate(size int64) error { return f.change("truncate", dataOp{off: size}) }

func (f *memFile) Sync() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if err := f.usable("sync", false); err != nil {
		return err
	}
	if f.m.failSync != nil {
		if err := f.m.failSync(f.name); err != nil {
			f.node.drop()
			return &fs.PathError{Op: "sync", Path: f.name, Err: err}
		}
	}
	f.node.sync()
	return nil
}

func (f *memFile) Size() (int64, error) {
	f.m.mu.RLock()
	defer f.m.mu.RUnlock()
	return int64(len(f.node.data)), f.usable("stat", false)
}

func (f *memFile) Close() error {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if err := f.usable("close", false); err != nil {
		return err
	}
	f.closed = true
	return nil
}
