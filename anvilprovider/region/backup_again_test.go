package region_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// backups returns the versions of chunk 0,0 in the backups of region 0,0, by number.
func backups(t *testing.T, mem *vfs.Mem, folder string) (versions []uint32) {
	t.Helper()
	for _, suffix := range []string{"", ".2", ".3", ".4"} {
		if _, err := mem.Size(folder + suffix + "/r.0.0.mca"); err != nil {
			continue
		}
		s, err := region.Options{FS: mem, ReadOnly: true}.Open(folder + suffix)
		if err != nil {
			t.Fatal(err)
		}
		versions = append(versions, read(t, s, 0, 0))
		checkStore(t, s)
		closeStore(t, s)
	}
	return versions
}

// TestBackupAgain has a world that is changed by turns by this package and by the game. What the game wrote is in a backup
// before it is lost, and nothing is copied twice.
func TestBackupAgain(t *testing.T) {
	mem := vfs.NewMem()
	version := uint32(0)
	size := smallBytes
	game := func() {
		t.Helper()
		s := open(t, mem, region.Options{BackupDir: "/elsewhere"})
		version++
		write(t, s, 0, 0, version, size)
		closeStore(t, s)
	}
	// Each run makes a change that loses nothing, and one that needs a backup.
	run := func(kill bool, want ...uint32) {
		t.Helper()
		s := open(t, mem, region.Options{MaxOpen: 1})
		write(t, s, 5, 5, version, smallBytes)
		wantVersion(t, s, 40, 0, 0) // Closes the file, and opens it anew below.
		for range 2 {
			if err := s.Backup(region.Pos{}); err != nil {
				t.Fatal(err)
			}
			version++
			write(t, s, 0, 0, version, size)
		}
		if !kill {
			closeStore(t, s)
		}
		if got := backups(t, mem, backupDir); !slices.Equal(got, want) {
			t.Errorf("backups have versions %v, want %v", got, want)
		}
	}
	restore := func(from string) {
		t.Helper()
		for _, name := range []string{"r.0.0.mca", "c.0.0.mcc"} {
			data, err := mem.ReadFile(from + "/" + name)
			if err == nil {
				err = mem.WriteFile(dir+"/"+name, data)
			} else if name == "c.0.0.mcc" {
				err = nil
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}

	game() // Version 1.
	run(false, 1)
	run(false, 1) // Only we have written since.
	run(false, 1)
	first, err := mem.ReadFile(backupDir + "/r.0.0.mca")
	if err != nil {
		t.Fatal(err)
	}
	restore(backupDir)
	run(false, 1) // As in the backup.
	restore(backupDir)
	size = externalBytes
	game() // Version 10, in a file of its own.
	run(false, 1, 10)
	run(false, 1, 10)
	restore(backupDir + ".2")
	run(true, 1, 10)
	lost := version
	run(false, 1, 10, lost) // What the process that was killed has written cannot be told from what the game has.
	run(false, 1, 10, lost)
	again, err := mem.ReadFile(backupDir + "/r.0.0.mca")
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("the first backup was changed: %v", err)
	}

	// Without its backup the note is worth nothing.
	for _, suffix := range []string{"", ".2", ".3"} {
		if err := mem.Remove(backupDir + suffix + "/r.0.0.mca"); err != nil {
			t.Fatal(err)
		}
	}
	lost = version
	run(false, lost)
}

// TestBackupBeside backs up the regions of two folders together: they have the same number, whichever of them was changed by
// the game, and one that is absent is kept as an empty file.
func TestBackupBeside(t *testing.T) {
	mem := vfs.NewMem()
	const entityDir, entityBackups = "/world/entities", "/world/kestrel-backup/entities"
	openBoth := func(backups string) (terrain, entities *region.Store) {
		o := region.Options{FS: mem, Clock: clock}
		if backups != "" {
			o.BackupDir = backups
		}
		terrain, err1 := o.Open(dir)
		entities, err2 := o.Open(entityDir)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		return terrain, entities
	}
	game := func(terrainVersion, entityVersion uint32) {
		t.Helper()
		terrain, entities := openBoth("/elsewhere")
		if terrainVersion > 0 {
			write(t, terrain, 0, 0, terrainVersion, smallBytes)
		}
		if entityVersion > 0 {
			write(t, entities, 0, 0, entityVersion, smallBytes)
		}
		closeStore(t, terrain)
		closeStore(t, entities)
	}
	run := func(version uint32, wantTerrain, wantEntities []uint32) {
		t.Helper()
		terrain, entities := openBoth("")
		for range 2 {
			if err := terrain.Backup(region.Pos{}, entities); err != nil {
				t.Fatal(err)
			}
			write(t, entities, 0, 0, version, smallBytes)
			write(t, terrain, 0, 0, version, smallBytes)
		}
		closeStore(t, terrain)
		closeStore(t, entities)
		if got := backups(t, mem, backupDir); !slices.Equal(got, wantTerrain) {
			t.Errorf("version %d: backups of terrain have versions %v, want %v", version, got, wantTerrain)
		}
		if got := backups(t, mem, entityBackups); !slices.Equal(got, wantEntities) {
			t.Errorf("version %d: backups of entities have versions %v, want %v", version, got, wantEntities)
		}
	}
	game(1, 0)
	run(2, []uint32{1}, []uint32{0})
	if n, err := mem.Size(entityBackups + "/r.0.0.mca"); n != 0 || err != nil {
		t.Errorf("absence is kept as %d bytes, %v", n, err)
	}
	run(3, []uint32{1}, []uint32{0})
	game(0, 4)
	run(5, []uint32{1, 3}, []uint32{0, 4})
	game(6, 0)
	run(7, []uint32{1, 3, 6}, []uint32{0, 4, 5})
	run(8, []uint32{1, 3, 6}, []uint32{0, 4, 5})
}
