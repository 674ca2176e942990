package anvilprovider

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/leveldat"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// levelFiles are level.dat and its parts, as trees, with the settings that were read from them.
type levelFiles struct {
	settings *world.Settings
	version  int32
	// found is true if the world had a level.dat when it was opened, made if there was no world.
	found, made bool

	mu     sync.Mutex
	files  map[leveldat.Part]datfile.File
	values leveldat.Values
	// dirty holds the parts that changed since they were last written.
	dirty map[leveldat.Part]bool
	// damaged is true while level.dat cannot be read and level.dat_old is what counts.
	damaged bool
}

// docs returns the trees.
func (l *levelFiles) docs() leveldat.Docs {
	d := make(leveldat.Docs, len(l.files))
	for part, f := range l.files {
		d[part] = f.Root
	}
	return d
}

// partFile returns the path of a part.
func (p *Provider) partFile(part leveldat.Part) string {
	if part == leveldat.Level {
		return p.world.LevelFile()
	}
	return p.world.DataFile(string(part))
}

// openLevel reads the settings of the world, or makes those of a new one and writes them.
func (p *Provider) openLevel(fresh bool) error {
	l := &p.level
	l.files, l.dirty = make(map[leveldat.Part]datfile.File), make(map[leveldat.Part]bool)
	l.made = fresh
	if fresh {
		p.addLevel(p.newVersion(), leveldat.Defaults())
		p.world.Modern = p.newVersion() >= layout.ModernDataVersion
		if err := p.writeLevel(); err != nil {
			return err
		}
	} else if err := p.readLevel(); err != nil {
		return err
	}
	docs := l.docs()
	if format, ok := docs.Data().Int("version"); ok {
		if err := p.world.CheckVersion(format); err != nil {
			return err
		}
	}
	l.values, l.version = docs.Values(), docs.DataVersion()
	if l.version > anvil.NewestDataVersion {
		p.conf.Log.Warn("the world is of a newer game than any that is known: what is in it is kept, and new chunks are saved for the newest that is known",
			"world", l.version, "new", p.newVersion())
	}
	if l.version >= layout.ModernDataVersion {
		p.world.Modern = true
	}
	l.settings = settingsOf(l.values)
	l.found = l.files[leveldat.Level].Root != nil
	return nil
}

// addLevel makes the files of level.dat that the world does not have, to be written.
func (p *Provider) addLevel(version int32, v leveldat.Values) {
	for part, root := range leveldat.New(version, v, p.conf.Clock().UnixNano()) {
		if _, err := os.Lstat(p.partFile(part)); err == nil && part != leveldat.Level {
			continue
		}
		p.level.files[part] = datfile.File{Root: root}
		p.level.dirty[part] = true
	}
}

// levelVersion returns the version for the level.dat of a world that lacks it: that of its other files or the highest that
// was seen in its chunks, so that it is as old as they are.
func (p *Provider) levelVersion() int32 {
	if v := max(p.level.version, p.version.v.Load()); v >= oldestNewVersion {
		return v
	}
	return p.newVersion()
}

// newVersion returns the data version of chunks and files that do not exist yet: the configured one, the world's own, or
// the highest seen in it. In a world that is newer than all that is known it is the newest known one: the game brings up to date
// what is older than itself, and takes the rest as it is.
func (p *Provider) newVersion() int32 {
	for _, v := range []int32{p.conf.DataVersion, p.level.version, p.version.v.Load()} {
		if v >= oldestNewVersion {
			return min(v, anvil.NewestDataVersion)
		}
	}
	return DefaultDataVersion
}

// old reports whether the world is one of before 1.18: level.dat says so, or, without one, the chunks seen so far.
func (p *Provider) old() bool {
	if v := p.level.version; v != 0 {
		return v < oldestNewVersion
	}
	return (p.level.found || p.version.old.Load()) && p.version.v.Load() < oldestNewVersion
}

// upgradedVersion returns the version of old chunks that are written in today's form. If it cannot be the one that new
// chunks have, that is logged once.
func (p *Provider) upgradedVersion() int32 {
	v := p.newVersion()
	if v < anvil.OldestUpgraded && p.seen.add("old chunks become newer than new ones") {
		p.conf.Log.Warn("chunks older than 1.18 that change are saved for 1.21.5 and later, which is newer than the world's version",
			"world", v, "saved", anvil.OldestUpgraded)
	}
	return max(v, anvil.OldestUpgraded)
}

