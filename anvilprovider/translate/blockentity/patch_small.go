package blockentity

import (
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// renamedTimers is 24w44a of 1.21.4, from which on furnaces' times have the names of furnaceTimers.since.
const renamedTimers = 4173

func (c *saver) patchFurnace() {
	for _, t := range furnaceTimers {
		if !c.differs(t.bedrock) {
			continue
		}
		key := t.before
		if _, ok := c.out[t.since]; ok || c.place.Version >= renamedTimers {
			key = t.since
		}
		if v, ok := c.now[t.bedrock].(int16); ok && key != "" {
			c.out[key] = v
		}
	}
}

func (c *saver) patchBrewing() {
	if v, ok := c.now["CookTime"].(int16); ok && c.differs("CookTime") {
		c.out["BrewTime"] = v
	}
	if v, ok := c.now["FuelAmount"].(int16); ok && c.differs("FuelAmount") {
		c.out["Fuel"] = uint8(min(max(v, 0), 127))
	}
}

// patchCampfire writes the stacks and, for the slots that have changed, the times.
func (c *saver) patchCampfire() {
	spent, total := times(c.out["CookingTimes"], 0), times(c.out["CookingTotalTimes"], campfireTicks)
	changed, timed := map[uint8]nbt.Compound{}, false
	for slot := range uint8(4) {
		n := strconv.Itoa(int(slot) + 1)
		if c.differs("Item" + n) {
			m, _ := c.now["Item"+n].(map[string]any)
			changed[slot] = c.saveStack(m)
		}
		if !c.differs("ItemTime" + n) {
			continue
		}
		left, has := c.now["ItemTime"+n].(int32)
		if timed = true; has {
			spent[slot] = max(total[slot]-left, 0)
		} else {
			spent[slot] = 0
		}
	}
	if len(changed) > 0 {
		c.replace(changed)
	}
	if timed {
		c.out["CookingTimes"], c.out["CookingTotalTimes"] = spent, total
	}
}

// times copies four times out of an entry, or answers four equal ones.
func times(v any, otherwise int32) []int32 {
	if ts, ok := v.([]int32); ok && len(ts) == 4 {
		return append([]int32(nil), ts...)
	}
	return []int32{otherwise, otherwise, otherwise, otherwise}
}

func (c *saver) patchSherds() {
	if !c.differs("sherds") {
		return
	}
	list := nbt.List{Elem: nbt.TagString}
	now, _ := c.now["sherds"].([]any)
	for _, v := range now {
		s, _ := v.(string)
		list.Items = append(list.Items, s)
	}
	if len(list.Items) == 0 {
		list.Elem = nbt.TagEnd
	}
	c.out["sherds"] = list
}

// patchBanner writes the patterns anew. Those that Dragonfly could not show stay below the others.
func (c *saver) patchBanner() {
	if !c.differs("Patterns") {
		return
	}
	since := c.place.Version >= item.Components
	key := map[bool]string{false: "Patterns", true: "patterns"}[since]
	list := nbt.List{}
	old, _ := c.out[key].(nbt.List)
	for i, l := range c.layers(c.out) {
		if !l.known() && i < len(old.Items) {
			list.Items = append(list.Items, old.Items[i])
		}
	}
	now, _ := c.now["Patterns"].([]any)
	for _, v := range now {
		m, _ := v.(map[string]any)
		code, _ := m["Pattern"].(string)
		n, _ := m["Color"].(int32)
		dye := 15 - n&15
		switch name, known := item.PatternName(code); {
		case !since:
			list.Items = append(list.Items, nbt.Compound{"Pattern": code, "Color": dye})
		case known:
			list.Items = append(list.Items, nbt.Compound{"pattern": name, "color": colours[dye]})
		}
	}
	if len(list.Items) == 0 {
		delete(c.out, key)
		return
	}
	list.Elem = nbt.TagCompound
	c.out[key] = list
}

// namedEffects is 1.20.2, from which on a beacon's effects are names.
const namedEffects = 3578

func (c *saver) patchEffect(key, since string) {
	if !c.differs(key) {
		return
	}
	n, _ := c.now[key].(int32)
	if c.place.Version < namedEffects {
		c.out[key] = n
		return
	}
	delete(c.out, key)
	delete(c.out, since)
	for name, id := range beaconEffects {
		if id == n {
			c.out[since] = name
		}
	}
}

// emptySign gives a new sign its entries.
func (c *saver) emptySign() {
	if c.place.Version >= twoSided {
		c.out["front_text"], c.out["back_text"], c.out["is_waxed"] = c.emptySide(), c.emptySide(), uint8(0)
		return
	}
	for i := '1'; i <= '4'; i++ {
		c.out["Text"+string(i)] = text.Save("", c.place.Version)
	}
	c.out["Color"] = "black"
}

func (c *saver) emptySide() nbt.Compound {
	list := nbt.List{Elem: nbt.TagString}
	for range 4 {
		list.Items = append(list.Items, text.Save("", c.place.Version))
	}
	return nbt.Compound{"messages": list, "color": "black", "has_glowing_text": uint8(0)}
}

// patchSign writes the lines, colours and glow that have changed.
func (c *saver) patchSign() {
	front, hasFront := c.out["front_text"].(nbt.Compound)
	if !hasFront && c.place.Version >= twoSided {
		front, hasFront = c.emptySide(), c.differs("FrontText")
	}
	if c.differs("FrontText") {
		if hasFront {
			c.out["front_text"] = c.patchSide(front, "FrontText")
		} else {
			c.patchOldSide()
		}
	}
	if c.differs("BackText") {
		back, hasBack := c.out["back_text"].(nbt.Compound)
		switch {
		case hasBack:
			c.out["back_text"] = c.patchSide(back, "BackText")
		case c.place.Version >= twoSided:
			c.out["back_text"] = c.patchSide(c.emptySide(), "BackText")
		default:
			c.find("text on the back of a sign older than 1.20", c.place.State)
		}
	}
	if c.differs("IsWaxed") {
		waxed, _ := c.now["IsWaxed"].(uint8)
		if _, ok := c.out["is_waxed"]; ok || c.place.Version >= twoSided {
			c.out["is_waxed"] = waxed
		}
	}
}

// linesOf takes the text of one side apart. What goes beyond the fourth line joins it.
func linesOf(m map[string]any) (lines [4]string) {
	s, _ := m["Text"].(string)
	for i, line := range strings.Split(s, "\n") {
		switch {
		case i < 4:
			lines[i] = line
		case line != "":
			lines[3] += " " + line
		}
	}
	return lines
}

// sides answers one side before and after.
func (c *saver) sides(key string) (was, now map[string]any) {
	was, _ = c.was[key].(map[string]any)
	now, _ = c.now[key].(map[string]any)
	return was, now
}

func (c *saver) patchSide(java nbt.Compound, key string) nbt.Compound {
	was, now := c.sides(key)
	out := make(nbt.Compound, len(java))
	for k, v := range java {
		out[k] = v
	}
	before, after := linesOf(was), linesOf(now)
	if before != after {
		old, _ := out["messages"].(nbt.List)
		out["messages"] = c.messages(old, before, after)
		delete(out, "filtered_messages")
	}
	if !equal(was["SignTextColor"], now["SignTextColor"]) {
		argb, _ := now["SignTextColor"].(int32)
		out["color"] = colours[dyeOf(argb)]
	}
	if !equal(was["IgnoreLighting"], now["IgnoreLighting"]) {
		out["has_glowing_text"] = now["IgnoreLighting"]
	}
	return out
}

// messages writes the lines that have changed into a list of four. A list of mixed elements is one of compounds, whose key ""
// holds what is none.
func (c *saver) messages(old nbt.List, before, after [4]string) nbt.List {
	list := nbt.List{Elem: nbt.TagString}
	for i := range after {
		var v any = text.Save("", c.place.Version)
		if i < len(old.Items) {
			v = old.Items[i]
			if m, ok := v.(nbt.Compound); ok && len(m) == 1 && m[""] != nil {
				v = m[""]
			}
		}
		if before[i] != after[i] {
			v = text.Save(after[i], c.place.Version)
		}
		if _, ok := v.(string); !ok {
			list.Elem = nbt.TagCompound
		}
		list.Items = append(list.Items, v)
	}
	if list.Elem == nbt.TagCompound {
		for i, v := range list.Items {
			if _, ok := v.(nbt.Compound); !ok {
				list.Items[i] = nbt.Compound{"": v}
			}
		}
	}
	return list
}

func (c *saver) patchOldSide() {
	was, now := c.sides("FrontText")
	before, after := linesOf(was), linesOf(now)
	for i := range after {
		if before[i] != after[i] {
			c.out["Text"+string(rune('1'+i))] = text.Save(after[i], c.place.Version)
		}
	}
	if !equal(was["SignTextColor"], now["SignTextColor"]) {
		argb, _ := now["SignTextColor"].(int32)
		c.out["Color"] = colours[dyeOf(argb)]
	}
	if !equal(was["IgnoreLighting"], now["IgnoreLighting"]) {
		c.out["GlowingText"] = now["IgnoreLighting"]
	}
}
