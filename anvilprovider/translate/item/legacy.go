package item

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run gen.go -archive ../../../.cache/mcdata/minecraft-data-3.119.0.tgz

// legacyTable is made by gen.go, which says how its lines read. It comes from minecraft-data 3.119.0 (MIT).
//
//go:embed legacy.txt
var legacyTable string

// legacyItem is an item before 1.13: its name, and the names that its damage values got.
type legacyItem struct {
	name     string
	variants []string
}

// legacyKey is the name and the damage value that an item of 1.13 had before.
type legacyKey struct {
	name   string
	damage int16
}

var legacy = sync.OnceValue(func() (t struct {
	byNumber map[int]string
	byName   map[string]legacyItem
	back     map[string]legacyKey
}) {
	t.byNumber, t.byName, t.back = map[int]string{}, map[string]legacyItem{}, map[string]legacyKey{}
	for line := range strings.Lines(legacyTable) {
		f := strings.Fields(line)
		number, err := strconv.Atoi(f[0])
		if err != nil {
			continue
		}
		item := legacyItem{name: f[1]}
		for damage, v := range f[2:] {
			switch v {
			case "=":
				v = f[1]
			case "-":
				v = ""
			}
			item.variants = append(item.variants, v)
			if _, taken := t.back[v]; v != "" && !taken {
				t.back[v] = legacyKey{f[1], int16(damage)}
			}
		}
		t.byNumber[number] = f[1]
		if _, taken := t.byName[f[1]]; !taken || number >= 256 {
			t.byName[f[1]] = item // An item shadows a block of the same name.
		}
	}
	return t
})

// flatten turns the name and the damage value of an item before 1.13 into the name of 1.13 and the damage that is left: all
// of it for a tool, none for an item that the value told apart.
func flatten(name string, damage int16) (string, int16) {
	item, ok := legacy().byName[strings.TrimPrefix(name, namespace)]
	if !ok || !strings.HasPrefix(name, namespace) {
		return name, damage
	}
	if len(item.variants) == 1 {
		return namespace + item.variants[0], damage
	}
	if d := int(damage); d >= 0 && d < len(item.variants) && item.variants[d] != "" {
		return namespace + item.variants[d], 0
	}
	return namespace + item.variants[0], damage
}

// unflatten is the inverse of flatten. ok is false for an item that did not exist before 1.13.
func unflatten(name string) (old string, damage int16, ok bool) {
	k, ok := legacy().back[strings.TrimPrefix(name, namespace)]
	return namespace + k.name, k.damage, ok
}
