package plugin

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// Light keeps the light of one world true. Use [Attach].
type Light struct {
	conf  Config
	w     *world.World
	rules *rules
	sync  bool // the world is synchronous: nothing may happen but in calls

	// All that follows belongs to the world's goroutine.
	core     *areas.World
	engine   *lighting.Engine
	reader   *reader // for chunks read in place
	host     *host
	want     nibbles
	columns  map[areas.Pos]*column
	shadows  map[*world.EntityHandle]*shadow
	walkers  map[*world.EntityHandle]*walker
	round    uint64    // of looking where they are
	arrivals []*column // to be read, oldest first
	suspects []*column // in which the host may have raised light
	sweep    []*column // to be compared in turn
	changed  []*column // for OnChange
	recent   int       // changes since the last step
	grace    int       // changes that may still be replayed in this interval when the budget is used up
	away     int       // columns and jobs that are with the workers
	spent    time.Duration
	cost     costs
	counts   Stats
	window   time.Time // when the interval began
	busy     bool      // within step
	closed   bool

	scheduled atomic.Bool // a step is on its way to the world's goroutine
	hurried   atomic.Bool // followNow has been sent for
	radius    atomic.Int64

	pool *pool           // nil without workers
	ctx  context.Context // done when the Light or the world is closed
	stop context.CancelFunc
	done sync.WaitGroup
	once sync.Once

	mu    sync.Mutex
	stats Stats // as of the last step
	times durations
}

// column is a chunk in view.
type column struct {
	pos     areas.Pos
	chunk   *chunk.Chunk
	viewers int     // shadows that view it
	lead    *shadow // the one of them whose calls count, or nil: the next that is called
	ticket  areas.Ticket
	views   []view     // the host's light, by 2*section + kind
	marks   []mark     // as views
	host    []*nibbles // what a worker says the host's light must be, until the column is primed
	tries   int        // failures to read it, in a row
	waiting bool       // in arrivals
	exposed sections   // in which the host may have raised light; the column is in suspects if there are any
	leaky   sections   // in which the host lets light through that does not pass
	changed bool       // in Light.changed
	touched bool       // the host has raised light, and not all was compared since
	primed  bool       // the host's light is ours
	hollow  bool       // the chunk has no light arrays
	gone    bool       // no longer in view
}

// ErrClosed is returned for a world or a Light that is closed.
var ErrClosed = errors.New("plugin: closed")

// Attach starts to keep the light of a world true, until [Light.Close] or until the world is closed. It may be called at any time and
// from anywhere. Faults of the configuration are reported all at once. A world has one Light at a time; another is [ErrAttached].
func Attach(w *world.World, conf Config) (*Light, error) {
	if w == nil {
		return nil, errors.New("plugin: world is nil")
	}
	r, err := newRules(w.BlockRegistry())
	if err != nil {
		return nil, err
	}
	return attach(w, conf, r)
}

func attach(w *world.World, conf Config, r *rules) (*Light, error) {
	conf, err := conf.withDefaults()
	if err != nil {
		return nil, err
	}
	ra := w.Range()
	if ra[0]&15 != 0 || (ra[1]+1)&15 != 0 {
		return nil, fmt.Errorf("plugin: world of height %v: not a whole number of sections of 16 blocks", ra)
	}
	core, err := areas.Config{Shapes: r.shapes, Bottom: int32(ra[0] >> 4), Sections: (ra[1]+1)>>4 - ra[0]>>4, MaxArea: conf.MaxArea}.New()
	if err != nil {
		return nil, fmt.Errorf("plugin: world of height %v: %w", ra, err)
	}
	inside, err := synchronous(w)
	if err != nil {
		return nil, err
	}
	l := &Light{
		conf: conf, w: w, rules: r, sync: inside, core: core, engine: lighting.NewEngine(r.shapes), reader: newReader(r), host: newHost(r.br),
		columns: map[areas.Pos]*column{}, shadows: map[*world.EntityHandle]*shadow{}, walkers: map[*world.EntityHandle]*walker{}, cost: firstCosts,
	}
	if err := claim(w); err != nil {
		return nil, err
	}
	l.ctx, l.stop = context.WithCancel(context.Background())
	l.radius.Store(int64(conf.Radius))
	if l.sync {
		w.Do(l.tick)
		return l, nil
	}
	if conf.Workers > 0 {
		l.pool = newPool(conf.Workers, r, conf.hooks, l.schedule)
	}
	l.done.Add(1)
	go l.follow()
	if conf.VerifyEvery > 0 {
		l.done.Add(1)
		go l.verifyInTurn()
	}
	return l, nil
}

