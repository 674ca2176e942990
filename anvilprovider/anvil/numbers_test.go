package anvil_test

import (
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// looked are the ids that look at what is beside them, and some that they treat in ways of their own.
var looked = []int{85, 113, 188, 101, 102, 160, 139, 107, 183, 53, 67, 109, 54, 146, 55, 93, 94, 149, 150, 132, 131, 106, 51, 104, 105, 199,
	200, 44, 126, 43, 86, 91, 103, 2, 3, 20, 95, 96, 167, 60, 78, 120, 151, 178, 218, 89, 18, 17, 5, 1, 33, 29, 165, 219, 123, 152, 76, 69, 255}

// TestNumbersOfNeighbours upgrades sections of random blocks which are their own neighbours on all sides, first beside the numeric
// ids, and then beside what became of them: it makes no difference.
func TestNumbersOfNeighbours(t *testing.T) {
	var d anvil.Decoder
	var numbers anvil.Numbers
	var first, second anvil.Chunk
	written := writtenMetas()
	border, derived := 0, 0
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		pool := []int{0, rnd.IntN(256)}
		for range 2 + rnd.IntN(4) {
			pool = append(pool, looked[rnd.IntN(len(looked))])
		}
		if seed%8 == 0 { // Stems hold on to a fruit that stands on grass.
			pool = []int{104, 105, 86, 86, 103, 2, 3}
		}
		s := &[2][4096]byte{}
		for i := range 4096 {
			s[0][i] = byte(pool[rnd.IntN(len(pool))])
			meta := 2 + rnd.IntN(2) // Half have few metas, so that like meets like.
			if rnd.IntN(2) == 0 {
				meta = rnd.IntN(16)
			}
			s[1][i] = written[int(s[0][i])<<4|meta]
		}
		doc := numericChunk(map[int8]*[2][4096]byte{4: s})
		asked := 0
		d.Neighbour = func(x, y, z int32) (id, meta int, ok bool) {
			asked++
			if y>>4 != 4 {
				return 0, 0, true
			}
			i := y&15<<8 | z&15<<4 | x&15
			return int(s[0][i]), int(s[1][i]), true
		}
		if err := d.Decode(doc, &first); err != nil {
			t.Fatal(err)
		}
		border += asked
		d.Neighbour = func(x, y, z int32) (id, meta int, ok bool) {
			if y>>4 != 4 {
				return 0, 0, true
			}
			id, meta, _ = numbers.Of(first.At(4).Blocks.Block(int(y&15<<8 | z&15<<4 | x&15)))
			return id, meta, true
		}
		if err := d.Decode(doc, &second); err != nil {
			t.Fatal(err)
		}
		for i := range 4096 {
			a, b := first.At(4).Blocks.Block(i), second.At(4).Blocks.Block(i)
			if anvil.HasDeriver(int(s[0][i])) {
				derived++
			}
			if a != b {
				t.Fatalf("seed %d, cell %03x, ids %v: %s beside numeric ids, %s beside what became of them", seed, i, pool, a, b)
			}
		}
	}
	if border < 50000 || derived < 100000 {
		t.Errorf("%d questions, %d derived cells", border, derived)
	}
}

// writtenMetas returns for each id<<4|meta the first meta that gives the same state. The game does not write the others.
func writtenMetas() (table [4096]byte) {
	for id := range 256 {
		first := map[string]byte{}
		for meta := range 16 {
			key := anvil.LegacyKey(id, meta)
			if _, ok := first[key]; !ok {
				first[key] = byte(meta)
			}
			table[id<<4|meta] = first[key]
		}
	}
	return table
}

// TestNumbersOf has one block of each kind of answer.
func TestNumbersOf(t *testing.T) {
	var n anvil.Numbers
	for key, want := range map[string][2]int{
		"minecraft:chest[facing=west,type=left,waterlogged=false]": {54, 4},
		"minecraft:pumpkin":      {86, 0},
		"kestrel:id_300[meta=5]": {300, 5},
		"minecraft:cherry_stairs[facing=south,half=top,shape=inner_left,waterlogged=true]":             {53, 6},
		"minecraft:crimson_fence[east=true,north=false,south=false,waterlogged=false,west=false]":      {85, 0},
		"minecraft:bamboo_fence_gate[facing=west,in_wall=false,open=false,powered=false]":              {107, 1},
		"minecraft:blackstone_wall[east=low,north=none,south=tall,up=true,waterlogged=false,west=low]": {139, 0},
		"minecraft:tuff_slab[type=top,waterlogged=false]":                                              {126, 8},
	} {
		if id, meta, ok := n.Of(key); !ok || [2]int{id, meta} != want {
			t.Errorf("%s: %d:%d, %v, want %v", key, id, meta, ok, want)
		}
	}
	for _, key := range []string{"minecraft:blackstone", "minecraft:pink_bed[facing=north,occupied=false,part=foot]", "mod:thing", "", "kestrel:id_", "kestrel:id_9[meta=99]"} {
		if id, meta, ok := n.Of(key); ok {
			t.Errorf("%s: %d:%d", key, id, meta)
		}
	}
}
