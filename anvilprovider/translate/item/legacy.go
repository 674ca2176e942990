package item

import (
	"sync"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/olditem"
)

// legacyKey is the name and the damage value that an item of 1.13 had before.
type legacyKey struct {
	name   string
	damage int16
}

// legacy has the items of before 1.13 by number and by name, and the way back. Names have their namespace.
var legacy = sync.OnceValue(func() (t struct {
	byNumber map[int64]string
	byName   map[string]map[int16]string
	back     map[string]legacyKey
}) {
	t.byNumber, t.byName, t.back = map[int64]string{}, map[string]map[int16]string{}, map[string]legacyKey{}
	for item := range olditem.All() {
		if len(item.Kinds) == 0 {
			continue // a block
		}
		kinds := map[int16]string{}
		for _, k := range item.Kinds {
			kinds[k.Damage] = k.Name
			if _, taken := t.back[k.Name]; !taken {
				t.back[k.Name] = legacyKey{item.Name, k.Damage}
			}
		}
		t.byNumber[item.Number], t.byName[item.Name] = item.Name, kinds
	}
	return t
})

// flatten turns the name and the damage value of an item before 1.13 into the name of 1.13 and the damage that is left: all
// of it for a tool, none for an item that the value told apart.
func flatten(name string, damage int16) (string, int16) {
	kinds := legacy().byName[name]
	if kind, ok := kinds[damage]; ok {
		return kind, 0
	}
	if kind, ok := kinds[0]; ok {
		return kind, damage
	}
	return name, damage
}

// unflatten is the inverse of flatten. ok is false for an item that did not exist before 1.13.
func unflatten(name string) (old string, damage int16, ok bool) {
	k, ok := legacy().back[name]
	return k.name, k.damage, ok
}
