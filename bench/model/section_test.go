package model

import (
	"fmt"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/lighting"
)

// BenchmarkSection lights one section in block light, from 4,096 packed indices to 2,048 bytes of levels: with planes, with queues over
// tables, and with Dragonfly's engine, which reads its own chunk and keeps its own form. "flood" is the flood alone, on planes that are
// there already.
func BenchmarkSection(b *testing.B) {
	for _, mix := range []string{"uniform", "mixed"} {
		for _, sources := range []int{1, 8, 64} {
			for _, solid := range []int{0, 30} {
				name := fmt.Sprintf("sources=%d/solid=%d/mix=%s", sources, solid, mix)
				s := scene.OneSection(sources, solid, mix == "mixed")
				fixture.Config(fmt.Sprintf("input-section-%d-%d-%s-sha256", sources, solid, mix), s.SHA256())
				oneSection(b, name, pack(s))
			}
		}
	}
}

func oneSection(b *testing.B, name string, p *packed) {
	e, y := check(b, p, lighting.Block)
	var out []byte
	run(b, "kestrel/"+name, func() {
		e.build(b)
		e.light(lighting.Block)
		out = e.collect(out[:0], 0, lighting.Block)
	})
	run(b, "flood/"+name, func() { e.light(lighting.Block) })
	run(b, "table/"+name, func() {
		y.build()
		y.light(lighting.Block)
		out = y.collect(out[:0], 0)
	})

	host := hostChunk(p.Scene)
	sameAsHost(b, host, e)
	run(b, "dragonfly/"+name, func() { fill(host) })
}

// run measures an operation without arguments, once warm.
func run(b *testing.B, name string, do func()) {
	b.Run(name, func(b *testing.B) {
		do()
		b.ReportAllocs()
		for b.Loop() {
			do()
		}
	})
}

// TestGrid compares the engine with the yardstick and with Dragonfly's engine over the whole grid of sources and solid shares.
func TestGrid(t *testing.T) {
	for _, sources := range []int{0, 1, 2, 4, 8, 16, 64, 128, 512} {
		for _, solid := range []int{0, 10, 30, 50, 70, 90} {
			for _, mix := range []bool{false, true} {
				t.Run(fmt.Sprintf("sources=%d/solid=%d/mixed=%t", sources, solid, mix), func(t *testing.T) {
					p := pack(scene.OneSection(sources, solid, mix))
					check(t, p, lighting.Sky)
					if sources > 0 {
						e, _ := check(t, p, lighting.Block)
						sameAsHost(t, hostChunk(p.Scene), e)
					}
				})
			}
		}
	}
}
