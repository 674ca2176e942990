package anvilprovider

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/plainnbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// Blocks of the host that Java does not have are stored in a tag of their own at the root of the chunk, beside the Java
// state that stands for them in the cell:
//
//	kestrel:bedrock_states: list of compounds
//	  x, y, z: int         the position
//	  java: string         the state key in the cell; if the cell has another one by now, the entry no longer counts
//	  name: string         the block of Bedrock Edition, and
//	  states: compound     its properties
//	  liquid: string, liquid_states: compound     the same for the second layer, if there is something
//	  data: compound       the host's block entity, if there is one
//
// Java keeps no tags that it does not know, so the tag goes when Java saves the chunk; the Java state is what remains.
const bedrockTag = "kestrel:bedrock_states"

// bedrockStates are the entries of one chunk.
type bedrockStates struct {
	stored nbt.Raw
	old    []override
	// noted are the cells that changed to something Java does not have, and notedAt finds them.
	noted   []override
	notedAt map[place]int
	oldAt   map[place]int
}

// place is a cell of a chunk.
type place struct {
	y int8
	i uint16
}

// add adds an entry that is stored.
func (bs *bedrockStates) add(o override) {
	if bs.oldAt == nil {
		bs.oldAt = make(map[place]int)
	}
	bs.oldAt[place{o.y, o.i}] = len(bs.old)
	bs.old = append(bs.old, o)
}

// override is a cell that shows the server something else than its Java state: an entry of the tag, or an item frame,
// which is an entity in Java and a block in Bedrock Edition.
type override struct {
	y    int8
	i    uint16
	java string
	b    translate.Block
	// raw is the entry; for a frame only what note put into it.
	raw nbt.Compound
	// frame is true for an item frame. stored is its index in the worker's entities, -1 for one that is new.
	frame  bool
	stored int
	// data is the block entity that the server has: in a frame, and in an entry that was read.
	data map[string]any
}

// read reads the entries that still count from the chunk in the worker's memory.
func (bs *bedrockStates) read(w *worker) error {
	*bs = bedrockStates{old: bs.old[:0]}
	if !bytes.Contains(w.chunk.Root, []byte(bedrockTag)) {
		return nil
	}
	root := nbt.NewReader(w.chunk.Root, nbt.Limits{})
	if _, ok := root.Root(); !ok {
		return root.Err()
	}
	for {
		tag, name, more := root.Next()
		if !more {
			break
		}
		if string(name) != bedrockTag {
			root.Skip(tag)
			continue
		}
		bs.stored = root.Raw(tag)
	}
	if bs.stored.Tag != nbt.TagList {
		return nil
	}
	tree, err := bs.stored.Tree()
	if err != nil {
		return fmt.Errorf("%s: %w", bedrockTag, err)
	}
	for _, item := range tree.(nbt.List).Items {
		if entry, ok := item.(nbt.Compound); ok {
			if o, ok := w.overrideOf(entry); ok {
				bs.add(o)
			}
		}
	}
	return nil
}

// overrideOf reads one entry. One that the registry does not know, or whose cell has changed since, does not count. Nor does one at
// which the host panics: a map can say anything in this tag, and Dragonfly takes for granted that it has written such data itself.
func (w *worker) overrideOf(entry nbt.Compound) (o override, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	x, okX := entry.Int("x")
	y, okY := entry.Int("y")
	z, okZ := entry.Int("z")
	o.java, _ = entry.Str("java")
	if !okX || !okY || !okZ || y>>4 != int64(int8(y>>4)) || x>>4 != int64(w.chunk.X) || z>>4 != int64(w.chunk.Z) {
		return o, false
	}
	o.y, o.i, o.raw = int8(y>>4), uint16(y&15<<8|z&15<<4|x&15), entry
	stored := airKey
	if s := w.chunk.At(o.y); s != nil && s.Blocks.Present() {
		stored = s.Blocks.Block(int(o.i))
	}
	if o.java != stored {
		return o, false
	}
	if o.b.Runtime, ok = w.bedrockState(entry, "name", "states"); !ok {
		return o, false
	}
	o.b.Liquid, o.b.HasLiquid = w.bedrockState(entry, "liquid", "liquid_states")
	if data, ok := entry.Compound("data"); ok {
		o.data = w.normal(o.b.Runtime, plainnbt.Map(data))
	}
	return o, true
}

