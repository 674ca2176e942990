package server

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/df-mc/dragonfly/server/world"
)

// Waits are how long a transaction that does nothing had to wait for the world's goroutine: the longest wait in each tick of 50 ms.
// That goroutine ticks, adds chunks, changes blocks and saves; whatever else a player does waits behind it.
type Waits struct {
	Ticks              int
	P50, P95, P99, Max time.Duration
}

// probe asks the world's goroutine for a word about a thousand times a second.
type probe struct {
	w    *world.World
	stop context.CancelFunc
	done chan struct{}

	mu    sync.Mutex
	ticks []time.Duration
}

const tick = 50 * time.Millisecond

func startProbe(w *world.World) *probe {
	ctx, cancel := context.WithCancel(context.Background())
	p := &probe{w: w, stop: cancel, done: make(chan struct{})}
	go p.run(ctx)
	return p
}

func (p *probe) run(ctx context.Context) {
	defer close(p.done)
	pause := time.NewTicker(time.Millisecond)
	defer pause.Stop()
	began := time.Now()
	longest := time.Duration(0)
	for ctx.Err() == nil {
		asked := time.Now()
		var wait time.Duration
		if p.w.Do(func(*world.Tx) { wait = time.Since(asked) }).Wait(ctx) != nil {
			return
		}
		longest = max(longest, wait)
		// A wait over several ticks is the answer for each of them.
		for ; time.Since(began) >= tick; began = began.Add(tick) {
			p.mu.Lock()
			p.ticks = append(p.ticks, longest)
			p.mu.Unlock()
			if time.Since(began) < 2*tick {
				longest = 0
			}
		}
		<-pause.C
	}
}

// take returns the waits since the last call.
func (p *probe) take() Waits {
	p.mu.Lock()
	defer p.mu.Unlock()
	ticks := p.ticks
	p.ticks = nil
	return waitsOf(ticks)
}

func (p *probe) close() {
	p.stop()
	<-p.done
}

func waitsOf(ticks []time.Duration) Waits {
	if len(ticks) == 0 {
		return Waits{}
	}
	slices.Sort(ticks)
	at := func(percent int) time.Duration { return ticks[min(len(ticks)*percent/100, len(ticks)-1)] }
	return Waits{Ticks: len(ticks), P50: at(50), P95: at(95), P99: at(99), Max: ticks[len(ticks)-1]}
}
