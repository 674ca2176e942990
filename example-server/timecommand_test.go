package main

import (
	"context"
	"path/filepath"
	"testing"

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
