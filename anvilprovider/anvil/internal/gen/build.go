package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

const (
	// idCount is how many ids the game had; larger ones belong to mods.
	idCount = 256
	metas   = 16
	// none marks ids that were never used.
	none = 1<<24 - 1
)

// build makes the two files. The text has each state once, one a line, sorted. The index has three big-endian bytes for
// each id<<4|meta: the offset of the state's line, or none.
func build(blocks map[string]string) (text, index []byte, err error) {
	var states [idCount][metas]string
	for key, value := range blocks {
		var id, meta int
		if _, err := fmt.Sscanf(key, "%d:%d", &id, &meta); err != nil || id < 0 || id >= idCount || meta < 0 || meta >= metas {
			return nil, nil, fmt.Errorf("key %q is not id:meta", key)
		}
		if states[id][meta], err = correct(value); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	fill(&states)
	offsets, text := layout(&states)
	for id := range states {
		for _, state := range states[id] {
			at, ok := offsets[state]
			if !ok {
				at = none
			}
			index = append(index, byte(at>>16), byte(at>>8), byte(at))
		}
	}
	return text, index, nil
}

// correct sorts the properties of a state, and mends what the source has wrong.
func correct(value string) (string, error) {
	s, err := mcdata.ParseState(value)
	if err != nil {
		return "", err
	}
	for i, p := range s.Props {
		// The source has one shape other than straight, for oak stairs; the shape depends on neighbours.
		if p.Name == "shape" && strings.HasSuffix(s.Name, "_stairs") {
			s.Props[i].Value = "straight"
		}
	}
	return s.Key(), nil
}

// fill gives metas that the game never wrote the state of the smallest meta that the id has, as the game's own upgrade does.
func fill(states *[idCount][metas]string) {
	for id := range states {
		first := slices.IndexFunc(states[id][:], func(s string) bool { return s != "" })
		if first < 0 {
			continue
		}
		for meta, s := range states[id] {
			if s == "" {
				states[id][meta] = states[id][first]
			}
		}
	}
}

// layout sorts the states and gives each a line.
func layout(states *[idCount][metas]string) (offsets map[string]int, text []byte) {
	var all []string
	for id := range states {
		for _, s := range states[id] {
			if s != "" {
				all = append(all, s)
			}
		}
	}
	slices.Sort(all)
	offsets = map[string]int{}
	for _, s := range slices.Compact(all) {
		offsets[s] = len(text)
		text = append(append(text, s...), '\n')
	}
	return offsets, text
}
