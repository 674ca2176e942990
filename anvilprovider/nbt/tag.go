package nbt

import "strconv"

// Tag is the type of a payload, as it is written in front of a name or of a list's elements.
type Tag byte

// The tags of the format, in their written values.
const (
	TagEnd Tag = iota
	TagByte
	TagShort
	TagInt
	TagLong
	TagFloat
	TagDouble
	TagByteArray
	TagString
	TagList
	TagCompound
	TagIntArray
	TagLongArray
)

var tagNames = [...]string{"end", "byte", "short", "int", "long", "float", "double", "byte array", "string", "list", "compound",
	"int array", "long array"}

// String returns the name of the tag in lower case, such as "long array", or "tag 77" for one that does not exist.
func (t Tag) String() string {
	if int(t) < len(tagNames) {
		return tagNames[t]
	}
	return "tag " + strconv.Itoa(int(t))
}

// Valid reports whether the format has the tag.
func (t Tag) Valid() bool {
	return t <= TagLongArray
}

// fixedBytes holds the size in bytes of payloads whose size the tag alone decides, and 0 for the others.
var fixedBytes = [16]int{TagByte: 1, TagShort: 2, TagInt: 4, TagLong: 8, TagFloat: 4, TagDouble: 8}

// elemBytes holds the size in bytes of one number of an array, and 0 for what is not an array.
var elemBytes = [16]int{TagByteArray: 1, TagIntArray: 4, TagLongArray: 8}

// leastBytes holds the smallest possible payload in bytes: it bounds the count of a list by the bytes that are left.
var leastBytes = [16]int{TagByte: 1, TagShort: 2, TagInt: 4, TagLong: 8, TagFloat: 4, TagDouble: 8, TagByteArray: 4,
	TagString: 2, TagList: 5, TagCompound: 1, TagIntArray: 4, TagLongArray: 4}
