package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/df-mc/dragonfly/server"
	"github.com/kestrel-mc/kestrel/internal/listener"
	"github.com/sandertv/gophertunnel/minecraft"
	"github.com/sandertv/gophertunnel/minecraft/resource"
)

// listen opens the server's port. It is done before the server is made, which would only log that it failed.
func listen(s settings, packs []*resource.Pack, log *slog.Logger) (listener.Listener, error) {
	conf := minecraft.ListenConfig{
		MaximumPlayers:         s.Players.MaxCount,
		StatusProvider:         minecraft.NewStatusProvider(s.Server.Name, "Kestrel"),
		AuthenticationDisabled: !s.Server.AuthEnabled.Required(s.Network.Address),
		ResourcePacks:          packs,
		TexturePacksRequired:   s.Resources.Required,
	}
	if log.Enabled(context.Background(), slog.LevelDebug) {
		conf.ErrorLog = log.With("net origin", "gophertunnel")
	}
	l, err := conf.Listen("raknet", s.Network.Address)
	if err == nil {
		return listener.Listener{Listener: l}, nil
	}
	return listener.Listener{}, listenError(s.Network.Address, !conf.AuthenticationDisabled, err)
}

// listenError says why a listener could not be opened: the port, or the sign-in service if players must be asked who they are.
func listenError(address string, auth bool, err error) error {
	if auth && !isPortError(err) {
		return fmt.Errorf("players cannot be asked who they are, because the sign-in service was not reached (%w): connect this machine to the internet, "+
			"listen for this machine alone with --address 127.0.0.1:19132, or let everybody in with --no-auth", err)
	}
	return fmt.Errorf("listen on %s: %w", address, err)
}

// isPortError reports whether a listener failed to open its port. gophertunnel asks the sign-in service first, and has no type for
// the failure of that.
func isPortError(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "listen"
}

// withPacks returns the function that gives the server its listener, which has the first packs already. The server may have made another
// pack by then, for custom blocks and items.
func withPacks(l listener.Listener, packs int) func(server.Config) (server.Listener, error) {
	return func(conf server.Config) (server.Listener, error) {
		for _, p := range conf.Resources[packs:] {
			l.AddResourcePack(p)
		}
		return l, nil
	}
}

// resourcePacks loads the packs of a folder, which need not exist.
func resourcePacks(dir string) ([]*resource.Pack, error) {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("load resource packs: %w", err)
	}
	var packs []*resource.Pack
	for _, e := range entries {
		pack, err := resource.ReadPath(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("load resource pack %s: %w", e.Name(), err)
		}
		packs = append(packs, pack)
	}
	return packs, nil
}
