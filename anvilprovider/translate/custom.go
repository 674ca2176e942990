package translate

import "strings"

// customs are the blocks of a registry outside the namespace minecraft. In a Java world they go by their own name.
type customs struct {
	rids  map[string]uint32 // by state key
	first map[string]uint32 // by name
	keys  map[uint32]string
}

// customs collects the custom blocks of the registry.
func (r *registered) customs() customs {
	c := customs{rids: map[string]uint32{}, first: map[string]uint32{}, keys: map[uint32]string{}}
	for _, name := range r.order {
		if strings.HasPrefix(name, "minecraft:") {
			continue
		}
		c.first[name], _ = r.rid(r.first[name])
	}
	if len(c.first) == 0 {
		return c
	}
	for key, rid := range r.rids {
		if name, _, _ := strings.Cut(key, "["); !strings.HasPrefix(name, "minecraft:") {
			c.rids[key] = rid
			c.keys[rid] = key
		}
	}
	return c
}

// rid returns the runtime ID of a custom block: that of exactly this state, or else the first of that name.
func (c customs) rid(key, name string) (uint32, bool) {
	if rid, ok := c.rids[key]; ok {
		return rid, true
	}
	rid, ok := c.first[name]
	return rid, ok
}
