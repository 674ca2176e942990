package anvilprovider

import (
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// ticks merges the scheduled ticks. If the server has just those that it was given, with the delays that they had, the
// stored ones stay; else they are replaced, except those that it was not given.
func (m *merger) ticks() {
	w, c := m.w, &m.w.chunk
	type due struct {
		pos   cube.Pos
		block uint32
		delay int64
	}
	want := make(map[due]int, len(m.snap.ticks))
	for _, t := range m.snap.ticks {
		want[due{t.Pos, t.Block, t.Tick - m.snap.tick}]++
	}
	type tick struct {
		anvil.Tick
		pos   cube.Pos
		block uint32
		shown bool
	}
	read := func(list []anvil.Tick, of func(*dimension, world.ChunkPos, anvil.Tick) (uint32, bool)) (out []tick, same bool) {
		same = true
		for _, t := range list {
			k := tick{Tick: t, pos: cube.Pos{int(t.X), int(t.Y), int(t.Z)}}
			if k.block, k.shown = of(m.k.dim, m.k.pos, t); k.shown {
				d := due{k.pos, k.block, int64(t.Delay)}
				if want[d] == 0 {
					same = false
				} else {
					want[d]--
				}
			}
			out = append(out, k)
		}
		return out, same
	}
	blockTicks, sameBlocks := read(c.BlockTicks, w.blockTick)
	fluidTicks, sameFluids := read(c.FluidTicks, w.fluidTick)
	left := 0
	for _, n := range want {
		left += n
	}
	if sameBlocks && sameFluids && left == 0 {
		return
	}
	m.edit.BlockTicks, m.edit.FluidTicks = []anvil.Tick{}, []anvil.Tick{}
	priority := make(map[cube.Pos]int32)
	for _, t := range blockTicks {
		if !t.shown {
			m.edit.BlockTicks = append(m.edit.BlockTicks, t.Tick)
		} else {
			priority[t.pos] = t.Priority
		}
	}
	for _, t := range fluidTicks {
		if !t.shown {
			m.edit.FluidTicks = append(m.edit.FluidTicks, t.Tick)
		}
	}
	for _, t := range m.snap.ticks {
		if !m.k.dim.inChunk(m.k.pos, t.Pos[0], t.Pos[1], t.Pos[2]) {
			continue
		}
		out := anvil.Tick{X: int32(t.Pos[0]), Y: int32(t.Pos[1]), Z: int32(t.Pos[2]), Delay: int32(t.Tick - m.snap.tick)}
		if w.blocks.source.LiquidBlock(t.Block) {
			out.ID = fluid(w, t.Block)
			m.edit.FluidTicks = append(m.edit.FluidTicks, out)
			continue
		}
		key, ok := w.blocks.t.JavaOf(t.Block)
		if !ok {
			continue
		}
		out.ID, out.Priority = name(anvil.Spell(key, m.version)), priority[t.Pos]
		m.edit.BlockTicks = append(m.edit.BlockTicks, out)
	}
}

// fluid returns the Java name of a liquid of the host: flowing ones have a name of their own in ticks.
func fluid(w *worker, rid uint32) string {
	bedrock, props, _ := w.blocks.source.RuntimeIDToState(rid)
	depth, _ := props["liquid_depth"].(int32)
	still := "minecraft:water"
	if bedrock == "minecraft:lava" || bedrock == "minecraft:flowing_lava" {
		still = "minecraft:lava"
	}
	if depth == 0 {
		return still
	}
	return "minecraft:flowing_" + still[len("minecraft:"):]
}
