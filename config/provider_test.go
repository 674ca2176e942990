package config_test

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/config"
	"github.com/kestrel-mc/kestrel/plugin"
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

// TestPlugin gives the options to a world, which accepts them.
func TestPlugin(t *testing.T) {
	c, err := config.Parse([]byte("[light]\nradius = 3\ninterval = \"20ms\"\nbudget = \"1ms\"\nworkers = 2\nmax_area = 4\nverify_every = \"1s\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, enabled := c.Plugin(nil)
	if !enabled || p.Radius != 3 || p.Interval != 20*time.Millisecond || p.Budget != time.Millisecond || p.Workers != 2 || p.MaxArea != 4 || p.VerifyEvery != time.Second {
		t.Errorf("Plugin returned %+v, %v", p, enabled)
	}
	for _, conf := range []config.Config{c, config.Default()} {
		p, _ := conf.Plugin(nil)
		w := world.Config{Synchronous: true}.New()
		light, err := plugin.Attach(w, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(light.Close(), w.Close()); err != nil {
			t.Error(err)
		}
	}
	c.Light.Enabled = false
	if _, enabled := c.Plugin(nil); enabled {
		t.Error("light that is switched off is on")
	}
}

// TestGenerator stores what each generator makes in a world that does not have it: the provider knows it, and writes nothing.
func TestGenerator(t *testing.T) {
	for _, kind := range []string{config.GenerateNothing, config.GenerateFlat} {
		c := config.Default()
		c.Anvil.Generate = kind
		p, err := c.Provider(slog.New(slog.DiscardHandler)).Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		for _, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
			world.DefaultBlockRegistry.Finalize()
			made := chunk.New(world.DefaultBlockRegistry, dim.Range())
			c.Generator()(dim).GenerateChunk(world.ChunkPos{1, 2}, made)
			made.Compact()
			if err := p.StoreColumn(world.ChunkPos{1, 2}, dim, &chunk.Column{Chunk: made}); err != nil {
				t.Fatal(err)
			}
			if ground := made.HighestBlock(3, 3) > int16(dim.Range()[0]); ground != (kind == config.GenerateFlat) {
				t.Errorf("%s in %v: there is ground: %v", kind, dim, ground)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if s := p.Stats(); s.Untouched != 3 || s.Created != 0 {
			t.Errorf("%s: %d untouched, %d created", kind, s.Untouched, s.Created)
		}
	}
}
