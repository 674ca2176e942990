package nbt

import (
	"fmt"
	"slices"
)

// Append appends a document: the compound as root, under the name. Entries are sorted by name, so the bytes depend on the
// value alone.
func Append(dst []byte, name string, root Compound) ([]byte, error) {
	if dst == nil {
		dst = make([]byte, 0, 3+len(name)+roughSize(root, 0))
	}
	dst, err := appendName(append(dst, byte(TagCompound)), name)
	if err != nil {
		return nil, err
	}
	return AppendPayload(dst, root)
}

// AppendPayload appends a value as a payload, without tag and name. v has one of the types that Compound names, or is a
// bool (a byte), an int8 (a byte) or a Raw (as it is). Anything else is an error that wraps ErrValue, as are lists whose
// elements differ from Elem and texts longer than MaxText bytes.
func AppendPayload(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case bool:
		if v {
			return append(dst, 1), nil
		}
		return append(dst, 0), nil
	case int8:
		return append(dst, byte(v)), nil
	case uint8:
		return append(dst, v), nil
	case int16:
		return AppendShort(dst, v), nil
	case int32:
		return AppendInt(dst, v), nil
	case int64:
		return AppendLong(dst, v), nil
	case float32:
		return AppendFloat(dst, v), nil
	case float64:
		return AppendDouble(dst, v), nil
	case string:
		return appendName(dst, v)
	case []byte:
		return AppendByteArray(dst, v), nil
	case []int32:
		return AppendIntArray(dst, v), nil
	case []int64:
		return AppendLongArray(dst, v), nil
	case Raw:
		return append(dst, v.Data...), nil
	case List:
		return appendList(dst, v)
	case Compound:
		return appendCompound(dst, v)
	}
	return nil, fmt.Errorf("nbt: %w: %T", ErrValue, v)
}

// TagOf returns the tag under which AppendPayload writes v, and false if v has no NBT form.
func TagOf(v any) (Tag, bool) {
	switch v := v.(type) {
	case bool, int8, uint8:
		return TagByte, true
	case int16:
		return TagShort, true
	case int32:
		return TagInt, true
	case int64:
		return TagLong, true
	case float32:
		return TagFloat, true
	case float64:
		return TagDouble, true
	case string:
		return TagString, true
	case []byte:
		return TagByteArray, true
	case []int32:
		return TagIntArray, true
	case []int64:
		return TagLongArray, true
	case Raw:
		return v.Tag, v.Tag != TagEnd && v.Tag.Valid()
	case List:
		return TagList, true
	case Compound:
		return TagCompound, true
	}
	return TagEnd, false
}

// RawOf encodes a value as a payload.
func RawOf(v any) (Raw, error) {
	b, err := AppendPayload(make([]byte, 0, roughSize(v, 0)), v)
	if err != nil {
		return Raw{}, err
	}
	tag, _ := TagOf(v)
	return Raw{Tag: tag, Data: b}, nil
}

func appendName(dst []byte, s string) ([]byte, error) {
	at := len(dst)
	dst = AppendText(append(dst, 0, 0), s)
	n := len(dst) - at - 2
	if n > MaxText {
		return nil, fmt.Errorf("nbt: %w: text of %d bytes", ErrValue, n)
	}
	dst[at], dst[at+1] = byte(n>>8), byte(n)
	return dst, nil
}

func appendList(dst []byte, l List) ([]byte, error) {
	if !l.Elem.Valid() || l.Elem == TagEnd && len(l.Items) > 0 {
		return nil, fmt.Errorf("nbt: %w: list of %d elements of %v", ErrValue, len(l.Items), l.Elem)
	}
	dst = AppendListHead(dst, l.Elem, len(l.Items))
	for i, v := range l.Items {
		if tag, ok := TagOf(v); !ok || tag != l.Elem {
			return nil, fmt.Errorf("nbt: %w: element %d is %T in a list of %v", ErrValue, i, v, l.Elem)
		}
		var err error
		if dst, err = AppendPayload(dst, v); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func appendCompound(dst []byte, c Compound) ([]byte, error) {
	names := make([]string, 0, len(c))
	for name := range c {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		tag, ok := TagOf(c[name])
		if !ok {
			return nil, fmt.Errorf("nbt: %w: %s is %T", ErrValue, name, c[name])
		}
		var err error
		if dst, err = appendName(append(dst, byte(tag)), name); err != nil {
			return nil, err
		}
		if dst, err = AppendPayload(dst, c[name]); err != nil {
			return nil, err
		}
	}
	return AppendEnd(dst), nil
}
