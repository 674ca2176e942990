package item

import (
	"maps"
	"reflect"
	"sort"
	"strings"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/item"
	_ "github.com/df-mc/dragonfly/server/item/enchantment" // Registers the enchantments.
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// JavaKey is the value under which a stack carries its Java compound.
const JavaKey = "java"

// normal brings a stack in the disk format into the form that Dragonfly itself writes, by reading it with Dragonfly's own
// code. ok is false if nothing is left: Dragonfly does not know the item, or a tool is used up.
//
// The disk format may hold what Dragonfly's readers panic at, when it comes from a plug-in or when user data needs types that
// this program does not have. Such a stack cannot be read by anyone, so the panic means the same as an unknown item.
func normal(disk map[string]any) (s item.Stack, m map[string]any, ok bool) {
	defer func() {
		if recover() != nil {
			s, m, ok = item.Stack{}, nil, false
		}
	}()
	if len(disk) == 0 {
		return item.Stack{}, nil, false
	}
	s = item.ReadNBT(withoutBlock(disk), nil)
	if s.Empty() {
		return item.Stack{}, nil, false
	}
	return s, item.WriteNBT(s, true), true
}

// withoutBlock drops the block states that stacks of blocks name, unless one is needed to know the item. Looking them up
// needs a block registry that is complete, and the result would not be used. It copies what it changes.
func withoutBlock(disk map[string]any) map[string]any {
	m := disk
	if _, ok := disk["Block"]; ok {
		name, _ := disk["Name"].(string)
		meta, _ := disk["Damage"].(int16)
		if _, ok := world.ItemByName(name, meta); ok {
			m = maps.Clone(m)
			delete(m, "Block")
		}
	}
	tag, _ := m["tag"].(map[string]any)
	items, _ := tag["Items"].([]any)
	charged, isCharged := tag["chargedItem"].(map[string]any)
	if len(items) == 0 && !isCharged {
		return m
	}
	m, tag = maps.Clone(m), maps.Clone(tag)
	if isCharged {
		tag["chargedItem"] = withoutBlock(charged)
	}
	inner := make([]any, len(items))
	for i, v := range items {
		if inner[i] = v; v != nil {
			if c, ok := v.(map[string]any); ok {
				inner[i] = withoutBlock(c)
			}
		}
	}
	if len(items) > 0 {
		tag["Items"] = inner
	}
	m["tag"] = tag
	return m
}

// formOf reads a stack that Dragonfly wrote. It is the inverse of form.disk for what Dragonfly understands.
func formOf(s item.Stack, m map[string]any) form {
	f := emptyForm()
	bedrock, meta := s.Item().EncodeItem()
	f.id, f.count = javaName(bedrock, meta), s.Count()
	f.name, f.lore = s.CustomName(), s.Lore()
	for _, e := range s.Enchantments() {
		if id, ok := item.EnchantmentID(e.Type()); ok {
			if name, ok := reverse(enchantmentIDs, int16(id)); ok {
				f.enchantments = append(f.enchantments, enchantment{name, e.Level()})
			}
		}
	}
	if s.MaxDurability() > 0 {
		f.damage = s.MaxDurability() - s.Durability()
	}
	f.unbreakable, f.repairCost = s.Unbreakable(), s.AnvilCost()
	tag, _ := m["tag"].(map[string]any)
	if c, ok := tag["customColor"].(int32); ok && bedrock != "minecraft:firework_star" {
		f.colour = int(uint32(c) & 0xffffff)
	}
	if t, ok := tag["Trim"].(map[string]any); ok {
		f.trim.material, _ = t["Material"].(string)
		f.trim.pattern, _ = t["Pattern"].(string)
		f.trim.material, f.trim.pattern = namespace+f.trim.material, namespace+f.trim.pattern
	}
	f.user = userData(s)
	f.special(bedrock, meta, tag)
	return f
}

// userData encodes what plug-ins stored with a stack, without our own value.
func userData(s item.Stack) []byte {
	values := s.Values()
	delete(values, JavaKey)
	if len(values) == 0 {
		return nil
	}
	m := item.WriteNBT(s.WithValue(JavaKey, nil), true)
	tag, _ := m["tag"].(map[string]any)
	data, _ := tag["dragonflyData"].([]byte)
	return data
}

// special reads what single items have.
func (f *form) special(bedrock string, meta int16, tag map[string]any) {
	switch bedrock {
	case "minecraft:potion", "minecraft:splash_potion", "minecraft:lingering_potion":
		f.setPotion(meta, meta)
	case "minecraft:arrow":
		if meta > 0 {
			f.setPotion(meta-1, meta)
		}
	case "minecraft:goat_horn":
		f.horn = int(meta)
	case "minecraft:suspicious_stew":
		f.stew = int(meta)
		if first := tagStew(nbt.Compound{"effects": compounds(stewEffect(f.stew))}); first != f.stew {
			f.variant = f.stew // Two flowers give this effect.
		}
	case "minecraft:banner":
		list, _ := tag["Patterns"].([]any)
		for _, v := range list {
			layer, _ := v.(map[string]any)
			code, _ := layer["Pattern"].(string)
			colour, _ := layer["Color"].(int32)
			f.patterns = append(f.patterns, pattern{code, int(15 - colour&15)})
		}
	case "minecraft:decorated_pot":
		list, _ := tag["sherds"].([]any)
		for i, v := range list {
			if s, _ := v.(string); i < len(f.sherds) && s != "minecraft:brick" {
				f.sherds[i] = s
			}
		}
	case "minecraft:writable_book", "minecraft:written_book":
		f.book(tag)
	case "minecraft:firework_rocket":
		fw, _ := tag["Fireworks"].(map[string]any)
		flight, _ := fw["Flight"].(uint8)
		f.flight = int(flight)
		list, _ := fw["Explosions"].([]any)
		for _, v := range list {
			f.explosions = append(f.explosions, diskExplosion(v))
		}
	case "minecraft:firework_star":
		f.explosions = []explosion{diskExplosion(tag["FireworksItem"])}
	case "minecraft:crossbow":
		if c, ok := tag["chargedItem"].(map[string]any); ok {
			if s, m, ok := normal(c); ok {
				inner := formOf(s, m)
				f.charged = &inner
			}
		}
	}
	if strings.HasSuffix(f.id, "shulker_box") {
		f.contents = diskContents(tag)
	}
}

func (f *form) setPotion(id, meta int16) {
	if name, ok := reverse(potionIDs, id); ok {
		f.potion = namespace + name
		return
	}
	f.variant = int(meta)
}

func (f *form) book(tag map[string]any) {
	list, _ := tag["pages"].([]any)
	for _, v := range list {
		page, _ := v.(map[string]any)
		s, _ := page["text"].(string)
		f.pages = append(f.pages, s)
	}
	f.title, _ = tag["title"].(string)
	f.author, _ = tag["author"].(string)
	generation, _ := tag["generation"].(uint8)
	f.generation = int(generation)
}

func diskExplosion(v any) explosion {
	m, _ := v.(map[string]any)
	shape, _ := m["FireworkType"].(uint8)
	e := explosion{shape: int(shape), colour: 15, fade: -1, trail: truth(m["FireworkTrail"]), twinkle: truth(m["FireworkFlicker"])}
	if c, ok := m["FireworkColor"].([1]uint8); ok {
		e.colour = int(15 - c[0]&15)
	}
	if c, ok := m["FireworkFade"].([1]uint8); ok {
		e.fade = int(15 - c[0]&15)
	}
	return e
}

func diskContents(tag map[string]any) (slots []slot) {
	list, _ := tag["Items"].([]any)
	for _, v := range list {
		m, _ := v.(map[string]any)
		n, _ := m["Slot"].(uint8)
		slots = append(slots, slot{int(n), m})
	}
	sort.SliceStable(slots, func(i, j int) bool { return slots[i].slot < slots[j].slot })
	return slots
}

// Same reports whether two stacks in the disk format are the same to Dragonfly, counts and user data included. Empty ones and
// such that Dragonfly does not know are the same as nothing.
func Same(a, b map[string]any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	x, mx, okX := normal(a)
	y, my, okY := normal(b)
	if !okX || !okY {
		return okX == okY
	}
	return x.Equal(y) && x.Unbreakable() == y.Unbreakable() && reflect.DeepEqual(mx, my)
}

// Sherd answers the item that stands for one side of a decorated pot, which is a brick for every item that Dragonfly does
// not know as a sherd: its decoder panics at those.
func Sherd(name string) string {
	if it, ok := world.ItemByName(name, 0); ok {
		if d, ok := it.(block.PotDecoration); ok && d.PotDecoration() {
			return name
		}
	}
	return "minecraft:brick"
}
