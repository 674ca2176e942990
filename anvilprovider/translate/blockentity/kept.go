package blockentity

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// JavaKey is the entry under which the map of a block that Dragonfly does not implement keeps the Java compound.
const JavaKey = item.JavaKey

// clientIDs are Bedrock's names of block entities that a client needs in order to draw the block, by Java's names.
var clientIDs = map[string]string{"minecraft:mob_spawner": "MobSpawner", "minecraft:bell": "Bell",
	"minecraft:conduit": "Conduit", "minecraft:comparator": "Comparator", "minecraft:daylight_detector": "DaylightDetector",
	"minecraft:beehive": "Beehive", "minecraft:end_gateway": "EndGateway", "minecraft:chiseled_bookshelf": "ChiseledBookshelf",
	"minecraft:brushable_block": "BrushableBlock", "minecraft:sculk_sensor": "SculkSensor",
	"minecraft:calibrated_sculk_sensor": "CalibratedSculkSensor", "minecraft:sculk_shrieker": "SculkShrieker",
	"minecraft:sculk_catalyst": "SculkCatalyst", "minecraft:trial_spawner": "TrialSpawner", "minecraft:vault": "Vault",
	"minecraft:crafter": "Crafter", "minecraft:creaking_heart": "CreakingHeart", "minecraft:command_block": "CommandBlock",
	"minecraft:structure_block": "StructureBlock", "minecraft:jigsaw": "JigsawBlock"}

// maxPacked is the size in bytes above which a compound stays at home: the map goes to every client that sees the block. What
// is stored is kept by its position all the same.
const maxPacked = 1 << 15

// pack makes the map of a block that Dragonfly does not implement: the Java compound as bytes, beside the name under which a
// Bedrock client knows the block entity, if it does.
func pack(java nbt.Compound, version int32) (map[string]any, error) {
	data, err := nbt.Append(nil, "", nbt.Compound{"DataVersion": version, "entity": java})
	if err != nil {
		return nil, err
	}
	m := map[string]any{}
	if len(data) <= maxPacked {
		m[JavaKey] = data
	}
	id, _ := java["id"].(string)
	if client, ok := clientIDs[id]; ok {
		m["id"] = client
	}
	return m, nil
}

// unpack is the inverse of pack. Bytes that went through Bedrock's NBT come back as a list.
func unpack(m map[string]any) (java nbt.Compound, version int32, ok bool) {
	var data []byte
	switch v := m[JavaKey].(type) {
	case []byte:
		data = v
	case []any:
		for _, b := range v {
			n, isByte := b.(uint8)
			if !isByte {
				return nil, 0, false
			}
			data = append(data, n)
		}
	}
	if data == nil {
		return nil, 0, false
	}
	_, doc, err := nbt.Decode(data, nbt.Limits{Depth: 2 * nbt.DefaultDepth})
	if err != nil {
		return nil, 0, false
	}
	version, _ = doc["DataVersion"].(int32)
	java, ok = doc["entity"].(nbt.Compound)
	return java, version, ok
}
