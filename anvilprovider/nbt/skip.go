package nbt

import (
	"encoding/binary"
	"io"
)

// skip returns the offset just behind the payload of the tag that starts at off. On a fault it returns the offset of the
// faulty element and the cause. depth is how many more compounds and lists may be entered.
func skip(b []byte, off int, tag Tag, depth int) (int, error) {
	if tag > TagLongArray || tag == TagEnd {
		return off, ErrTag
	}
	if n := fixedBytes[tag&15]; n != 0 {
		if len(b)-off < n {
			return off, io.ErrUnexpectedEOF
		}
		return off + n, nil
	}
	switch tag {
	case TagString:
		if len(b)-off < 2 {
			return off, io.ErrUnexpectedEOF
		}
		end := off + 2 + int(binary.BigEndian.Uint16(b[off:]))
		if end > len(b) {
			return off, io.ErrUnexpectedEOF
		}
		return end, nil
	case TagCompound:
		return skipCompound(b, off, depth)
	case TagList:
		return skipList(b, off, depth)
	}
	n, err := count(b, off, elemBytes[tag&15])
	if err != nil {
		return off, err
	}
	return off + 4 + n*elemBytes[tag&15], nil
}

// skipCompound skips the entries of a compound and the tag that ends it.
func skipCompound(b []byte, off, depth int) (int, error) {
	if depth <= 0 {
		return off, ErrDepth
	}
	for {
		if off >= len(b) {
			return off, io.ErrUnexpectedEOF
		}
		tag := Tag(b[off])
		if tag == TagEnd {
			return off + 1, nil
		}
		if len(b)-off < 3 {
			return off, io.ErrUnexpectedEOF
		}
		payload := off + 3 + int(binary.BigEndian.Uint16(b[off+1:]))
		if payload > len(b) {
			return off, io.ErrUnexpectedEOF
		}
		var err error
		if off, err = skip(b, payload, tag, depth-1); err != nil {
			return off, err
		}
	}
}

// skipList skips a list with its head.
func skipList(b []byte, off, depth int) (int, error) {
	if depth <= 0 {
		return off, ErrDepth
	}
	elem, n, err := listHead(b, off)
	if err != nil {
		return off, err
	}
	off += 5
	if size := fixedBytes[elem&15]; size != 0 {
		return off + n*size, nil
	}
	for ; n > 0; n-- {
		if off, err = skip(b, off, elem, depth-1); err != nil {
			return off, err
		}
	}
	return off, nil
}

// listHead reads the element tag and the count of the list at off. The count is at most what the rest of b could hold.
func listHead(b []byte, off int) (elem Tag, n int, err error) {
	if len(b)-off < 5 {
		return 0, 0, io.ErrUnexpectedEOF
	}
	elem = Tag(b[off])
	if !elem.Valid() {
		return 0, 0, ErrTag
	}
	if n, err = count(b, off+1, leastBytes[elem&15]); err != nil {
		return 0, 0, err
	}
	if elem == TagEnd && n > 0 {
		// The game refuses these as well ("Missing type on ListTag").
		return 0, 0, ErrLength
	}
	return elem, n, nil
}

// count reads the four-byte count at off and checks that as many elements of size bytes can follow it.
func count(b []byte, off, size int) (int, error) {
	if len(b)-off < 4 {
		return 0, io.ErrUnexpectedEOF
	}
	n := int32(binary.BigEndian.Uint32(b[off:]))
	if n < 0 {
		return 0, ErrLength
	}
	if int64(n)*int64(size) > int64(len(b)-off-4) {
		return 0, io.ErrUnexpectedEOF
	}
	return int(n), nil
}
