package plugin

import (
	"context"
	"errors"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/world"
)

// Server keeps the light of the three worlds of a server true.
type Server struct {
	Overworld, Nether, End *Light
}

// AttachServer attaches to the three worlds of a server, with the same configuration. It may be called before or after Server.Listen.
// The workers of the configuration are those of each world.
func AttachServer(srv *server.Server, conf Config) (*Server, error) {
	if srv == nil {
		return nil, errors.New("plugin: server is nil")
	}
	r, err := newRules(srv.World().BlockRegistry())
	if err != nil {
		return nil, err
	}
	s := &Server{}
	for _, d := range [3]struct {
		light **Light
		w     *world.World
	}{{&s.Overworld, srv.World()}, {&s.Nether, srv.Nether()}, {&s.End, srv.End()}} {
		if *d.light, err = attach(d.w, conf, r); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// all returns the lights that there are.
func (s *Server) all() []*Light {
	var ls []*Light
	for _, l := range [3]*Light{s.Overworld, s.Nether, s.End} {
		if l != nil {
			ls = append(ls, l)
		}
	}
	return ls
}

// Of returns the light of a world, or nil if it is none of the server's.
func (s *Server) Of(w *world.World) *Light {
	for _, l := range s.all() {
		if l.w == w {
			return l
		}
	}
	return nil
}

// Flush flushes the light of all worlds; see [Light.Flush].
func (s *Server) Flush(ctx context.Context) error {
	var errs []error
	for _, l := range s.all() {
		errs = append(errs, l.Flush(ctx))
	}
	return errors.Join(errs...)
}

// Close closes the light of all worlds; see [Light.Close].
func (s *Server) Close() error {
	var errs []error
	for _, l := range s.all() {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
