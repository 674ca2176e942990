package stored

import (
	"math/rand/v2"
	"sort"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Hostile answers a copy of a compound in which some parts were replaced by what no game writes: other types, numbers out of
// range, unknown names, long lists, deep nesting. ok is false if that came to something that cannot be in a file.
func Hostile(r *rand.Rand, java nbt.Compound) (h nbt.Compound, ok bool) {
	h, ok = spoil(r, java).(nbt.Compound)
	if !ok {
		return nil, false
	}
	data, err := nbt.Append(nil, "", h)
	if err != nil {
		return nil, false
	}
	_, _, err = nbt.Decode(data, nbt.Limits{})
	return h, err == nil
}

// spoil does so with any value.
func spoil(r *rand.Rand, v any) any {
	if r.IntN(8) == 0 {
		return nasty(r, 3)
	}
	switch v := v.(type) {
	case nbt.Compound:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys) // So that a seed gives the same values.
		out := make(nbt.Compound, len(v))
		for _, k := range keys {
			out[k] = spoil(r, v[k])
		}
		return out
	case nbt.List:
		out := nbt.List{Elem: v.Elem}
		for _, item := range v.Items {
			h := spoil(r, item)
			if tag, ok := nbt.TagOf(h); ok && tag == v.Elem {
				out.Items = append(out.Items, h)
			}
		}
		if r.IntN(20) == 0 && len(out.Items) > 0 {
			for range 300 {
				out.Items = append(out.Items, out.Items[0])
			}
		}
		return out
	}
	return v
}

// nasty makes a value of any type.
func nasty(r *rand.Rand, depth int) any {
	switch r.IntN(14) {
	case 0:
		return uint8(r.IntN(256))
	case 1:
		return int16(r.Uint32())
	case 2:
		return int32(r.Uint32())
	case 3:
		return int64(r.Uint64())
	case 4:
		return [...]float32{0, -1, 1e38}[r.IntN(3)]
	case 5:
		return [...]float64{0, -1, 1e300}[r.IntN(3)]
	case 6:
		return [...]string{"", "§", "minecraft:nothing", "not json {", `{"extra":[{"extra":[1,[2,[3]]]}]}`, "minecraft:air", "nosuch:thing",
			"minecraft:written_book", "minecraft:player_head", "base"}[r.IntN(10)]
	case 7:
		return make([]byte, r.IntN(40))
	case 8:
		return []int32{-1, int32(r.Uint32()), 0, 7}[:r.IntN(5)]
	case 9:
		return []int64{int64(r.Uint64())}
	case 10:
		return nbt.List{}
	case 11:
		deep := any(nbt.Compound{})
		for range 400 {
			deep = nbt.List{Elem: nbt.TagList, Items: []any{nbt.List{Elem: nbt.TagCompound, Items: []any{deep}}}}
			if _, ok := deep.(nbt.List); ok {
				deep = nbt.Compound{"extra": deep}
			}
			if r.IntN(200) == 0 {
				break
			}
		}
		return deep
	}
	if depth == 0 {
		return ""
	}
	c := nbt.Compound{}
	for _, k := range []string{"id", "Count", "count", "Slot", "tag", "components", "text", "Pattern", "Items"} {
		if r.IntN(3) == 0 {
			c[k] = nasty(r, depth-1)
		}
	}
	if r.IntN(2) == 0 {
		return nbt.List{Elem: nbt.TagCompound, Items: []any{c, c}}
	}
	return c
}
