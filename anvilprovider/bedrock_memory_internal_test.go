package anvilprovider

import (
	"runtime"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestBedrockStatesMemory reads tags of 4 MB that are made to take much memory.
func TestBedrockStatesMemory(t *testing.T) {
	const size = 4 << 20
	entry := func(data nbt.Raw) nbt.Raw {
		e, err := nbt.RawOf(nbt.Compound{"x": int32(1), "y": int32(1), "z": int32(1), "java": airKey, "name": "minecraft:chest",
			"states": nbt.Compound{"minecraft:cardinal_direction": "north"}, "data": nbt.Compound{"list": data}})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	compounds := func(n int) nbt.Raw {
		return nbt.Raw{Tag: nbt.TagList, Data: append(nbt.AppendListHead(nil, nbt.TagCompound, n), make([]byte, n)...)}
	}
	var many []byte
	n := 0
	for ; len(many) < size; n++ {
		many = append(many, entry(nbt.Raw{Tag: nbt.TagByte, Data: []byte{0}}).Data...)
	}
	for _, test := range []struct {
		what string
		tag  nbt.Raw
		most uint64
	}{
		{"empty entries", compounds(size), 1 << 20},
		{"an entry with much in it", nbt.Raw{Tag: nbt.TagList, Data: append(nbt.AppendListHead(nil, nbt.TagCompound, 1), entry(compounds(size)).Data...)}, 1 << 20},
		{"an entry with as much as is taken", nbt.Raw{Tag: nbt.TagList, Data: append(nbt.AppendListHead(nil, nbt.TagCompound, 1), entry(compounds(maxValues-100)).Data...)}, 64 << 20},
		{"entries for one cell", nbt.Raw{Tag: nbt.TagList, Data: append(nbt.AppendListHead(nil, nbt.TagCompound, n), many...)}, 4 << 20},
	} {
		w := hostileWorker(t)
		root := w.chunk.Root
		w.chunk.Root = nbt.AppendEnd(test.tag.AppendEntry(root[:len(root)-1:len(root)-1], bedrockTag))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := w.bedrock.read(w); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		got := after.TotalAlloc - before.TotalAlloc
		if got > test.most {
			t.Errorf("%s: %d KB", test.what, got>>10)
		}
		t.Logf("%s: %d KB for %d entries", test.what, got>>10, len(w.bedrock.old))
	}
}
