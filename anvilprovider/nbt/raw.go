package nbt

// Raw is one payload without a name, as bytes. It is usually borrowed from what a Reader reads.
type Raw struct {
	// Tag is the type of the payload. TagEnd means that there is none.
	Tag Tag
	// Data is the payload: for a compound its entries and its end.
	Data []byte
}

// IsZero reports whether there is no payload.
func (r Raw) IsZero() bool {
	return r.Tag == TagEnd
}

// Clone returns a payload that shares no memory with r.
func (r Raw) Clone() Raw {
	return Raw{Tag: r.Tag, Data: append([]byte(nil), r.Data...)}
}

// AppendEntry appends the payload as an entry of a compound, with head and name.
func (r Raw) AppendEntry(dst []byte, name string) []byte {
	return append(AppendHead(dst, r.Tag, name), r.Data...)
}

// Lookup finds an entry of a compound by name. Of several with that name it returns the last, as the tree layer does. A
// payload that is no compound, or is broken before the entry is found, has no entries.
func (r Raw) Lookup(name string) (v Raw, ok bool) {
	if r.Tag != TagCompound {
		return Raw{}, false
	}
	rd := Reader{b: r.Data}
	for {
		tag, key, more := rd.Next()
		if !more {
			return v, ok
		}
		p := rd.Raw(tag)
		if string(key) == name && rd.err == nil {
			v, ok = p, true
		}
	}
}

// Str returns the text of a string payload, or "" and false if the payload is not a valid string.
func (r Raw) Str() (string, bool) {
	if r.Tag != TagString {
		return "", false
	}
	rd := Reader{b: r.Data}
	s, err := DecodeText(rd.Text())
	return s, err == nil && rd.err == nil
}

// Int returns the value of a byte, short, int or long payload; false for any other.
func (r Raw) Int() (int64, bool) {
	rd := Reader{b: r.Data}
	var v int64
	switch r.Tag {
	case TagByte:
		v = int64(rd.Byte())
	case TagShort:
		v = int64(rd.Short())
	case TagInt:
		v = int64(rd.Int())
	case TagLong:
		v = rd.Long()
	default:
		return 0, false
	}
	return v, rd.err == nil
}

// Values counts the payloads in the payload, itself among them: a tree of it takes memory for each, down to an empty compound of
// one byte. Of a payload that is broken, or nested deeper than DefaultDepth, it counts what it can read.
func (r Raw) Values() int {
	rd := Reader{b: r.Data}
	return rd.values(r.Tag, DefaultDepth)
}

func (r *Reader) values(tag Tag, depth int) int {
	total := 1
	switch {
	case depth <= 0:
		r.Fail(ErrDepth)
	case tag == TagCompound:
		for {
			entry, _, ok := r.Next()
			if !ok {
				break
			}
			total += r.values(entry, depth-1)
		}
	case tag == TagList:
		elem, n := r.List()
		for i := 0; i < n && r.err == nil; i++ {
			total += r.values(elem, depth-1)
		}
	default:
		r.Skip(tag)
	}
	return total
}
