package column

// Builder collects the sections of one chunk, and is then turned into a *chunk.Chunk by Build. It keeps its memory from
// chunk to chunk. A Builder belongs to one goroutine.
type Builder struct {
	air    uint32
	words  []uint32
	values []uint32
	// layers holds up to two storages for each section, the second being the layer of liquids; biomes one.
	layers [][2]span
	biomes []span
	// turned is scratch for one section in Dragonfly's order, mapped for one in Java's.
	turned, mapped [Cells]uint16
	// narrow and narrowed are the same with a byte for each cell, both in Dragonfly's order.
	narrow, narrowed [Cells]uint8
	// remap says where each index of a palette goes; doubles whether any moves. first finds values in long palettes.
	remap   []uint16
	doubles bool
	first   map[uint32]uint16
	net     []byte
}

// span is a storage whose words and values lie in the builder's slices. The zero span is no storage.
type span struct {
	bits                   int
	words, values, valueTo int
}

func (s span) present() bool { return s.valueTo > s.values }

// Reset starts a chunk with this many sections, all of them empty. Biomes must be set for every section.
func (b *Builder) Reset(sections int, air uint32) {
	b.air, b.words, b.values = air, b.words[:0], b.values[:0]
	if b.first == nil {
		b.first = make(map[uint32]uint16)
	}
	b.layers = resized(b.layers, sections)
	b.biomes = resized(b.biomes, sections)
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Uniform fills a layer of a section with one value. Air leaves it without a storage, which is what makes a section of
// Dragonfly empty.
func (b *Builder) Uniform(section, layer int, value uint32) {
	b.layers[section][layer] = span{}
	if value != b.air {
		b.layers[section][layer] = b.put(value)
	}
}

// Blocks sets the layers of a section. blocks and liquids hold the values that each index stands for; several may be equal.
// With liquids nil the second layer stays as it is. Every index must be within the palettes. Narrow does the same more quickly
// for palettes of up to 256 values.
func (b *Builder) Blocks(section int, blocks, liquids []uint32, indices *[Cells]uint16) {
	b.layer(section, 0, blocks, indices)
	if liquids != nil {
		b.layer(section, 1, liquids, indices)
	}
}

func (b *Builder) layer(section, layer int, palette []uint32, indices *[Cells]uint16) {
	s, uniform := b.palette(palette)
	if uniform {
		b.Uniform(section, layer, palette[0])
		return
	}
	if b.doubles {
		for i, v := range indices {
			b.mapped[i] = b.remap[v]
		}
		indices = &b.mapped
	}
	turn(&b.turned, indices)
	b.layers[section][layer] = b.pack(s)
}

// Biome fills the biomes of a section with one value.
func (b *Builder) Biome(section int, value uint32) {
	b.biomes[section] = b.put(value)
}

// Biomes sets the biomes of a section, one per 4x4x4 cells, as Blocks does.
func (b *Builder) Biomes(section int, palette []uint32, indices *[BiomeCells]uint16) {
	s, uniform := b.palette(palette)
	if uniform {
		b.Biome(section, palette[0])
		return
	}
	small := *indices
	if b.doubles {
		for i, v := range small {
			small[i] = b.remap[v]
		}
	}
	if s.bits <= 2 {
		s.words = len(b.words)
		b.words = append(b.words, make([]uint32, wordsFor(s.bits))...)
		packBiomes(b.words[s.words:], &small, s.bits)
		b.biomes[section] = s
		return
	}
	expand(&b.turned, &small)
	b.biomes[section] = b.pack(s)
}

// put adds a storage of one value.
func (b *Builder) put(value uint32) span {
	b.values = append(b.values, value)
	return span{values: len(b.values) - 1, valueTo: len(b.values)}
}

// linear is the size of a palette up to which searching it is quicker than a map.
const linear = 24

// palette adds the palette's different values. It reports whether there is one only; then nothing is added. If some are
// equal, doubles is set and remap says where each index goes. Dragonfly reads a palette with doubles rightly, but would
// carry them along and send them to clients.
func (b *Builder) palette(palette []uint32) (s span, uniform bool) {
	s.values, b.remap, b.doubles = len(b.values), b.remap[:0], false
	for i, v := range palette {
		at, ok := b.find(s.values, v, len(palette) > linear)
		if !ok {
			at = uint16(len(b.values) - s.values)
			b.values = append(b.values, v)
			if len(palette) > linear {
				b.first[v] = at
			}
		}
		b.doubles = b.doubles || int(at) != i
		b.remap = append(b.remap, at)
	}
	if len(palette) > linear {
		clear(b.first)
	}
	s.valueTo = len(b.values)
	if s.valueTo-s.values == 1 {
		b.values = b.values[:s.values]
		return span{}, true
	}
	s.bits = bitsFor(s.valueTo - s.values)
	return s, false
}

func (b *Builder) find(from int, v uint32, long bool) (uint16, bool) {
	if long {
		at, ok := b.first[v]
		return at, ok
	}
	for i, known := range b.values[from:] {
		if known == v {
			return uint16(i), true
		}
	}
	return 0, false
}

// pack adds the words for the cells in turned.
func (b *Builder) pack(s span) span {
	n := wordsFor(s.bits)
	s.words = len(b.words)
	b.words = append(b.words, make([]uint32, n)...)
	pack(b.words[s.words:], &b.turned, s.bits)
	return s
}

func (b *Builder) storage(s span) Storage {
	return Storage{Bits: s.bits, Words: b.words[s.words : s.words+wordsFor(s.bits)], Palette: b.values[s.values:s.valueTo]}
}

// take adds a storage as it is.
func (b *Builder) take(s Storage) span {
	at := span{bits: s.Bits, words: len(b.words), values: len(b.values)}
	b.words = append(b.words, s.Words...)
	b.values = append(b.values, s.Palette...)
	at.valueTo = len(b.values)
	return at
}
