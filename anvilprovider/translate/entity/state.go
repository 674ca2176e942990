package entity

import (
	"sort"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// blockState turns {Name, Properties} into a state key.
func blockState(c nbt.Compound) (string, bool) {
	name, ok := c["Name"].(string)
	if !ok || name == "" {
		return "", false
	}
	if !strings.Contains(name, ":") {
		name = "minecraft:" + name
	}
	properties, _ := c["Properties"].(nbt.Compound)
	if len(properties) == 0 {
		return name, true
	}
	pairs := make([]string, 0, len(properties))
	for k, v := range properties {
		s, ok := v.(string)
		if !ok {
			return "", false
		}
		pairs = append(pairs, k+"="+s)
	}
	sort.Strings(pairs)
	return name + "[" + strings.Join(pairs, ",") + "]", true
}

// stateCompound is the inverse of blockState.
func stateCompound(key string) nbt.Compound {
	name, rest, has := strings.Cut(key, "[")
	c := nbt.Compound{"Name": name}
	if !has {
		return c
	}
	properties := nbt.Compound{}
	for _, pair := range strings.Split(strings.TrimSuffix(rest, "]"), ",") {
		if k, v, ok := strings.Cut(pair, "="); ok {
			properties[k] = v
		}
	}
	c["Properties"] = properties
	return c
}
