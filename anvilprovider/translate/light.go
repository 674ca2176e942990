package translate

import (
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// newestData is a DataVersion of which the light rules are the newest: that of Java 26.3.
const newestData = 5023

// opaque is the filter of a block that stops light. Dragonfly's height map counts blocks with this filter and no others.
const opaque = 15

// Class returns how a block takes part in lighting: what it emits, how much light it takes away, and its shape among
// those of java.Shapes, as Java has it for the state that JavaOf returns. For a block that Java does not have it is what
// the registry says, with the host's filter turned into an opacity, and no shape.
func (t *Translator) Class(rid uint32) lighting.Class {
	t.lightOnce.Do(t.light)
	if int(rid) >= len(t.lit.classes) {
		return java.Unknown
	}
	return t.lit.classes[rid]
}

// LightOf returns what a block emits and how much light it takes away, both 0..15: two parts of its Class.
func (t *Translator) LightOf(rid uint32) (emission, opacity uint8) {
	c := t.Class(rid)
	return c.Emission(), c.Opacity()
}

// light fills the class of every runtime ID.
func (t *Translator) light() {
	rules := java.New(newestData)
	classes := make([]lighting.Class, t.br.BlockCount())
	for rid := range uint32(len(classes)) {
		if key, ok := t.JavaOf(rid); ok {
			if class, known := rules.Class(key); known {
				classes[rid] = class
				continue
			}
		}
		class, err := lighting.NewClass(t.br.LightBlock(rid)&15, opacityOf(t.br.FilteringBlock(rid)), 0)
		if err != nil {
			class = java.Unknown
		}
		classes[rid] = class
	}
	t.lit = &registry{t.br, classes}
}

// opacityOf turns a filter of the host into an opacity: a step into a block costs the host filter + 1, and Java the
// opacity, but at least 1.
func opacityOf(filter uint8) uint8 {
	if filter == 0 || filter == opaque {
		return filter
	}
	return filter + 1
}

// filterOf turns an opacity into a filter of the host: the inverse of opacityOf, but that 1 costs as much as 0.
func filterOf(opacity uint8) uint8 {
	if opacity == opaque {
		return opaque
	}
	return max(opacity, 1) - 1
}

// Registry returns the block registry with truer light, for the host to compute its own first light with: pass it to
// chunk.New or chunk.NetworkDecode. Everything else is the registry's own.
//
// The light of a block is that of LightOf. Lamps shine that Dragonfly has not implemented, lecterns and plants let light
// pass, a step into water costs 1 rather than 3. The filter of a block is its opacity less 1, so that a step costs the
// host what it costs Java, and 15 for true occluders alone, so that the height map, which clients get, counts nothing
// else. The host knows no faces: through slabs, stairs and the like its light passes where Java's may not. It is the same one
// each time.
func (t *Translator) Registry() world.BlockRegistry {
	t.lightOnce.Do(t.light)
	return t.lit
}

// registry is a registry whose light comes from elsewhere.
type registry struct {
	world.BlockRegistry
	classes []lighting.Class // by runtime ID
}

// FilteringBlock returns how much light a block takes away beyond what distance does, 0..15.
func (r *registry) FilteringBlock(rid uint32) uint8 { return filterOf(r.classes[rid].Opacity()) }

// LightBlock returns the light that a block emits, 0..15.
func (r *registry) LightBlock(rid uint32) uint8 { return r.classes[rid].Emission() }
