package anvilprovider

import (
	"fmt"
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/plainnbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// note takes down what the server has in a cell and Java cannot say. The entry that it returns is good until the next note.
func (bs *bedrockStates) note(m *merger, y int8, i uint16, b translate.Block, java string) *override {
	if bs.notedAt == nil {
		bs.notedAt = make(map[place]int)
	}
	bs.notedAt[place{y, i}] = len(bs.noted)
	bs.noted = append(bs.noted, override{y: y, i: i, java: java, b: b, frame: m.w.isFrame(b.Runtime), stored: -1})
	return &bs.noted[len(bs.noted)-1]
}

// at returns the entry for a cell after the merge, or nil.
func (bs *bedrockStates) at(m *merger, y int8, i uint16) *override {
	if k, ok := bs.notedAt[place{y, i}]; ok {
		return &bs.noted[k]
	}
	if k, ok := bs.oldAt[place{y, i}]; ok && (bs.old[k].restated || !m.isChanged(y, i)) {
		return &bs.old[k]
	}
	return nil
}

// save writes the tag if it changed. Entries of cells that changed go.
func (bs *bedrockStates) save(m *merger) error {
	if len(bs.noted) == 0 && bs.stored.IsZero() {
		return nil
	}
	list := nbt.List{Elem: nbt.TagCompound}
	for _, entries := range [2][]override{bs.old, bs.noted} {
		for k := range entries {
			if o := &entries[k]; !o.frame && bs.at(m, o.y, o.i) == o {
				list.Items = o.appendTo(list.Items, m)
			}
		}
	}
	if len(list.Items) == 0 {
		if !bs.stored.IsZero() {
			m.set(bedrockTag, nbt.Raw{})
		}
		return nil
	}
	raw, err := nbt.RawOf(list)
	if err != nil {
		return fmt.Errorf("%s: %w", bedrockTag, err)
	}
	if same, _ := nbt.Equal(raw, bs.stored); !same {
		m.set(bedrockTag, raw)
	}
	return nil
}

// appendTo appends the entry to a list, unless it has come to say no more than the Java state does.
func (o *override) appendTo(list []any, m *merger) []any {
	if !o.raw.IsZero() {
		return append(list, o.raw)
	}
	if o.data == nil && m.w.info(o.java).Block == o.b {
		return list
	}
	bedrock, states, _ := m.w.blocks.source.RuntimeIDToState(o.b.Runtime)
	x, y, z := cell{y: o.y, i: o.i}.position(m.k.pos)
	entry := nbt.Compound{
		"x": int32(x), "y": int32(y), "z": int32(z), "java": o.java, "name": bedrock, "states": plainnbt.Compound(states),
	}
	if o.b.HasLiquid {
		liquid, liquidStates, _ := m.w.blocks.source.RuntimeIDToState(o.b.Liquid)
		entry["liquid"], entry["liquid_states"] = liquid, plainnbt.Compound(liquidStates)
	}
	if o.data != nil {
		data, err := plainnbt.Whole(o.data)
		if err != nil {
			m.lose(lostData, bedrock, [3]int{x, y, z}, err)
		}
		entry["data"] = data
	}
	return append(list, entry)
}

// setData gives an entry the host's block entity, or none if it is empty.
func (o *override) setData(data map[string]any) {
	if len(data) == 0 {
		data = nil
	}
	if !sameData(o.data, data) {
		o.raw = nbt.Raw{}
	}
	o.data = data
}

// sameData reports whether two of the host's block entities are equal, or would be once they are stored. One that is empty is like
// none.
func sameData(a, b map[string]any) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) || reflect.DeepEqual(plainnbt.Compound(a), plainnbt.Compound(b))
}

// restate gives an entry another state that stands for its block.
func (o *override) restate(java string) {
	o.java, o.raw, o.restated = java, nbt.Raw{}, true
}

// isFrame reports whether a block of the host is an item frame.
func (w *worker) isFrame(runtime uint32) bool {
	name, _, _ := w.blocks.source.RuntimeIDToState(runtime)
	return name == "minecraft:frame" || name == "minecraft:glow_frame"
}
