package areas

import (
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestRandomHistories plays random events, with jobs detached, late, out of order and given up, and compares the light in the end
// with that of the same world lit from nothing.
func TestRandomHistories(t *testing.T) {
	histories := uint64(120)
	if testing.Short() {
		histories = 20
	}
	for seed := range histories {
		history(t, rand.New(rand.NewPCG(seed, 1)))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func history(t *testing.T, r *rand.Rand) {
	m := newModel()
	w, err := Config{Bottom: m.bottom, Sections: m.sections, MaxArea: 1 + r.IntN(4), ReplayLimit: 4, MaxChanges: 12, MaxAttempts: 2}.New()
	if err != nil {
		t.Fatal(err)
	}
	e := lighting.NewEngine(nil)
	classes := []lighting.Class{air, air, stone, lamp, torch, water}
	var away []*Detached
	type snapshot struct {
		ticket Ticket
		light  *lighting.Column
	}
	var snapshots []snapshot // of columns that are expected, or were
	for range 150 {
		p := Pos{int32(r.IntN(3)) - 1, int32(r.IntN(3)) - 1}
		switch k := r.IntN(20); {
		case k < 3:
			if w.columns[p] == nil {
				must(t, w.Load(m.column(t, p, r.IntN(2) == 0)))
			}
		case k == 3:
			snapshots = append(snapshots, snapshot{w.Expect(p), m.column(t, p, r.IntN(2) == 0)})
		case k == 4:
			if len(snapshots) > 0 {
				i := r.IntN(len(snapshots))
				_, err := w.Deliver(snapshots[i].ticket, snapshots[i].light)
				must(t, err)
				snapshots = append(snapshots[:i], snapshots[i+1:]...)
			}
		case k == 5:
			w.Unload(p)
		case k == 6:
			w.Forget(p)
		case k < 14:
			for range 1 + r.IntN(5) {
				x, y, z := p.X<<4+int32(r.IntN(16)), 4+int32(r.IntN(8)), p.Z<<4+int32(r.IntN(16))
				c := classes[r.IntN(len(classes))]
				m.cells[[3]int32{x, y, z}] = c
				w.Change(lighting.Change{X: x, Y: y, Z: z, Class: c})
			}
		case k < 18:
			job, ok := w.Ready()
			switch {
			case !ok:
			case job.Mode == Rebuild:
				must(t, w.Load(m.column(t, job.Members[0], false)))
			case job.InPlace || r.IntN(2) == 0:
				must(t, w.Run(job, e, func(lighting.Changed) {}))
			default:
				away = append(away, w.Detach(job))
			}
		default:
			if len(away) > 0 {
				i := r.IntN(len(away))
				d := away[i]
				away = append(away[:i], away[i+1:]...)
				if r.IntN(4) == 0 {
					w.Discard(d)
					continue
				}
				must(t, d.Solve(e))
				_, err := w.Apply(d, func(lighting.Changed) {})
				must(t, err)
			}
		}
	}
	for _, d := range away {
		w.Discard(d)
	}
	for _, s := range snapshots {
		_, err := w.Deliver(s.ticket, s.light)
		must(t, err)
	}
	for x := int32(-1); x <= 1; x++ {
		for z := int32(-1); z <= 1; z++ {
			if w.columns[Pos{x, z}] == nil {
				must(t, w.Load(m.column(t, Pos{x, z}, r.IntN(2) == 0)))
			}
		}
	}
	m.settle(t, w, e)
	if !w.Idle() {
		t.Error("a settled world is not idle")
	}
	if n := m.differences(t, w); n != 0 {
		t.Errorf("%d cells differ from light made from nothing", n)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
