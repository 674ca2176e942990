package terrain_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// A chunk of the terrain is about as large as one of the game, and has as many states.
func TestSquare(t *testing.T) {
	chunks, err := terrain.Square(3)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("sha256 %s", terrain.SHA256(chunks))
	var d anvil.Decoder
	var c anvil.Chunk
	states := map[string]bool{}
	for _, chunk := range chunks {
		if err := d.Decode(chunk.NBT, &c); err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Sections {
			for _, key := range s.Blocks.Palette {
				states[key] = true
			}
		}
		packed, err := region.Compress(nil, chunk.NBT, region.ZLib, region.DefaultLevel)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("chunk %d,%d: %d bytes, %d compressed", chunk.X, chunk.Z, len(chunk.NBT), len(packed))
	}
	t.Logf("%d states", len(states))
	if len(states) < 40 || len(states) > 70 {
		t.Errorf("%d states, want 40 to 70", len(states))
	}
}

func TestStates(t *testing.T) {
	for _, n := range []int{1, 8, 16, 64, 200, 256, 1024} {
		keys := terrain.StateKeys(n)
		distinct := map[string]bool{}
		for _, k := range keys {
			distinct[k] = true
		}
		if len(distinct) != n {
			t.Errorf("%d keys, %d of them distinct", n, len(distinct))
		}
	}
}

// Every era holds the same blocks: what is decoded differs in nothing but what a version leaves to its neighbours to tell.
func TestEras(t *testing.T) {
	c := terrain.Old(3, 5)
	for _, era := range terrain.Eras {
		data, err := c.Era(era)
		if err != nil {
			t.Fatal(err)
		}
		var d anvil.Decoder
		var chunk anvil.Chunk
		if err := d.Decode(data, &chunk); err != nil {
			t.Fatalf("%s: %v", era, err)
		}
		for y := range 256 {
			for i := range 256 {
				x, z := i&15, i>>4
				want := name(c.At(x, y, z))
				got := "minecraft:air"
				if s := chunk.At(int8(y >> 4)); s != nil && s.Blocks.Present() {
					got = name(s.Blocks.Block(y&15<<8 | i))
				}
				if got != want {
					t.Fatalf("%s: %s at %d,%d,%d, want %s", era, got, x, y, z, want)
				}
			}
		}
	}
}

func name(key string) string {
	n, _, _ := strings.Cut(key, "[")
	return n
}

// The blocks are the same on every machine and for ever: published figures name them. (SHA256 is of the stored form, which also
// depends on the encoder.)
func TestNaturalNeverChanges(t *testing.T) {
	h := sha256.New()
	for i := range int32(4) {
		c := terrain.Natural(i-2, i*7)
		for _, key := range c.Palette {
			h.Write([]byte(key))
		}
		for _, s := range c.Cells {
			if s == nil {
				h.Write([]byte{0})
				continue
			}
			if err := binary.Write(h, binary.BigEndian, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = "471e762f4bf7bb25e8f348040239cc65d171b05d695cea6bbddd00bfaa13b770"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the terrain is another: %s, want %s", got, want)
	}
}
