package translate

import "strings"

// layout is a Java block as forward translation needs it.
type layout struct {
	props []axis
	// wet is the index in props of waterlogged, or -1. implicit is true for blocks that are always in water.
	wet      int
	implicit bool
}

// axis is one property of a Java block. The offset of a state is the sum of the indices of its values, each times its
// stride.
type axis struct {
	name   string
	values []string
	stride int
	def    int // index of the default value
}

// implicit lists the blocks that hold water without a property that says so. The host needs the water on layer 1, or
// the plants break.
var implicit = []string{
	"minecraft:bubble_column", "minecraft:kelp", "minecraft:kelp_plant", "minecraft:seagrass", "minecraft:tall_seagrass",
}

// lay works out the layout of every Java block.
func (t *Translator) lay() {
	t.blocks = make(map[string]int32, len(t.table.Blocks))
	t.layout = make([]layout, len(t.table.Blocks))
	total := 0
	for _, b := range t.table.Blocks {
		total += len(b.Lists)
	}
	axes := make([]axis, total)
	for i, b := range t.table.Blocks {
		t.blocks[b.Name] = int32(i)
		l := &t.layout[i]
		l.wet = -1
		l.props, axes = axes[:len(b.Lists):len(b.Lists)], axes[len(b.Lists):]
		stride := 1
		for j := len(b.Lists) - 1; j >= 0; j-- {
			list := t.table.Lists[b.Lists[j]]
			l.props[j] = axis{list.Name, list.Values, stride, b.Default / stride % len(list.Values)}
			stride *= len(list.Values)
			if list.Name == "waterlogged" {
				l.wet = j
			}
		}
	}
	for _, name := range implicit {
		if i, ok := t.blocks[name]; ok {
			t.layout[i].implicit = true
		}
	}
}

// liquid reports whether the state at the offset given is in water.
func (l *layout) liquid(offset int) bool {
	if l.wet < 0 {
		return l.implicit
	}
	a := &l.props[l.wet]
	return a.values[offset/a.stride%len(a.values)] == "true"
}

// offset returns the offset of the state whose properties are given as "a=b,c=d]", the rest of a key behind its opening
// bracket. Properties that are not given have their default, those that the block does not have are ignored, and so are
// values that a property does not have.
func (l *layout) offset(props string) int {
	offset := 0
	rest := props
next:
	for i := range l.props {
		a := &l.props[i]
		n := len(a.name)
		if len(rest) <= n || rest[n] != '=' || rest[:n] != a.name {
			return l.search(props)
		}
		rest = rest[n+1:]
		for j, v := range a.values {
			if n = len(v); len(rest) > n && (rest[n] == ',' || rest[n] == ']') && rest[:n] == v {
				offset += j * a.stride
				rest = rest[n+1:]
				continue next
			}
		}
		return l.search(props)
	}
	return offset
}

// search is offset for keys that are not complete, sorted and of this version of Java.
func (l *layout) search(props string) int {
	values := make([]int, len(l.props))
	for i := range values {
		values[i] = l.props[i].def
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(props, "]"), ",") {
		name, value, _ := strings.Cut(part, "=")
		i := l.find(name)
		if i < 0 {
			name, value = older(name, value)
			if i = l.find(name); i < 0 {
				continue
			}
		}
		if j := l.props[i].index(value); j >= 0 {
			values[i] = j
		}
	}
	offset := 0
	for i, v := range values {
		offset += v * l.props[i].stride
	}
	return offset
}

// find returns the index of a property, or -1.
func (l *layout) find(name string) int {
	for i := range l.props {
		if l.props[i].name == name {
			return i
		}
	}
	return -1
}

// older returns the newer name and value of a property that was renamed, or "": creaking hearts were active or not in
// Java 1.21.2, and had a property creaking in 1.21.4.
func older(name, value string) (string, string) {
	if name != "active" && name != "creaking" {
		return "", ""
	}
	switch value {
	case "true", "active":
		value = "awake"
	case "false", "disabled":
		value = "uprooted"
	}
	return "creaking_heart_state", value
}

// index returns the index of a value, or -1. Walls had booleans before Java 1.16.
func (a *axis) index(value string) int {
	for i, v := range a.values {
		if v == value {
			return i
		}
	}
	switch value {
	case "true":
		value = "low"
	case "false":
		value = "none"
	default:
		return -1
	}
	for i, v := range a.values {
		if v == value {
			return i
		}
	}
	return -1
}

// key returns the state key of a block's state.
func (t *Translator) key(block, offset int) string {
	props := t.layout[block].props
	name := t.table.Blocks[block].Name
	if len(props) == 0 {
		return name
	}
	size := len(name) + 1
	for i := range props {
		size += len(props[i].name) + len(props[i].value(offset)) + 2
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(name)
	sep := byte('[')
	for i := range props {
		b.WriteByte(sep)
		b.WriteString(props[i].name)
		b.WriteByte('=')
		b.WriteString(props[i].value(offset))
		sep = ','
	}
	b.WriteByte(']')
	return b.String()
}

// value returns the value that the state at an offset has.
func (a *axis) value(offset int) string { return a.values[offset/a.stride%len(a.values)] }
