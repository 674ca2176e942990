// Package plainnbt converts between the maps in which Dragonfly keeps NBT, such as a block's properties, its block entity or an
// entity, and the trees of package nbt, whose types are exact. The Go types are those of gophertunnel's nbt package, which
// Dragonfly's own provider uses: a Go array is one of the three arrays of NBT, and a slice is a list. So what comes back is what
// that provider would give.
package plainnbt

import (
	"fmt"
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Compound returns the tree of a map. Values without a form in NBT are left out: functions, channels, structs and the like, and
// those elements of a list that are not of the first one's type.
func Compound(m map[string]any) nbt.Compound {
	c, _ := Whole(m)
	return c
}

// Whole is Compound with an error that names something that was left out, nil if nothing was.
func Whole(m map[string]any) (nbt.Compound, error) {
	var e encoder
	c := e.compound(reflect.ValueOf(m), "")
	return c, e.err
}

// encoder makes trees, and keeps the first thing that it could not put into one.
type encoder struct{ err error }

func (e *encoder) leave(path string, v reflect.Value) (any, bool) {
	if e.err == nil {
		kind := "nil"
		if v.IsValid() {
			kind = v.Type().String()
		}
		e.err = fmt.Errorf("%s: no form in NBT for %s", path, kind)
	}
	return nil, false
}

func (e *encoder) value(v reflect.Value, path string) (any, bool) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return uint8(1), true
		}
		return uint8(0), true
	case reflect.Uint8:
		return uint8(v.Uint()), true
	case reflect.Int8:
		return uint8(v.Int()), true
	case reflect.Int16:
		return int16(v.Int()), true
	case reflect.Int32:
		return int32(v.Int()), true
	case reflect.Int64:
		return v.Int(), true
	case reflect.Float32:
		return float32(v.Float()), true
	case reflect.Float64:
		return v.Float(), true
	case reflect.String:
		return v.String(), true
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			return e.compound(v, path), true
		}
	case reflect.Array:
		if a, ok := array(v); ok {
			return a, true
		}
	case reflect.Slice:
		return e.list(v, path), true
	}
	return e.leave(path, v)
}

func (e *encoder) compound(m reflect.Value, path string) nbt.Compound {
	c := make(nbt.Compound, m.Len())
	for entry := m.MapRange(); entry.Next(); {
		name := entry.Key().String()
		if t, ok := e.value(entry.Value(), path+"/"+name); ok {
			c[name] = t
		}
	}
	return c
}

// array converts the Go arrays that stand for the three array tags.
func array(r reflect.Value) (any, bool) {
	switch r.Type().Elem().Kind() {
	case reflect.Uint8:
		return elements[byte](r), true
	case reflect.Int32:
		return elements[int32](r), true
	case reflect.Int64:
		return elements[int64](r), true
	}
	return nil, false
}

// elements copies an array whose elements are of the kind of T.
func elements[T any](r reflect.Value) []T {
	s := make([]T, r.Len())
	for i := range s {
		s[i] = r.Index(i).Convert(reflect.TypeFor[T]()).Interface().(T)
	}
	return s
}

func (e *encoder) list(r reflect.Value, path string) nbt.List {
	l := nbt.List{}
	for i := range r.Len() {
		at := fmt.Sprintf("%s[%d]", path, i)
		item, ok := e.value(r.Index(i), at)
		if !ok {
			continue
		}
		tag, _ := nbt.TagOf(item)
		if l.Elem == nbt.TagEnd {
			l.Elem = tag
		}
		if tag != l.Elem {
			e.leave(at, r.Index(i).Elem())
			continue
		}
		l.Items = append(l.Items, item)
	}
	return l
}

// Map returns a tree as a map: compounds as maps, the three array tags as Go arrays, lists of bytes, ints and longs as slices of
// them, and other lists as []any.
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
		return plainList(v)
	case []byte, []int32, []int64:
		from := reflect.ValueOf(v)
		to := reflect.New(reflect.ArrayOf(from.Len(), from.Type().Elem())).Elem()
		reflect.Copy(to, from)
		return to.Interface()
	}
	return v
}

func plainList(l nbt.List) any {
	if len(l.Items) > 0 {
		switch l.Elem {
		case nbt.TagByte:
			return slice[byte](l)
		case nbt.TagInt:
			return slice[int32](l)
		case nbt.TagLong:
			return slice[int64](l)
		}
	}
	s := make([]any, len(l.Items))
	for i := range l.Items {
		s[i] = plain(l.Items[i])
	}
	return s
}

// slice copies a list of the elements of T.
func slice[T any](l nbt.List) []T {
	s := make([]T, len(l.Items))
	for i := range s {
		s[i], _ = l.Items[i].(T)
	}
	return s
}
