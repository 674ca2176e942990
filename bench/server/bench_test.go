package server

import (
	"context"
	"testing"
	"time"
)

// BenchmarkServer serves the terrain with each side and reports what the session felt like; BenchmarkServerMemory does the same for the
// memory. One session is one sample, however many iterations are asked for.
func BenchmarkServer(b *testing.B) { benchmark(b, benchTime) }

// BenchmarkServerMemory reports the size of the heap in such a session.
func BenchmarkServerMemory(b *testing.B) { benchmark(b, benchMemory) }

func benchmark(b *testing.B, bench string) {
	o := Options{Radius: 6, Play: 3 * time.Second}
	c := copies(b, &o, 2*(6+margin)+1)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for _, side := range []string{Kestrel, Dragonfly} {
		s, err := Measure(ctx, c, side, o)
		if err != nil {
			b.Fatal(err)
		}
		if !s.Complete || s.Follows != (side == Kestrel) {
			b.Fatalf("%s: %+v", side, s)
		}
		for _, f := range s.Figures() {
			if f.Bench != bench {
				continue
			}
			b.Run(side+"/what="+f.What, func(b *testing.B) {
				for b.Loop() { //nolint:revive // It has been measured.
				}
				b.ReportMetric(f.Value, f.Unit)
			})
		}
	}
}
