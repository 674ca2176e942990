package item

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// maxNesting is how deep stacks inside stacks are translated. Deeper ones stay in the Java compound of the outermost.
const maxNesting = 3

// reader reads one stack. depth counts the stacks around it.
type reader struct {
	version int32
	depth   int
}

// read answers what a stack says. ok is false for a compound that is no stack: no name, or nothing in it.
func (r reader) read(java nbt.Compound) (f form, ok bool) {
	f = emptyForm()
	how := spelled(java, r.version)
	if how == componented {
		f.id, _ = java["id"].(string)
		f.count = 1
		if n, has := java.Int("count"); has {
			f.count = int(min(max(n, 0), 255))
		}
	} else {
		f.id, _ = java["id"].(string)
		n, _ := java["Count"].(uint8)
		f.count = int(int8(n))
	}
	var damage int16
	if how == numeric {
		damage, _ = java["Damage"].(int16)
		if n, has := java.Int("id"); has {
			if name, known := legacy().byNumber[n]; known {
				f.id = name
			}
		}
	}
	if f.id == "" || f.count <= 0 {
		return f, false
	}
	if !strings.Contains(f.id, ":") {
		f.id = namespace + f.id
	}
	if how == numeric {
		f.id, damage = r.flatten(f.id, damage, &f)
		f.damage = int(damage)
	}
	f.id = anvil.ModerniseItem(f.id, r.version)
	if f.id == "minecraft:air" {
		return f, false
	}
	if how == componented {
		c, _ := java["components"].(nbt.Compound)
		r.components(c, &f)
	} else {
		t, _ := java["tag"].(nbt.Compound)
		r.tag(t, how, &f)
	}
	return f, true
}

// flatten is flatten with the two items whose damage value is not a row of variants: potions before 1.9 and spawn eggs.
func (r reader) flatten(id string, damage int16, f *form) (string, int16) {
	if id == "minecraft:potion" && damage != 0 {
		potion, splash := potionBefore19(damage)
		f.potion = namespace + potion
		if splash {
			return "minecraft:splash_potion", 0
		}
		return id, 0
	}
	return flatten(id, damage)
}

// tag reads the tag of a stack before 1.20.5. Entries of the wrong type count as absent.
func (r reader) tag(t nbt.Compound, how spelling, f *form) {
	if display, ok := t["display"].(nbt.Compound); ok {
		r.display(display, how, f)
	}
	if how == tagged {
		if n, ok := t.Int("Damage"); ok {
			f.damage = int(n)
		}
	}
	for _, key := range []string{"ench", "Enchantments", "StoredEnchantments"} {
		if (key == "StoredEnchantments") == (f.id == "minecraft:enchanted_book") {
			f.enchantments = append(f.enchantments, tagEnchantments(t, key)...)
		}
	}
	f.unbreakable = truth(t["Unbreakable"])
	if n, ok := t.Int("RepairCost"); ok {
		f.repairCost = int(n)
	}
	if p, ok := t["Potion"].(string); ok {
		f.potion = p
	}
	if m, ok := t["Trim"].(nbt.Compound); ok {
		f.trim.material, _ = m["material"].(string)
		f.trim.pattern, _ = m["pattern"].(string)
	}
	if horn, ok := t["instrument"].(string); ok {
		f.horn = indexOf(horns, strings.TrimPrefix(horn, namespace))
	}
	f.stew = tagStew(t)
	f.hostData(t)
	r.tagBook(t, f)
	if fw, ok := t["Fireworks"].(nbt.Compound); ok {
		if n, ok := fw.Int("Flight"); ok {
			f.flight = int(n)
		}
		list, _ := fw["Explosions"].(nbt.List)
		f.explosions = explosions(list, tagExplosion)
	}
	if e, ok := t["Explosion"].(nbt.Compound); ok && f.id == "minecraft:firework_star" {
		f.explosions = append(f.explosions, tagExplosion(e))
	}
	if list, ok := t["ChargedProjectiles"].(nbt.List); ok {
		r.charge(list, f)
	}
	if be, ok := t["BlockEntityTag"].(nbt.Compound); ok {
		r.blockEntity(be, how, f)
	}
}

// hostData reads what the host knows of a stack and Java has no words for.
func (f *form) hostData(c nbt.Compound) {
	f.user, _ = c[userKey].([]byte)
	if n, ok := c[variantKey].(int32); ok && n >= 0 {
		f.variant = int(n)
	}
}

