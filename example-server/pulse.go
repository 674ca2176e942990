package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/plugin"
)

// probeEvery is how often a world is asked for a sign of life, and probes how many of the last answers count.
const probeEvery, probes = time.Second, 60

// pulse measures how long the overworld's goroutine lets a task wait, and writes the line of health to the log. A tick that takes long shows
// in the wait; a world with nothing to do answers within microseconds.
type pulse struct {
	source source
	log    *slog.Logger
	stop   context.CancelFunc
	done   chan struct{}

	mu    sync.Mutex
	waits [probes]time.Duration
	n     int
}

// startPulse starts to measure, and logs every so often, or never if that is 0.
func startPulse(s source, logEvery time.Duration, log *slog.Logger) *pulse {
	ctx, stop := context.WithCancel(context.Background())
	p := &pulse{source: s, log: log, stop: stop, done: make(chan struct{})}
	go p.run(ctx, s.server.World(), logEvery)
	return p
}

// close stops and waits until that is done.
func (p *pulse) close() {
	p.stop()
	<-p.done
}

// run probes and logs until the context ends.
func (p *pulse) run(ctx context.Context, w *world.World, logEvery time.Duration) {
	defer close(p.done)
	probe := time.NewTicker(probeEvery)
	defer probe.Stop()
	var line <-chan time.Time
	if logEvery > 0 {
		t := time.NewTicker(logEvery)
		defer t.Stop()
		line = t.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-line:
			p.say()
		case <-probe.C:
			p.probe(ctx, w)
		}
	}
}

// probe measures once.
func (p *pulse) probe(ctx context.Context, w *world.World) {
	began := time.Now()
	if w.Do(func(*world.Tx) {}).Wait(ctx) != nil {
		return
	}
	wait := time.Since(began)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waits[p.n%probes] = wait
	p.n++
}

// worst returns the longest wait of the last minute.
func (p *pulse) worst() (longest time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, wait := range p.waits {
		longest = max(longest, wait)
	}
	return longest
}

// say writes the line: counts since the start, and what waits now.
func (p *pulse) say() {
	s := p.source.provider.Stats()
	passes := 0
	if l := p.source.lights; l != nil {
		for _, light := range []*plugin.Light{l.Overworld, l.Nether, l.End} {
			passes += int(light.Stats().Passes)
		}
	}
	p.log.Info("health", "players", p.source.server.PlayerCount(), "loads", s.Loaded, "saves", s.Written, "save_failures", s.Failed,
		"queue", s.Queued, "light_passes", passes, "world_wait", p.worst(), "uptime", time.Since(p.source.began).Round(time.Second))
}
