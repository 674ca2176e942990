package anvil

import (
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// state is a block state in parts, for the rules that rename and upgrade.
type state struct {
	name  string
	props []property // sorted by name
}

type property struct {
	name, value string
}

// key joins the parts: minecraft:name[a=b,c=d], without brackets if there are no properties.
func (s *state) key() string {
	if len(s.props) == 0 {
		return s.name
	}
	n := len(s.name) + 1
	for _, p := range s.props {
		n += len(p.name) + len(p.value) + 2
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(s.name)
	for i, p := range s.props {
		if i == 0 {
			b.WriteByte('[')
		} else {
			b.WriteByte(',')
		}
		b.WriteString(p.name)
		b.WriteByte('=')
		b.WriteString(p.value)
	}
	b.WriteByte(']')
	return b.String()
}

// parseState takes a key apart. It accepts any string: what is not name[a=b] is all name. A name without namespace gets
// minecraft.
func parseState(key string) state {
	name, rest, ok := strings.Cut(key, "[")
	s := state{name: namespaced(name)}
	if !ok || !strings.HasSuffix(rest, "]") {
		if ok {
			s.name = namespaced(key)
		}
		return s
	}
	for part := range strings.SplitSeq(rest[:len(rest)-1], ",") {
		if k, v, ok := strings.Cut(part, "="); ok {
			s.set(k, v)
		}
	}
	return s
}

func namespaced(name string) string {
	if strings.IndexByte(name, ':') < 0 {
		return "minecraft:" + name
	}
	return name
}

// get returns the value of a property, "" if the state does not have it.
func (s *state) get(name string) string {
	for _, p := range s.props {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// set gives a property a value and keeps the order.
func (s *state) set(name, value string) {
	i, found := slices.BinarySearchFunc(s.props, name, func(p property, name string) int { return strings.Compare(p.name, name) })
	if found {
		s.props[i].value = value
		return
	}
	s.props = slices.Insert(s.props, i, property{name, value})
}

// drop removes a property.
func (s *state) drop(name string) {
	s.props = slices.DeleteFunc(s.props, func(p property) bool { return p.name == name })
}

// paletteForm is how palette entries are written.
type paletteForm uint8

const (
	// formNamed is {Name, Properties}, of 1.13 to 26.2.
	formNamed paletteForm = iota
	// formID is {id, properties}, or a plain string where there are no properties, in lists of strings or mixed ones.
	formID
)

// stateOfEntry reads a palette entry of any form: {Name, Properties}, {id, properties}, a string, or a string wrapped as
// {"": string}, which is how a list of several types holds it. Properties that are not strings are ignored, as the game
// ignores them.
func stateOfEntry(raw nbt.Raw) (state, error) {
	if raw.Tag == nbt.TagString {
		text, ok := raw.Str()
		if !ok || text == "" {
			return state{}, malformed("palette entry is not a name")
		}
		return parseState(text), nil
	}
	var s state
	var props nbt.Raw
	r := nbt.NewReader(raw.Data, nbt.Limits{})
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		v := r.Raw(tag)
		switch string(name) {
		case "Name", "id", "":
			if text, ok := v.Str(); ok && text != "" {
				s = parseState(text)
			}
		case "Properties", "properties":
			props = v
		}
	}
	if err := r.Err(); err != nil {
		return state{}, err
	}
	if s.name == "" {
		return state{}, malformed("palette entry has no name")
	}
	if props.Tag != nbt.TagCompound {
		return s, nil
	}
	r.Reset(props.Data)
	for {
		tag, name, ok := r.Next()
		if !ok {
			return s, r.Err()
		}
		value, ok := r.Raw(tag).Str()
		if !ok {
			continue
		}
		key, err := nbt.DecodeText(name)
		if err != nil {
			return state{}, malformed("palette entry: %v", err)
		}
		s.set(key, value)
	}
}
