package entity

import (
	"math"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// Options give the translation what it cannot know itself. The zero value works: falling blocks are then left untranslated.
type Options struct {
	// Version is the DataVersion of the chunk.
	Version int32
	// Host answers the name and the states of the host's block for a Java state key. ok is false if the host has none.
	Host func(stateKey string) (name string, states map[string]any, ok bool)
	// Java is the inverse of Host.
	Java func(name string, states map[string]any) (stateKey string, ok bool)
	// Flatten answers the state key of a block of before 1.13, by its name and data value.
	Flatten func(name string, data uint8) (stateKey string, ok bool)
}

// loader translates one entity forward.
type loader struct {
	opt  Options
	java nbt.Compound
}

// Load translates a stored entity. data is what Dragonfly's entity registry decodes, with the identifier under which it knows
// the type. ok is false for everything that is not translated.
func Load(java nbt.Compound, opt Options) (id int64, data map[string]any, ok bool) {
	k, known := kindOf(java)
	id, hasID := ID(java)
	if !known || !hasID {
		return 0, nil, false
	}
	l := loader{opt: opt, java: java}
	data = map[string]any{"identifier": k.dragonfly}
	if !l.place(data) {
		return 0, nil, false
	}
	if !k.foreign {
		if l.beyond(k) {
			return 0, nil, false
		}
		l.common(data)
	}
	if !k.load(l, data) {
		return 0, nil, false
	}
	return id, data, true
}

// place reads where an entity is. ok is false without a position that can be stood at.
func (l loader) place(data map[string]any) (ok bool) {
	pos, ok := vector(l.java["Pos"])
	if !ok {
		return false
	}
	motion, _ := vector(l.java["Motion"])
	data["Pos"], data["Motion"] = pos, motion
	rotation, _ := l.java["Rotation"].(nbt.List)
	var turn [2]float32
	for i, v := range rotation.Items {
		if f, isFloat := v.(float32); isFloat && i < 2 && finite(float64(f)) {
			turn[i] = f
		}
	}
	data["Yaw"], data["Pitch"] = turn[0], turn[1]
	return true
}

// common reads what every entity of Java has beside its place.
func (l loader) common(data map[string]any) {
	fire, _ := l.java["Fire"].(int16)
	data["Fire"], data["Age"], data["NameTag"] = max(fire, 0), int16(0), text.LoadName(l.java, l.opt.Version)
}

// beyond reports whether an entity is something that Dragonfly would not let it be, so that it would come to an end there, and take
// others along: one that floats or cannot be hurt, one on which others ride, and one that rides, of before 1.9, which holds the other.
func (l loader) beyond(k kind) bool {
	riders, _ := l.java.List("Passengers")
	mount, _ := l.java.Compound("Riding")
	return len(riders.Items) > 0 || len(mount) > 0 || !k.bodiless() && (l.flag("NoGravity") || l.flag("Invulnerable"))
}

func (l loader) flag(key string) bool {
	n, _ := l.java.Int(key)
	return n != 0
}

// vector reads three doubles as the floats that Dragonfly keeps.
func vector(v any) ([]float32, bool) {
	list, _ := v.(nbt.List)
	out := make([]float32, 3)
	if len(list.Items) != 3 {
		return out, false
	}
	for i, v := range list.Items {
		f, ok := v.(float64)
		if !ok || !finite(f) || math.Abs(f) > 1e9 {
			return make([]float32, 3), false
		}
		out[i] = float32(f)
	}
	return out, true
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

func (l loader) short(key string) int16 {
	n, _ := l.java[key].(int16)
	return n
}

// plain are the thrown things, which have nothing of their own.
func (l loader) plain(map[string]any) bool { return true }

// eternal is the age of an item that Java keeps for ever. All other ages grow, those below 0 as well.
const eternal = -1 << 15

func (l loader) item(data map[string]any) bool {
	if l.short("Age") == eternal {
		return false
	}
	stack, _ := l.java["Item"].(nbt.Compound)
	m, outcome := item.Load(stack, l.opt.Version)
	if outcome == item.Empty {
		return false
	}
	data["Item"], data["Age"], data["Health"] = m, l.short("Age"), int16(5)
	data["PickupDelay"] = int64(max(l.short("PickupDelay"), 1)) // Dragonfly takes 0 for half a second.
	return true
}

func (l loader) orb(data map[string]any) bool {
	value := l.short("Value")
	data["Value"], data["Age"] = int32(value), l.short("Age")
	return value > 0
}

func (l loader) arrow(data map[string]any) bool {
	damage, _ := l.java["damage"].(float64)
	if !finite(damage) {
		damage = 0
	}
	aux := int32(0)
	name, _ := l.java["Potion"].(string)
	if stack, ok := l.java["item"].(nbt.Compound); ok && name == "" {
		name = item.Potion(stack, l.opt.Version)
	}
	if n, ok := item.PotionID(name); ok {
		aux = int32(n)
	}
	pickup, _ := l.java["pickup"].(uint8)
	punch, _ := l.java["Punch"].(uint8)
	data["Damage"], data["auxValue"], data["enchantPunch"] = float32(damage), aux+1, punch
	data["player"], data["isCreative"] = bit(pickup != 0), bit(pickup == 2)
	return true
}

// stateKey reads the block that an entity is made of.
func (l loader) stateKey() (string, bool) {
	if s, ok := l.java["BlockState"].(nbt.Compound); ok {
		return blockState(s)
	}
	name, _ := l.java["Block"].(string)
	value, _ := l.java["Data"].(uint8)
	if l.opt.Flatten == nil || name == "" {
		return "", false
	}
	return l.opt.Flatten(name, value)
}

func (l loader) fallingBlock(data map[string]any) bool {
	inside, _ := l.java.Compound("TileEntityData")
	if drops, says := l.java.Int("DropItem"); len(inside) > 0 || l.flag("CancelDrop") || says && drops == 0 {
		return false // Dragonfly's always becomes a block, with nothing in it, or an item.
	}
	key, ok := l.stateKey()
	if !ok || l.opt.Host == nil {
		return false
	}
	name, states, ok := l.opt.Host(key)
	if !ok {
		return false
	}
	fall, _ := l.java["FallDistance"].(float32)
	if f, isDouble := l.java["fall_distance"].(float64); isDouble && finite(f) {
		data["FallDistance"] = f
	} else if finite(float64(fall)) {
		data["FallDistance"] = float64(fall)
	} else {
		data["FallDistance"] = 0.0
	}
	data["FallingBlock"] = map[string]any{"name": name, "states": states}
	return true
}

func (l loader) tnt(data map[string]any) bool {
	fuse, ok := l.java["fuse"].(int16)
	if b, isByte := l.java["Fuse"].(uint8); isByte && !ok {
		fuse = int16(b) // As before 1.9.
	} else if !ok {
		fuse = l.short("Fuse")
	}
	data["Fuse"] = max(fuse, 1) // Dragonfly takes 0 for never.
	return true
}

func (l loader) crystal(data map[string]any) bool {
	bottom, ok := l.java["ShowBottom"].(uint8)
	if !ok {
		bottom = 1
	}
	data["ShowBottom"], data["ExplosionSize"] = bit(bottom != 0), 6.0
	if x, y, z, ok := target(l.java); ok {
		data["BlockTargetX"], data["BlockTargetY"], data["BlockTargetZ"] = x, y, z
	}
	return true
}

// target reads where the beam of a crystal points: a compound up to 1.20.4, an array after.
func target(java nbt.Compound) (x, y, z int32, ok bool) {
	if a, isArray := java["beam_target"].([]int32); isArray && len(a) == 3 {
		return a[0], a[1], a[2], true
	}
	c, _ := java["BeamTarget"].(nbt.Compound)
	x, okX := c["X"].(int32)
	y, okY := c["Y"].(int32)
	z, okZ := c["Z"].(int32)
	return x, y, z, okX && okY && okZ
}

func (l loader) potion(data map[string]any) bool {
	stack, _ := l.java["Item"].(nbt.Compound)
	m, outcome := item.Load(stack, l.opt.Version)
	if outcome == item.Empty || outcome == item.StandIn {
		return false
	}
	name, _ := m["Name"].(string)
	if data["identifier"] != "minecraft:"+strings.TrimPrefix(name, "minecraft:") {
		if name != "minecraft:lingering_potion" && name != "minecraft:splash_potion" {
			return false
		}
		data["identifier"] = name
	}
	meta, _ := m["Damage"].(int16)
	data["PotionId"] = int32(meta)
	return true
}

func (l loader) rocket(data map[string]any) bool {
	stack, _ := l.java["FireworksItem"].(nbt.Compound)
	m, outcome := item.Load(stack, l.opt.Version)
	if outcome == item.Empty || m["Name"] != "minecraft:firework_rocket" {
		return false
	}
	// The host keeps the firework and nothing else of the stack.
	tag, _ := m["tag"].(map[string]any)
	data["Item"] = map[string]any{"Name": m["Name"], "Damage": int16(0), "Count": uint8(1),
		"tag": map[string]any{"Fireworks": tag["Fireworks"]}}
	return true
}

func (l loader) cloud(data map[string]any) bool {
	name, _ := l.java["Potion"].(string)
	if c, ok := l.java["potion_contents"].(nbt.Compound); ok && name == "" {
		name, _ = c["potion"].(string)
	}
	id, ok := item.PotionID(name)
	if !ok {
		return false // Dragonfly's clouds are of a potion.
	}
	data["PotionId"] = int32(id)
	for _, key := range []string{"Radius", "RadiusPerTick", "RadiusOnUse"} {
		f, _ := l.java[key].(float32)
		if !finite(float64(f)) {
			return false
		}
		data[key] = f
	}
	for _, key := range []string{"Duration", "DurationOnUse", "ReapplicationDelay"} {
		n, _ := l.java[key].(int32)
		data[key] = n
	}
	// Dragonfly takes 0 for a radius and a duration of its own.
	return data["Radius"].(float32) > 0 && data["Duration"].(int32) > 0
}

// text shows a text display as the floating text that Dragonfly has.
func (l loader) text(data map[string]any) bool {
	s, ok := text.Load(l.java["text"], l.opt.Version)
	data["NameTag"] = s
	return ok && s != ""
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
