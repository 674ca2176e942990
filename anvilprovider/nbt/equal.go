package nbt

import (
	"bytes"
	"strconv"
)

// Equal reports whether two payloads hold the same tree: the same values of the same types, lists in the same order,
// compounds in any. Numbers are compared by their bits. Of several entries with one name the last counts.
//
// If they differ, diffPath leads to the first difference in the order of a (then to the first entry that only b has); it
// is empty when the payloads differ as a whole. Payloads that are not valid NBT are equal only if their bytes are.
func Equal(a, b Raw) (equal bool, diffPath string) {
	return equalAt(a, b, "", DefaultDepth)
}

func equalAt(a, b Raw, path string, depth int) (bool, string) {
	if a.Tag != b.Tag {
		return false, path
	}
	if bytes.Equal(a.Data, b.Data) {
		return true, ""
	}
	if depth <= 0 {
		return false, path
	}
	switch a.Tag {
	case TagCompound:
		return equalCompound(a, b, path, depth)
	case TagList:
		return equalList(a, b, path, depth)
	}
	return false, path
}

func equalCompound(a, b Raw, path string, depth int) (bool, string) {
	an, av, aok := entries(a)
	bn, bv, bok := entries(b)
	if !aok || !bok {
		return false, path
	}
	for _, name := range an {
		w, ok := bv[name]
		if !ok {
			return false, join(path, name)
		}
		if ok, diff := equalAt(av[name], w, join(path, name), depth-1); !ok {
			return false, diff
		}
	}
	for _, name := range bn {
		if _, ok := av[name]; !ok {
			return false, join(path, name)
		}
	}
	return true, ""
}

func equalList(a, b Raw, path string, depth int) (bool, string) {
	ra, rb := Reader{b: a.Data}, Reader{b: b.Data}
	ae, an := ra.List()
	be, bn := rb.List()
	if ra.err != nil || rb.err != nil || ae != be {
		return false, path
	}
	for i := range min(an, bn) {
		v, w := ra.Raw(ae), rb.Raw(be)
		at := path + "[" + strconv.Itoa(i) + "]"
		if ra.err != nil || rb.err != nil {
			return false, at
		}
		if ok, diff := equalAt(v, w, at, depth-1); !ok {
			return false, diff
		}
	}
	if an != bn {
		return false, path + "[" + strconv.Itoa(min(an, bn)) + "]"
	}
	return ra.off == len(ra.b) && rb.off == len(rb.b), path
}

// entries returns the names of a compound in their order and the last payload of each.
func entries(r Raw) (names []string, values map[string]Raw, ok bool) {
	rd, values := Reader{b: r.Data}, map[string]Raw{}
	for {
		tag, key, more := rd.Next()
		if !more {
			return names, values, rd.err == nil && rd.off == len(rd.b)
		}
		name := string(key)
		if _, dup := values[name]; !dup {
			names = append(names, name)
		}
		values[name] = rd.Raw(tag)
	}
}

func join(path, name string) string {
	b := []byte(path)
	if path != "" {
		b = append(b, '.')
	}
	return string(appendPathName(b, []byte(name)))
}
