package nbt_test

import (
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// documents returns real chunks, inflated.
func documents(b *testing.B, n int) (docs [][]byte, size int64) {
	b.Helper()
	all, err := slowanvil.ReadRegion(filepath.Join(testworld.Dir(b, "java-1.21"), "region", "r.0.0.mca"))
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range all {
		if e.Err == nil && len(docs) < n {
			docs = append(docs, e.NBT)
			size += int64(len(e.NBT))
		}
	}
	return docs, size / int64(len(docs))
}

// BenchmarkSkip walks over whole chunks without looking into them.
func BenchmarkSkip(b *testing.B) {
	docs, size := documents(b, 64)
	r := nbt.NewReader(nil, nbt.Limits{})
	b.SetBytes(size)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		r.Reset(docs[i%len(docs)])
		r.Root()
		for {
			tag, _, ok := r.Next()
			if !ok {
				break
			}
			r.Skip(tag)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkTree decodes whole chunks to trees, which the provider does for small things only.
func BenchmarkTree(b *testing.B) {
	docs, size := documents(b, 64)
	b.SetBytes(size)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, _, err := nbt.Decode(docs[i%len(docs)], nbt.Limits{}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
