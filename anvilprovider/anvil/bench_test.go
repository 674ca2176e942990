package anvil_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// fullChunks returns up to n full chunks of a shared world, inflated.
func fullChunks(tb testing.TB, world string, n int) (chunks [][]byte, bytes int64) {
	tb.Helper()
	var d anvil.Decoder
	var c anvil.Chunk
	entries(tb, world, func(_ string, e slowanvil.Entry) {
		if len(chunks) < n && d.Decode(e.NBT, &c) == nil {
			chunks = append(chunks, e.NBT)
			bytes += int64(len(e.NBT))
		}
	})
	if len(chunks) == 0 {
		tb.Skip("no full chunk in " + world)
	}
	return chunks, bytes / int64(len(chunks))
}

// BenchmarkDecode decodes full chunks of an era in turn; bytes are inflated NBT.
func BenchmarkDecode(b *testing.B) {
	for _, world := range []string{"java-1.8.9", "java-1.12.2", "java-1.15.2", "java-1.16.2-blocks", "java-1.18.1", "java-1.21"} {
		b.Run("world="+world, func(b *testing.B) {
			chunks, size := fullChunks(b, world, 128)
			var d anvil.Decoder
			var c anvil.Chunk
			for _, data := range chunks {
				_ = d.Decode(data, &c)
			}
			b.SetBytes(size)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := d.Decode(chunks[i%len(chunks)], &c); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// BenchmarkUnpack unpacks all sections of full chunks.
func BenchmarkUnpack(b *testing.B) {
	chunks, _ := fullChunks(b, "java-1.21", 128)
	decoded := make([]anvil.Chunk, len(chunks))
	var d anvil.Decoder
	for i, data := range chunks {
		_ = d.Decode(data, &decoded[i])
	}
	var dst [4096]uint16
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		c := &decoded[i%len(decoded)]
		for j := range c.Sections {
			c.Sections[j].Blocks.Unpack(&dst)
		}
		i++
	}
}

// BenchmarkAppend writes full chunks: without a change, and with one changed cell.
func BenchmarkAppend(b *testing.B) {
	chunks, size := fullChunks(b, "java-1.21", 64)
	decoded := make([]anvil.Chunk, len(chunks))
	var d anvil.Decoder
	for i, data := range chunks {
		_ = d.Decode(data, &decoded[i])
	}
	for _, cells := range []int{0, 1} {
		b.Run("cells="+string(rune('0'+cells)), func(b *testing.B) {
			var enc anvil.Encoder
			var out []byte
			b.SetBytes(size)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				c := &decoded[i%len(decoded)]
				edit := anvil.Edit{}
				if cells > 0 {
					s := &c.Sections[6]
					blocks := s.EditBlocks()
					blocks.Set(77, "minecraft:gold_block")
					edit.Sections = []anvil.SectionEdit{{Y: s.Y, Blocks: blocks}}
				}
				var err error
				if out, err = enc.Append(out[:0], c, &edit); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
