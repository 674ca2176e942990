package plugin

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Config holds the choices of live light. The zero value works.
type Config struct {
	// Radius is how far around a player light is kept true, in chunks, 1..64; 8 if zero: Dragonfly's simulation distance and two more.
	// No player's radius exceeds what the player sees.
	Radius int
	// Interval is how often players are followed and chunks compared, 1 ms..10 s; 50 ms, a tick, if zero. What exceeds the budget waits
	// for the next interval too.
	Interval time.Duration
	// Budget is how long the world's goroutine may work on light in an interval, in the sum, and must be less than half of it; 2 ms
	// or a tenth of the interval if zero, whichever is less. A single step that was begun is finished.
	Budget time.Duration
	// Workers is how many goroutines light chunks and large areas, 1..64; 1 if zero. With -1 there are none, and everything happens on
	// the world's goroutine.
	Workers int
	// MaxArea is how many chunks are lit together at the most, 1..256; 16 if zero.
	MaxArea int
	// VerifyEvery is how often one chunk in view is lit again from nothing and compared, in turn, 100 ms or more; never if zero. It costs
	// the world's goroutine some hundred microseconds each time. A chunk that is found wrong is logged, and read and lit anew.
	VerifyEvery time.Duration
	// Log gets what goes wrong; slog.Default() if nil.
	Log *slog.Logger
	// OnChange is called on the world's goroutine for each chunk in which light was written, once after all of it was. It may read and
	// change the world. Nil calls nothing.
	OnChange func(tx *world.Tx, pos world.ChunkPos)
	// Follow tells for a player how far around it light is kept true, in chunks; no radius above Radius counts. With ok false the player
	// is not followed. If nil, players with a connection are followed as far as they see, and others, who make no chunk tick, are not.
	Follow func(tx *world.Tx, player world.Entity) (radius int, ok bool)

	hooks hooks
}

// hooks let the tests of this package disturb the work.
type hooks struct {
	detach bool                   // workers solve every job that they may
	work   func(run func())       // instead of running a worker's task
	job    func(lighting.Changed) // before a section of a job's result is taken in
}

const (
	defaultRadius   = 8
	defaultInterval = 50 * time.Millisecond
	defaultBudget   = 2 * time.Millisecond
	greatestRadius  = 64
	greatestWorkers = 64
)

// withDefaults fills in what is zero, and reports everything that is out of range.
func (conf Config) withDefaults() (Config, error) {
	var errs []error
	within := func(name string, v, low, high int) {
		if v < low || v > high {
			errs = append(errs, fmt.Errorf("plugin: %s is %d, must be in %d..%d", name, v, low, high))
		}
	}
	if conf.Radius == 0 {
		conf.Radius = defaultRadius
	}
	within("Radius", conf.Radius, 1, greatestRadius)
	if conf.Interval == 0 {
		conf.Interval = defaultInterval
	}
	if conf.Interval < time.Millisecond || conf.Interval > 10*time.Second {
		errs = append(errs, fmt.Errorf("plugin: Interval is %v, must be in 1ms..10s", conf.Interval))
	}
	if conf.Budget == 0 {
		conf.Budget = min(defaultBudget, conf.Interval/10)
	}
	if conf.Budget < 0 || conf.Budget >= (conf.Interval+1)/2 {
		errs = append(errs, fmt.Errorf("plugin: Budget is %v, must be positive and less than half of Interval, %v", conf.Budget, conf.Interval))
	}
	switch {
	case conf.Workers == 0:
		conf.Workers = 1
	case conf.Workers == -1:
		conf.Workers = 0
	default:
		within("Workers", conf.Workers, 1, greatestWorkers)
	}
	if conf.MaxArea == 0 {
		conf.MaxArea = 16
	}
	within("MaxArea", conf.MaxArea, 1, 256)
	if conf.VerifyEvery != 0 && conf.VerifyEvery < 100*time.Millisecond {
		errs = append(errs, fmt.Errorf("plugin: VerifyEvery is %v, must be 0 or at least 100ms", conf.VerifyEvery))
	}
	if conf.Log == nil {
		conf.Log = slog.Default()
	}
	return conf, errors.Join(errs...)
}
