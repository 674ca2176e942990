package main

import (
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
)

// TestBelowZero gives the tools a world that the game has upgraded from 1.17 and not loaded since: its finished chunks have the status
// empty.
func TestBelowZero(t *testing.T) {
	dir := t.TempDir()
	world := filepath.Join(dir, "world")
	s, err := region.Options{}.Open(filepath.Join(world, "region"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range int32(9) {
		_, root, err := nbt.Decode(anvil.Blank(i%3, i/3, 3465, -4, 19, "minecraft:plains"), nbt.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		root["Status"] = "minecraft:empty"
		root["below_zero_retrogen"] = nbt.Compound{"target_status": "minecraft:spawn", "missing_bedrock": []int64{}}
		data, err := nbt.Append(nil, "", root)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(i%3, i/3, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, code := tool[inspection](t, "inspect", world); got.Full != 9 || got.BelowZero != 9 || got.Partial != 0 || code != exitWell {
		t.Errorf("inspect: exit code %d, %+v", code, got)
	}
	if got, code := tool[verification](t, "verify", world); got.Identical != 9 || got.Rewritten != 9 || got.Skipped != 0 || code != exitWell {
		t.Errorf("verify: exit code %d, %+v", code, got)
	}
	if got, code := tool[relighting](t, "relight", world, "--write"); got.Written != 0 || got.Left[string(relight.ErrOld)] != 1 || code != exitWell {
		t.Errorf("relight: exit code %d, %+v", code, got)
	}
	if got, code := tool[rendering](t, "render", world, "--out", filepath.Join(dir, "map.png")); got.Chunks != 9 || code != exitWell {
		t.Errorf("render: exit code %d, %+v", code, got)
	}
	if got, code := tool[conversion](t, "convert", world, filepath.Join(dir, "leveldb")); got.Chunks != 9 || len(got.Lost) != 0 || code != exitWell {
		t.Errorf("convert: exit code %d, %+v", code, got)
	}
}
