package anvil

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// skullOwnerUUID renames the owner of a head and makes its id four ints. Source: V2514 (BlockEntityUUIDFix).
func skullOwnerUUID(be nbt.Compound, _ string) bool {
	if id, _ := be.Str("id"); id != "minecraft:skull" {
		return true
	}
	if name, ok := be.Str("ExtraType"); ok {
		// Up to 1.7 there was a name alone.
		delete(be, "ExtraType")
		if _, has := be["Owner"]; !has && name != "" {
			be["Owner"] = nbt.Compound{"Name": name}
		}
	}
	owner, ok := be.Compound("Owner")
	if !ok {
		return true
	}
	delete(be, "Owner")
	ownerUUID(owner)
	be["SkullOwner"] = owner
	return true
}

// ownerUUID makes the id of a profile four ints.
func ownerUUID(owner nbt.Compound) {
	text, ok := owner.Str("Id")
	if !ok {
		return
	}
	b, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	if err != nil || len(b) != 16 {
		return
	}
	id := make([]int32, 4)
	for i := range id {
		id[i] = int32(b[4*i])<<24 | int32(b[4*i+1])<<16 | int32(b[4*i+2])<<8 | int32(b[4*i+3])
	}
	owner["Id"] = id
}

// profileOf turns a skull's owner into the profile of 1.20.5. Source: V3818 (ProfileFix).
func profileOf(owner nbt.Compound) nbt.Compound {
	profile := nbt.Compound{}
	if name, ok := owner.Str("Name"); ok && name != "" {
		profile["name"] = name
	}
	if id, ok := owner["Id"].([]int32); ok {
		profile["id"] = id
	}
	properties, ok := owner.Compound("Properties")
	if !ok {
		return profile
	}
	list := nbt.List{Elem: nbt.TagCompound}
	for _, name := range sortedKeys(properties) {
		values, _ := properties.List(name)
		for _, v := range values.Items {
			p, ok := v.(nbt.Compound)
			if !ok {
				continue
			}
			out := nbt.Compound{"name": name}
			for from, to := range map[string]string{"Value": "value", "Signature": "signature"} {
				if text, ok := p.Str(from); ok {
					out[to] = text
				}
			}
			list.Items = append(list.Items, out)
		}
	}
	if len(list.Items) > 0 {
		profile["properties"] = list
	}
	return profile
}

// spawnerData puts the entity of a spawner into a compound of its own. Source: V2831 (SpawnerDataFix).
func spawnerData(be nbt.Compound, _ string) bool {
	if id, _ := be.Str("id"); id != "minecraft:mob_spawner" {
		return true
	}
	wrap := func(data nbt.Compound) nbt.Compound {
		if entity, ok := data.Str("id"); ok {
			data["id"] = modernEntityID(entity)
		}
		return nbt.Compound{"entity": data}
	}
	if data, ok := be.Compound("SpawnData"); ok {
		if _, done := data["entity"]; !done {
			be["SpawnData"] = wrap(data)
		}
	}
	list, ok := be.List("SpawnPotentials")
	if !ok || list.Elem != nbt.TagCompound {
		return true
	}
	for i, v := range list.Items {
		p := v.(nbt.Compound)
		entity, ok := p.Compound("Entity")
		if !ok {
			// Up to 1.8: Type and Properties.
			if entity, ok = p.Compound("Properties"); !ok {
				entity = nbt.Compound{}
			}
			if kind, ok := p.Str("Type"); ok {
				entity["id"] = kind
			}
		}
		weight, ok := p.Int("Weight")
		if !ok {
			weight = 1
		}
		list.Items[i] = nbt.Compound{"data": wrap(entity), "weight": int32(weight)}
	}
	return true
}

// effectNames are the effects that a beacon can give, by their numbers.
var effectNames = map[int64]string{1: "speed", 3: "haste", 5: "strength", 8: "jump_boost", 10: "regeneration", 11: "resistance"}

// beaconEffects names the effects of a beacon. Source: V3576 to V3578 (MobEffectIdFix).
func beaconEffects(be nbt.Compound, _ string) bool {
	if id, _ := be.Str("id"); id != "minecraft:beacon" {
		return true
	}
	for from, to := range map[string]string{"Primary": "primary_effect", "Secondary": "secondary_effect"} {
		number, ok := be.Int(from)
		delete(be, from)
		if name := effectNames[number]; ok && name != "" {
			be[to] = "minecraft:" + name
		}
	}
	return true
}

