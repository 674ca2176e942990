package anvilprovider

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/worldlock"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// Provider is a Java world as a world.Provider. It is made by Open or Config.Open and is safe for concurrent use: the
// worlds of one server share it. It must be closed.
type Provider struct {
	conf  Config
	world layout.World
	lock  *worldlock.Lock // nil if read-only
	dims  dimensions
	level levelFiles

	blocksMu sync.RWMutex
	blocks   *blocks // nil until it is needed
	blockErr error   // why the registry that a world set cannot be used

	playersMu sync.Mutex

	workers workers
	ahead   *readAhead // nil if off
	saves   *saver     // nil if read-only
	gates   gates
	unshown unshownEntities
	forms   forms
	built   builtChunks
	dark    darkness
	relight relighting
	version newest
	stats   counters
	seen    names // what has been logged once

	closed   atomic.Bool
	closing  sync.Once
	closeErr error
}

var _ world.Provider = (*Provider)(nil)

// newest is the highest data version seen in a chunk, and whether one of before 1.18 was seen.
type newest struct {
	v   atomic.Int32
	old atomic.Bool
}

func (n *newest) saw(version int32) {
	if version < oldestNewVersion {
		n.old.Store(true)
	}
	for old := n.v.Load(); version > old && !n.v.CompareAndSwap(old, version); old = n.v.Load() {
	}
}

// Open opens the Java world in dir with the default configuration. A folder that is empty or does not exist becomes a new
// world.
func Open(dir string) (*Provider, error) {
	var conf Config
	return conf.Open(dir)
}

// Open opens the Java world in dir: the folder that holds level.dat. A folder that is empty or does not exist becomes a
// new world, unless ReadOnly is set. The errors tell what is wrong with the path (*FolderError), with level.dat, or with the
// configuration (all faults at once), that the world is in a format that is not read (*FormatError), and that somebody else has it
// open (ErrLocked).
func (conf Config) Open(dir string) (*Provider, error) {
	conf, err := conf.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("open anvil world: %w", err)
	}
	p := &Provider{conf: conf, gates: gates{seed: maphash.MakeSeed()}}
	if err := p.open(dir); err != nil {
		return nil, fmt.Errorf("open anvil world: %w", err)
	}
	return p, nil
}

func (p *Provider) open(dir string) (err error) {
	w, fresh, err := layout.Detect(dir)
	if err != nil {
		return err
	}
	if fresh && p.conf.ReadOnly {
		return &layout.FolderError{Path: w.Root, Found: "empty or missing, and may not be written to"}
	}
	p.world = w
	if err := w.CheckFiles(); err != nil {
		return err
	}
	if !p.conf.ReadOnly {
		if err := os.MkdirAll(w.Root, 0o755); err != nil {
			return err
		}
		if p.lock, err = worldlock.Acquire(w.LockFile()); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				err = errors.Join(err, p.lock.Release())
			}
		}()
	}
	if err := p.openLevel(fresh); err != nil {
		return err
	}
	p.dims = dimensions{
		world: p.world, opt: p.conf.regionOptions(), named: maps.Clone(p.conf.Dimensions), log: p.conf.Log, open: make(map[world.Dimension]*dimension),
	}
	if p.conf.Blocks != nil {
		if err := p.setBlocks(p.conf.Blocks); err != nil {
			return err
		}
	}
	if p.conf.ReadAhead > 0 {
		p.ahead = newReadAhead(p, p.conf.ReadWorkers, p.conf.ReadAhead)
	}
	if !p.conf.ReadOnly {
		p.saves = newSaver(p, p.conf.SaveWorkers, p.conf.SaveQueue)
	}
	return nil
}

// SetBlockRegistry sets the registry that runtime IDs belong to. A world does this before it loads its first column.
// Columns that were saved before are still written with the registry that they came with.
func (p *Provider) SetBlockRegistry(br world.BlockRegistry) {
	if br == nil {
		br = world.DefaultBlockRegistry
	}
	if err := p.setBlocks(br); err != nil {
		// The interface of Dragonfly has no place for an error. Every load and save will return it.
		p.conf.Log.Error("set block registry", "error", err)
	}
}

func (p *Provider) setBlocks(br world.BlockRegistry) error {
	p.blocksMu.Lock()
	defer p.blocksMu.Unlock()
	if p.blocks != nil && p.blocks.source == br {
		return nil
	}
	b, err := newBlocks(br, p.conf)
	p.blocks, p.blockErr = b, err
	if err != nil {
		return err
	}
	if p.ahead != nil {
		p.ahead.forget()
	}
	return nil
}

