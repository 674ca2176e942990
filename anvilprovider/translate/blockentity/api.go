package blockentity

import (
	"errors"
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Place is where a block entity stands, and what the translation may ask of its surroundings.
type Place struct {
	// State is the Java state key of the block, in today's names.
	State string
	// X, Y and Z are the position in the world, in blocks.
	X, Y, Z int
	// Version is the DataVersion that the compound is spelled in, at least 2844: see Chunk.ThingsVersion in package anvil.
	Version int32
	// Neighbour answers the state key of the block at an offset, or "" where it is not known. It is asked for the second half
	// of a double chest only, and may be nil.
	Neighbour func(dx, dy, dz int) string
	// Host answers the name and the states of the host's block for a state key, and whether it has one. It is asked for the
	// plant in a flower pot only. If it is nil, pots look empty to clients.
	Host func(stateKey string) (name string, states map[string]any, ok bool)
	// Java answers the state key for a block as Bedrock stores it, {name, states, version}, and whether Java has such a block. It is
	// asked for the plant in a flower pot only. If it is nil, pots stay as they are.
	Java func(block map[string]any) (stateKey string, ok bool)
}

// Outcome says what Load made of a block entity.
type Outcome uint8

const (
	// Translated block entities have Dragonfly's form, and its block decodes them.
	Translated Outcome = iota
	// Kept block entities belong to a block that Dragonfly does not implement and that carries them unread.
	Kept
	// Synthesised maps were made from the block state alone.
	Synthesised
	// Refused block entities have no map. The stored compound has to stay where it is.
	Refused
)

// String names the outcome.
func (o Outcome) String() string {
	return [...]string{"translated", "kept", "synthesised", "refused"}[o]
}

// ErrMalformed is wrapped by the errors of Load: the compound is not one that the game writes.
var ErrMalformed = errors.New("malformed block entity")

// Load translates a stored block entity forward. The map is what the block's DecodeNBT reads. A Refused outcome comes with
// an error that wraps ErrMalformed and says why; the map is then the one that Synthesise would give, if there is one, so
// that the block looks right, and the caller keeps the stored compound.
//
// The host takes block entities for blocks that are a world.NBTer alone, and logs an error for others. A Kept map is therefore
// given to it only if its block is one, which all blocks are that the host does not implement.
func Load(java nbt.Compound, p Place) (map[string]any, Outcome, error) {
	s := parseState(p.State)
	k := kindOf(s.name)
	if err := check(java, p); err != nil {
		m, _ := Synthesise(p)
		return m, Refused, err
	}
	if k == Opaque {
		m, err := pack(java, p.Version)
		if err != nil {
			return nil, Refused, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		return m, Kept, nil
	}
	m := build(k, s, java, p)
	if !k.Hosted() {
		return m, Kept, nil
	}
	return m, Translated, nil
}

// Synthesise answers the map that a block must have although Java stores no block entity for it, and whether there is one.
// Blocks that Dragonfly implements with a block entity always get one: a chest without one is invisible to a client.
func Synthesise(p Place) (map[string]any, bool) {
	s := parseState(p.State)
	k := kindOf(s.name)
	if k == Opaque {
		return nil, false
	}
	return build(k, s, nil, p), true
}

// check refuses what cannot be a block entity of this place.
func check(java nbt.Compound, p Place) error {
	if java == nil {
		return fmt.Errorf("%w: no compound", ErrMalformed)
	}
	for name, want := range map[string]int{"x": p.X, "y": p.Y, "z": p.Z} {
		v, ok := java[name]
		if !ok {
			continue
		}
		if n, isInt := v.(int32); !isInt || int(n) != want {
			return fmt.Errorf("%w: %s is %v at a block with %d", ErrMalformed, name, v, want)
		}
	}
	return nil
}

// Position reads where a stored block entity says that it is.
func Position(java nbt.Compound) (x, y, z int, ok bool) {
	ix, okX := java["x"].(int32)
	iy, okY := java["y"].(int32)
	iz, okZ := java["z"].(int32)
	return int(ix), int(iy), int(iz), okX && okY && okZ
}
