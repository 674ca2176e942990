package nbt

import (
	"encoding/binary"
	"math"
)

// Compound is a compound as a tree. Values have these Go types: byte uint8, short int16, int int32, long int64, float
// float32, double float64, string string, byte array []byte, int array []int32, long array []int64, list List, compound
// Compound.
type Compound map[string]any

// List is a list as a tree. Elem is kept for empty lists too, where the bytes differ by it.
type List struct {
	Elem  Tag
	Items []any
}

// Decode reads a whole document into a tree. Nothing may follow it.
func Decode(b []byte, lim Limits) (name string, root Compound, err error) {
	r := NewReader(b, lim)
	raw, ok := r.Root()
	if !ok {
		return "", nil, r.err
	}
	if name, err = DecodeText(raw); err != nil {
		return "", nil, &SyntaxError{Offset: 3, Err: err}
	}
	root = r.compound(lim.depth())
	if err := r.Close(); err != nil {
		return "", nil, err
	}
	return name, root, nil
}

// Tree decodes the payload. The result has one of the types that Compound names; nothing of it is borrowed.
func (r Raw) Tree() (any, error) {
	rd := NewReader(r.Data, Limits{})
	v := rd.value(r.Tag, DefaultDepth)
	if err := rd.Close(); err != nil {
		return nil, err
	}
	return v, nil
}

// Compound decodes the payload of a compound. Any other payload is an error.
func (r Raw) Compound() (Compound, error) {
	if r.Tag != TagCompound {
		return nil, &SyntaxError{Err: ErrTag}
	}
	v, err := r.Tree()
	if err != nil {
		return nil, err
	}
	return v.(Compound), nil
}

// value reads one payload. After an error the result means nothing.
func (r *Reader) value(tag Tag, depth int) any {
	switch tag {
	case TagByte:
		return uint8(r.Byte())
	case TagShort:
		return r.Short()
	case TagInt:
		return r.Int()
	case TagLong:
		return r.Long()
	case TagFloat:
		return r.Float()
	case TagDouble:
		return r.Double()
	case TagString:
		return r.text()
	case TagByteArray:
		return append([]byte{}, r.ByteArray()...)
	case TagIntArray:
		return ints(r.IntArray())
	case TagLongArray:
		return longs(r.LongArray())
	case TagList:
		return r.list(depth)
	case TagCompound:
		return r.compound(depth)
	}
	r.Fail(ErrTag)
	return nil
}

func (r *Reader) compound(depth int) Compound {
	if depth <= 0 {
		r.Fail(ErrDepth)
		return nil
	}
	c := Compound{}
	for {
		at := r.off
		tag, raw, ok := r.Next()
		if !ok {
			return c
		}
		name, err := DecodeText(raw)
		if err != nil {
			r.FailAt(at, err)
			return nil
		}
		c[name] = r.value(tag, depth-1)
	}
}

// listAhead is how many elements of a list are allocated before the first has been read. A count is bounded by the bytes
// that are left, but an element takes more memory than it has bytes.
const listAhead = 64

func (r *Reader) list(depth int) List {
	if depth <= 0 {
		r.Fail(ErrDepth)
		return List{}
	}
	elem, n := r.List()
	l := List{Elem: elem}
	if n > 0 {
		l.Items = make([]any, 0, min(n, listAhead))
	}
	for range n {
		v := r.value(elem, depth-1)
		if r.err != nil {
			return List{}
		}
		l.Items = append(l.Items, v)
	}
	return l
}

func (r *Reader) text() string {
	at := r.off
	s, err := DecodeText(r.Text())
	if err != nil {
		r.FailAt(at, err)
	}
	return s
}

func ints(b []byte) []int32 {
	v := make([]int32, len(b)/4)
	for i := range v {
		v[i] = int32(binary.BigEndian.Uint32(b[i*4:]))
	}
	return v
}

func longs(b []byte) []int64 {
	v := make([]int64, len(b)/8)
	for i := range v {
		v[i] = int64(binary.BigEndian.Uint64(b[i*8:]))
	}
	return v
}

// Int returns the entry as a whole number, whichever of the four integer types it has.
func (c Compound) Int(name string) (v int64, ok bool) {
	switch x := c[name].(type) {
	case uint8:
		return int64(int8(x)), true
	case int8:
		return int64(x), true
	case int16:
		return int64(x), true
	case int32:
		return int64(x), true
	case int64:
		return x, true
	}
	return 0, false
}

// Float returns the entry as a number, whichever numeric type it has.
func (c Compound) Float(name string) (v float64, ok bool) {
	switch x := c[name].(type) {
	case float32:
		return float64(x), true
	case float64:
		return x, !math.IsNaN(x)
	}
	i, ok := c.Int(name)
	return float64(i), ok
}

// Str returns the entry if it is a string.
func (c Compound) Str(name string) (v string, ok bool) {
	v, ok = c[name].(string)
	return v, ok
}

// Compound returns the entry if it is a compound.
func (c Compound) Compound(name string) (v Compound, ok bool) {
	v, ok = c[name].(Compound)
	return v, ok
}

// List returns the entry if it is a list.
func (c Compound) List(name string) (v List, ok bool) {
	v, ok = c[name].(List)
	return v, ok
}
