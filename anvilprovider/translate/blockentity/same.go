package blockentity

import (
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// stackKeys are the entries of Dragonfly's maps that hold a single stack.
var stackKeys = map[string]bool{"Item": true, "item": true, "book": true, "RecordItem": true, "Item1": true, "Item2": true,
	"Item3": true, "Item4": true}

// Same reports whether two of Dragonfly's maps say the same. Positions are left out, lists of stacks are compared slot by
// slot, and stacks as Dragonfly compares them.
func Same(a, b map[string]any) bool {
	for k := range a {
		if !sameEntry(a, b, k) {
			return false
		}
	}
	for k := range b {
		if _, ok := a[k]; !ok && !sameEntry(a, b, k) {
			return false
		}
	}
	return true
}

func sameEntry(a, b map[string]any, key string) bool {
	switch {
	case key == "x" || key == "y" || key == "z":
		return true
	case key == "Items":
		x, y := slotsOf(a[key]), slotsOf(b[key])
		for slot := range x {
			if !item.Same(x[slot], y[slot]) {
				return false
			}
		}
		return true
	case stackKeys[key]:
		x, _ := a[key].(map[string]any)
		y, _ := b[key].(map[string]any)
		return item.Same(x, y)
	}
	return equal(a[key], b[key])
}

// equal is equality with nil and empty lists alike.
func equal(a, b any) bool {
	x, okX := a.([]any)
	y, okY := b.([]any)
	if (okX || a == nil) && (okY || b == nil) && (okX || okY) {
		return len(x) == len(y) && (len(x) == 0 || reflect.DeepEqual(x, y))
	}
	return reflect.DeepEqual(a, b)
}

// slotsOf spreads a list of stacks over the slots that a list can name.
func slotsOf(v any) (slots [256]map[string]any) {
	list, _ := v.([]any)
	for _, v := range list {
		m, _ := v.(map[string]any)
		if slot, ok := m["Slot"].(uint8); ok {
			slots[slot] = m
		}
	}
	return slots
}
