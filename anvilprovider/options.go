package anvilprovider

import (
	"maps"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/leveldat"
)

// WorldOptions are settings of a world that Dragonfly does not follow, so that world.Settings has no place for them, and that a world of
// Bedrock Edition has, too. A conversion carries them.
type WorldOptions struct {
	// Seed is that of the terrain. HasSeed is false if the world does not say.
	Seed    int64
	HasSeed bool
	// Commands says whether players may use commands without being operators, Hardcore whether they die for ever.
	Commands, Hardcore bool
	// Rules are the game rules that the world says, by the name that Java gave them up to 1.21.10, such as keepInventory; what is on or
	// off is 1 or 0. The cycles of time and weather are in world.Settings.
	Rules map[string]int32
}

// WorldOptions returns the options of the world. It is safe for concurrent use.
func (p *Provider) WorldOptions() WorldOptions {
	l := &p.level
	l.mu.Lock()
	defer l.mu.Unlock()
	docs := maps.Clone(l.docs())
	if docs[leveldat.Generation] == nil {
		if f, err := datfile.Read(p.partFile(leveldat.Generation)); err == nil {
			docs[leveldat.Generation] = f.Root
		}
	}
	return WorldOptions(docs.Options())
}

// SetWorldOptions gives a world that this provider has made its options. They are written in the background, as SaveSettings does. It
// does nothing in a world that was there before: its options are its own.
func (p *Provider) SetWorldOptions(o WorldOptions) {
	l := &p.level
	if p.saves == nil || p.closed.Load() || !p.level.made {
		return
	}
	l.mu.Lock()
	for _, part := range l.docs().SetOptions(leveldat.Options(o)) {
		l.dirty[part] = true
	}
	l.mu.Unlock()
	p.saves.settings()
}
