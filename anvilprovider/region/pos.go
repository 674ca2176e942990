package region

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// regionBits is the binary logarithm of the number of chunks along the side of a region.
const regionBits = 5

// Pos is the position of a region: that of its chunks divided by 32, rounded down.
type Pos struct{ X, Z int32 }

// PosOf returns the region that holds the chunk x, z. Arithmetic shift rounds down, so chunk -1 is in region -1.
func PosOf(x, z int32) Pos { return Pos{x >> regionBits, z >> regionBits} }

// FileName returns the name of the region's file, such as "r.-1.0.mca".
func (p Pos) FileName() string { return fmt.Sprintf("r.%d.%d.mca", p.X, p.Z) }

// String returns the position as "X,Z".
func (p Pos) String() string { return fmt.Sprintf("%d,%d", p.X, p.Z) }

// Compare orders positions by Z, then X, which is the order of the entries within a region too.
func (p Pos) Compare(q Pos) int { return cmp.Or(cmp.Compare(p.Z, q.Z), cmp.Compare(p.X, q.X)) }

// chunk returns the chunk of entry i.
func (p Pos) chunk(i int) (x, z int32) {
	return p.X<<regionBits | int32(i)&31, p.Z<<regionBits | int32(i)>>regionBits
}

// entryIndex returns the entry of the chunk x, z in the header of its region.
func entryIndex(x, z int32) int { return int(z&31)<<regionBits | int(x&31) }

// externalName returns the name of the file that holds the chunk's payload if it is external.
func externalName(x, z int32) string { return fmt.Sprintf("c.%d.%d.mcc", x, z) }

// PosOfFile returns the region that a file belongs to, going by its name: that of a region file, or of a .mcc file.
func PosOfFile(name string) (Pos, bool) {
	if x, z, ok := parseExternalName(name); ok {
		return PosOf(x, z), true
	}
	return parseFileName(name)
}

// parseFileName reads the position from the name of a region file. There are no regions whose chunks have no coordinates.
func parseFileName(name string) (Pos, bool) {
	x, z, ok := parseName(name, "r.", ".mca")
	p := Pos{x, z}
	return p, ok && PosOf(p.chunk(0)) == p
}

// parseExternalName reads the chunk position from the name of an external file.
func parseExternalName(name string) (x, z int32, ok bool) { return parseName(name, "c.", ".mcc") }

// parseName reads two integers, written in the one canonical way, between a prefix and a suffix.
func parseName(name, prefix, suffix string) (x, z int32, ok bool) {
	rest, ok1 := strings.CutPrefix(name, prefix)
	rest, ok2 := strings.CutSuffix(rest, suffix)
	a, b, ok3 := strings.Cut(rest, ".")
	i, err1 := strconv.ParseInt(a, 10, 32)
	j, err2 := strconv.ParseInt(b, 10, 32)
	if !ok1 || !ok2 || !ok3 || err1 != nil || err2 != nil {
		return 0, 0, false
	}
	x, z = int32(i), int32(j)
	return x, z, fmt.Sprintf("%s%d.%d%s", prefix, x, z, suffix) == name
}
