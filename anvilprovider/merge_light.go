package anvilprovider

import (
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// Light that is stored is never wrong: where no change of a block matters to light, the arrays stay. Otherwise the chunk's
// arrays are brought up to date (see relight.go) or, where that cannot be done for sure, dropped with the word that the light
// is complete (isLightOn=0), as are those of the chunks beside it that the change may reach. The game lights such chunks when
// it loads them. What may be is taken for what is: a block whose light nobody knows, a chunk where there was none that is
// finished, a chunk beside that cannot be read just now.

// lightReach is how far a change of a block can be felt, in steps: a level of 15 fades to 1 in 14.
const lightReach = 14

// everywhere are all chunks beside one.
var everywhere = [3][3]bool{{true, true, true}, {true, false, true}, {true, true, true}}

// light finds out whether a change matters to light, and which chunks beside this one it may reach.
func (m *merger) light() {
	if m.fresh || m.unfinished {
		// The light of chunks beside may have come through what the game had of this one, unfinished or since deleted.
		m.relights, m.reached = true, everywhere
		return
	}
	for _, list := range [2][]change{m.changed, m.derived} {
		for _, c := range list {
			if !m.w.sameLight(m.version, c.from, c.to) {
				m.reach(c.i)
				m.relights = true
			}
		}
	}
	if m.occupancyChanges() {
		m.relights, m.reached = true, everywhere
	}
}

// occupancyChanges reports whether a section that held nothing but air gets a block, or one that held blocks loses the last. What
// the absence of an array means in the 27 sections around depends on that, so the light there would be read as another one,
// whatever the block does to light.
func (m *merger) occupancyChanges() bool {
	gained := make(map[int8]int) // sections to blocks that are more than before
	for _, list := range [2][]change{m.changed, m.derived} {
		for _, c := range list {
			switch from, to := java.IsAir(c.from), java.IsAir(c.to); {
			case from && !to:
				gained[c.y]++
			case to && !from:
				gained[c.y]--
			}
		}
	}
	for y, n := range gained {
		if n == 0 {
			continue
		}
		after := countBlocks(m.cells[y])
		if (after == 0) != (after-n == 0) {
			return true
		}
	}
	return false
}

// dropLight takes the light away from the chunk, if a change matters to it.
func (m *merger) dropLight() {
	if m.relights && !m.fresh {
		darken(&m.w.chunk, m.sectionEdit, &m.edit)
	}
}

// sameLight reports whether two states are for sure the same to light.
func (w *worker) sameLight(version int32, a, b string) bool {
	if w.light == nil || w.lightVersion != version {
		w.light, w.lightVersion = java.NewCache(java.New(version)), version
	}
	return w.light.Same(a, b)
}

// darken takes the light away from a chunk that says that its light is complete. One that does not say so stays.
func darken(c *anvil.Chunk, section func(int8) *anvil.SectionEdit, edit *anvil.Edit) {
	if !c.LightOn && !c.Starlight {
		return
	}
	edit.Light = anvil.LightOff
	for i := range c.Sections {
		s := &c.Sections[i]
		if s.BlockLight != nil {
			section(s.Y).BlockLight.Replace = true
		}
		if s.SkyLight != nil {
			section(s.Y).SkyLight.Replace = true
		}
	}
}

// reach notes the chunks beside this one that light from a cell can reach.
func (m *merger) reach(i uint16) {
	x, z := int(i&15), int(i>>4&15)
	for dx := -1; dx <= 1; dx++ {
		for dz := -1; dz <= 1; dz++ {
			if (dx != 0 || dz != 0) && steps(x, dx)+steps(z, dz) <= lightReach {
				m.reached[dx+1][dz+1] = true
			}
		}
	}
}

// steps returns how far it is from coordinate x of a chunk to the chunk in direction d.
func steps(x, d int) int {
	switch d {
	case -1:
		return x + 1
	case 1:
		return 16 - x
	}
	return 0
}

// darkenReached takes the light away from the chunks beside this one that a change can reach. It runs before the chunk
// itself is written: a crash in between costs light that was still right, and leaves none that is wrong.
func (m *merger) darkenReached() error {
	for dx := range 3 {
		for dz := range 3 {
			if !m.reached[dx][dz] {
				continue
			}
			k := key{m.k.dim, world.ChunkPos{m.k.pos[0] + int32(dx) - 1, m.k.pos[1] + int32(dz) - 1}}
			if err := m.p.darkenChunk(k, m.w.blocks); err != nil {
				return err
			}
		}
	}
	return nil
}
