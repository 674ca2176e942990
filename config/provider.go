package config

import (
	"log/slog"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/plugin"
)

// Provider returns the options of the Java world's provider. The configuration must be valid.
func (c Config) Provider(log *slog.Logger) anvilprovider.Config {
	conf := anvilprovider.Config{
		Log:         log,
		ReadOnly:    !c.World.SaveData,
		MaxInflated: int64(c.Anvil.MaxChunkSize),
		MaxOpen:     c.Anvil.OpenFiles,
		Compression: map[string]region.Compression{"zlib": region.ZLib, "gzip": region.GZip, "lz4": region.LZ4, "none": region.None}[c.Anvil.Compression],
		Level:       c.Anvil.CompressionLevel,
		ReadAhead:   c.Anvil.ReadAhead,
		SaveQueue:   c.Anvil.SaveQueue,
		Generator:   c.Generator(),
	}
	conf.Sync, _ = region.ParseSyncPolicy(c.Anvil.Sync) // Validate has checked the name.
	if c.Anvil.Upgrade == "refuse" {
		conf.Upgrade = anvilprovider.UpgradeRefuse
	}
	if conf.ReadAhead == 0 {
		conf.ReadAhead = -1
	}
	return conf
}

// Plugin returns the options of live light, and whether it is wanted at all. The configuration must be valid.
func (c Config) Plugin(log *slog.Logger) (conf plugin.Config, enabled bool) {
	return plugin.Config{
		Radius:      c.Light.Radius,
		Interval:    c.Light.Interval,
		Budget:      c.Light.Budget,
		Workers:     c.Light.Workers,
		MaxArea:     c.Light.MaxArea,
		VerifyEvery: c.Light.VerifyEvery,
		Log:         log,
	}, c.Light.Enabled
}
