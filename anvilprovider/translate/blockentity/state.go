package blockentity

import (
	"sort"
	"strings"
)

// state is a Java block state taken apart: the name without the default namespace, and the properties.
type state struct {
	name  string
	props map[string]string
}

// parseState reads a state key, minecraft:name[a=b,c=d]. A key that is not of this shape gives a state with whatever name
// stands before the bracket.
func parseState(key string) state {
	name, rest, _ := strings.Cut(key, "[")
	s := state{name: strings.TrimPrefix(name, "minecraft:")}
	rest = strings.TrimSuffix(rest, "]")
	for rest != "" {
		var pair string
		pair, rest, _ = strings.Cut(rest, ",")
		if k, v, ok := strings.Cut(pair, "="); ok {
			if s.props == nil {
				s.props = map[string]string{}
			}
			s.props[k] = v
		}
	}
	return s
}

// key is the inverse of parseState, with the properties sorted by name.
func (s state) key() string {
	name := s.name
	if !strings.Contains(name, ":") {
		name = "minecraft:" + name
	}
	if len(s.props) == 0 {
		return name
	}
	pairs := make([]string, 0, len(s.props))
	for k, v := range s.props {
		pairs = append(pairs, k+"="+v)
	}
	sort.Strings(pairs)
	return name + "[" + strings.Join(pairs, ",") + "]"
}

// with answers the state with a property changed. A property that the state does not have is not added: state keys always
// carry all properties of their block, so its absence says that this block has none of that name.
func (s state) with(name, value string) state {
	if old, ok := s.props[name]; !ok || old == value {
		return s
	}
	props := make(map[string]string, len(s.props))
	for k, v := range s.props {
		props[k] = v
	}
	props[name] = value
	return state{name: s.name, props: props}
}

// Horizontal directions in clockwise order as seen from above, with their steps in x and z.
var horizontal = [4]struct {
	name   string
	dx, dz int
}{{"north", 0, -1}, {"east", 1, 0}, {"south", 0, 1}, {"west", -1, 0}}

// direction answers the index of a horizontal direction's name, or -1.
func direction(name string) int {
	for i, d := range horizontal {
		if d.name == name {
			return i
		}
	}
	return -1
}

// faces are Bedrock's six faces in the order of their numbers, by their Java names.
var faces = [6]string{"down", "up", "north", "south", "west", "east"}

// colours are the sixteen dyes in the order of their numbers, which both editions share.
var colours = [16]string{"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "light_gray", "cyan",
	"purple", "blue", "brown", "green", "red", "black"}

// index answers where name stands in a list of names, or -1.
func index(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// colourPrefix takes a colour off the front of a block name such as light_blue_bed.
func colourPrefix(name, suffix string) (colour int, ok bool) {
	head, found := strings.CutSuffix(name, suffix)
	if !found {
		return 0, false
	}
	i := index(colours[:], head)
	return i, i >= 0
}