// patternNames are banner patterns by their short codes. Source: V3818 (BannerPatternFormatFix).
var patternNames = map[string]string{
	"b": "base", "bl": "square_bottom_left", "br": "square_bottom_right", "tl": "square_top_left", "tr": "square_top_right",
	"bs": "stripe_bottom", "ts": "stripe_top", "ls": "stripe_left", "rs": "stripe_right", "cs": "stripe_center", "ms": "stripe_middle",
	"drs": "stripe_downright", "dls": "stripe_downleft", "ss": "small_stripes", "cr": "cross", "sc": "straight_cross",
	"bt": "triangle_bottom", "tt": "triangle_top", "bts": "triangles_bottom", "tts": "triangles_top", "ld": "diagonal_left",
	"rd": "diagonal_up_right", "lud": "diagonal_up_left", "rud": "diagonal_right", "mc": "circle", "mr": "rhombus",
	"vh": "half_vertical", "hh": "half_horizontal", "vhr": "half_vertical_right", "hhb": "half_horizontal_bottom", "bo": "border",
	"cbo": "curly_border", "gra": "gradient", "gru": "gradient_up", "bri": "bricks", "glb": "globe", "cre": "creeper", "sku": "skull",
	"flo": "flower", "moj": "mojang", "pig": "piglin",
}

// patternsOf converts a list of banner patterns.
func patternsOf(list nbt.List) nbt.List {
	out := nbt.List{Elem: nbt.TagCompound}
	for _, v := range list.Items {
		p, ok := v.(nbt.Compound)
		if !ok {
			continue
		}
		code, _ := p.Str("Pattern")
		name := patternNames[code]
		if name == "" {
			continue
		}
		colour, _ := p.Int("Color")
		out.Items = append(out.Items, nbt.Compound{"pattern": "minecraft:" + name, "color": colours[colour&15]})
	}
	return out
}

// entityLowerCase is 1.20.5, in which many tags of block entities got new names. Source: V3818 and what follows it.
func entityLowerCase(be nbt.Compound, _ string) bool {
	switch id, _ := be.Str("id"); id {
	case "minecraft:banner":
		if list, ok := be.List("Patterns"); ok {
			delete(be, "Patterns")
			if patterns := patternsOf(list); len(patterns.Items) > 0 {
				be["patterns"] = patterns
			}
		}
	case "minecraft:skull":
		if owner, ok := be.Compound("SkullOwner"); ok {
			delete(be, "SkullOwner")
			be["profile"] = profileOf(owner)
		}
		if name, ok := be.Str("SkullOwner"); ok {
			delete(be, "SkullOwner")
			be["profile"] = nbt.Compound{"name": name}
		}
	case "minecraft:beehive":
		beehiveBees(be)
	case "minecraft:end_gateway":
		moveVector(be, "ExitPortal", "exit_portal")
	case "minecraft:campfire":
	}
	if lock, ok := be.Str("Lock"); ok {
		delete(be, "Lock")
		if lock != "" {
			be["lock"] = nbt.Compound{"components": nbt.Compound{"minecraft:custom_name": lock}}
		}
	}
	return true
}

// beehiveBees renames what a hive knows of its bees.
func beehiveBees(be nbt.Compound) {
	moveVector(be, "FlowerPos", "flower_pos")
	list, ok := be.List("Bees")
	if !ok {
		return
	}
	delete(be, "Bees")
	for _, v := range list.Items {
		bee, ok := v.(nbt.Compound)
		if !ok {
			continue
		}
		for from, to := range map[string]string{"EntityData": "entity_data", "TicksInHive": "ticks_in_hive", "MinOccupationTicks": "min_ticks_in_hive"} {
			if v, ok := bee[from]; ok {
				bee[to] = v
				delete(bee, from)
			}
		}
	}
	be["bees"] = list
}

// moveVector turns {X, Y, Z} into an array of three ints.
func moveVector(be nbt.Compound, from, to string) {
	v, ok := be.Compound(from)
	if !ok {
		return
	}
	out := make([]int32, 3)
	for i, name := range [...]string{"X", "Y", "Z"} {
		n, _ := v.Int(name)
		out[i] = int32(n)
	}
	delete(be, from)
	be[to] = out
}

// furnaceTimes renames the times of furnaces. Source: the change of 1.21.4 (translation facts).
func furnaceTimes(be nbt.Compound, _ string) bool {
	switch id, _ := be.Str("id"); id {
	case "minecraft:furnace", "minecraft:blast_furnace", "minecraft:smoker":
		for from, to := range map[string]string{"BurnTime": "lit_time_remaining", "CookTime": "cooking_time_spent", "CookTimeTotal": "cooking_total_time"} {
			if v, ok := be.Int(from); ok {
				be[to] = int16(v)
				delete(be, from)
			}
		}
	}
	return true
}

func sortedKeys(c nbt.Compound) []string {
	names := make([]string, 0, len(c))
	for name := range c {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
