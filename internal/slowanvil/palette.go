package slowanvil

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// firstAligned is the DataVersion of 20w17a, from which on an index never spans two longs.
const firstAligned = 2529

// unpack reads n palette indices, bit by bit. With at most one entry there is nothing to read. The width is what the palette
// needs (at least minBits) if that many bits fill the longs, else the one that does.
func unpack(longs []int64, n, entries, minBits int, spanning bool) ([]uint16, error) {
	cells := make([]uint16, n)
	if len(longs) == 0 {
		if entries != 1 {
			return nil, fmt.Errorf("no indices for a palette of %d", entries)
		}
		return cells, nil
	}
	width, spanning, err := layout(len(longs), n, max(minBits, bits.Len(uint(entries-1))), spanning)
	if err != nil {
		return nil, err
	}
	for i := range cells {
		first := i * width // bit number of the cell's lowest bit
		if !spanning {
			first = i/(64/width)*64 + i%(64/width)*width
		}
		for b := range width {
			if longs[(first+b)/64]>>((first+b)%64)&1 == 1 {
				cells[i] |= 1 << b
			}
		}
		if int(cells[i]) >= entries {
			return nil, fmt.Errorf("cell %d: index %d is past the palette of %d", i, cells[i], entries)
		}
	}
	return cells, nil
}

// layout finds the width and the packing under which n cells fill the longs exactly: the expected ones, then the other
// packing, then any width.
func layout(longs, n, width int, spanning bool) (int, bool, error) {
	fits := func(width int, spanning bool) bool {
		if spanning {
			return longs == (n*width+63)/64
		}
		return longs == (n+64/width-1)/(64/width)
	}
	for _, s := range []bool{spanning, !spanning} {
		if fits(width, s) {
			return width, s, nil
		}
	}
	for _, s := range []bool{spanning, !spanning} {
		for w := 1; w <= 16; w++ {
			if fits(w, s) {
				return w, s, nil
			}
		}
	}
	return 0, false, fmt.Errorf("%d longs fit no width for %d cells", longs, n)
}

// stateKey returns the key of one palette entry: a compound {Name, Properties} or {id, properties}, a string (from 26.3), or
// a string in a compound with an empty name, as NBT writes lists of several types.
func stateKey(entry any) (string, error) {
	switch e := entry.(type) {
	case string:
		return e, nil
	case map[string]any:
		for _, names := range [][2]string{{"Name", "Properties"}, {"id", "properties"}} {
			name, ok := e[names[0]].(string)
			if !ok {
				continue
			}
			return joinProperties(name, compound(e[names[1]]))
		}
		if s, ok := e[""].(string); ok {
			return s, nil
		}
	}
	return "", fmt.Errorf("palette entry %v is not a block state", entry)
}

func joinProperties(name string, properties map[string]any) (string, error) {
	if len(properties) == 0 {
		return name, nil
	}
	var pairs []string
	for k, v := range properties {
		s, ok := v.(string)
		if !ok {
			return "", fmt.Errorf("property %s of %s is not a string: %v", k, name, v)
		}
		pairs = append(pairs, k+"="+s)
	}
	slices.Sort(pairs)
	return name + "[" + strings.Join(pairs, ",") + "]", nil
}
