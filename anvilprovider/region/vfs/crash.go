package vfs

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
)

// Crash says what a power failure leaves behind.
type Crash struct {
	// Seed makes the outcome repeatable.
	Seed uint64
	// Survive is the chance, from 0 to 1, of each operation that was not made durable to have reached the disk all the
	// same. 0 leaves synced data only; 1 leaves everything, as the end of the process alone does.
	Survive float64
	// SectorBytes is the unit in which the disk writes, usually 512 or 4096; each such part of one write survives by
	// itself. 0 means 4096.
	SectorBytes int
}

// CrashClone returns what a machine would find after losing power now: durable contents under durable names, and every
// other write (in sector-sized parts), truncation, creation, rename and removal with the chance that c gives it. The
// original goes on undisturbed, and a change of one never shows in the other. Everything in the clone is durable.
func (m *Mem) CrashClone(c Crash) *Mem {
	m.mu.RLock()
	defer m.mu.RUnlock()
	rng := rand.New(rand.NewPCG(c.Seed, 0x9e3779b97f4a7c15))
	survives := func() bool { return rng.Float64() < c.Survive }
	sector := int64(cmp.Or(c.SectorBytes, 4096))

	out := NewMem()
	copies := map[*inode]*inode{}
	for _, dir := range slices.Sorted(maps.Keys(m.dirs)) {
		d := m.dirs[dir]
		out.mkdir(dir)
		names := maps.Clone(d.durable)
		for _, op := range d.pending {
			if survives() {
				op.apply(names)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			node := names[name]
			if copies[node] == nil {
				copies[node] = &inode{data: node.afterCrash(survives, sector)}
			}
			out.dirs[dir].names[name] = copies[node]
			out.dirs[dir].durable[name] = copies[node]
		}
	}
	return out
}

// afterCrash returns the durable contents with those sector-sized parts of the pending operations that survived.
func (n *inode) afterCrash(survives func() bool, sector int64) []byte {
	if !n.dirty {
		return n.data
	}
	data := slices.Clone(n.durable)
	for _, op := range n.pending {
		if op.data == nil {
			if survives() {
				data = op.apply(data)
			}
			continue
		}
		for done := int64(0); done < int64(len(op.data)); {
			start := op.off + done
			size := min(sector-start%sector, int64(len(op.data))-done)
			if survives() {
				data = dataOp{start, op.data[done : done+size]}.apply(data)
			}
			done += size
		}
	}
	return data
}