// readLevel reads level.dat and the files split off it. A world may lack all of them. If level.dat is damaged, the copy of
// the last save is used, as the game does.
func (p *Provider) readLevel() error {
	path := p.world.LevelFile()
	f, err := datfile.Read(path)
	if err != nil {
		old, oldErr := datfile.Read(path + "_old")
		switch {
		case oldErr == nil:
			p.conf.Log.Warn("level.dat cannot be read, using level.dat_old", "error", err)
			p.level.damaged = !errors.Is(err, fs.ErrNotExist)
			f, err = old, nil
		case errors.Is(err, fs.ErrNotExist) && !errors.Is(oldErr, fs.ErrNotExist):
			err = noGoodLevel(oldErr)
		case !errors.Is(err, fs.ErrNotExist):
			err = noGoodLevel(err)
		}
	}
	if err == nil {
		p.level.files[leveldat.Level] = f
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, part := range leveldat.Parts {
		f, err := datfile.Read(p.partFile(part))
		if err == nil {
			p.level.files[part] = f
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// noGoodLevel adds to what is wrong with the only level.dat what can be done about it.
func noGoodLevel(err error) error {
	return fmt.Errorf("%w, and there is no other: put a good level.dat in its place, or take this one away, and the world opens with default settings", err)
}

// writeLevel writes the parts that changed. A part that cannot be written stays to be written.
func (p *Provider) writeLevel() error {
	l := &p.level
	l.mu.Lock()
	encoded := make(map[leveldat.Part][]byte, len(l.dirty))
	var errs []error
	for part := range l.dirty {
		b, err := l.files[part].Bytes()
		if err != nil {
			errs = append(errs, fmt.Errorf("write %s: %w", p.partFile(part), err))
			continue
		}
		encoded[part] = b
		delete(l.dirty, part)
	}
	damaged := l.damaged
	l.mu.Unlock()
	for part, b := range encoded {
		path, old := p.partFile(part), ""
		if part == leveldat.Level {
			old = filepath.Join(p.world.Root, "level.dat_old")
			if damaged {
				// The good copy stays, and what is damaged is put aside.
				old = filepath.Join(p.world.Root, "level.dat_damaged")
			}
		}
		err := datfile.Replace(path, old, b)
		if err != nil {
			errs = append(errs, fmt.Errorf("write %s: %w", path, err))
		}
		l.mu.Lock()
		if err != nil {
			l.dirty[part] = true
		} else if part == leveldat.Level {
			l.damaged = false
		}
		l.mu.Unlock()
	}
	return errors.Join(errs...)
}

// Settings returns the settings of the world. All callers get the same: worlds of one server share them.
func (p *Provider) Settings() *world.Settings { return p.level.settings }

// SaveSettings notes what of the settings changed since they were read or last saved. It is written in the background;
// Flush and Close wait for it and return its errors.
func (p *Provider) SaveSettings(s *world.Settings) {
	if p.saves == nil || p.closed.Load() {
		return
	}
	l := &p.level
	l.mu.Lock()
	v := valuesOf(s, l.values)
	if fits := fitting(v.Name); fits != v.Name {
		if v.Name = fits; p.seen.add("long name") {
			p.conf.Log.Warn("the name of the world is longer than a file can hold, and is saved without its end", "saved", len(fits))
		}
	}
	if v == l.values {
		l.mu.Unlock()
		return
	}
	if l.files[leveldat.Level].Root == nil {
		p.addLevel(p.levelVersion(), v)
	}
	docs := l.docs()
	changed := docs.Apply(l.values, v)
	if len(changed) > 0 {
		docs.Touch(p.conf.Clock())
		changed = append(changed, leveldat.Level)
	}
	for _, part := range changed {
		f := l.files[part]
		f.Root = docs[part]
		l.files[part], l.dirty[part] = f, true
	}
	l.values = v
	l.mu.Unlock()
	p.saves.settings()
}

// fitting returns as much of a name from its beginning as a string of NBT can hold.
func fitting(name string) string {
	encoded := 0
	for i, r := range name {
		if encoded += len(nbt.AppendText(nil, string(r))); encoded > nbt.MaxText {
			return name[:i]
		}
	}
	return name
}

// settingsOf returns Dragonfly's form of the settings.
func settingsOf(v leveldat.Values) *world.Settings {
	mode, _ := world.GameModeByID(v.GameMode)
	difficulty, _ := world.DifficultyByID(v.Difficulty)
	return &world.Settings{
		Name: v.Name, Spawn: cube.Pos(v.Spawn), Time: v.Time, TimeCycle: v.TimeCycle, RainTime: v.RainTime, Raining: v.Raining,
		ThunderTime: v.ThunderTime, Thundering: v.Thundering, WeatherCycle: v.WeatherCycle, CurrentTick: v.Age,
		DefaultGameMode: mode, Difficulty: difficulty, TickRange: tickRange,
	}
}

// tickRange is how far from a player chunks tick, in chunks. Java keeps no such number in the world; this is Dragonfly's
// own default.
const tickRange = 6

// valuesOf is the opposite of settingsOf. A game mode or difficulty that Java does not have leaves the old one.
func valuesOf(s *world.Settings, old leveldat.Values) leveldat.Values {
	s.Lock()
	defer s.Unlock()
	v := leveldat.Values{
		Name: s.Name, Spawn: s.Spawn, Time: s.Time, Age: s.CurrentTick, TimeCycle: s.TimeCycle, WeatherCycle: s.WeatherCycle,
		RainTime: s.RainTime, ThunderTime: s.ThunderTime, Raining: s.Raining, Thundering: s.Thundering,
		GameMode: old.GameMode, Difficulty: old.Difficulty,
	}
	if id, ok := world.GameModeID(s.DefaultGameMode); ok && id >= 0 && id <= 3 {
		v.GameMode = id
	}
	if id, ok := world.DifficultyID(s.Difficulty); ok && id >= 0 && id <= 3 {
		v.Difficulty = id
	}
	return v
}
