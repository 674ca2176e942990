package areas

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// BenchmarkReplayLimit is where the default of Config.ReplayLimit comes from: the cost of replaying changes in the middle of 3x3
// columns of rugged ground with lamps in it, against lighting the column in full.
func BenchmarkReplayLimit(b *testing.B) {
	for _, changes := range []int{1, 16, 64, 256, 512} {
		for _, mode := range []Mode{Replay, Full} {
			b.Run(fmt.Sprintf("mode=%v/changes=%d", mode, changes), func(b *testing.B) { benchChanges(b, changes, mode) })
		}
	}
}

func benchChanges(b *testing.B, changes int, mode Mode) {
	r := rand.New(rand.NewPCG(1, 2))
	m := newModel()
	for range 6000 {
		at := [3]int32{r.Int32N(48) - 16, r.Int32N(12), r.Int32N(48) - 16}
		m.cells[at] = []lighting.Class{air, air, air, stone, torch}[r.IntN(5)]
	}
	w, err := Config{Bottom: m.bottom, Sections: m.sections, ReplayLimit: 1000}.New()
	must(b, err)
	if mode == Full {
		w.conf.ReplayLimit = 0
	}
	e := lighting.NewEngine(nil)
	for x := int32(-1); x <= 1; x++ {
		for z := int32(-1); z <= 1; z++ {
			must(b, w.Load(m.column(b, Pos{x, z}, false)))
		}
	}
	m.settle(b, w, e)
	for i := 0; b.Loop(); i++ {
		for range changes {
			w.Change(lighting.Change{X: r.Int32N(16), Y: r.Int32N(12), Z: r.Int32N(16), Class: []lighting.Class{air, stone, torch}[r.IntN(3)]})
		}
		job, ok := w.Ready()
		if !ok || job.Mode != mode {
			b.Fatalf("job %v", job.Mode)
		}
		must(b, w.Run(job, e, func(lighting.Changed) {}))
	}
}
