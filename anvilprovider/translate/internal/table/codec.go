package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/klauspost/compress/flate"
)

// The bytes of a table, before DEFLATE. Every number is an unsigned varint; every text is an index in the string list.
//
//	version   1
//	strings   count, then per string: length, bytes                                sorted
//	lists     count, then per list:   name, number of values, values
//	shapes    count, then per shape:  name, number of properties, properties, number of states,
//	                                  then per state: values                       the palette, in order
//	blocks    count, then per block:  name, number of lists, lists, default,
//	                                  then per state: zigzag(image - image before)
//	sturdy    per Java state: the faces
//
// "Image before" starts at 0 and runs on from block to block.
const version = 1

// maxInflated bounds what Decode accepts, in bytes. The table is embedded, so this guards against a faulty build only.
const maxInflated = 8 << 20

// Encode returns the bytes of a table. They depend on the table alone.
func Encode(t *Table) ([]byte, error) {
	w := &writer{index: map[string]uint64{}}
	w.collect(t)
	w.put(version)
	w.put(uint64(len(w.strings)))
	for _, s := range w.strings {
		w.put(uint64(len(s)))
		w.b = append(w.b, s...)
	}
	w.put(uint64(len(t.Lists)))
	for _, l := range t.Lists {
		w.text(l.Name)
		w.put(uint64(len(l.Values)))
		w.text(l.Values...)
	}
	if err := w.palette(t); err != nil {
		return nil, err
	}
	if err := w.blocks(t); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(w.b); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

type writer struct {
	b       []byte
	strings []string
	index   map[string]uint64
}

func (w *writer) put(v uint64) { w.b = binary.AppendUvarint(w.b, v) }

func (w *writer) text(s ...string) {
	for _, s := range s {
		w.put(w.index[s])
	}
}

// collect fills the string list.
func (w *writer) collect(t *Table) {
	add := func(s ...string) {
		for _, s := range s {
			w.index[s] = 0
		}
	}
	for _, l := range t.Lists {
		add(l.Name)
		add(l.Values...)
	}
	for _, b := range t.Blocks {
		add(b.Name)
	}
	for _, s := range t.Shapes {
		add(s.Name)
		add(s.Props...)
	}
	for _, s := range t.Palette {
		add(s.Values...)
	}
	for s := range w.index {
		w.strings = append(w.strings, s)
	}
	slices.Sort(w.strings)
	for i, s := range w.strings {
		w.index[s] = uint64(i)
	}
}

// palette writes the shapes, each with the states that have it. They must follow each other in the palette.
func (w *writer) palette(t *Table) error {
	w.put(uint64(len(t.Shapes)))
	next := 0
	for i, s := range t.Shapes {
		w.text(s.Name)
		w.put(uint64(len(s.Props)))
		w.text(s.Props...)
		first := next
		for next < len(t.Palette) && t.Palette[next].Shape == i {
			next++
		}
		w.put(uint64(next - first))
		for _, state := range t.Palette[first:next] {
			if len(state.Values) != len(s.Props) {
				return fmt.Errorf("encode table: a state of %s has %d values for %d properties", s.Name, len(state.Values), len(s.Props))
			}
			w.text(state.Values...)
		}
	}
	if next != len(t.Palette) || len(t.Palette) > math.MaxUint16+1 {
		return fmt.Errorf("encode table: %d of %d palette entries are in the order of their shapes", next, len(t.Palette))
	}
	return nil
}

// blocks writes the Java blocks with the images of their states.
func (w *writer) blocks(t *Table) error {
	w.put(uint64(len(t.Blocks)))
	next, last := 0, 0
	for _, b := range t.Blocks {
		n := 1
		w.text(b.Name)
		w.put(uint64(len(b.Lists)))
		for _, l := range b.Lists {
			w.put(uint64(l))
			n *= len(t.Lists[l].Values)
		}
		if b.First != next || b.States != n || b.Default < 0 || b.Default >= n || next+n > len(t.Images) {
			return fmt.Errorf("encode table: %s: states %d+%d (default %d), want %d+%d", b.Name, b.First, b.States, b.Default, next, n)
		}
		w.put(uint64(b.Default))
		for _, image := range t.Images[next : next+n] {
			d := int64(image) - int64(last)
			w.put(uint64(d<<1) ^ uint64(d>>63))
			last = int(image)
		}
		next += n
	}
	if len(t.Sturdy) != len(t.Images) {
		return fmt.Errorf("encode table: faces of %d states for %d", len(t.Sturdy), len(t.Images))
	}
	for _, faces := range t.Sturdy {
		w.put(uint64(faces))
	}
	if next != len(t.Images) {
		return fmt.Errorf("encode table: %d of %d images belong to a block", next, len(t.Images))
	}
	return nil
}

// Decode reads the bytes of a table. Strings of the result share one allocation.
func Decode(b []byte) (*Table, error) {
	z := flate.NewReader(bytes.NewReader(b))
	raw, err := io.ReadAll(io.LimitReader(z, maxInflated+1))
	if err != nil {
		return nil, fmt.Errorf("decode table: %w", err)
	}
	if len(raw) > maxInflated {
		return nil, fmt.Errorf("decode table: more than %d bytes", maxInflated)
	}
	r := &reader{b: raw}
	t := r.table()
	if r.err != nil {
		return nil, fmt.Errorf("decode table: at byte %d of %d: %w", len(raw)-len(r.b), len(raw), r.err)
	}
	if len(r.b) != 0 {
		return nil, fmt.Errorf("decode table: %d bytes too many", len(r.b))
	}
	return t, nil
}

type reader struct {
	b       []byte
	err     error
	strings []string
}

var (
	errNumber = errors.New("a number is cut off or too great")
	errRange  = errors.New("a number is out of range")
)

// number reads one number, which must be below the limit.
func (r *reader) number(limit int) int {
	v, n := binary.Uvarint(r.b)
	switch {
	case r.err != nil:
		return 0
	case n <= 0:
		r.err = errNumber
		return 0
	case v >= uint64(limit):
		r.err = errRange
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

// count reads the length of a list. Each item takes at least one byte, so the bytes left bound it, unless its items are
// empty, for which extra gives a bound of its own.
func (r *reader) count(extra int) int { return r.number(max(len(r.b), extra) + 1) }

func (r *reader) text() string {
	i := r.number(max(len(r.strings), 1))
	if r.err != nil || i >= len(r.strings) {
		return ""
	}
	return r.strings[i]
}

func (r *reader) texts(n int) []string {
	if n == 0 {
		return nil
	}
	s := make([]string, n)
	for i := range s {
		s[i] = r.text()
	}
	return s
}

func (r *reader) table() *Table {
	t := &Table{}
	if v := r.number(math.MaxInt32); v != version && r.err == nil {
		r.err = fmt.Errorf("version %d, want %d", v, version)
	}
	n := r.count(0)
	all := string(r.b)
	for pos := len(r.b); n > 0 && r.err == nil; n-- {
		size := r.count(0)
		if r.err != nil || size > len(r.b) {
			break
		}
		start := pos - len(r.b)
		r.strings = append(r.strings, all[start:start+size])
		r.b = r.b[size:]
	}
	t.Lists = make([]List, r.count(0))
	for i := range t.Lists {
		t.Lists[i].Name = r.text()
		t.Lists[i].Values = r.texts(r.count(0))
	}
	r.palette(t)
	r.blocks(t)
	t.Sturdy = make([]uint8, len(t.Images))
	for i := range t.Sturdy {
		t.Sturdy[i] = uint8(r.number(64))
	}
	return t
}

func (r *reader) palette(t *Table) {
	t.Shapes = make([]Shape, r.count(0))
	for i := range t.Shapes {
		s := &t.Shapes[i]
		s.Name = r.text()
		s.Props = r.texts(r.count(0))
		states := r.count(1)
		if states*len(s.Props) > len(r.b) {
			r.err = errRange
		}
		if r.err != nil {
			return
		}
		values := r.texts(states * len(s.Props))
		for j := range states {
			t.Palette = append(t.Palette, State{Shape: i, Values: values[j*len(s.Props) : (j+1)*len(s.Props)]})
		}
	}
}

func (r *reader) blocks(t *Table) {
	t.Blocks = make([]Block, r.count(0))
	last := 0
	for i := range t.Blocks {
		b := &t.Blocks[i]
		b.Name = r.text()
		b.First, b.States = len(t.Images), 1
		for range r.count(0) {
			l := r.number(len(t.Lists))
			if r.err != nil {
				return
			}
			b.Lists = append(b.Lists, l)
			if b.States *= len(t.Lists[l].Values); b.States > len(r.b) {
				r.err = errRange
				return
			}
		}
		b.Default = r.number(b.States)
		for range b.States {
			z := r.number(1 << 18)
			last += z>>1 ^ -(z & 1)
			if r.err == nil && (last < 0 || last >= len(t.Palette)) {
				r.err = errRange
			}
			if r.err != nil {
				return
			}
			t.Images = append(t.Images, uint16(last))
		}
	}
}
