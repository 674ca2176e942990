package plugin

import (
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestTurn compares with the engine's own way, which works plane by plane.
func TestTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		var l lighting.Levels
		for i := range 4096 {
			l.Set(i, uint8(r.IntN(16)))
		}
		var have, want nibbles
		turn(&l, &have)
		l.AppendDragonfly(want[:0])
		if have != want {
			t.Fatal("the levels are not the same")
		}
	}
}

// BenchmarkTurn measures why there is a way of the plug-in's own.
func BenchmarkTurn(b *testing.B) {
	var l lighting.Levels
	var n nibbles
	b.Run("turn", func(b *testing.B) {
		for b.Loop() {
			turn(&l, &n)
		}
	})
	b.Run("AppendDragonfly", func(b *testing.B) {
		for b.Loop() {
			l.AppendDragonfly(n[:0])
		}
	})
}
