package blockentity

import (
	"strconv"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// furnaceIDs are Bedrock's block entities of the three furnaces.
var furnaceIDs = map[string]string{"furnace": "Furnace", "blast_furnace": "BlastFurnace", "smoker": "Smoker"}

// timer is a field of a furnace: its Bedrock name, its Java names up to and from 1.21.4. All count ticks.
type timer struct{ bedrock, before, since string }

// furnaceTimers are the times that both editions keep. Java does not keep how long the fuel lasts in all before 1.21.4.
var furnaceTimers = []timer{{"BurnTime", "BurnTime", "lit_time_remaining"}, {"CookTime", "CookTime", "cooking_time_spent"},
	{"BurnDuration", "", "lit_total_time"}}

func (c codec) furnace(java nbt.Compound) map[string]any {
	m := c.container(java, furnaceIDs[c.state.name])
	delete(m, "CustomName") // Dragonfly's furnaces have no name.
	m["StoredXPInt"] = int16(0)
	for _, t := range furnaceTimers {
		v, ok := java[t.since].(int16)
		if !ok {
			v, _ = java[t.before].(int16)
		}
		m[t.bedrock] = max(v, 0)
	}
	if m["BurnDuration"] == int16(0) {
		m["BurnDuration"] = m["BurnTime"]
	}
	return m
}

// brewingFuel is how many potions a blaze powder brews.
const brewingFuel = 20

func (c codec) brewingStand(java nbt.Compound) map[string]any {
	m := c.container(java, "BrewingStand")
	delete(m, "CustomName")
	brew, _ := java["BrewTime"].(int16)
	fuel, _ := java["Fuel"].(uint8)
	m["CookTime"], m["FuelAmount"], m["FuelTotal"] = max(brew, 0), int16(fuel), int16(0)
	if fuel > 0 {
		m["FuelTotal"] = max(int16(fuel), brewingFuel)
	}
	return m
}

// campfireTicks is how long a campfire takes to cook.
const campfireTicks = 600

// campfire turns the ticks that Java counts up into those that Dragonfly counts down.
func (c codec) campfire(java nbt.Compound) map[string]any {
	m := map[string]any{"id": "Campfire"}
	list, _ := java["Items"].(nbt.List)
	spent, _ := java["CookingTimes"].([]int32)
	total, _ := java["CookingTotalTimes"].([]int32)
	for _, v := range list.Items {
		stack, slot, ok := c.slot(v)
		if !ok || slot > 3 {
			continue
		}
		disk := c.stack(nbt.Compound{"": stack}, "")
		if disk == nil {
			continue
		}
		left := int32(campfireTicks)
		if len(total) == 4 {
			left = total[slot]
		}
		if len(spent) == 4 {
			left -= spent[slot]
		}
		n := strconv.Itoa(int(slot) + 1)
		m["Item"+n], m["ItemTime"+n] = disk, min(max(left, 0), campfireTicks)
	}
	return m
}
