package region_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// orphanDir receives the .mcc files that are put aside.
const orphanDir = backupDir + ".orphans"

// orphan is a way in which a .mcc file can be there although the entry of its chunk does not name it, for certain.
type orphan struct {
	name  string
	entry func(file []byte)
}

var orphans = []orphan{
	{"lost", func(file []byte) { clear(file[:4]) }},
	{"beyond the end", func(file []byte) { copy(file, []byte{0, 1, 0, 1}) }},
	{"inside the header", func(file []byte) { copy(file, []byte{0, 0, 1, 1}) }},
	{"no sectors", func(file []byte) { file[3] = 0 }},
	{"of another chunk", func(file []byte) { copy(file, file[4:8]) }},
	{"custom compression", func(file []byte) { file[int(file[2])*4096+4] = 128 + 127 }},
	{"no length", func(file []byte) { clear(file[int(file[2])*4096:][:4]) }},
}

// orphanFile returns a region with an external chunk 0,0 whose entry is then spoilt, and what its .mcc file holds.
func orphanFile(t *testing.T, spoil func(file []byte)) (mem *vfs.Mem, content []byte) {
	t.Helper()
	mem = vfs.NewMem()
	s := open(t, mem, region.Options{Compression: region.None})
	write(t, s, 0, 0, 1, externalBytes)
	write(t, s, 1, 0, 1, largeBytes)
	closeStore(t, s)
	content, err1 := mem.ReadFile(dir + "/c.0.0.mcc")
	file, err2 := mem.ReadFile(dir + "/r.0.0.mca")
	spoil(file)
	if err := errors.Join(err1, err2, mem.WriteFile(dir+"/r.0.0.mca", file)); err != nil {
		t.Fatal(err)
	}
	return mem, content
}

// TestOrphanStays reads, checks, backs up and writes beside a .mcc file that no entry names: it stays. If its chunk is written, or
// deleted, it is put aside first, whether the chunk gets another such file or none.
func TestOrphanStays(t *testing.T) {
	for _, orphan := range orphans {
		for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
			for _, size := range []int{0, smallBytes, externalBytes + 1} {
				t.Run(fmt.Sprintf("%s/%v/%d", orphan.name, policy, size), func(t *testing.T) {
					mem, content := orphanFile(t, orphan.entry)
					s := open(t, mem, region.Options{Compression: region.None, Sync: policy})
					_, _, _ = s.Read(nil, 0, 0)
					_, _, _ = s.Read(nil, 1, 0)
					write(t, s, 2, 0, 1, largeBytes)
					for range s.Check() {
					}
					if err := s.Backup(region.Pos{}); err != nil {
						t.Fatal(err)
					}
					closeStore(t, s)
					if after, err := mem.ReadFile(dir + "/c.0.0.mcc"); err != nil || !bytes.Equal(after, content) {
						t.Fatalf("the file has gone: %v", err)
					}

					s = open(t, mem, region.Options{Compression: region.None, Sync: policy})
					if size == 0 && orphan.name == "lost" {
						write(t, s, 0, 0, 2, smallBytes) // Or there would be nothing to delete.
					}
					for range 2 {
						if err := store(s, 0, 0, 3, size); err != nil {
							t.Fatal(err)
						}
						wantVersion(t, s, 0, 0, versionFor(3, size))
					}
					closeStore(t, s)
					if after, err := mem.ReadFile(orphanDir + "/c.0.0.mcc"); err != nil || !bytes.Equal(after, content) {
						t.Errorf("the file was not put aside: %v", err)
					}
					if _, err := mem.List(orphanDir + ".2"); err == nil {
						t.Error("something was put aside twice")
					}
					if _, err := mem.Size(dir + "/c.0.0.mcc"); (err == nil) != (size > smallBytes) {
						t.Errorf("the file of the new chunk: %v", err)
					}
					s = open(t, mem, region.Options{})
					wantVersion(t, s, 0, 0, versionFor(3, size))
					closeStore(t, s)
				})
			}
		}
	}
}

// orphanKept says whether the content of an orphan is where it was or where it is put aside.
func orphanKept(mem *vfs.Mem, content []byte) bool {
	for _, folder := range []string{dir, orphanDir} {
		if b, err := mem.ReadFile(folder + "/c.0.0.mcc"); err == nil && bytes.Equal(b, content) {
			return true
		}
	}
	return false
}

// fewOrphans returns those of the tests that take long: in a short run, one whose entry is empty and one whose entry is in doubt.
func fewOrphans() []orphan {
	if raceEnabled || testing.Short() {
		return []orphan{orphans[0], orphans[5]}
	}
	return orphans
}

