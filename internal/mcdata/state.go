package mcdata

import (
	"fmt"
	"slices"
	"strings"
)

// Property is one name and value of a state, both as text.
type Property struct {
	Name, Value string
}

// State is a block state: a namespaced name, and properties sorted by name.
type State struct {
	Name  string
	Props []Property
}

// ParseState reads a state key: "minecraft:name", "minecraft:name[]" or "minecraft:name[a=b,c=d]". The properties of
// the result are sorted by name, whatever their order in the key.
func ParseState(key string) (State, error) {
	name, rest, ok := strings.Cut(key, "[")
	s := State{Name: name}
	if name == "" {
		return s, fmt.Errorf("parse state %q: no name", key)
	}
	if !ok {
		return s, nil
	}
	rest, ok = strings.CutSuffix(rest, "]")
	if !ok {
		return s, fmt.Errorf("parse state %q: no closing bracket", key)
	}
	if rest == "" {
		return s, nil
	}
	for part := range strings.SplitSeq(rest, ",") {
		k, v, ok := strings.Cut(part, "=")
		if !ok || k == "" {
			return s, fmt.Errorf("parse state %q: property %q has no value", key, part)
		}
		s.Props = append(s.Props, Property{k, v})
	}
	slices.SortFunc(s.Props, func(a, b Property) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(s.Props); i++ {
		if s.Props[i].Name == s.Props[i-1].Name {
			return s, fmt.Errorf("parse state %q: property %q twice", key, s.Props[i].Name)
		}
	}
	return s, nil
}

// Key returns the state key: the properties sorted by name, and no brackets where there are none.
func (s State) Key() string {
	if len(s.Props) == 0 {
		return s.Name
	}
	var b strings.Builder
	b.WriteString(s.Name)
	sep := byte('[')
	for _, p := range s.Props {
		b.WriteByte(sep)
		b.WriteString(p.Name)
		b.WriteByte('=')
		b.WriteString(p.Value)
		sep = ','
	}
	b.WriteByte(']')
	return b.String()
}

// Get returns the value of a property, and whether the state has it.
func (s State) Get(name string) (string, bool) {
	for _, p := range s.Props {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// With returns a copy of the state in which a property has the value given, added at its place if it was not there.
func (s State) With(name, value string) State {
	s.Props = slices.Clone(s.Props)
	for i, p := range s.Props {
		if p.Name == name {
			s.Props[i].Value = value
			return s
		}
		if p.Name > name {
			s.Props = slices.Insert(s.Props, i, Property{name, value})
			return s
		}
	}
	s.Props = append(s.Props, Property{name, value})
	return s
}

// Without returns a copy of the state that lacks a property.
func (s State) Without(name string) State {
	s.Props = slices.DeleteFunc(slices.Clone(s.Props), func(p Property) bool { return p.Name == name })
	return s
}
