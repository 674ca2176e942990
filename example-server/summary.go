package main

import (
	"errors"
	"fmt"
	"net"
	"text/tabwriter"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/config"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// summary says what is served, and to whom.
func (a *app) summary(s settings, provider *anvilprovider.Provider, address string, e extras) error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, name+"\t"+format+"\n", args...) }
	settings := provider.Settings()
	row("World", "%s (%s)", settings.Name, provider.Dir())
	where := "up to 1.21.11 (region, DIM-1, DIM1)"
	if (layout.World{Root: provider.Dir()}).HasModernFolders() {
		where = "26.1 and later (dimensions/minecraft)"
	}
	row("Layout", "Java %s", where)
	dimensions, err := javaworld.Dimensions(provider.Dir())
	if err != nil {
		return err
	}
	var faults []error
	for _, d := range dimensions {
		regions, err := javaworld.Regions([]javaworld.Dimension{d})
		if err != nil {
			faults = append(faults, err)
		}
		chunks, unreadable := javaworld.Headers(regions)
		faults = append(faults, unreadable...)
		served := ""
		if _, custom := dimensionOf(d.ID); custom != nil {
			served = "; not served, and left as they are"
		}
		row(d.ID, "%d chunks in %d region files%s", chunks, len(regions), served)
	}
	if len(dimensions) == 0 {
		row("Chunks", "none")
	}
	row("Spawn", "%d %d %d%s", settings.Spawn.X(), settings.Spawn.Y(), settings.Spawn.Z(), ground(provider, s))
	if s.World.SaveData {
		row("Changes", "are saved to the world (sync: %s)", s.Anvil.Sync)
	} else {
		row("Changes", "are not saved: no file of the world is touched")
	}
	if e.lights != nil {
		row("Light", "is kept true within %d chunks of each player", s.Light.Radius)
	} else {
		row("Light", "is not kept true while blocks change")
	}
	if e.monitor != nil {
		row("Monitoring", "http://%s/metrics", e.monitorAddress)
	}
	row("Address", "%s, %s", address, audience(s))
	row("Unreadable", "%d entries of region files%s", len(faults), map[bool]string{true: "", false: "; run inspect for all of them"}[len(faults) == 0])
	for _, fault := range faults[:min(len(faults), 5)] {
		row("", "%v", fault)
	}
	return w.Flush()
}

// ground says what is wrong with the place where new players come to be, if nothing is there for them to stand on.
func ground(provider *anvilprovider.Provider, s settings) string {
	at := provider.Settings().Spawn
	_, err := provider.LoadColumn(world.ChunkPos{int32(at.X() >> 4), int32(at.Z() >> 4)}, world.Overworld)
	switch {
	case err == nil:
		return ""
	case !errors.Is(err, leveldb.ErrNotFound):
		return fmt.Sprintf("; its chunk cannot be read: %v", err)
	case s.Anvil.Generate == config.GenerateNothing:
		return "; the world has no finished chunk there, so that new players fall into the void"
	}
	return "; the world has no finished chunk there"
}

// audience says who can join.
func audience(s settings) string {
	switch local := config.Loopback(s.Network.Address); {
	case s.Server.AuthEnabled.Required(s.Network.Address):
		return "for players who are signed in"
	case local:
		_, port, _ := net.SplitHostPort(s.Network.Address)
		return "for players on this machine, who are not asked to sign in; for others use --address :" + port
	default:
		return "for EVERYBODY, under any name: players are not asked to sign in"
	}
}
