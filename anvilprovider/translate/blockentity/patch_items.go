package blockentity

import (
	"fmt"
	"sort"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// patchContainer writes the name and the stacks.
func (c *saver) patchContainer() {
	if c.differs("CustomName") {
		name, _ := c.now["CustomName"].(string)
		text.SaveName(c.out, name, c.place.Version)
	}
	c.patchItems()
}

// patchItems writes the slots that have changed. All other entries of the list stay, those among them that nobody understands.
func (c *saver) patchItems() {
	if !c.differs("Items") {
		return
	}
	was, now := slotsOf(c.was["Items"]), slotsOf(c.now["Items"])
	changed := map[uint8]nbt.Compound{}
	for n := range c.slots() {
		slot := c.bedrockSlot(uint8(n))
		if !item.Same(was[slot], now[slot]) {
			changed[uint8(n)] = c.saveStack(now[slot])
		}
	}
	c.replace(changed)
	// Java fills a container that has a loot table when it is opened, over what lies in it.
	for _, key := range []string{"LootTable", "LootTableSeed"} {
		if _, ok := c.out[key]; ok {
			delete(c.out, key)
			c.find("loot table gave way to items", key)
		}
	}
}

func (c *saver) saveStack(m map[string]any) nbt.Compound {
	java, findings := item.Save(m, c.place.Version)
	c.findings = append(c.findings, findings...)
	return java
}

// replace puts stacks into the list by their slots. A nil stack empties the slot.
func (c *saver) replace(changed map[uint8]nbt.Compound) {
	old, _ := c.out["Items"].(nbt.List)
	list := nbt.List{}
	for _, v := range old.Items {
		stack, slot, ok := c.slot(v)
		if !ok {
			list.Items = append(list.Items, v)
			continue
		}
		java, isChanged := changed[slot]
		switch {
		case !isChanged:
			list.Items = append(list.Items, v)
		case java != nil:
			if _, outcome := item.Load(stack, c.place.Version); outcome == item.Empty {
				c.find("stack that could not be read gave way to another", fmt.Sprint(stack["id"]))
			}
			list.Items = append(list.Items, placed(java, slot))
			delete(changed, slot)
			changed[slot] = nil // Of several stacks in one slot the first is replaced and the others go.
		}
	}
	seen := map[uint8]bool{}
	for _, v := range list.Items {
		if _, slot, ok := c.slot(v); ok {
			seen[slot] = true
		}
	}
	for slot, java := range changed {
		if java != nil && !seen[slot] {
			list.Items = append(list.Items, placed(java, slot))
		}
	}
	sort.SliceStable(list.Items, func(i, j int) bool {
		_, a, okA := c.slot(list.Items[i])
		_, b, okB := c.slot(list.Items[j])
		return okA && okB && a < b
	})
	if len(list.Items) > 0 {
		list.Elem = nbt.TagCompound
	}
	c.out["Items"] = list
}

// placed answers a stack with its slot.
func placed(java nbt.Compound, slot uint8) nbt.Compound {
	m := make(nbt.Compound, len(java)+1)
	for k, v := range java {
		m[k] = v
	}
	m["Slot"] = slot
	return m
}

// patchStack writes a single stack.
func (c *saver) patchStack(key, java string) {
	if !c.differs(key) {
		return
	}
	m, _ := c.now[key].(map[string]any)
	if old, ok := c.out[java].(nbt.Compound); ok && c.was[key] == nil {
		c.find("stack that Dragonfly has no place for gave way to another", fmt.Sprint(old["id"]))
	}
	if stack := c.saveStack(m); stack != nil {
		c.out[java] = stack
		return
	}
	delete(c.out, java)
}
