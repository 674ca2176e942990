package main

import (
	"errors"
	"math/bits"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// differs returns where two documents differ, or nothing. Palettes may list their entries otherwise, if the cells are the same.
func differs(before, after []byte) (where string, err error) {
	a, errA := rootOf(before)
	b, errB := rootOf(after)
	if err := errors.Join(errA, errB); err != nil {
		return "", err
	}
	if same, _ := nbt.Equal(a, b); same {
		return "", nil
	}
	if a, err = spread(a); err != nil {
		return "", err
	}
	if b, err = spread(b); err != nil {
		return "", err
	}
	if same, path := nbt.Equal(a, b); !same {
		return "at " + path, nil
	}
	return "", nil
}

// rootOf returns the root compound of a document.
func rootOf(data []byte) (nbt.Raw, error) {
	r := nbt.NewReader(data, nbt.Limits{})
	if _, ok := r.Root(); !ok {
		return nbt.Raw{}, r.Err()
	}
	raw := r.Raw(nbt.TagCompound)
	return raw, r.Err()
}

// spread returns a chunk's document with its cells in the place of palettes and indices, so that two can be compared: for each cell, the
// number of the first cell with the same entry, beside the entries that are used in the order of their cells. A palette of the game may
// have entries that no cell uses, and the same one twice.
func spread(root nbt.Raw) (nbt.Raw, error) {
	tree, err := root.Compound()
	if err != nil {
		return nbt.Raw{}, err
	}
	sections, _ := tree["sections"].(nbt.List)
	for _, v := range sections.Items {
		s, _ := v.(nbt.Compound)
		for _, part := range []struct {
			name         string
			cells, least int
		}{{"block_states", 4096, 4}, {"biomes", 64, 1}} {
			c, ok := s[part.name].(nbt.Compound)
			if !ok {
				continue
			}
			if err := spreadCells(c, part.cells, part.least); err != nil {
				return nbt.Raw{}, err
			}
		}
	}
	return nbt.RawOf(tree)
}

// spreadCells does so for one container, if its data has the length that its palette asks for. Indices do not cross longs.
func spreadCells(c nbt.Compound, cells, least int) error {
	palette, _ := c["palette"].(nbt.List)
	data, hasData := c["data"].([]int64)
	width := max(least, bits.Len(uint(max(len(palette.Items)-1, 0))))
	perLong := 64 / width
	if len(palette.Items) == 0 || !hasData && len(palette.Items) > 1 || hasData && len(data) != (cells+perLong-1)/perLong {
		return nil
	}
	names := make([]string, len(palette.Items))
	for i, entry := range palette.Items {
		data, err := nbt.AppendPayload(nil, entry)
		if err != nil {
			return err
		}
		names[i] = string(data)
	}
	used, first, spread := nbt.List{Elem: palette.Elem}, make(map[string]int32), make([]int32, cells)
	for i := range spread {
		at := 0
		if hasData {
			at = int(uint64(data[i/perLong]) >> (i % perLong * width) & (1<<width - 1))
		}
		if at >= len(names) {
			return nil
		}
		n, ok := first[names[at]]
		if !ok {
			n = int32(i)
			first[names[at]] = n
			used.Items = append(used.Items, palette.Items[at])
		}
		spread[i] = n
	}
	c["palette"], c["data"] = used, spread
	return nil
}
