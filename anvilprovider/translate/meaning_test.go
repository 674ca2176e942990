package translate_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
)

// meaning says what a field of a block of the host has to be for a value of a Java property.
type meaning struct {
	field, property string
	want            func(value string) string
	// only lists the types that it is for; none means all that have the field, but for those in except.
	only, except []string
	states       int // how many states of Java 26.3 it is for
}

func same(v string) string { return v }

func is(value string) func(string) string {
	return func(v string) string { return fmt.Sprint(v == value) }
}

func isNot(value string) func(string) string {
	return func(v string) string { return fmt.Sprint(v != value) }
}

func opposite(v string) string {
	return map[string]string{"north": "south", "south": "north", "east": "west", "west": "east"}[v]
}

// The host keeps the direction of shulker boxes, and whether a note block is powered, in the block entity.
//
// Torches know the side that they are attached to, a decorated pot turns its back: both are right.
var turned = []string{"Torch", "CopperTorch", "RedstoneTorch", "DecoratedPot"}

var meanings = []meaning{
	{"Facing", "facing", same, nil, append([]string{"Lever", "ShulkerBox"}, turned...), 8752},
	{"Facing", "facing", opposite, turned, nil, 36},
	{"Direction", "facing", same, nil, []string{"Lever"}, 8},
	{"Axis", "axis", same, nil, nil, 230},
	{"Open", "open", is("true"), nil, nil, 2956},
	{"Right", "hinge", is("right"), nil, nil, 1280},
	{"Top", "half", is("upper"), []string{"WoodDoor", "CopperDoor"}, nil, 1280},
	{"Top", "half", is("top"), []string{"WoodTrapdoor", "CopperTrapdoor"}, nil, 1280},
	{"UpperPart", "half", is("upper"), nil, nil, 12},
	{"UpsideDown", "half", is("top"), nil, nil, 5120},
	{"Top", "type", is("top"), []string{"Slab"}, nil, 402},
	{"Double", "type", is("double"), []string{"Slab"}, nil, 402},
	{"Lit", "lit", is("true"), nil, nil, 310},
	{"CandleLit", "lit", is("true"), nil, nil, 34},
	{"Extinguished", "lit", is("false"), nil, nil, 64},
	{"Powered", "powered", is("true"), nil, []string{"Note"}, 152},
	{"Powered", "enabled", isNot("true"), []string{"Hopper"}, nil, 10},
	{"Lowered", "in_wall", is("true"), nil, nil, 384},
	{"Persistent", "persistent", is("true"), nil, nil, 308},
	{"Head", "part", is("head"), nil, nil, 128},
	{"Eye", "eye", is("true"), nil, nil, 8},
	{"Hanging", "hanging", is("true"), nil, nil, 40},
	{"Post", "up", is("true"), nil, nil, 10368},
	{"Age", "age", same, []string{"Kelp", "Cactus", "CocoaBean", "NetherWart", "SugarCane", "Fire"}, nil, 586},
	{"Power", "power", same, nil, nil, 1296},
	{"Level", "level", same, nil, nil, 41},
	{"Hydration", "moisture", same, nil, nil, 8},
	{"Ready", "stage", is("1"), []string{"Bamboo"}, nil, 12},
	{"Thick", "age", is("1"), []string{"Bamboo"}, nil, 12},
	{"Disarmed", "disarmed", is("true"), nil, nil, 128},
	{"Attached", "attached", is("true"), nil, nil, 128},
	{"NorthDirection", "north", is("true"), nil, nil, 32},
	{"EastDirection", "east", is("true"), nil, nil, 32},
	{"Bites", "bites", same, nil, nil, 7},
	{"Still", "level", is("0"), nil, nil, 32},
}

// TestMeaning reads the blocks that the host decodes: their fields must say what the Java properties say.
func TestMeaning(t *testing.T) {
	tr := translator(t)
	counts := make([]int, len(meanings))
	for key := range merged(t) {
		b, _ := world.DefaultBlockRegistry.BlockByRuntimeID(tr.Block(key).Runtime)
		v := reflect.ValueOf(b)
		_, props := parse(key)
		for i, m := range meanings {
			value, ok := props[m.property]
			if !ok || v.Kind() != reflect.Struct || !v.FieldByName(m.field).IsValid() {
				continue
			}
			name := v.Type().Name()
			if slices.Contains(m.except, name) || len(m.only) > 0 && !slices.Contains(m.only, name) {
				continue
			}
			counts[i]++
			if got := fmt.Sprint(v.FieldByName(m.field).Interface()); got != m.want(value) {
				t.Errorf("%s: %s.%s is %s, want %s", key, name, m.field, got, m.want(value))
			}
		}
	}
	for i, m := range meanings {
		if counts[i] != m.states {
			t.Errorf("%s of %s was checked on %d states, want %d", m.field, m.property, counts[i], m.states)
		}
	}
}

// TestLever checks the block whose mapping is for looks in most sources: the side that it is on, and whether it is on.
func TestLever(t *testing.T) {
	tr := translator(t)
	for face, sides := range map[string]map[string]cube.Face{
		"floor":   {"north": cube.FaceUp, "south": cube.FaceUp, "east": cube.FaceUp, "west": cube.FaceUp},
		"ceiling": {"north": cube.FaceDown, "south": cube.FaceDown, "east": cube.FaceDown, "west": cube.FaceDown},
		"wall":    {"north": cube.FaceNorth, "south": cube.FaceSouth, "east": cube.FaceEast, "west": cube.FaceWest},
	} {
		for facing, side := range sides {
			for _, powered := range []bool{false, true} {
				key := fmt.Sprintf("minecraft:lever[face=%s,facing=%s,powered=%v]", face, facing, powered)
				b, _ := world.DefaultBlockRegistry.BlockByRuntimeID(tr.Block(key).Runtime)
				l, ok := b.(block.Lever)
				if !ok || l.Powered != powered || l.Facing != side {
					t.Errorf("%s is %#v", key, b)
				}
				if face != "wall" && (l.Direction == cube.North || l.Direction == cube.South) != (facing == "north" || facing == "south") {
					t.Errorf("%s points %v", key, l.Direction)
				}
			}
		}
	}
}
