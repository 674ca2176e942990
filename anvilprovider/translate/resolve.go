package translate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/df-mc/dragonfly/server/world"
)

// property is a name and a value, both as text.
type property struct{ name, value string }

// native is a Bedrock state as text: its properties are sorted by name, numbers are in decimal, bits "0" or "1".
type native struct {
	name  string
	props []property
}

// get returns the value of a property, or "".
func (n native) get(name string) string {
	for _, p := range n.props {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// set changes the value of a property that the state has.
func (n native) set(name, value string) {
	for i := range n.props {
		if n.props[i].name == name {
			n.props[i].value = value
		}
	}
}

// append adds the state key to b.
func (n native) append(b []byte) []byte {
	b = append(b, n.name...)
	sep := byte('[')
	for _, p := range n.props {
		b = append(b, sep)
		b = append(b, p.name...)
		b = append(b, '=')
		b = append(b, p.value...)
		sep = ','
	}
	if sep == ',' {
		b = append(b, ']')
	}
	return b
}

// nativeOf returns the state of a runtime ID, or false. Whether a property is a bool or a byte differs between blocks
// that the host implements and those that it does not, so both become "0" or "1".
func nativeOf(br world.BlockRegistry, rid uint32, props []property) (native, bool) {
	name, values, ok := br.RuntimeIDToState(rid)
	if !ok {
		return native{}, false
	}
	for k, v := range values {
		props = append(props, property{k, text(v)})
	}
	if len(props) > 1 {
		slices.SortFunc(props, func(a, b property) int { return strings.Compare(a.name, b.name) })
	}
	return native{name, props}, true
}

// text writes a property value of the host. Those are the types that its registry accepts.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		if v {
			return "1"
		}
		return "0"
	case uint8:
		return strconv.Itoa(int(v))
	case int32:
		return strconv.Itoa(int(v))
	}
	return ""
}

// registered is an index of a registry by state. It lives while a Translator is made.
type registered struct {
	br     world.BlockRegistry
	rids   map[string]uint32 // by state key
	first  map[string]native // by name, the first state that was registered
	order  []string          // names in the order of runtime IDs
	byName map[string][]uint32
	buffer []byte
}

func newRegistered(br world.BlockRegistry) *registered {
	count := br.BlockCount()
	r := &registered{br: br, rids: make(map[string]uint32, count), first: make(map[string]native, count/8)}
	var props []property
	last := ""
	for rid := range uint32(count) {
		n, ok := nativeOf(br, rid, props[:0])
		if !ok {
			continue
		}
		props = n.props
		r.buffer = n.append(r.buffer[:0])
		r.rids[string(r.buffer)] = rid
		if n.name == last {
			continue
		}
		last = n.name
		if _, ok := r.first[n.name]; !ok {
			r.first[n.name] = native{n.name, slices.Clone(n.props)}
			r.order = append(r.order, n.name)
		}
	}
	return r
}

// rid returns the runtime ID of exactly this state.
func (r *registered) rid(n native) (uint32, bool) {
	r.buffer = n.append(r.buffer[:0])
	rid, ok := r.rids[string(r.buffer)]
	return rid, ok
}

// named returns the runtime IDs of all states with one of the names.
func (r *registered) named(names ...string) map[uint32]bool {
	rids := map[uint32]bool{}
	for key, rid := range r.rids {
		name, _, _ := strings.Cut(key, "[")
		if slices.Contains(names, name) {
			rids[rid] = true
		}
	}
	return rids
}

// resolve finds the runtime ID of every Java state.
func (t *Translator) resolve(reg *registered) {
	t.report = Resolution{Dropped: map[string]int{}, Filled: map[string]int{}}
	palette := make([]uint32, len(t.table.Palette))
	shape := -1
	var fit fitted
	for i, s := range t.table.Palette {
		if s.Shape != shape {
			shape = s.Shape
			sh := t.table.Shapes[shape]
			fit = reg.fit(sh.Name, sh.Props)
		}
		palette[i] = none
		if !fit.ok {
			continue
		}
		for j, from := range fit.from {
			if from >= 0 {
				fit.state.props[j].value = s.Values[from]
			}
		}
		for _, p := range fit.dropped {
			t.report.Dropped[p]++
		}
		for _, p := range fit.filled {
			t.report.Filled[p]++
		}
		if rid, ok := reg.rid(fit.state); ok {
			palette[i] = rid
		}
	}
	t.rids = make([]uint32, len(t.table.Images))
	for i, image := range t.table.Images {
		t.rids[i] = palette[image]
	}
	for b := range t.table.Blocks {
		for i := range t.table.Blocks[b].States {
			if t.rids[t.table.Blocks[b].First+i] == none {
				t.report.Missing = append(t.report.Missing, t.key(b, i))
			}
		}
	}
}

// fitted says how the properties of a shape in the table fill those of the block in the registry.
type fitted struct {
	ok              bool
	state           native // the properties of the registry, with the values of its first state
	from            []int  // per property of state: the index in the shape's properties, or -1
	dropped, filled []string
}

// fit matches the properties of a shape with those that the registry has for that name.
func (r *registered) fit(name string, props []string) fitted {
	first, ok := r.first[name]
	if !ok {
		return fitted{}
	}
	f := fitted{ok: true, state: native{name, slices.Clone(first.props)}}
	for _, p := range first.props {
		i := slices.Index(props, p.name)
		f.from = append(f.from, i)
		if i < 0 {
			f.filled = append(f.filled, p.name)
		}
	}
	for _, p := range props {
		if !slices.ContainsFunc(first.props, func(q property) bool { return q.name == p }) {
			f.dropped = append(f.dropped, p)
		}
	}
	return f
}
