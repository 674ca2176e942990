package translate

import "strings"

// inverse maps runtime IDs to the Java states whose image they are.
type inverse struct {
	// states holds Java states; those of runtime ID r are states[offsets[r]:offsets[r+1]], the most usual first.
	offsets []uint32
	states  []uint32
	owner   []uint16 // index in table.Blocks by Java state
	// instead maps a runtime ID that is the image of no state to one that means the same in Java: itself where it is an
	// image, none where there is none. near is true where it is only the nearest.
	instead []uint32
	near    map[uint32]bool
}

// never lists Java blocks that no block of the host is turned into: their image stands for anything unknown.
var never = map[string]bool{"minecraft:test_block": true, "minecraft:test_instance_block": true}

// plain lists, for images that several Java blocks share, the block that is meant if nothing else tells.
var plain = map[string]bool{
	"minecraft:air": true, "minecraft:flower_pot": true, "minecraft:kelp": true, "minecraft:cave_vines": true,
	"minecraft:twisting_vines": true, "minecraft:weeping_vines": true,
	"minecraft:white_bed": true, "minecraft:white_banner": true, "minecraft:white_wall_banner": true,
}

// invert builds the inverse. States of a runtime ID are in order of the number of properties that differ from the
// block's default, so that what Bedrock does not know is as vanilla places it: not powered, not snowy, harp.
func (t *Translator) invert(reg *registered) {
	inv := &t.inverse
	count := t.br.BlockCount()
	inv.offsets = make([]uint32, count+2)
	inv.owner = make([]uint16, len(t.rids))
	ranks := make([]uint8, len(t.rids))
	deepest := uint8(0)
	for b := range t.table.Blocks {
		block := &t.table.Blocks[b]
		for i := range block.States {
			s := block.First + i
			inv.owner[s] = uint16(b)
			if t.rids[s] == none || never[block.Name] {
				ranks[s] = 255
				continue
			}
			ranks[s] = t.rank(b, i)
			deepest = max(deepest, ranks[s])
			inv.offsets[t.rids[s]+2]++
		}
	}
	for r := 2; r < len(inv.offsets); r++ {
		inv.offsets[r] += inv.offsets[r-1]
	}
	inv.states = make([]uint32, inv.offsets[count+1])
	for rank := range deepest + 1 {
		for s, r := range ranks {
			if r == rank {
				next := &inv.offsets[t.rids[s]+1]
				inv.states[*next] = uint32(s)
				*next++
			}
		}
	}
	inv.offsets = inv.offsets[:count+1]
	t.replace(reg)
}

// rank orders the states of an image: the properties that differ from what is usual, and 16 more for a block that shares
// the image with one in plain.
func (t *Translator) rank(block, offset int) uint8 {
	rank := uint8(0)
	name := t.table.Blocks[block].Name
	for i := range t.layout[block].props {
		a := &t.layout[block].props[i]
		usual := a.values[a.def]
		if name == wireName && usual == "none" {
			usual = "side" // wire that a player places is a cross; a dot, which the default is, powers nothing beside it
		}
		if a.name == "distance" && strings.HasSuffix(name, leavesEnd) {
			usual = "1" // what stands at 7, which the default is, decays at once; less is counted anew by the next block update
		}
		if a.value(offset) != usual {
			rank++
		}
	}
	if !plain[name] {
		rank += 16
	}
	return rank
}

const wireName = "minecraft:redstone_wire"

// candidates returns the Java states of a block, the most usual first, and whether they mean the same.
func (t *Translator) candidates(rid uint32) (states []uint32, same bool) {
	if int(rid) >= len(t.inverse.instead) {
		return nil, false
	}
	r := t.inverse.instead[rid]
	if r == none {
		return nil, false
	}
	return t.inverse.states[t.inverse.offsets[r]:t.inverse.offsets[r+1]], !t.inverse.near[rid]
}

// Java returns the state key that stands for a block of the host. Of several states with the same image it returns the
// most usual; JavaLike and JavaNamed choose with more knowledge.
//
// exact is false if something of the block is lost: a liquid that Java cannot hold in that place, flowing water where
// Java has a source, or a block that Java does not have, which becomes the nearest one or air. A caller that merges
// should then prefer to keep what was there. States of the host that differ only in what Java does not know (leaves that
// wait for an update, the strength of a pressure plate's signal) are exact.
func (t *Translator) Java(b Block) (key string, exact bool) {
	return t.choose(b, func(states []uint32) uint32 { return states[0] })
}

