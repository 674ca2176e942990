package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/player/chat"
	"github.com/df-mc/dragonfly/server/player/playerdb"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb/storage"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/config"
	"github.com/kestrel-mc/kestrel/plugin"
	"github.com/spf13/cobra"
)

func (a *app) serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a server on a Java world (the default)",
		Long: "Runs a server on the Java world that --world or the configuration names. With neither, a small world is made beside the configuration on the\n" +
			"first start and served. The first Ctrl-C stops the server cleanly, the second at once.",
	}
	a.serveFlags(cmd)
	return cmd
}

// serveFlags makes a command the one that serves.
func (a *app) serveFlags(cmd *cobra.Command) {
	var opt serveOptions
	opt.flags(cmd)
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := opt.load()
		if err != nil {
			return err
		}
		if opt.print {
			_, err := a.stdout.Write(s.Marshal())
			return err
		}
		return a.serve(cmd.Context(), s)
	}
}

// serve runs a server until the context ends.
func (a *app) serve(ctx context.Context, s settings) error {
	signal.Ignore(syscall.SIGPIPE) // whoever read the log may be gone, and the world still has to be saved
	log := a.logger()
	dir, err := a.findWorld(s)
	if err != nil {
		return err
	}
	provider, err := s.Provider(log).Open(dir)
	if err != nil {
		return err
	}
	// Only now: a world that is refused leaves nothing behind.
	if err := s.keep(a.stdout); err != nil {
		return errors.Join(err, provider.Close())
	}
	srv, address, err := start(s, provider, log)
	if err != nil {
		return errors.Join(err, provider.Close())
	}
	srv.Listen()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for p := range srv.Accept() {
			log.Info("player joined", "name", p.Name())
		}
	}()
	extras, err := a.attach(s, srv, provider, log)
	if err == nil {
		if err := a.summary(s, provider, address, extras); err != nil {
			log.Warn("the world could not be counted", "error", err)
		}
		<-ctx.Done()
		fmt.Fprintln(a.stdout, stopping(s))
	}
	err = errors.Join(err, extras.close(), srv.Close())
	<-stopped
	// The last of the server's worlds has closed the provider; this is its result again, which the server only logs.
	return errors.Join(err, provider.Close())
}

// stopping says what happens now, and what a second Ctrl-C leaves out.
func stopping(s settings) string {
	if !s.World.SaveData {
		return "Stopping: players leave, and the world is as it was. Press Ctrl-C again to stop at once."
	}
	return "Stopping: players leave and the world is saved. Press Ctrl-C again to stop without."
}

// extras is what runs beside the server.
type extras struct {
	lights   *plugin.Server
	commands *lightCommands
	pulse    *pulse
	monitor  *monitor
	// monitorAddress is where the monitor listens.
	monitorAddress string
}

// attach starts live light, the line of health and the monitor, as far as they are wanted. What was started before an error is in the result.
func (a *app) attach(s settings, srv *server.Server, provider *anvilprovider.Provider, log *slog.Logger) (e extras, err error) {
	if conf, enabled := s.Plugin(log); enabled {
		if e.lights, err = plugin.AttachServer(srv, conf); err != nil {
			return e, fmt.Errorf("start live light: %w", err)
		}
		e.commands = registerLight(e.lights)
	}
	registerTime()
	from := source{server: srv, provider: provider, lights: e.lights, began: time.Now()}
	e.pulse = startPulse(from, s.Metrics.LogEvery, log)
	from.pulse = e.pulse
	if s.Metrics.Address != "" {
		e.monitor, e.monitorAddress, err = startMonitor(s.Metrics.Address, s.Metrics.Profile, from)
	}
	return e, err
}

// close ends what was started.
func (e extras) close() (err error) {
	if e.monitor != nil {
		err = e.monitor.close()
	}
	if e.pulse != nil {
		e.pulse.close()
	}
	if e.lights != nil {
		e.commands.close()
		err = errors.Join(err, e.lights.Close())
	}
	return err
}

// findWorld returns the folder of the world. The showcase world is made if it is wanted and not there.
func (a *app) findWorld(s settings) (string, error) {
	dir := s.path(s.World.Folder)
	if _, err := os.Stat(dir); s.World.Folder != config.DefaultWorld || !errors.Is(err, fs.ErrNotExist) {
		if err := checkFolder(dir, "a Java world"); err != nil {
			return "", fmt.Errorf("%w, with --world or as World.Folder of the configuration", err)
		}
		return dir, nil
	}
	if err := writeShowcase(dir); err != nil {
		return "", err
	}
	fmt.Fprintln(a.stdout, "Made a small world in", dir+".")
	return dir, nil
}

