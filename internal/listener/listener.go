// Package listener makes gophertunnel's listener one of Dragonfly's, which has one of its own only behind its settings.
//
// A Listener is as safe for concurrent use as gophertunnel's.
package listener

import (
	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/session"
	"github.com/sandertv/gophertunnel/minecraft"
)

// Listener is gophertunnel's listener for a server.
type Listener struct{ *minecraft.Listener }

// Local opens a free port of this machine, at which everybody is let in under any name.
func Local() (Listener, error) {
	l, err := minecraft.ListenConfig{AuthenticationDisabled: true}.Listen("raknet", "127.0.0.1:0")
	return Listener{l}, err
}

// Option returns the listener in the form that server.Config.Listeners takes.
func (l Listener) Option() func(server.Config) (server.Listener, error) {
	return func(server.Config) (server.Listener, error) { return l, nil }
}

// Accept returns the next player.
func (l Listener) Accept() (session.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return c.(session.Conn), nil
}

// Disconnect ends a player's connection with a reason.
func (l Listener) Disconnect(conn session.Conn, reason string) error {
	return l.Listener.Disconnect(conn.(*minecraft.Conn), reason)
}
