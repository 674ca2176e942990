package server

import (
	"context"
	"testing"
	"time"
)

// BenchmarkServer serves the terrain with each side and reports what the session felt like, and what it took of the heap. One session
// is one sample, however many iterations are asked for.
func BenchmarkServer(b *testing.B) {
	o := Options{Radius: 6, Play: 2 * time.Second}
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
			b.Run(side+"/what="+f.What, func(b *testing.B) {
				for b.Loop() { //nolint:revive // It has been measured.
				}
				if f.Unit != "ns/op" {
					b.ReportMetric(0, "ns/op") // Which leaves the time out.
				}
				b.ReportMetric(f.Value, f.Unit)
			})
		}
	}
}
