package server

import (
	"context"
	"testing"
	"time"

	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// copies prepares the terrain.
func copies(tb testing.TB, o *Options, edge int) *Copies {
	tb.Helper()
	chunks, err := terrain.Square(edge)
	if err != nil {
		tb.Fatal(err)
	}
	fixture.Input("terrain", chunks)
	o.World = fixture.Anvil(tb, chunks)
	c, err := Prepare(*o, tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := c.Close(); err != nil {
			tb.Error(err)
		}
	})
	return c
}

func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("serves two worlds for some seconds")
	}
	o := Options{Radius: 2, Play: time.Second}
	c := copies(t, &o, 5)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for _, side := range []string{Kestrel, Dragonfly} {
		s, err := Measure(ctx, c, side, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %+v", side, s)
		if !s.Complete || s.Columns != 13 || s.Stream <= 0 || s.PlayWaits.Ticks == 0 || s.Save <= 0 || s.Held <= 0 || s.Peak < s.Held {
			t.Errorf("%s: %+v", side, s)
		}
		if s.Follows != (side == Kestrel) {
			t.Errorf("%s: light follows: %t", side, s.Follows)
		}
	}
}

// A session that is broken off says so, and is no error.
func TestMeasureBrokenOff(t *testing.T) {
	o := Options{Radius: 2, Play: time.Minute}
	c := copies(t, &o, 5)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	s, err := Measure(ctx, c, Dragonfly, o)
	if err != nil || s.Complete {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestWaits(t *testing.T) {
	var ticks []time.Duration
	for i := range 100 {
		ticks = append(ticks, time.Duration(100-i))
	}
	if got, want := waitsOf(ticks), (Waits{100, 51, 96, 100, 100}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if waitsOf(nil) != (Waits{}) {
		t.Error("no ticks are not nothing")
	}
}
