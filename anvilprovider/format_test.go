package anvilprovider_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
)

// TestOtherFormats opens worlds whose chunks are not in Anvil files. They are refused, with the name of a file, and nothing is made
// in them.
func TestOtherFormats(t *testing.T) {
	version := func(t *testing.T, dir string, n int32) {
		level := filepath.Join(dir, "level.dat")
		f, err := datfile.Read(level)
		if err != nil {
			t.Fatal(err)
		}
		data, _ := f.Root.Compound("Data")
		data["version"] = n
		if err := f.Write(level, ""); err != nil {
			t.Fatal(err)
		}
	}
	renamed := func(ext string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			from := filepath.Join(dir, "region", "r.0.0.")
			if err := os.Rename(from+"mca", from+ext); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, test := range []struct {
		name string
		make func(t *testing.T, dir string)
		want string
	}{
		{"Anvil", func(*testing.T, string) {}, ""},
		{"McRegion files", renamed("mcr"), "r.0.0.mcr"},
		{"linear files", renamed("linear"), "r.0.0.linear"},
		{"McRegion by level.dat", func(t *testing.T, dir string) { version(t, dir, 19132) }, "level.dat"},
		{"unknown by level.dat", func(t *testing.T, dir string) { version(t, dir, 20000) }, "20000"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			p := open(t, anvilprovider.Config{}, dir)
			store(t, p, world.ChunkPos{}, placed[1])
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			test.make(t, dir)
			before := files(t, dir)
			for _, readOnly := range []bool{false, true} {
				p, err := anvilprovider.Config{ReadOnly: readOnly}.Open(dir)
				if err == nil {
					_ = p.Close()
				}
				var format *anvilprovider.FormatError
				if errors.As(err, &format) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
					t.Errorf("read-only %t: %v", readOnly, err)
				}
			}
			if after := files(t, dir); test.want != "" && !maps.Equal(before, after) {
				t.Errorf("files have changed")
			}
		})
	}
}
