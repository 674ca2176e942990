package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// TestTimeCommand sets the time, which goes on meanwhile, and asks for it.
func TestTimeCommand(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	srv := serve(t, "--config", filepath.Join(t.TempDir(), "config.toml"))
	c := srv.join(ctx, t)
	said(ctx, t, c, "/time set noon", `It is tick 60\d\d of day 0 \(time 60\d\d\)`)
	said(ctx, t, c, "/time set Night", `It is tick 130\d\d of day 0 `)
	said(ctx, t, c, "/time query", `It is tick 13[01]\d\d of day 0 `)
	said(ctx, t, c, "/time set 48500", `It is tick 5\d\d of day 2 \(time 485\d\d\)`)
	said(ctx, t, c, "/time set 24000", `It is tick \d\d? of day 1 `)
	said(ctx, t, c, "/time add 1000", `It is tick 1[01]\d\d of day 1 `)
	said(ctx, t, c, "/time", `It is tick 1[0-9]\d\d of day 1 `)
	said(ctx, t, c, "/time set -1", `-1 is no time: want 0 to 24000000000000`)
	said(ctx, t, c, "/time add -9000000000000000000", `-9000000000000000000 ticks are more than a billion days`)
	said(ctx, t, c, "/time add -100000", `is no time: want 0 to`)
}

// TestTimeCommandSurvival tries to set the time as a player who may not.
func TestTimeCommandSurvival(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	dir := t.TempDir()
	w := filepath.Join(dir, "w")
	if err := writeShowcase(w); err != nil {
		t.Fatal(err)
	}
	provider, err := anvilprovider.Config{Log: discard()}.Open(w)
	if err != nil {
		t.Fatal(err)
	}
	set := provider.Settings()
	set.DefaultGameMode = world.GameModeSurvival
	provider.SaveSettings(set)
	if err := provider.Close(); err != nil {
		t.Fatal(err)
	}
	c := serve(t, "--config", filepath.Join(dir, "config.toml"), "--world", w).join(ctx, t)
	for _, command := range []string{"/time set noon", "/time set 48500", "/time add 48000"} {
		if err := c.Command(command); err != nil {
			t.Fatal(err)
		}
	}
	said(ctx, t, c, "/time", `It is tick \d+ of day 0 `)
	for _, m := range c.Messages() {
		if strings.Contains(m, "tick 60") || strings.Contains(m, "day 2") {
			t.Errorf("a player in survival mode has set the time: %s", m)
		}
	}
}
