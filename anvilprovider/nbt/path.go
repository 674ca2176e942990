package nbt

import (
	"encoding/binary"
	"strconv"
	"strings"
)

// The reader keeps no path while it walks, since that would cost every chunk what only a broken one needs. When there is
// an error, the path is found by walking the document a second time.

// maxPathBytes bounds the path of an error, which goes into a line of a log.
const maxPathBytes = 240

// locate returns the path of the element that contains the offset target, shortened. b starts with a payload of the tag.
func locate(b []byte, tag Tag, off, target int) string {
	return shortenPath(walkTo(b, tag, off, target))
}

// shortenPath leaves out the middle of a long path: both ends say more, the one where in the document the element is, the
// other what it is.
func shortenPath(path string) string {
	const gap = " ... "
	if len(path) <= maxPathBytes {
		return path
	}
	head, tail := (maxPathBytes-len(gap))/2, len(path)-(maxPathBytes-len(gap))/2
	// Cut between two steps, if there are any within reach.
	if i := strings.LastIndexAny(path[head/2:head], ".["); i >= 0 {
		head = head/2 + i
	}
	if i := strings.IndexAny(path[tail:tail+maxPathBytes/4], ".["); i >= 0 {
		tail += i
	}
	return path[:head] + gap + path[tail:]
}

// walkTo returns the path of the element that contains the offset target, in full.
func walkTo(b []byte, tag Tag, off, target int) string {
	var path []byte
	for range DefaultDepth * 2 {
		var next int
		switch tag {
		case TagCompound:
			tag, next, path = locateEntry(b, off, target, path)
		case TagList:
			tag, next, path = locateElement(b, off, target, path)
		default:
			return string(path)
		}
		if next < 0 || next > target {
			return string(path)
		}
		off = next
	}
	return string(path)
}

// locateEntry finds the entry of the compound at off that contains target, and appends its name. next is the offset of
// the entry's payload, or -1 if target lies in no entry.
func locateEntry(b []byte, off, target int, path []byte) (tag Tag, next int, _ []byte) {
	for len(b)-off >= 3 && Tag(b[off]) != TagEnd {
		tag := Tag(b[off])
		payload := off + 3 + int(binary.BigEndian.Uint16(b[off+1:]))
		if payload > len(b) {
			break
		}
		end, err := skip(b, payload, tag, DefaultDepth*2)
		if err != nil || target < end {
			if len(path) > 0 {
				path = append(path, '.')
			}
			return tag, payload, appendPathName(path, b[off+3:payload])
		}
		off = end
	}
	return TagEnd, -1, path
}

// locateElement finds the element of the list at off that contains target, and appends its index.
func locateElement(b []byte, off, target int, path []byte) (tag Tag, next int, _ []byte) {
	elem, n, err := listHead(b, off)
	if err != nil || target < off+5 {
		return TagEnd, -1, path
	}
	off += 5
	for i := range n {
		end, err := skip(b, off, elem, DefaultDepth*2)
		if err != nil || target < end {
			path = append(path, '[')
			path = strconv.AppendInt(path, int64(i), 10)
			return elem, off, append(path, ']')
		}
		off = end
	}
	return TagEnd, -1, path
}

// pathNameBytes is how much of a name is shown in a path.
const pathNameBytes = 64

// appendPathName appends a name as it is when it is plain text, else quoted and shortened.
func appendPathName(path, name []byte) []byte {
	if len(name) > pathNameBytes {
		name = name[:pathNameBytes]
	}
	for _, c := range name {
		if c <= ' ' || c >= 0x7f || c == '"' || c == '.' || c == '[' {
			return strconv.AppendQuote(path, string(name))
		}
	}
	return append(path, name...)
}