func (r reader) display(d nbt.Compound, how spelling, f *form) {
	if name, ok := d["Name"].(string); ok {
		f.name = name
		if how == tagged {
			f.name, _ = text.Load(name, r.version)
		}
	}
	if list, ok := d["Lore"].(nbt.List); ok {
		for _, line := range list.Items {
			s, ok := line.(string)
			if !ok {
				continue
			}
			if how == tagged && r.version >= text.LoreJSON {
				s, _ = text.Load(s, r.version)
			}
			f.lore = append(f.lore, s)
		}
	}
	if n, ok := d.Int("color"); ok {
		f.colour = int(n) & 0xffffff
	}
}

func tagEnchantments(t nbt.Compound, key string) (es []enchantment) {
	list, _ := t[key].(nbt.List)
	for _, v := range list.Items {
		c, ok := v.(nbt.Compound)
		if !ok {
			continue
		}
		level, _ := c.Int("lvl")
		id, isName := c["id"].(string)
		if !isName {
			n, _ := c.Int("id")
			if id = numericEnchantments[int16(n)]; id == "" {
				continue
			}
		}
		es = append(es, enchantment{enchantmentToday(id), int(level)})
	}
	return es
}

func enchantmentToday(id string) string {
	id = strings.TrimPrefix(id, namespace)
	if id == "sweeping" {
		return "sweeping_edge" // Its name up to 1.20.4.
	}
	return id
}

func tagStew(t nbt.Compound) int {
	for _, key := range []string{"effects", "Effects"} {
		list, _ := t[key].(nbt.List)
		if len(list.Items) == 0 {
			continue
		}
		c, _ := list.Items[0].(nbt.Compound)
		id, _ := c["id"].(string)
		number, hasNumber := c.Int("EffectId")
		for i, s := range stews {
			if id == namespace+s.effect || id == "" && hasNumber && int64(s.number) == number {
				return i
			}
		}
	}
	return -1
}

// blockEntity reads what a block item keeps of the block that it was.
func (r reader) blockEntity(be nbt.Compound, how spelling, f *form) {
	list, _ := be["Patterns"].(nbt.List)
	for _, v := range list.Items {
		c, ok := v.(nbt.Compound)
		if !ok {
			continue
		}
		code, _ := c["Pattern"].(string)
		n, _ := c.Int("Color")
		if how == numeric {
			n = 15 - n
		}
		f.patterns = append(f.patterns, pattern{code, int(n)})
	}
	if items, ok := be["Items"].(nbt.List); ok && strings.HasSuffix(f.id, "shulker_box") {
		r.contents(items, "Slot", "", f)
	}
	if sherds, ok := be["sherds"].(nbt.List); ok {
		readSherds(sherds, f)
	}
}

func readSherds(list nbt.List, f *form) {
	for i, v := range list.Items {
		if i < len(f.sherds) {
			f.sherds[i], _ = v.(string)
		}
	}
}

// contents reads the stacks in a shulker box. Inside is the entry that holds the stack, "" if it is the element itself.
func (r reader) contents(list nbt.List, slotKey, inside string, f *form) {
	if r.depth >= maxNesting {
		return
	}
	for _, v := range list.Items {
		c, ok := v.(nbt.Compound)
		if !ok {
			continue
		}
		n, ok := c.Int(slotKey)
		if !ok || n < 0 || n > 26 {
			continue
		}
		if inside != "" {
			if c, ok = c[inside].(nbt.Compound); !ok {
				continue
			}
		}
		if m, outcome := (reader{r.version, r.depth + 1}).load(c); outcome != Empty {
			f.contents = append(f.contents, slot{int(n), m})
		}
	}
}

func (r reader) charge(list nbt.List, f *form) {
	if len(list.Items) == 0 || r.depth >= maxNesting {
		return
	}
	if c, ok := list.Items[0].(nbt.Compound); ok {
		if inner, ok := (reader{r.version, r.depth + 1}).read(c); ok {
			f.charged = &inner
		}
	}
}

func truth(v any) bool {
	b, _ := v.(uint8)
	return b != 0
}

func indexOf(list []string, s string) int {
	for i, v := range list {
		if v == s {
			return i
		}
	}
	return -1
}