// registry returns the translator in use. Without a world that set a registry, it is made for the default one.
func (p *Provider) registry() (*blocks, error) {
	p.blocksMu.RLock()
	b, err := p.blocks, p.blockErr
	p.blocksMu.RUnlock()
	if b != nil || err != nil {
		return b, err
	}
	if err := p.setBlocks(world.DefaultBlockRegistry); err != nil {
		return nil, err
	}
	return p.registry()
}

// LoadColumn loads a chunk with its block entities, entities and scheduled ticks. For a chunk that does not exist, or that
// the game has not finished generating, the error matches leveldb.ErrNotFound. A chunk that is stored but cannot be read
// is a *ChunkError, which does not. The column belongs to the caller.
func (p *Provider) LoadColumn(pos world.ChunkPos, dim world.Dimension) (*chunk.Column, error) {
	if p.closed.Load() {
		return nil, ErrClosed
	}
	d, err := p.dims.of(dim)
	if err != nil {
		return nil, fmt.Errorf("load column: %w", err)
	}
	b, err := p.registry()
	if err != nil {
		return nil, fmt.Errorf("load column: %w", err)
	}
	col, err := p.column(d, pos, b)
	switch {
	case err == nil:
		p.stats.loaded.Add(1)
	case err == errAbsent:
		p.stats.absent.Add(1)
	case err == errPartial:
		p.stats.absent.Add(1)
		p.stats.partial.Add(1)
	default:
		p.stats.unreadable.Add(1)
	}
	return col, err
}

// column takes a column from wherever it is newest: a save that waits, what was read ahead, or the files.
func (p *Provider) column(d *dimension, pos world.ChunkPos, b *blocks) (*chunk.Column, error) {
	k := key{d, pos}
	if p.saves != nil {
		if col, err, ok := p.saves.load(k, b); ok {
			return col, err
		}
	}
	if p.ahead != nil {
		return p.ahead.load(k, b)
	}
	l, err := p.read(k, b)
	return p.deliver(k, l), err
}

// read loads a column from the files.
func (p *Provider) read(k key, b *blocks) (loaded, error) {
	w := p.workers.get(b)
	defer p.workers.put(w)
	l, err := p.loadColumn(w, k)
	for _, unknown := range b.t.NewUnknown() {
		p.conf.Log.Warn("unknown block, shown as another and kept in the world", "name", unknown)
	}
	return l, err
}

// key names a chunk of the world.
type key struct {
	dim *dimension
	pos world.ChunkPos
}

// Stats returns what happened so far.
func (p *Provider) Stats() Stats {
	s := p.stats.snapshot()
	if p.saves != nil {
		p.saves.fill(&s)
	}
	if p.ahead != nil {
		s.Ready = p.ahead.ready()
	}
	return s
}

// Dir returns the folder of the world.
func (p *Provider) Dir() string { return p.world.Root }

// Flush waits until everything that was saved is in its file and durable. It tries again what failed before, and returns
// the errors of what still fails; that stays in the queue.
func (p *Provider) Flush(ctx context.Context) error {
	if p.saves == nil {
		return nil
	}
	if p.closed.Load() {
		return ErrClosed
	}
	return p.flush(ctx)
}

func (p *Provider) flush(ctx context.Context) error {
	errs := []error{p.saves.flush(ctx)}
	for _, d := range p.dims.all() {
		errs = append(errs, d.terrain.Flush(), d.entity.Flush())
		if d.points != nil {
			errs = append(errs, d.points.Flush())
		}
	}
	return errors.Join(errs...)
}

// Close writes what waits to be written, closes all files and gives the world back. Its error holds everything that could
// not be written. Further calls do nothing and return the first result.
func (p *Provider) Close() error {
	p.closing.Do(func() {
		p.closed.Store(true)
		if p.ahead != nil {
			p.ahead.close()
		}
		var errs []error
		if p.saves != nil {
			errs = append(errs, p.flush(context.Background()))
			p.saves.close()
		}
		for _, d := range p.dims.all() {
			errs = append(errs, d.terrain.Close(), d.entity.Close())
			if d.points != nil {
				errs = append(errs, d.points.Close())
			}
		}
		if p.lock != nil {
			errs = append(errs, p.lock.Release())
		}
		p.closeErr = errors.Join(errs...)
		p.conf.Log.Info("world closed", "world", filepath.Base(p.world.Root), "stats", p.Stats())
	})
	return p.closeErr
}
