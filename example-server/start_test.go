package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestSpawnInTheVoid serves a world whose spawn point lies in no finished chunk, from a folder in which no configuration can be made.
func TestSpawnInTheVoid(t *testing.T) {
	world, dir := testworld.Dir(t, "java-1.21.11-unlit"), t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	srv := serve(t, "--config", filepath.Join(dir, "config.toml"), "--world", world, "--read-only")
	srv.wait(t)
	if out := srv.stdout.String(); !strings.Contains(out, "Spawn                304 63 48; the world has no finished chunk there, so that new players fall into the void\n") {
		t.Error(out)
	}
	if os.Geteuid() == 0 {
		return // who is allowed everything
	}
	if out := srv.stdout.String(); !strings.Contains(out, "Goes on with the default settings, and without saving players' data: no configuration file can be made here") {
		t.Error(out)
	}
}

// TestNoTemporaryFiles starts a server where the host cannot make its resource pack.
func TestNoTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "absent"))
	t.Setenv("TMP", filepath.Join(dir, "absent"))
	var out, log buffer
	code := run(t.Context(), []string{"--config", filepath.Join(dir, "config.toml"), "--address", "127.0.0.1:0"}, &out, &log)
	if code != exitCannot || !strings.Contains(log.String(), "example-server: make the server's resource pack in "+os.TempDir()+", the folder for temporary files") {
		t.Errorf("%d: %s", code, log.String())
	}
}
