package config_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/config"
)

func TestProvider(t *testing.T) {
	c, err := config.Parse([]byte(`
[World]
SaveData = false
[anvil]
sync = "barrier"
upgrade = "refuse"
compression = "lz4"
compression_level = 9
open_files = 5
max_chunk_size = "1 GiB"
read_ahead = 0
save_queue = 7
`))
	if err != nil {
		t.Fatal(err)
	}
	p := c.Provider(nil)
	if !p.ReadOnly || p.Sync != region.SyncBarrier || p.Upgrade != anvilprovider.UpgradeRefuse || p.Compression != region.LZ4 || p.Level != 9 ||
		p.MaxOpen != 5 || p.MaxInflated != 1<<30 || p.ReadAhead >= 0 || p.SaveQueue != 7 {
		t.Errorf("Provider returned %+v", p)
	}
	d := config.Default().Provider(nil)
	if d.ReadOnly || d.Sync != region.SyncFull || d.Upgrade != anvilprovider.UpgradeBackup || d.Compression != region.ZLib || d.Level != region.DefaultLevel ||
		d.MaxOpen != region.DefaultMaxOpen || d.MaxInflated != region.DefaultMaxInflated || d.ReadAhead != anvilprovider.DefaultReadAhead || d.SaveQueue != anvilprovider.DefaultSaveQueue {
		t.Errorf("Provider of the defaults returned %+v", d)
	}
}
