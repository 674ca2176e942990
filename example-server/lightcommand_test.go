package main

import (
	"context"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// TestLightCommand asks for the light beside a torch, breaks the torch, and asks again.
func TestLightCommand(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	srv := serve(t, "--config", filepath.Join(t.TempDir(), "config.toml"))
	c := srv.join(ctx, t)
	if err := c.LoadColumn(ctx, 0, 0, 48, 79); err != nil {
		t.Fatal(err)
	}
	// Beside the torch on the wall by the path, and under the open sky.
	if err := c.Move(mgl32.Vec3{3.5, 66, 10.5}); err != nil {
		t.Fatal(err)
	}
	said(ctx, t, c, "/light", `Light at your feet \(3, 66, 10\): block 13, sky 15; the server has 15`)
	if err := c.Break(2, 66, 10); err != nil {
		t.Fatal(err)
	}
	if err := c.WaitBlock(ctx, 2, 66, 10, "minecraft:air"); err != nil {
		t.Fatal(err)
	}
	said(ctx, t, c, "/light", `Light at your feet \(3, 66, 10\): block [0-9], sky 15; the server has 15`)
	said(ctx, t, c, "/light stats", `[1-9]\d* changes, \d+ replays`)
	said(ctx, t, c, "/light verify", `Verified [1-9]\d* cells in [1-9]\d* chunks: 0 of block light and 0 of sky light are wrong`)
}

// said runs a command, again and again while the server works, until the server answers with something that fits.
func said(ctx context.Context, t *testing.T, c *testclient.Client, command, want string) {
	t.Helper()
	fits := regexp.MustCompile(want)
	var last []string
	for ctx.Err() == nil {
		before := len(c.Messages())
		if err := c.Command(command); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			last = c.Messages()[before:]
			for _, m := range last {
				if fits.MatchString(m) {
					return
				}
			}
		}
	}
	t.Fatalf("%s: the server said %q, want %s", command, last, want)
}
