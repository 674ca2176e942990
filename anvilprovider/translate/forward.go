package translate

import "strings"

// Block returns what stands for a Java state. A property that the key does not have, or whose value the block does not
// have, has its default. Names of older versions of Java are understood where they are not ambiguous. For a block that
// is not known, or that the registry does not have, the result is the placeholder, and the name is counted (see
// Unknown).
//
// Block does not allocate for a known state.
func (t *Translator) Block(key string) Block {
	b, name := t.look(key)
	if !b.Known {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.unknown.count(name)
	}
	return b
}

// look is Block without the count. It returns the name that was looked up, too.
func (t *Translator) look(key string) (Block, string) {
	name, props, _ := strings.Cut(key, "[")
	i, ok := t.blocks[name]
	if !ok {
		return t.strange(key, name, props), name
	}
	return t.known(int(i), name, props), name
}

// known translates a state of a block of the table.
func (t *Translator) known(block int, name, props string) Block {
	l := &t.layout[block]
	if len(l.props) == 0 && props != "" {
		if full, ok := filled(name, props); ok {
			return t.known(int(t.blocks[full]), full, props)
		}
	}
	offset := l.offset(props)
	rid := t.rids[t.table.Blocks[block].First+offset]
	if rid == none {
		return Block{Runtime: t.placeholder}
	}
	b := Block{Runtime: rid, Known: true}
	if l.liquid(offset) {
		b.Liquid, b.HasLiquid = t.water, true
	}
	return b
}

// strange translates a state whose name the table does not have: a custom block of the registry, or an older name.
func (t *Translator) strange(key, name, props string) Block {
	if rid, ok := t.custom.rid(key, name); ok {
		return Block{Runtime: rid, Known: true}
	}
	if newer, ok := renamed[name]; ok {
		if i, ok := t.blocks[newer]; ok {
			return t.known(int(i), newer, props)
		}
	}
	return Block{Runtime: t.placeholder}
}

// renamed maps names of older versions of Java to the newest, where the old name means nothing else today and the
// properties are the same: short_grass since 1.20.3, iron_chain since 1.21.9, dirt_path since 1.17, signs since 1.14.
var renamed = map[string]string{
	"minecraft:grass":      "minecraft:short_grass",
	"minecraft:chain":      "minecraft:iron_chain",
	"minecraft:grass_path": "minecraft:dirt_path",
	"minecraft:sign":       "minecraft:oak_sign",
	"minecraft:wall_sign":  "minecraft:oak_wall_sign",
}

// filled returns the name of the cauldron that a cauldron with a level is. Before Java 1.17 water was a property.
func filled(name, props string) (string, bool) {
	if name != "minecraft:cauldron" || !strings.HasPrefix(props, "level=") || strings.HasPrefix(props, "level=0") {
		return "", false
	}
	return "minecraft:water_cauldron", true
}
