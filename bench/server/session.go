package server

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/mcdb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/listener"
	"github.com/kestrel-mc/kestrel/plugin"
)

// Session is what one side did.
type Session struct {
	// Complete is false if the session was broken off; the phases that were not reached are zero then.
	Complete bool
	// Columns is how many columns each client loaded, Stream how long the slowest client took from joining to its last block, and
	// StreamWaits what others waited meanwhile.
	Columns     int
	Stream      time.Duration
	StreamWaits Waits
	// PlayWaits is what others waited while blocks changed and clients flew.
	PlayWaits Waits
	// Light is how long light took to follow a change, the median of several; Follows is false if it never did.
	Light   time.Duration
	Follows bool
	// Save is how long World.Save took, and SaveWaits what others waited meanwhile.
	Save      time.Duration
	SaveWaits Waits
	// Held is what the heap holds after the view was loaded, and Peak the largest heap seen; Base is the heap before.
	Base, Held, Peak uint64
}

// running is a server under measurement.
type running struct {
	srv      *server.Server
	address  string
	lights   *plugin.Server
	accepted chan struct{}
}

// start serves one side's copy on a free port of this machine.
func start(c *Copies, side string, o Options) (*running, error) {
	provider, err := c.provider(side)
	if err != nil {
		return nil, err
	}
	s := provider.Settings()
	s.Lock()
	s.Spawn, s.DefaultGameMode, s.TimeCycle, s.WeatherCycle, s.Raining, s.Thundering = c.spawn, world.GameModeCreative, false, false, false, false
	s.Unlock()
	l, err := listener.Local()
	if err != nil {
		return nil, errors.Join(err, provider.Close())
	}
	r := &running{address: l.Addr().String(), accepted: make(chan struct{})}
	r.srv = server.Config{
		Log: quiet, AuthDisabled: true, MaxChunkRadius: o.Radius, WorldProvider: provider, SaveInterval: -1, RandomTickSpeed: 3,
		Generator: func(world.Dimension) world.Generator { return world.NopGenerator{} },
		Listeners: []func(server.Config) (server.Listener, error){l.Option()},
	}.New()
	r.srv.Listen()
	go func() {
		defer close(r.accepted)
		for range r.srv.Accept() { //nolint:revive // Players are let in, and nothing else.
		}
	}()
	if side == Kestrel {
		if r.lights, err = plugin.AttachServer(r.srv, plugin.Config{Log: quiet}); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, nil
}

// provider opens one side's copy.
func (c *Copies) provider(side string) (world.Provider, error) {
	switch side {
	case Kestrel:
		return anvilprovider.Config{Log: quiet}.Open(filepath.Join(c.dir, "anvil"))
	case Dragonfly:
		return mcdb.Config{Log: quiet}.Open(filepath.Join(c.dir, "mcdb"))
	}
	return nil, fmt.Errorf("no side is called %q", side)
}

// close stops the server; its worlds close the provider.
func (r *running) close() error {
	var err error
	if r.lights != nil {
		err = r.lights.Close()
	}
	err = errors.Join(err, r.srv.Close())
	<-r.accepted
	return err
}

// Measure runs one session of a side. If the context ends, the session comes back as far as it got, without an error.
func Measure(ctx context.Context, c *Copies, side string, o Options) (s Session, err error) {
	if o, err = o.defaults(); err != nil {
		return s, err
	}
	memory := watchMemory()
	defer func() { s.Peak = memory.close() }()
	s.Base = memory.base
	r, err := start(c, side, o)
	if err != nil {
		return s, fmt.Errorf("serve with %s: %w", side, err)
	}
	defer func() {
		if e := r.close(); e != nil {
			err = errors.Join(err, fmt.Errorf("stop serving with %s: %w", side, e))
		}
	}()
	p := startProbe(r.srv.World())
	defer p.close()
	if err = s.run(ctx, r, c, p, o, memory); err != nil && ctx.Err() != nil {
		return s, nil
	}
	s.Complete = err == nil
	return s, err
}

// run goes through the phases.
func (s *Session) run(ctx context.Context, r *running, c *Copies, p *probe, o Options, memory *memoryWatch) error {
	clients, err := s.stream(ctx, r, c, o)
	defer func() {
		for _, client := range clients {
			_ = client.Close()
		}
	}()
	if err != nil {
		return err
	}
	s.StreamWaits = p.take()
	s.Held = memory.held()
	p.take()
	if err := play(ctx, r.srv.World(), clients, c, o); err != nil {
		return err
	}
	s.PlayWaits = p.take()
	if s.Light, s.Follows, err = lightLatency(ctx, r.srv.World(), c); err != nil {
		return err
	}
	p.take()
	began := time.Now()
	r.srv.World().Save()
	s.Save = time.Since(began)
	time.Sleep(2 * tick) // So that the probe's ticks of the save have ended.
	s.SaveWaits = p.take()
	return ctx.Err()
}