// synchronous reports whether a world runs what it is given in the call itself, which its configuration alone knows.
func synchronous(w *world.World) (bool, error) {
	var inside atomic.Bool
	task := w.Do(func(*world.Tx) {
		var pcs [64]uintptr
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs[:])])
		for {
			f, more := frames.Next()
			if strings.HasSuffix(f.Function, "plugin.synchronous") {
				inside.Store(true)
			}
			if !more {
				return
			}
		}
	})
	select {
	case <-task.Done():
		if err := task.Err(); errors.Is(err, world.ErrWorldClosed) {
			return false, fmt.Errorf("%w: %w", ErrClosed, err)
		}
	default:
	}
	return inside.Load(), nil
}

// follow makes the world's goroutine tick, until the Light or the world is closed.
func (l *Light) follow() {
	defer l.done.Done()
	t := time.NewTicker(l.conf.Interval)
	defer t.Stop()
	var walk <-chan time.Time // where walkers cannot wait for the next interval
	if l.conf.Interval > defaultInterval {
		w := time.NewTicker(defaultInterval)
		defer w.Stop()
		walk = w.C
	}
	work := l.tick
	for {
		task := l.w.Do(work)
		select {
		case <-task.Done():
		case <-l.ctx.Done():
			return
		}
		if errors.Is(task.Err(), world.ErrWorldClosed) {
			l.end()
			return
		}
		select {
		case <-t.C:
			work = l.tick
		case <-walk:
			work = l.markWalkers
		case <-l.ctx.Done():
			return
		}
	}
}

// end stops everything but follow, and lets another Light have the world.
func (l *Light) end() {
	l.stop()
	if l.pool != nil {
		l.pool.close()
	}
	release(l.w)
}

// schedule makes the world's goroutine take a step after what it does now.
func (l *Light) schedule() {
	if !l.scheduled.CompareAndSwap(false, true) {
		return
	}
	l.w.Do(l.stepNow)
}

// SetRadius changes [Config.Radius] from the next interval on. A radius outside 1..64 is an error.
func (l *Light) SetRadius(chunks int) error {
	if chunks < 1 || chunks > greatestRadius {
		return fmt.Errorf("plugin: radius is %d, must be in 1..%d", chunks, greatestRadius)
	}
	l.radius.Store(int64(chunks))
	return nil
}

// Close stops watching: the loaders are closed, and all goroutines have ended when it returns. The light stays as it is. It
// must not be called on the world's goroutine. Closing twice, or after the world was closed, does nothing more.
func (l *Light) Close() error {
	l.once.Do(func() {
		l.stop()
		l.done.Wait()
		task := l.w.Do(l.detach)
		<-task.Done() // A world that is closed does not run it, and has let go of everything itself.
		l.end()
	})
	return nil
}

// detach lets go of the world.
func (l *Light) detach(tx *world.Tx) {
	l.markWalkers(tx)
	l.closed = true
	for _, s := range l.shadows {
		s.close(tx)
	}
	clear(l.shadows)
	clear(l.walkers)
	clear(l.columns)
	l.arrivals, l.suspects, l.sweep, l.changed = nil, nil, nil, nil
}
