// Package plainnbt converts between the maps in which Dragonfly keeps NBT, such as a block's properties or its block
// entity, and the trees of package nbt, whose types are exact.
package plainnbt

import (
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Compound returns the tree of a map. Values without a form in NBT are left out: functions, channels and the like, which
// no block has. Lists whose elements differ in type keep those that are like the first.
func Compound(m map[string]any) nbt.Compound {
	c := make(nbt.Compound, len(m))
	for k, v := range m {
		if t, ok := value(v); ok {
			c[k] = t
		}
	}
	return c
}

func value(v any) (any, bool) {
	switch v := v.(type) {
	case nil:
		return nil, false
	case bool:
		if v {
			return uint8(1), true
		}
		return uint8(0), true
	case uint8, int16, int32, int64, float32, float64, string, []byte, []int32, []int64, nbt.Compound, nbt.List:
		return v, true
	case int8:
		return uint8(v), true
	case map[string]any:
		return Compound(v), true
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Array:
		return array(r)
	case reflect.Slice:
		return list(r), true
	}
	return nil, false
}

// array converts the Go arrays in which gophertunnel keeps the three array tags.
func array(r reflect.Value) (any, bool) {
	switch r.Type().Elem().Kind() {
	case reflect.Uint8:
		b := make([]byte, r.Len())
		for i := range b {
			b[i] = byte(r.Index(i).Uint())
		}
		return b, true
	case reflect.Int32:
		s := make([]int32, r.Len())
		for i := range s {
			s[i] = int32(r.Index(i).Int())
		}
		return s, true
	case reflect.Int64:
		s := make([]int64, r.Len())
		for i := range s {
			s[i] = r.Index(i).Int()
		}
		return s, true
	}
	return nil, false
}

func list(r reflect.Value) nbt.List {
	l := nbt.List{}
	for i := range r.Len() {
		item, ok := value(r.Index(i).Interface())
		if !ok {
			continue
		}
		tag, _ := nbt.TagOf(item)
		if l.Elem == nbt.TagEnd {
			l.Elem = tag
		}
		if tag == l.Elem {
			l.Items = append(l.Items, item)
		}
	}
	return l
}

// Map returns a tree as a map: compounds as maps, lists as []any, and arrays as slices.
func Map(c nbt.Compound) map[string]any {
	m := make(map[string]any, len(c))
	for k, v := range c {
		m[k] = plain(v)
	}
	return m
}

func plain(v any) any {
	switch v := v.(type) {
	case nbt.Compound:
		return Map(v)
	case nbt.List:
		l := make([]any, len(v.Items))
		for i := range v.Items {
			l[i] = plain(v.Items[i])
		}
		return l
	}
	return v
}
