package inflate

import "math/bits"

// entry is what a table holds for the next bits of the input:
//
//	bits 0-5    how many bits the code takes
//	bits 8-11   how many further bits belong to a length or distance; for more, how many bits index the second table
//	bits 12-15  literal, more, end or invalid; none for a length or distance
//	bits 16-31  the byte; the least length or distance; where the second table begins
type entry uint32

const (
	literal entry = 1 << 12
	more    entry = 1 << 13
	end     entry = 1 << 14
	invalid entry = 1 << 15
)

func (e entry) bits() uint  { return uint(e & 63) }
func (e entry) extra() uint { return uint(e >> 8 & 15) }
func (e entry) value() uint { return uint(e >> 16) }

const (
	maxBits      = 15  // of a code
	maxLiterals  = 286 // codes for bytes, end and lengths that a block may use
	maxDistances = 30
	allLiterals  = 288 // of the fixed code, of which two are invalid
)

// How many bits the first tables are indexed by, and how many entries they and the second tables may take together: the most for
// any complete code, as zlib's "enough" computes them.
const (
	literalBits, literalRoom   = 11, 2342
	distanceBits, distanceRoom = 8, 402
	lengthBits, lengthRoom     = 7, 128
)

// literalEntries, distanceEntries and lengthEntries say what each code means, without its bits. Source: RFC 1951, 3.2.5 and 3.2.7.
var (
	literalEntries  = makeLiterals()
	distanceEntries = makeDistances()
	lengthEntries   = makeLengths()
)

func makeLiterals() (list [allLiterals]entry) {
	for i := range 256 {
		list[i] = entry(i)<<16 | literal
	}
	list[256] = end
	base := 3
	for i := 257; i < maxLiterals-1; i++ {
		extra := max(i-261, 0) / 4
		list[i] = entry(base)<<16 | entry(extra)<<8
		base += 1 << extra
	}
	list[285] = 258 << 16
	list[286], list[287] = invalid, invalid
	return list
}

func makeDistances() (list [maxDistances + 2]entry) {
	base := 1
	for i := range maxDistances {
		extra := max(i-2, 0) / 2
		list[i] = entry(base)<<16 | entry(extra)<<8
		base += 1 << extra
	}
	list[30], list[31] = invalid, invalid
	return list
}

func makeLengths() (list [19]entry) {
	for i := range list {
		list[i] = entry(i) << 16
	}
	return list
}

// build makes a table for a code whose lengths are given, 0 for symbols that it does not have. It reports whether it is a code.
func build(table []entry, first int, lengths []uint8, symbols []entry) bool {
	var count, next [maxBits + 2]uint16 // of each length: how many codes, and where they begin in sorted
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	left, total := 1, uint16(0)
	for n := 1; n <= maxBits; n++ {
		left = left<<1 - int(count[n])
		next[n+1] = next[n] + count[n]
		total += count[n]
	}
	single := total == 1 && count[1] == 1
	switch {
	case total == 0 || single:
		for i := range table[:1<<first] {
			table[i] = invalid
		}
		if total == 0 {
			return true // It may not be needed.
		}
	case left != 0:
		return false
	}
	var sorted [allLiterals]uint16
	for i, n := range lengths {
		if n != 0 {
			sorted[next[n]] = uint16(i)
			next[n]++
		}
	}
	if single {
		for i := 0; i < 1<<first; i += 2 {
			table[i] = symbols[sorted[0]] | 1
		}
		return true
	}
	return fill(table, first, &count, sorted[:total], symbols)
}

// fill writes the entries of a complete code. Codes come shortest first; the table grows with them, each time by a copy of itself,
// because what follows a short code does not matter.
func fill(table []entry, first int, count *[maxBits + 2]uint16, sorted []uint16, symbols []entry) bool {
	code, size := 0, 1
	for n := 1; n <= first; n++ {
		if n > 1 {
			copy(table[size:2*size], table[:size])
		}
		size = 1 << n
		for range count[n] {
			table[bits.Reverse16(uint16(code))>>(16-n)] = symbols[sorted[0]] | entry(n)
			sorted = sorted[1:]
			code++
		}
		code <<= 1
	}
	// The longer ones: those that begin with the same bits are together, and share a second table.
	prefix, start, width, free := -1, 0, 0, 1<<first
	for n := first + 1; n <= maxBits; n++ {
		for range count[n] {
			reversed := int(bits.Reverse16(uint16(code)) >> (16 - n))
			if reversed&(1<<first-1) != prefix {
				prefix = reversed & (1<<first - 1)
				start, width = free, secondBits(count, n, first)
				if free += 1 << width; free > len(table) {
					return false
				}
				table[prefix] = entry(start)<<16 | entry(width)<<8 | more
			}
			e := symbols[sorted[0]] | entry(n)
			for i := start + reversed>>first; i < free; i += 1 << (n - first) {
				table[i] = e
			}
			sorted = sorted[1:]
			count[n]--
			code++
		}
		code <<= 1
	}
	return true
}

// secondBits returns how many bits index a second table whose first code has n bits, when count holds what codes are left.
func secondBits(count *[maxBits + 2]uint16, n, first int) int {
	width := n - first
	left := 1 << width
	for n <= maxBits {
		if left -= int(count[n]); left <= 0 {
			break
		}
		n++
		width++
		left <<= 1
	}
	return width
}
