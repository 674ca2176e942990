package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/config"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
)

// summary says what is served, and to whom.
func (a *app) summary(s settings, provider *anvilprovider.Provider, address string, e extras) error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, name+"\t"+format+"\n", args...) }
	settings := provider.Settings()
	row("World", "%s (%s)", settings.Name, provider.Dir())
	layout := "up to 1.21.11 (region, DIM-1, DIM1)"
	if javaworld.Modern(provider.Dir()) {
		layout = "26.1 and later (dimensions/minecraft)"
	}
	row("Layout", "Java %s", layout)
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

// audience says who can join.
func audience(s settings) string {
	switch local := config.Loopback(s.Network.Address); {
	case s.Server.AuthEnabled.Required(s.Network.Address):
		return "for players who are signed in"
	case local:
		return "for players on this machine, who are not asked to sign in; for others use --address :19132"
	default:
		return "for EVERYBODY, under any name: players are not asked to sign in"
	}
}
