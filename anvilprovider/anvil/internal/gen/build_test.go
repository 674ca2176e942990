package main

import (
	"testing"

	"github.com/kestrel-mc/kestrel/internal/mcdata/gentest"
)

// TestGenerated makes the table anew and wants the committed one.
func TestGenerated(t *testing.T) {
	gentest.Current(t, "../../data", run, "legacy.txt", "legacy.idx", "since.txt")
}

func TestBuild(t *testing.T) {
	text, index, err := build(map[string]string{"1:0": "minecraft:stone", "1:2": "minecraft:b[y=1,x=2]", "53:1": "minecraft:oak_stairs[shape=outer_right]"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "minecraft:b[x=2,y=1]\nminecraft:oak_stairs[shape=straight]\nminecraft:stone\n"; string(text) != want {
		t.Errorf("text %q, want %q", text, want)
	}
	at := func(id, meta int) int {
		i := 3 * (id<<4 | meta)
		return int(index[i])<<16 | int(index[i+1])<<8 | int(index[i+2])
	}
	if at(1, 2) != 0 || at(1, 0) != 58 || at(1, 1) != 58 || at(2, 0) != none || at(53, 15) != 21 || len(index) != 3*4096 {
		t.Errorf("offsets %d %d %d %d %d", at(1, 2), at(1, 0), at(1, 1), at(2, 0), at(53, 15))
	}
	for _, bad := range []map[string]string{{"x": "minecraft:a"}, {"256:0": "minecraft:a"}, {"1:16": "minecraft:a"}, {"1:1": "minecraft:a[b"}} {
		if _, _, err := build(bad); err == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
}
