package region_test

import (
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestBackupCrash cuts the power before each operation of a backup and of the writes that follow it. What is under the name of a region
// file in the folder of backups is whole, the world is, and once Backup has returned, or is called again by the next process, the
// chunks as the game left them are in a backup.
func TestBackupCrash(t *testing.T) {
	// With SyncBarrier there is a backup of an earlier state already.
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		t.Run(policy.String(), func(t *testing.T) {
			again := policy == region.SyncBarrier
			o := region.Options{Compression: region.None, Sync: policy}
			mem := vfs.NewMem()
			game := func(version uint32) {
				s := open(t, mem, region.Options{Compression: region.None, BackupDir: "/elsewhere"})
				write(t, s, 0, 0, version, smallBytes)
				write(t, s, 1, 0, version, externalBytes)
				closeStore(t, s)
			}
			if again {
				game(1)
				s := open(t, mem, o)
				if err := s.Backup(region.Pos{}); err != nil {
					t.Fatal(err)
				}
				write(t, s, 2, 0, 1, smallBytes)
				closeStore(t, s)
			}
			game(2)

			done, moments := false, 0
			look := func(when string) {
				for _, c := range outcomes(crashSeeds()) {
					moments++
					clone := mem.CrashClone(c)
					kept := backups(t, clone, backupDir)
					if done && !slices.Contains(kept, 2) {
						t.Fatalf("before %s, %+v: the backup is lost, there are %v", when, c, kept)
					}
					s := open(t, clone, o)
					wantVersion(t, s, 0, 0, 2, 3)
					wantVersion(t, s, 1, 0, 2, 3)
					checkCrashed(t, s, 1)
					if err := s.Backup(region.Pos{}); err != nil {
						t.Fatal(err)
					}
					write(t, s, 0, 0, 4, smallBytes)
					write(t, s, 1, 0, 4, externalBytes)
					closeStore(t, s)
					if kept = backups(t, clone, backupDir); !slices.Contains(kept, 2) || again != slices.Contains(kept, 1) {
						t.Fatalf("before %s, %+v: after a backup by the next process there are %v", when, c, kept)
					}
				}
			}
			s := open(t, vfs.Watch(mem, func(op vfs.Op) error {
				if op.Kind.Mutates() {
					look(op.String())
				}
				return nil
			}), o)
			if err := s.Backup(region.Pos{}); err != nil {
				t.Fatal(err)
			}
			done = true
			write(t, s, 1, 0, 3, externalBytes)
			write(t, s, 0, 0, 3, smallBytes)
			closeStore(t, s)
			look("the end")
			if moments < 80 {
				t.Errorf("only %d moments", moments)
			}
		})
	}
}
