package translate_test

import (
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// newerRegistry is the host's registry as a later version has it: stairs have a corner, fences and panes have
// connections, and one block has a property that no table knows.
type newerRegistry struct {
	world.BlockRegistry
	names []string
	props []map[string]any
	air   uint32
}

func newNewerRegistry() *newerRegistry {
	base := world.DefaultBlockRegistry
	base.Finalize()
	r := &newerRegistry{BlockRegistry: base}
	for rid := range uint32(base.BlockCount()) {
		name, props, _ := base.RuntimeIDToState(rid)
		states := []map[string]any{props}
		switch {
		case strings.HasSuffix(name, "_stairs"):
			states = with(states, "minecraft:corner", "none", "inner_left", "inner_right", "outer_left", "outer_right")
		case strings.HasSuffix(name, "_fence"), strings.HasSuffix(name, "_pane"), strings.HasSuffix(name, "_bars"), name == "minecraft:trip_wire":
			for _, side := range []string{"north", "east", "south", "west"} {
				states = with(states, "minecraft:connection_"+side, uint8(0), uint8(1))
			}
		case name == "minecraft:oak_planks":
			states = with(states, "polish", int32(7), int32(8))
		case name == "minecraft:air":
			r.air = uint32(len(r.names))
		}
		for _, s := range states {
			r.names, r.props = append(r.names, name), append(r.props, s)
		}
	}
	return r
}

// with returns the states with each of the values of a property.
func with(states []map[string]any, property string, values ...any) []map[string]any {
	var all []map[string]any
	for _, s := range states {
		for _, v := range values {
			n := maps.Clone(s)
			if n == nil {
				n = map[string]any{}
			}
			n[property] = v
			all = append(all, n)
		}
	}
	return all
}

func (r *newerRegistry) BlockCount() int             { return len(r.names) }
func (r *newerRegistry) AirRuntimeID() uint32        { return r.air }
func (r *newerRegistry) FilteringBlock(uint32) uint8 { return 15 }
func (r *newerRegistry) LightBlock(uint32) uint8     { return 0 }
func (r *newerRegistry) RuntimeIDToState(rid uint32) (string, map[string]any, bool) {
	return r.names[rid], r.props[rid], true
}

// TestNewerHost translates with the registry of a later version: what this one drops is used there.
func TestNewerHost(t *testing.T) {
	r := newNewerRegistry()
	tr, err := translate.New(r, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res := tr.Resolution(); len(res.Dropped) != 0 || res.Filled["polish"] != 1 {
		t.Errorf("dropped %v, filled %v", res.Dropped, res.Filled)
	}
	rids := map[string]uint32{}
	for rid := range uint32(r.BlockCount()) {
		rids[stateKey(r, rid)] = rid
	}
	for key, want := range merged(t) {
		b := tr.Block(key)
		if !b.Known || key == "minecraft:oak_planks" {
			continue
		}
		if rid, ok := rids[joinKey(want.name, want.props)]; !ok || b.Runtime != rid {
			t.Fatalf("%s is %s, want %s", key, stateKey(r, b.Runtime), joinKey(want.name, want.props))
		}
		if back, exact := tr.Java(b); tr.Block(back) != b || !exact && !strings.HasPrefix(key, "minecraft:test_") {
			if !strings.HasPrefix(key, "minecraft:test_") {
				t.Fatalf("%s comes back as %s", key, back)
			}
		}
	}
	if got := stateKey(r, tr.Block("minecraft:oak_planks").Runtime); got != "minecraft:oak_planks[polish=7]" {
		t.Errorf("oak planks are %s", got)
	}
	if got, exact := tr.Java(translate.Block{Runtime: rids["minecraft:oak_planks[polish=8]"]}); got != "minecraft:oak_planks" || exact {
		t.Errorf("planks that no table knows are %s, %v", got, exact)
	}
	// The host knows the corner, so nothing is derived.
	corner := "minecraft:oak_stairs[facing=north,half=bottom,shape=inner_left,waterlogged=false]"
	if got := tr.Derive(corner, around{}.at); got != corner {
		t.Errorf("%s was derived, though the host has the property", got)
	}
}

// TestConcurrent uses one Translator from several goroutines; the race detector watches.
func TestConcurrent(t *testing.T) {
	tr, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 50 {
				for _, key := range []string{"minecraft:stone", "mod:a", "mod:b[x=1]", "minecraft:oak_slab[type=top]"} {
					b := tr.Block(key)
					tr.Java(b)
					tr.JavaLike(b, key)
					tr.LightOf(b.Runtime)
				}
				tr.Unknown()
				tr.NewUnknown()
				tr.Registry().LightBlock(0)
			}
		})
	}
	wait.Wait()
	if u := tr.Unknown(); len(u) != 2 || u[0].Count != 200 {
		t.Errorf("%v", u)
	}
}