// TestOrphanCrash cuts the power before each operation of a write to a chunk with a .mcc file that its entry does not name: what is in
// it is there whatever survives.
func TestOrphanCrash(t *testing.T) {
	for _, orphan := range fewOrphans() {
		for _, size := range []int{smallBytes, externalBytes + 1} {
			mem, content := orphanFile(t, orphan.entry)
			moments := 0
			look := func(when string) {
				for _, c := range outcomes(crashSeeds()) {
					if moments++; !orphanKept(mem.CrashClone(c), content) {
						t.Errorf("%s, %d bytes, before %s, %+v: the orphan is lost", orphan.name, size, when, c)
					}
				}
			}
			s := open(t, vfs.Watch(mem, func(op vfs.Op) error {
				if op.Kind.Mutates() {
					look(op.String())
				}
				return nil
			}), region.Options{Compression: region.None})
			write(t, s, 0, 0, 2, size)
			closeStore(t, s)
			look("the end")
			if moments < 50 {
				t.Errorf("only %d moments", moments)
			}
		}
	}
}

// TestOrphanFaults makes each operation of such a write fail, for good: nothing is lost, and once the fault is over the same write
// succeeds, and nothing has been put aside twice.
func TestOrphanFaults(t *testing.T) {
	for _, orphan := range fewOrphans() {
		for _, size := range []int{smallBytes, externalBytes + 1} {
			for after := 0; ; after++ {
				mem, content := orphanFile(t, orphan.entry)
				faulty := vfs.NewFaults(mem)
				s := open(t, faulty, region.Options{Compression: region.None})
				faulty.Arm(vfs.Fault{
					Err: errInjected, After: after, Short: true,
					Match: func(op vfs.Op) bool { return op.Kind.Mutates() || op.Kind == vfs.KindSize },
				})
				err := s.Write(0, 0, payload(0, 0, 2, size))
				_, fired := faulty.Disarm()
				checkChunkError(t, err, 0, 0)
				if !orphanKept(mem, content) {
					t.Fatalf("%s, %d bytes, after %d: the orphan is lost", orphan.name, size, after)
				}
				write(t, s, 0, 0, 2, size)
				wantVersion(t, s, 0, 0, 2)
				closeStore(t, s)
				if !orphanKept(mem, content) {
					t.Fatalf("%s, %d bytes, after %d: the orphan is lost in the end", orphan.name, size, after)
				}
				names, _ := mem.List(orphanDir)
				if _, err := mem.List(orphanDir + ".2"); err == nil || !slices.Equal(names, []string{"c.0.0.mcc"}) {
					t.Fatalf("%s, %d bytes, after %d: put aside are %v, and more: %v", orphan.name, size, after, names, err == nil)
				}
				if fired == 0 {
					if after < 8 {
						t.Errorf("only %d operations", after)
					}
					break
				}
			}
		}
	}
}

// TestOrphanNumbers puts several orphans of one chunk aside: each is kept, and one that is there already is not kept twice.
func TestOrphanNumbers(t *testing.T) {
	mem := vfs.NewMem()
	for i, content := range []string{"first", "other", "third, longer", "other"} {
		if err := mem.WriteFile(dir+"/c.0.0.mcc", []byte(content)); err != nil {
			t.Fatal(err)
		}
		s := open(t, mem, region.Options{})
		write(t, s, 0, 0, uint32(i+1), smallBytes)
		checkStore(t, s)
		closeStore(t, s)
	}
	for suffix, want := range map[string]string{"": "first", ".2": "other", ".3": "third, longer"} {
		if got, err := mem.ReadFile(orphanDir + suffix + "/c.0.0.mcc"); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", suffix, got, err)
		}
	}
	if _, err := mem.List(orphanDir + ".4"); err == nil {
		t.Error("an orphan was kept twice")
	}
}

// TestOwnFileIsNoOrphan makes a chunk external and takes it back, again and again: a file whose removal waits for the header to become
// durable is not put aside.
func TestOwnFileIsNoOrphan(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		mem := vfs.NewMem()
		s := open(t, mem, region.Options{Compression: region.None, Sync: policy})
		for i, size := range []int{externalBytes, smallBytes, smallBytes, externalBytes, 0, externalBytes, smallBytes, externalBytes, externalBytes, 0, smallBytes} {
			if err := store(s, 0, 0, uint32(i+1), size); err != nil {
				t.Fatal(err)
			}
		}
		checkStore(t, s)
		closeStore(t, s)
		if names, err := mem.List(orphanDir); err == nil {
			t.Errorf("%v: put aside are %v", policy, names)
		}
	}
}