// start opens the port and makes the server. It returns the address that players connect to. If it fails, the provider stays open.
func start(s settings, provider *anvilprovider.Provider, log *slog.Logger) (srv *server.Server, address string, err error) {
	conf, address, err := hostConfig(s, provider, log)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = startFault(recover(), err) }()
	return conf.New(), address, nil
}

// startFault makes an error of a panic of the host over a file. It builds its own resource pack where temporary files go, and panics if it
// cannot.
func startFault(fault any, err error) error {
	if fault == nil {
		return err
	}
	var file *fs.PathError
	if cause, ok := fault.(error); !ok || !errors.As(cause, &file) {
		panic(fault)
	}
	return fmt.Errorf("make the server's resource pack in %s, the folder for temporary files, which TMPDIR names (with AutoBuildPack = false under [Resources] none is made): %w", os.TempDir(), file)
}

// hostConfig opens the port, and returns what the server is made of.
func hostConfig(s settings, provider *anvilprovider.Provider, log *slog.Logger) (conf server.Config, address string, err error) {
	packs, err := resourcePacks(s.path(s.Resources.Folder))
	if err != nil {
		return conf, "", err
	}
	l, err := listen(s, packs, log)
	if err != nil {
		return conf, "", err
	}
	conf = server.Config{
		Log:                     log,
		Listeners:               []func(server.Config) (server.Listener, error){withPacks(l, len(packs))},
		Name:                    s.Server.Name,
		Resources:               packs,
		ResourcesRequired:       s.Resources.Required,
		DisableResourceBuilding: !s.Resources.AutoBuildPack,
		AuthDisabled:            !s.Server.AuthEnabled.Required(s.Network.Address),
		MuteEmoteChat:           s.Server.MuteEmoteChat,
		MaxPlayers:              s.Players.MaxCount,
		MaxChunkRadius:          s.Players.MaximumChunkRadius,
		ReadOnlyWorld:           !s.World.SaveData,
		Generator:               s.Generator(),
		Blocks:                  world.DefaultBlockRegistry,
		WorldProvider:           provider,
	}
	if !s.Server.DisableJoinQuitMessages {
		conf.JoinMessage, conf.QuitMessage = chat.MessageJoin, chat.MessageQuit
	}
	if s.Players.SaveData {
		if conf.PlayerProvider, err = openPlayers(playersOf(s.path(s.Players.Folder), provider.Dir())); err != nil {
			return conf, "", errors.Join(err, l.Close())
		}
	}
	return conf, l.Addr().String(), nil
}

// playersOf is the folder of the players of one world: in the folder of all players, under the world's path as it is seen from beside
// that. A world there is called by its name, and no two worlds are called the same.
func playersOf(folder, world string) string {
	name := world
	from, fromErr := filepath.Abs(filepath.Dir(folder))
	to, toErr := filepath.Abs(world)
	if rel, err := filepath.Rel(from, to); fromErr == nil && toErr == nil && err == nil {
		name = filepath.ToSlash(rel)
	}
	name = url.QueryEscape(name)
	rest := strings.TrimLeft(name, ".") // . and .. would lead elsewhere, and others be hidden
	name = strings.Repeat("%2E", len(name)-len(rest)) + rest
	return filepath.Join(folder, name)
}

// openPlayers opens the data of the players of one world, in Dragonfly's own format.
func openPlayers(dir string) (*playerdb.Provider, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("open the players' data: %w", err)
	}
	p, err := playerdb.NewProvider(dir)
	if inUse(err) {
		return nil, fmt.Errorf("the players' data in %s are in use by another server: give this one its own Players.Folder, or set Players.SaveData = false", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("open the players' data in %s: %w", dir, err)
	}
	return p, nil
}

// inUse reports whether an error of opening a LevelDB is that another process has it.
func inUse(err error) bool {
	return errors.Is(err, syscall.EAGAIN) || errors.Is(err, storage.ErrLocked) ||
		err != nil && strings.Contains(err.Error(), "used by another process") // as Windows says it
}

// discard is a log that goes nowhere.
func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
