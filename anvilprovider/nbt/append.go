package nbt

import (
	"encoding/binary"
	"math"
)

// The Append functions write one piece of NBT each and return the extended slice. They do not check that the pieces fit
// together; a document is AppendHead(TagCompound, name), entries, AppendEnd.

// MaxText is how many bytes a name or a text can have in modified UTF-8. Longer ones are cut by AppendHead and
// AppendString; the tree layer refuses them.
const MaxText = math.MaxUint16

// AppendHead appends the head of an entry: its tag and its name.
func AppendHead(dst []byte, tag Tag, name string) []byte {
	return AppendString(append(dst, byte(tag)), name)
}

// AppendEnd appends the end of a compound.
func AppendEnd(dst []byte) []byte {
	return append(dst, byte(TagEnd))
}

// AppendString appends the payload of a string.
func AppendString(dst []byte, s string) []byte {
	at := len(dst)
	dst = AppendText(append(dst, 0, 0), s)
	if len(dst)-at-2 > MaxText {
		dst = dst[:at+2+MaxText]
	}
	binary.BigEndian.PutUint16(dst[at:], uint16(len(dst)-at-2))
	return dst
}

// AppendByte appends the payload of a byte.
func AppendByte(dst []byte, v int8) []byte {
	return append(dst, byte(v))
}

// AppendShort appends the payload of a short.
func AppendShort(dst []byte, v int16) []byte {
	return binary.BigEndian.AppendUint16(dst, uint16(v))
}

// AppendInt appends the payload of an int.
func AppendInt(dst []byte, v int32) []byte {
	return binary.BigEndian.AppendUint32(dst, uint32(v))
}

// AppendLong appends the payload of a long.
func AppendLong(dst []byte, v int64) []byte {
	return binary.BigEndian.AppendUint64(dst, uint64(v))
}

// AppendFloat appends the payload of a float.
func AppendFloat(dst []byte, v float32) []byte {
	return AppendInt(dst, int32(math.Float32bits(v)))
}

// AppendDouble appends the payload of a double.
func AppendDouble(dst []byte, v float64) []byte {
	return AppendLong(dst, int64(math.Float64bits(v)))
}

// AppendByteArray appends the payload of a byte array.
func AppendByteArray(dst, v []byte) []byte {
	return append(AppendInt(dst, int32(len(v))), v...)
}

// AppendIntArray appends the payload of an int array.
func AppendIntArray(dst []byte, v []int32) []byte {
	dst = AppendInt(dst, int32(len(v)))
	for _, x := range v {
		dst = AppendInt(dst, x)
	}
	return dst
}

// AppendLongArray appends the payload of a long array.
func AppendLongArray(dst []byte, v []int64) []byte {
	dst = AppendInt(dst, int32(len(v)))
	for _, x := range v {
		dst = AppendLong(dst, x)
	}
	return dst
}

// AppendListHead appends the head of a list; count payloads must follow. An empty list usually has elements of TagEnd.
func AppendListHead(dst []byte, elem Tag, count int) []byte {
	return AppendInt(append(dst, byte(elem)), int32(count))
}
