package item

import (
	"reflect"
	"strings"

	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Outcome says what Load made of a stack.
type Outcome uint8

const (
	// Translated stacks are written back from nothing as they were.
	Translated Outcome = iota
	// Carried stacks are translated, but hold more than Dragonfly knows, and carry their Java compound for that.
	Carried
	// StandIn stacks are of an item that Dragonfly does not register: a nautilus shell carries their Java compound.
	StandIn
	// Empty compounds hold no stack.
	Empty
)

// String names the outcome.
func (o Outcome) String() string {
	return [...]string{"translated", "carried", "stand-in", "empty"}[o]
}

// Finding is something that a caller may want to report: a thing that could not be written as it was.
type Finding struct {
	// What is the kind of finding, in words that are the same for all of a kind.
	What string
	// Detail names the single case.
	Detail string
}

// Load translates a Java stack, spelled as in a chunk of the DataVersion, into Dragonfly's disk format. The result has no
// slot, and is nil if the outcome is Empty.
func Load(java nbt.Compound, version int32) (map[string]any, Outcome) {
	return reader{version: version}.load(java)
}

func (r reader) load(java nbt.Compound) (map[string]any, Outcome) {
	f, ok := r.read(java)
	if !ok {
		return nil, Empty
	}
	if inner, innerVersion, ok := stashed(java); ok && r.depth < maxNesting {
		if m, outcome := (reader{innerVersion, r.depth + 1}).load(inner); outcome != Empty {
			m["Count"] = uint8(f.count)
			return m, outcome
		}
	}
	s, m, ok := normal(f.disk())
	if !ok || s.Count() != f.count {
		return r.standIn(java, f)
	}
	if over := s.Count() - s.MaxCount(); over > 0 {
		// The host's inventories would cut the stack. It is cut here, and carries its compound with the full count.
		s = s.Grow(-over)
		m = item.WriteNBT(s, true)
	}
	w := writer{version: r.version, how: spellingOf(r.version), depth: r.depth, was: emptyForm(), is: formOf(s, m)}
	if reflect.DeepEqual(bare(java), w.patch(nil)) {
		return m, Translated
	}
	if m, ok = carry(s, java, r.version); !ok {
		return r.standIn(java, f)
	}
	return m, Carried
}

// bare answers a stack's compound without its place in a container.
func bare(java nbt.Compound) nbt.Compound {
	c := copied(java)
	delete(c, "Slot")
	return c
}

// carry gives a stack its Java compound as a value. ok is false for a compound that cannot be written, such as one nested
// too deeply.
func carry(s item.Stack, java nbt.Compound, version int32) (map[string]any, bool) {
	data, err := nbt.Append(nil, "", nbt.Compound{"DataVersion": version, "item": bare(java)})
	if err != nil {
		return nil, false
	}
	return item.WriteNBT(s.WithValue(JavaKey, data), true), true
}

// carriedLimits let a compound back in that was let in once, with what is around it.
var carriedLimits = nbt.Limits{Depth: 2 * nbt.DefaultDepth}

// carried answers the Java compound that a stack carries.
func carried(s item.Stack) (java nbt.Compound, version int32, ok bool) {
	v, _ := s.Value(JavaKey)
	data, _ := v.([]byte)
	if data == nil {
		return nil, 0, false
	}
	_, doc, err := nbt.Decode(data, carriedLimits)
	if err != nil {
		return nil, 0, false
	}
	version, _ = doc["DataVersion"].(int32)
	java, ok = doc["item"].(nbt.Compound)
	return java, version, ok
}

// standInItem is what stands for items that Dragonfly does not register. Nothing in Dragonfly uses, places or crafts it.
var standInItem world.Item = item.NautilusShell{}

func (r reader) standIn(java nbt.Compound, f form) (map[string]any, Outcome) {
	name := f.name
	if name == "" {
		name = "§r" + title(f.id)
	}
	s := item.NewStack(standInItem, min(f.count, 64)).WithCustomName(name).WithLore("§r§7" + f.id)
	m, ok := carry(s, java, r.version)
	if !ok {
		return nil, Empty
	}
	return m, StandIn
}

// title makes a readable name of an item's name: minecraft:zombie_spawn_egg is Zombie Spawn Egg.
func title(id string) string {
	_, short, ok := strings.Cut(id, ":")
	if !ok {
		short = id
	}
	words := strings.Split(short, "_")
	for i, w := range words {
		if w != "" && w[0] >= 'a' && w[0] <= 'z' {
			words[i] = string(w[0]-'a'+'A') + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// durable reports whether an item wears out.
func durable(id string) bool {
	it, ok := world.ItemByName(bedrockName(id), 0)
	if !ok {
		return false
	}
	_, ok = it.(item.Durable)
	return ok
}

// PatternName answers the Java name of a banner pattern's code.
func PatternName(code string) (name string, ok bool) {
	name, ok = codeName(code)
	return namespace + name, ok
}

// PatternCode answers the code of a banner pattern that Java names since 1.20.5.
func PatternCode(name string) (code string, ok bool) {
	code, ok = patternCodes[strings.TrimPrefix(name, namespace)]
	return code, ok
}
