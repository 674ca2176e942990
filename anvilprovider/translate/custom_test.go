package translate_test

import (
	"math"
	"testing"

	"github.com/df-mc/dragonfly/server/block/model"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// lamp is a block that a server adds: two states, of which the second shines.
type lamp struct{ lit bool }

func (l lamp) EncodeBlock() (string, map[string]any) {
	return "kestrel:lamp", map[string]any{"colour": "red", "lit": l.lit}
}
func (l lamp) Hash() (uint64, uint64) { return 0, math.MaxUint64 }
func (lamp) Model() world.BlockModel  { return model.Solid{} }
func (l lamp) LightEmissionLevel() uint8 {
	if l.lit {
		return 12
	}
	return 0
}

func (lamp) LightDiffusionLevel() uint8 { return 2 }

// customRegistry returns a registry with the lamp.
func customRegistry() world.BlockRegistry {
	world.DefaultBlockRegistry.Finalize() // No other can be finalised before it.
	br := world.NewBlockRegistry()
	for _, lit := range []bool{false, true} {
		name, props := lamp{lit}.EncodeBlock()
		br.RegisterBlockState(world.BlockState{Name: name, Properties: props})
		br.RegisterBlock(lamp{lit})
	}
	br.Finalize()
	return br
}

// TestCustomBlocks uses a registry in which runtime IDs are others, and which has a block of its own.
func TestCustomBlocks(t *testing.T) {
	br := customRegistry()
	tr, err := translate.New(br, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	off, on := br.BlockRuntimeID(lamp{}), br.BlockRuntimeID(lamp{true})
	for key, want := range map[string]uint32{
		"kestrel:lamp[colour=red,lit=1]":   on,
		"kestrel:lamp[colour=red,lit=0]":   off,
		"kestrel:lamp":                     off,
		"kestrel:lamp[colour=blue,lit=no]": off,
	} {
		if got := tr.Block(key); got != (translate.Block{Runtime: want, Known: true}) {
			t.Errorf("Block(%s) = %+v, want %d", key, got, want)
		}
	}
	if got := tr.Block("kestrel:lamb"); got.Known {
		t.Errorf("kestrel:lamb is known: %+v", got)
	}
	for rid, want := range map[uint32]string{on: "kestrel:lamp[colour=red,lit=1]", off: "kestrel:lamp[colour=red,lit=0]"} {
		if got, exact := tr.Java(translate.Block{Runtime: rid}); got != want || !exact {
			t.Errorf("%d becomes %s, %v; want %s", rid, got, exact, want)
		}
	}
	if got, exact := tr.Java(translate.Block{Runtime: on, Liquid: on, HasLiquid: true}); exact {
		t.Errorf("a liquid is lost, but %s is exact", got)
	}
	if e, o := tr.LightOf(on); e != 12 || o != 3 {
		t.Errorf("the lamp has light %d, %d; want 12, 3", e, o)
	}
	if reg := tr.Registry(); reg.LightBlock(on) != 12 || reg.FilteringBlock(on) != 2 {
		t.Errorf("the registry gives the lamp %d, %d", reg.LightBlock(on), reg.FilteringBlock(on))
	}
	// The blocks of vanilla are found under their new numbers.
	all := samples(br)
	for key, want := range merged(t) {
		b, ok := strict(br, all, want.name, want.props)
		got := tr.Block(key)
		if ok != got.Known || ok && br.BlockRuntimeID(b) != got.Runtime {
			t.Fatalf("%s is %s", key, stateKey(br, got.Runtime))
		}
	}
}

// TestBareRegistry uses a registry without any block that is implemented: all are states alone.
func TestBareRegistry(t *testing.T) {
	if _, err := translate.New(bare{world.DefaultBlockRegistry}, translate.Options{}); err == nil {
		t.Error("a registry without water is no error")
	}
}

// bare is a registry that knows air only.
type bare struct{ world.BlockRegistry }

func (bare) BlockCount() int      { return 1 }
func (bare) AirRuntimeID() uint32 { return 0 }
func (bare) RuntimeIDToState(rid uint32) (string, map[string]any, bool) {
	return "minecraft:air", nil, rid == 0
}
