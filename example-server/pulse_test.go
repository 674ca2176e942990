package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// TestHealthLine waits for the line of health with a player on the server.
func TestHealthLine(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	conf := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(conf, []byte("[metrics]\nlog_every = \"1s\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	srv := serve(t, "--config", conf)
	c := srv.join(ctx, t)
	if err := c.LoadColumn(ctx, 0, 0, 48, 79); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)level=INFO msg=health players=1 loads=[1-9]\d* saves=\d+ save_failures=0 queue=\d+ light_passes=\d+ world_wait=[1-9]\S*s uptime=\d+s$`)
	for !line.MatchString(srv.stderr.String()) {
		select {
		case <-ctx.Done():
			t.Fatalf("there is no line of health:\n%s", srv.stderr)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// TestPulse holds the world's goroutine up, and finds that in the wait.
func TestPulse(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	w := world.Config{Log: discard()}.New()
	defer func() { _ = w.Close() }()
	p := new(pulse)
	p.probe(t.Context(), w)
	if wait := p.worst(); wait <= 0 {
		t.Errorf("the wait is %v", wait)
	}
	const long = 300 * time.Millisecond
	w.Do(func(*world.Tx) { time.Sleep(long) })
	p.probe(t.Context(), w)
	if wait := p.worst(); wait < long/2 {
		t.Errorf("the wait is %v while the world works for %v", wait, long)
	}
	for range probes {
		p.waits[p.n%probes] = time.Microsecond
		p.n++
	}
	if wait := p.worst(); wait != time.Microsecond {
		t.Errorf("after %d answers more the wait is still %v", probes, wait)
	}
}
