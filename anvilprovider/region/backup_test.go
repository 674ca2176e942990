package region_test

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

const backupDir = "/world/kestrel-backup/region"

// TestBackup makes a backup from many goroutines while others write: it is of one moment, complete, durable at once, made
// once, and never made again.
func TestBackup(t *testing.T) {
	mem := vfs.NewMem()
	created := 0
	s := open(t, vfs.Watch(mem, func(op vfs.Op) error {
		if op.Kind == vfs.KindCreate && op.Name == backupDir+"/r.0.0.mca.kestrel-tmp" {
			created++
		}
		return nil
	}), region.Options{Compression: region.None, Sync: region.SyncNone})
	write(t, s, 0, 0, 1, 3000)
	write(t, s, 1, 0, 1, externalBytes)
	var wg sync.WaitGroup
	for i := range int32(6) {
		wg.Go(func() {
			if err := s.Backup(region.Pos{}); err != nil {
				t.Error(err)
			}
			for v := range uint32(5) {
				write(t, s, 2+i, 0, v+2, 5000)
			}
		})
	}
	wg.Wait()
	write(t, s, 0, 0, 2, 3000)
	write(t, s, 1, 0, 2, externalBytes)
	if err := s.Backup(region.Pos{}); err != nil || created != 1 {
		t.Errorf("backup again: %v; %d were made", err, created)
	}
	if err := s.Backup(region.Pos{X: 9}); err != nil {
		t.Errorf("backup of no region: %v", err)
	}
	closeStore(t, s)

	clone := mem.CrashClone(vfs.Crash{}) // A power failure right after must not take it away.
	first, err := clone.ReadFile(backupDir + "/r.0.0.mca")
	if err != nil {
		t.Fatal(err)
	}
	checkBackup(t, clone)

	s = open(t, mem, region.Options{})
	if err := s.Backup(region.Pos{}); err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	second, err := mem.ReadFile(backupDir + "/r.0.0.mca")
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the backup was overwritten: %v", err)
	}
}

// TestBackupFaults makes each file operation of a backup fail: the error says so, no half of a backup passes for one, and
// the next call makes it.
func TestBackupFaults(t *testing.T) {
	for after := 0; ; after++ {
		mem := vfs.NewMem()
		faulty := vfs.NewFaults(mem)
		s := open(t, faulty, region.Options{Compression: region.None})
		write(t, s, 0, 0, 1, 3000)
		write(t, s, 1, 0, 1, externalBytes)
		faulty.Arm(vfs.Fault{
			Err: errInjected, After: after, Short: true,
			Match: func(op vfs.Op) bool { return op.Kind.Mutates() },
		})
		err := s.Backup(region.Pos{})
		_, fired := faulty.Disarm()
		if fired == 0 {
			if err != nil || after < 8 {
				t.Errorf("%d operations, %v", after, err)
			}
			closeStore(t, s)
			return
		}
		var fe *region.FileError
		if !errors.Is(err, errInjected) || !errors.As(err, &fe) {
			t.Errorf("after %d: got %v", after, err)
		}
		if err := s.Backup(region.Pos{}); err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
		names, err := mem.List(backupDir)
		if err != nil || !slices.Equal(names, []string{"c.1.0.mcc", "r.0.0.mca"}) {
			t.Errorf("after %d: files %v, %v", after, names, err)
		}
		checkBackup(t, mem)
	}
}

// checkBackup finds the first version of both chunks in the backup.
func checkBackup(t *testing.T, fsys vfs.FS) {
	t.Helper()
	backup, err := region.Options{FS: fsys, ReadOnly: true}.Open(backupDir)
	if err != nil {
		t.Fatal(err)
	}
	wantVersion(t, backup, 0, 0, 1)
	wantVersion(t, backup, 1, 0, 1)
	checkStore(t, backup)
	closeStore(t, backup)
}