// normal brings a block entity into the form that the host itself writes, by having it read and write it. It returns nil for a
// block that has none, and panics where the host does.
func (w *worker) normal(runtime uint32, data map[string]any) map[string]any {
	b, _ := w.blocks.source.BlockByRuntimeID(runtime)
	if n, ok := b.(world.NBTer); ok {
		if n, ok = n.DecodeNBT(data).(world.NBTer); ok {
			return n.EncodeNBT()
		}
	}
	return nil
}

func (w *worker) bedrockState(entry nbt.Compound, nameTag, statesTag string) (uint32, bool) {
	blockName, ok := entry.Str(nameTag)
	if !ok {
		return 0, false
	}
	states, _ := entry.Compound(statesTag)
	b, ok := w.blocks.source.BlockByName(blockName, plainnbt.Map(states))
	if !ok {
		return 0, false
	}
	return w.blocks.source.BlockRuntimeID(b), true
}

// in returns the entries of a section.
func (bs *bedrockStates) in(y int8) []override {
	var list []override
	for _, o := range bs.old {
		if o.y == y {
			list = append(list, o)
		}
	}
	return list
}

// override adds an entry to the palette that has been translated and returns its index.
func (w *worker) override(o override) uint16 {
	in := &info{Block: o.b, key: o.java, entity: w.blocks.source.NBTBlock(o.b.Runtime)}
	liquid := w.blocks.air
	if o.b.HasLiquid {
		liquid = o.b.Liquid
	}
	w.entries, w.runtime, w.liquid = append(w.entries, in), append(w.runtime, o.b.Runtime), append(w.liquid, liquid)
	return uint16(len(w.entries) - 1)
}

// note takes down a block that Java does not have.
func (bs *bedrockStates) note(m *merger, y int8, i uint16, b translate.Block, java string) {
	bedrock, states, _ := m.w.blocks.source.RuntimeIDToState(b.Runtime)
	x, yy, z := cell{y: y, i: i}.position(m.k.pos)
	entry := nbt.Compound{
		"x": int32(x), "y": int32(yy), "z": int32(z), "java": java, "name": bedrock, "states": plainnbt.Compound(states),
	}
	if b.HasLiquid {
		liquid, liquidStates, _ := m.w.blocks.source.RuntimeIDToState(b.Liquid)
		entry["liquid"], entry["liquid_states"] = liquid, plainnbt.Compound(liquidStates)
	}
	if bs.notedAt == nil {
		bs.notedAt = make(map[place]int)
	}
	bs.notedAt[place{y, i}] = len(bs.noted)
	bs.noted = append(bs.noted, override{y: y, i: i, java: java, b: b, raw: entry, frame: isFrame(bedrock), stored: -1})
}

// at returns the entry for a cell after the merge, or nil.
func (bs *bedrockStates) at(m *merger, y int8, i uint16) *override {
	if k, ok := bs.notedAt[place{y, i}]; ok {
		return &bs.noted[k]
	}
	if k, ok := bs.oldAt[place{y, i}]; ok && !m.isChanged(y, i) {
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
	for _, o := range slices.Concat(bs.old, bs.noted) {
		if o.frame {
			continue
		}
		if current := bs.at(m, o.y, o.i); current == nil || current.java != o.java || current.b != o.b {
			continue
		}
		list.Items = append(list.Items, o.raw)
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

// setData gives an entry the host's block entity.
func (o *override) setData(data map[string]any) {
	if o.frame {
		o.data = data
		return
	}
	o.raw = maps.Clone(o.raw)
	o.raw["data"] = plainnbt.Compound(data)
}

// isFrame reports whether a block of Bedrock Edition is an item frame.
func isFrame(name string) bool { return name == "minecraft:frame" || name == "minecraft:glow_frame" }
