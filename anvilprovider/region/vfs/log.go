package vfs

import (
	"strings"
	"sync"
)

// Log records operations on a file system as text, for golden traces: the order in which data, names and header become
// durable is then a file that a reviewer can read.
type Log struct {
	// FS is the file system to use; operations on it are recorded.
	FS
	mu    sync.Mutex
	lines []string
}

// NewLog returns a recorder for fsys. Operations that change nothing (reads, opens, closes) are left out. The prefix is
// cut from every name.
func NewLog(fsys FS, prefix string) *Log {
	l := &Log{}
	l.FS = Watch(fsys, func(op Op) error {
		if op.Kind.Mutates() {
			op.Name, op.To = strings.TrimPrefix(op.Name, prefix), strings.TrimPrefix(op.To, prefix)
			l.Note(op.String())
		}
		return nil
	})
	return l
}

// Note adds a line of the caller's own, such as a heading.
func (l *Log) Note(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

// Reset forgets what was recorded.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = nil
}

// String returns everything recorded so far, one operation a line.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n") + "\n"
}
