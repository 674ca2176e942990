package blockentity

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// container translates what all containers have: a list of stacks and perhaps a name.
func (c codec) container(java nbt.Compound, id string) map[string]any {
	m := map[string]any{"id": id, "Items": c.items(java)}
	if name := text.LoadName(java, c.place.Version); name != "" {
		m["CustomName"] = name
	}
	return m
}

// slots is the number of slots of a container, by its kind.
func (c codec) slots() int {
	switch c.kind {
	case Hopper:
		return 5
	case Furnace:
		return 3
	case BrewingStand:
		return 5
	case Dispenser:
		return 9
	}
	return 27
}

// brewing gives the slots of Java's brewing stand (three bottles, ingredient, fuel) in Bedrock's order.
var brewing = [5]uint8{1, 2, 3, 0, 4}

// bedrockSlot answers the slot that a stack has in Dragonfly's inventory.
func (c codec) bedrockSlot(java uint8) uint8 {
	if c.kind == BrewingStand {
		return brewing[java]
	}
	return java
}

// slot reads the slot of a stack in a Java list, and whether the container has it.
func (c codec) slot(v any) (stack nbt.Compound, slot uint8, ok bool) {
	stack, ok = v.(nbt.Compound)
	if !ok {
		return nil, 0, false
	}
	slot, ok = stack["Slot"].(uint8)
	return stack, slot, ok && int(slot) < c.slots()
}

// items translates a list of stacks. The result is ordered by slot, as Dragonfly writes it, and of several stacks in one slot
// it has the last, which is the one that both games see.
func (c codec) items(java nbt.Compound) []any {
	list, _ := java["Items"].(nbt.List)
	var slots [27]map[string]any
	for _, v := range list.Items {
		stack, slot, ok := c.slot(v)
		if !ok {
			continue
		}
		if m, outcome := item.Load(stack, c.place.Version); outcome != item.Empty && !c.refuses(m) {
			slot = c.bedrockSlot(slot)
			m["Slot"] = slot
			slots[slot] = m
		}
	}
	var items []any
	for _, m := range slots {
		if m != nil {
			items = append(items, m)
		}
	}
	return items
}

// refuses reports whether the host's inventory would not take a stack: shulker boxes do not go into shulker boxes.
func (c codec) refuses(m map[string]any) bool {
	name, _ := m["Name"].(string)
	return c.kind == ShulkerBox && strings.HasSuffix(name, "shulker_box")
}

// stack translates a single stack under a key. It is nil if there is none.
func (c codec) stack(java nbt.Compound, key string) map[string]any {
	v, ok := java[key].(nbt.Compound)
	if !ok {
		return nil
	}
	m, outcome := item.Load(v, c.place.Version)
	if outcome == item.Empty {
		return nil
	}
	return m
}

// hopper adds the ticks until the next item moves.
func (c codec) hopper(java nbt.Compound) map[string]any {
	m := c.container(java, "Hopper")
	cooldown, _ := java["TransferCooldown"].(int32)
	m["TransferCooldown"] = cooldown
	return m
}

// pair adds the position of the other half of a double chest. Java keeps in the state on which side it is: clockwise of where
// a left half faces, counterclockwise of a right one.
func (c codec) pair(m map[string]any) {
	step := pairStep(c.state)
	if step < 0 {
		return
	}
	d := horizontal[step]
	if c.place.Neighbour != nil {
		if other := c.place.Neighbour(d.dx, 0, d.dz); other != "" && !halves(c.state, parseState(other)) {
			return
		}
	}
	m["pairx"], m["pairz"] = int32(c.place.X+d.dx), int32(c.place.Z+d.dz)
}

// pairStep answers the direction of the other half of a double chest, or -1.
func pairStep(s state) int {
	facing := direction(s.props["facing"])
	if facing < 0 {
		return -1
	}
	switch s.props["type"] {
	case "left":
		return (facing + 1) & 3
	case "right":
		return (facing + 3) & 3
	}
	return -1
}

// halves reports whether two chests beside each other make a double one.
func halves(a, b state) bool {
	other := map[string]string{"left": "right", "right": "left"}[a.props["type"]]
	return a.name == b.name && a.props["facing"] == b.props["facing"] && other != "" && b.props["type"] == other
}

// shulkerFacing answers the face at which a shulker box opens.
func shulkerFacing(s state) uint8 {
	if i := index(faces[:], s.props["facing"]); i >= 0 {
		return uint8(i)
	}
	return 1
}
