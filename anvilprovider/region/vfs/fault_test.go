package vfs

import (
	"errors"
	"io/fs"
	"testing"
)

// TestFaults lets the second and third write fail, short, and nothing else.
func TestFaults(t *testing.T) {
	m := NewMem()
	must(t, m.MkdirAll("/d"))
	x := NewFaults(m)
	f, err := x.Create("/d/f")
	must(t, err)
	cause := errors.New("cause")
	x.Arm(Fault{
		Match: func(op Op) bool { return op.Kind == KindWrite },
		After: 1, Times: 2, Short: true, Err: cause,
	})
	put(t, f, "aaaa", 0)
	for range 2 {
		n, err := f.WriteAt([]byte("bbbb"), 0)
		if n != 2 || !errors.Is(err, cause) {
			t.Errorf("wrote %d bytes, %v", n, err)
		}
	}
	put(t, f, "c", 3)
	if seen, fired := x.Disarm(); seen != 4 || fired != 2 {
		t.Errorf("%d operations, %d failed", seen, fired)
	}
	wantContents(t, f, "bbac")

	x.Arm(Fault{Err: cause})
	_, err = x.Open("/d/f")
	for _, err := range []error{
		err, f.Sync(), f.Truncate(0), x.Rename("/d/f", "/d/g"), x.Remove("/d/f"), x.MkdirAll("/e"), x.SyncDir("/d"), f.Close(),
	} {
		wantErr(t, err, cause)
	}
	x.Disarm()
	wantErr(t, f.Close(), fs.ErrClosed) // A close that fails closes all the same.
	wantFile(t, m, "/d/f", "bbac")
}

// TestLog records what changes something, and nothing else.
func TestLog(t *testing.T) {
	l := NewLog(NewMem(), "/d/")
	must(t, l.MkdirAll("/d"))
	f, err := l.Create("/d/f")
	must(t, err)
	put(t, f, "four", 8)
	must(t, f.Truncate(9))
	must(t, f.Sync())
	wantContents(t, f, "\x00\x00\x00\x00\x00\x00\x00\x00f")
	must(t, f.Close())
	must(t, l.Rename("/d/f", "/d/g"))
	must(t, l.SyncDir("/d"))
	l.Note("# note")
	must(t, l.Remove("/d/g"))
	const want = "mkdir /d\ncreate f\nwrite f 8+4\ntruncate f 9\nsync f\nrename f -> g\nsyncdir /d\n# note\nremove g\n"
	if l.String() != want {
		t.Errorf("got\n%swant\n%s", l, want)
	}
	l.Reset()
	if l.String() != "\n" {
		t.Errorf("after Reset: %q", l)
	}
	if Kind(99).String() != "kind(99)" {
		t.Error(Kind(99))
	}
}