// JavaOf returns the state key of a runtime ID alone, without water where that is possible, or false if Java has no such
// block. It gives the shape and the light of a block, for which the nearest will do.
func (t *Translator) JavaOf(rid uint32) (key string, ok bool) {
	states, _ := t.candidates(rid)
	if len(states) == 0 {
		return "", false
	}
	for _, s := range states {
		if block, offset := t.split(s); !t.layout[block].liquid(offset) {
			return t.key(block, offset), true
		}
	}
	return t.stateKey(states[0]), true
}

// JavaLike returns the state key that stands for a block of the host in a place where the Java state old was. Of several
// states with the same image it takes the one that shares most with old: the block's name before everything, then the
// number of properties.
func (t *Translator) JavaLike(b Block, old string) (key string, exact bool) {
	return t.choose(b, func(states []uint32) uint32 { return t.likest(states, old) })
}

// JavaNamed returns the state key with the name given that stands for a block of the host, or false if no state of that
// name does. It is for callers that know the name from a block entity: the colour of a bed, the plant in a pot.
func (t *Translator) JavaNamed(b Block, name string) (key string, exact bool) {
	i, ok := t.blocks[name]
	if !ok {
		return "", false
	}
	states, _ := t.candidates(b.Runtime)
	var named []uint32
	for _, s := range states {
		if int32(t.inverse.owner[s]) == i {
			named = append(named, s)
		}
	}
	if len(named) == 0 {
		return "", false
	}
	return t.settle(named, b, func(states []uint32) uint32 { return states[0] })
}

// choose returns the key of the candidate that pick takes among those that agree about water.
func (t *Translator) choose(b Block, pick func([]uint32) uint32) (string, bool) {
	if b.HasLiquid && b.Runtime == t.air {
		b = Block{Runtime: b.Liquid} // a liquid alone, on the wrong layer
	}
	states, same := t.candidates(b.Runtime)
	if len(states) == 0 {
		if key, ok := t.custom.keys[b.Runtime]; ok {
			return key, !b.HasLiquid
		}
		return airKey, false
	}
	key, exact := t.settle(states, b, pick)
	return key, exact && same
}

const airKey = "minecraft:air"

// settle picks among the states that are as wet as the block. If there are none, it picks among all and changes the
// property, if there is one.
func (t *Translator) settle(states []uint32, b Block, pick func([]uint32) uint32) (string, bool) {
	wet := b.HasLiquid && t.waters[b.Liquid]
	exact := !b.HasLiquid || b.Liquid == t.water
	agree := make([]uint32, 0, len(states))
	for _, s := range states {
		block, offset := t.split(s)
		if t.layout[block].liquid(offset) == wet {
			agree = append(agree, s)
		}
	}
	if len(agree) > 0 {
		return t.stateKey(pick(agree)), exact
	}
	block, offset := t.split(pick(states))
	if l := &t.layout[block]; l.wet >= 0 {
		stride := l.props[l.wet].stride // true comes first, so false is one stride further
		if wet {
			offset -= stride
		} else {
			offset += stride
		}
	}
	return t.key(block, offset), false
}

// split returns the block of a Java state and the offset in it.
func (t *Translator) split(state uint32) (block, offset int) {
	block = int(t.inverse.owner[state])
	return block, int(state) - t.table.Blocks[block].First
}

func (t *Translator) stateKey(state uint32) string {
	block, offset := t.split(state)
	return t.key(block, offset)
}

// likest returns the state that shares most with the key given, the first of those that share as much.
func (t *Translator) likest(states []uint32, old string) uint32 {
	name, props, _ := strings.Cut(old, "[")
	if newer, ok := renamed[name]; ok {
		name = newer
	}
	props = strings.TrimSuffix(props, "]")
	best, most := states[0], -1
	for _, s := range states {
		block, offset := t.split(s)
		shared := 0
		if t.table.Blocks[block].Name == name {
			shared = 100
		}
		axes := t.layout[block].props
		for rest := props; rest != ""; {
			var part string
			part, rest, _ = strings.Cut(rest, ",")
			k, v, _ := strings.Cut(part, "=")
			for i := range axes {
				if axes[i].name == k && axes[i].value(offset) == v {
					shared++
				}
			}
		}
		if shared > most {
			best, most = s, shared
		}
	}
	return best
}
