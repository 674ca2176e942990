package anvilprovider

import (
	"bytes"
	"fmt"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/plainnbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
)

// What Java has no form for is stored in a tag of its own at the root of the chunk, beside the Java state that stands for it in
// the cell: blocks that Java does not have, water in a block that holds none in Java, and block entities of blocks that a plug-in
// brings:
//
//	kestrel:bedrock_states: list of compounds
//	  x, y, z: int         the position
//	  java: string         the state key in the cell; if the cell has another one by now, the entry no longer counts
//	  name: string         the block of Bedrock Edition, and
//	  states: compound     its properties
//	  liquid: string, liquid_states: compound     the same for the second layer, if there is something
//	  data: compound       the host's block entity, if there is one that Java has no place for
//
// The block entity of a block that Java has, a wet chest for one, is in the chunk's block entities like that of any other.
//
// Java keeps no tags that it does not know, so the tag goes when Java saves the chunk; the Java state is what remains.
const bedrockTag = "kestrel:bedrock_states"

// bedrockStates are the entries of one chunk.
type bedrockStates struct {
	// stored is the tag, zero if there is none that is a list of entries.
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

// add adds an entry that is stored. Of two for one cell the later one counts.
func (bs *bedrockStates) add(o override) {
	at := place{o.y, o.i}
	if k, taken := bs.oldAt[at]; taken {
		bs.old[k] = o
		return
	}
	if bs.oldAt == nil {
		bs.oldAt = make(map[place]int)
	}
	bs.oldAt[at] = len(bs.old)
	bs.old = append(bs.old, o)
}

// override is a cell that shows the server something else than its Java state: an entry of the tag, or an item frame,
// which is an entity in Java and a block in Bedrock Edition.
type override struct {
	y    int8
	i    uint16
	java string
	b    translate.Block
	// raw is the entry as it is stored, borrowed; zero for a frame, and for an entry that is new or has changed.
	raw nbt.Raw
	// unresolved is true for an entry that the host cannot show. Its cell shows the Java state alone.
	unresolved bool
	// restated is true if the state that stands for the block has changed with it, so that the entry counts although its cell
	// is among the changed ones.
	restated bool
	// frame is true for an item frame. stored is its index in the worker's entities, -1 for one that is new.
	frame  bool
	stored int
	// data is the block entity that the server has, where Java has no place for it.
	data map[string]any
}

// maxValues bounds how much the entries of one chunk may hold, since a tree takes a hundred times the bytes of some documents: 50 MB
// at worst. A chest full of boxes full of books has 50,000 values. Entries beyond it are kept, and not shown.
const maxValues = 1 << 18

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
	entries := nbt.NewReader(bs.stored.Data, nbt.Limits{})
	elem, n := nbt.TagEnd, 0
	if bs.stored.Tag == nbt.TagList {
		elem, n = entries.List()
	}
	if elem != nbt.TagCompound {
		bs.stored = nbt.Raw{} // Nobody knows what it is. It stays, unless something has to be noted in its place.
		return nil
	}
	for range n {
		if o, ok := w.overrideOf(entries.Raw(elem)); ok {
			bs.add(o)
		}
	}
	if err := entries.Close(); err != nil {
		return fmt.Errorf("%s: %w", bedrockTag, err)
	}
	values := maxValues
	for k := range bs.old {
		w.resolve(&bs.old[k], &values)
	}
	return nil
}

// overrideOf reads where an entry is. One whose cell is not in the chunk, or has changed since, does not count.
func (w *worker) overrideOf(raw nbt.Raw) (o override, ok bool) {
	var at [3]int64
	for i, axis := range [3]string{"x", "y", "z"} {
		v, _ := raw.Lookup(axis)
		if at[i], ok = v.Int(); !ok {
			return o, false
		}
	}
	x, y, z := at[0], at[1], at[2]
	if y>>4 != int64(int8(y>>4)) || x>>4 != int64(w.chunk.X) || z>>4 != int64(w.chunk.Z) {
		return o, false
	}
	o = override{y: int8(y >> 4), i: uint16(y&15<<8 | z&15<<4 | x&15), java: airKey, raw: raw}
	if s := w.chunk.At(o.y); s != nil && s.Blocks.Present() {
		o.java = s.Blocks.Block(int(o.i))
	}
	v, _ := raw.Lookup("java")
	java, _ := v.Str()
	return o, java == o.java
}

// resolve reads what an entry shows, of which there may be so many values. An entry that the host does not have stays unresolved, for
// the plug-in or the version of the host that has the block. So does one at which the host panics: a map can say anything in this
// tag, and Dragonfly takes for granted that it has written such data itself.
func (w *worker) resolve(o *override, values *int) {
	ok := false
	defer func() {
		if recover() != nil || !ok {
			o.b, o.data, o.unresolved = translate.Block{}, nil, true
		}
	}()
	if n := o.raw.Values(); n <= *values {
		*values -= n
		ok = w.show(o)
	}
}

// show reads what an entry shows, and reports whether the host has it.
func (w *worker) show(o *override) (ok bool) {
	entry, err := o.raw.Compound()
	if err != nil {
		return false
	}
	if o.b.Runtime, ok = w.bedrockState(entry, "name", "states"); !ok {
		return false
	}
	if _, o.b.HasLiquid = entry["liquid"]; o.b.HasLiquid {
		if o.b.Liquid, ok = w.bedrockState(entry, "liquid", "liquid_states"); !ok {
			return false
		}
	}
	o.b.Known = true
	if data, ok := entry.Compound("data"); ok {
		o.data = w.normal(o.b.Runtime, plainnbt.Map(data))
	}
	return true
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

// readBack returns what a block of the host says of itself after it has read a block entity, which may be nil: a block of a plug-in
// need not keep what it does not know. If the host panics, that is what it was given.
func (w *worker) readBack(runtime uint32, data map[string]any) (normal map[string]any) {
	if data == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			normal = data
		}
	}()
	return w.normal(runtime, data)
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

// in returns the entries of a section that the server is shown.
func (bs *bedrockStates) in(y int8) []override {
	var list []override
	for _, o := range bs.old {
		if o.y == y && !o.unresolved {
			list = append(list, o)
		}
	}
	return list
}

// shown returns the entry that the server was shown in a cell, or nil.
func (bs *bedrockStates) shown(y int8, i uint16) *override {
	if k, ok := bs.oldAt[place{y, i}]; ok && !bs.old[k].unresolved {
		return &bs.old[k]
	}
	return nil
}

// override adds an entry to the palette that has been translated and returns its index.
func (w *worker) override(o override) uint16 {
	in := &info{Block: o.b, key: o.java, entity: w.blocks.source.NBTBlock(o.b.Runtime)}
	if o.data == nil && w.inJava(&o) {
		in.kind = blockentity.KindOf(o.java)
	}
	liquid := w.blocks.air
	if o.b.HasLiquid {
		liquid = o.b.Liquid
	}
	w.entries, w.runtime, w.liquid = append(w.entries, in), append(w.runtime, o.b.Runtime), append(w.liquid, liquid)
	return uint16(len(w.entries) - 1)
}

// inJava reports whether the block entity of an entry's block is that of the Java state beside it: the state stands for a block of
// the same name, and the entry only says what the state cannot.
func (w *worker) inJava(o *override) bool {
	in := w.info(o.java)
	if o.frame || !in.Known {
		return false
	}
	stands, _, _ := w.blocks.source.RuntimeIDToState(in.Runtime)
	shown, _, _ := w.blocks.source.RuntimeIDToState(o.b.Runtime)
	return stands == shown
}
