package column

import (
	"math"
	"reflect"
	"sync"
	"unsafe"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world/chunk"
)

// Dragonfly's documented way in, chunk.NetworkDecode, first makes an empty chunk of 100 allocations and then four more
// for each storage: over 230 for a chunk of terrain, all of which the garbage collector follows for as long as the chunk
// is loaded. The types below repeat the memory layout of Dragonfly's, so that a chunk can be made of nine allocations.
//
// They are used only if the layouts agree in every field, its name, type and place, which is looked up once; with a
// Dragonfly that moved a field, chunks are made by NetworkDecode again.

type chunkLayout struct {
	r                    cube.Range
	br                   chunk.BlockRegistry
	air                  uint32
	recalculateHeightMap bool
	heightMap            chunk.HeightMap
	sub                  []*chunk.SubChunk
	biomes               []*chunk.PalettedStorage
}

type subChunkLayout struct {
	air        uint32
	storages   []*chunk.PalettedStorage
	blockLight []uint8
	skyLight   []uint8
}

type storageLayout struct {
	bitsPerIndex       uint16
	filledBitsPerIndex uint16
	indexMask          uint32
	indicesStart       unsafe.Pointer
	palette            *chunk.Palette
	indices            []uint32
}

type paletteLayout struct {
	last      uint32
	lastIndex int16
	size      uint8
	values    []uint32
}

// direct reports whether Dragonfly's layouts are the ones above.
var direct = sync.OnceValue(func() bool {
	return sameLayout(reflect.TypeFor[chunk.Chunk](), reflect.TypeFor[chunkLayout]()) &&
		sameLayout(reflect.TypeFor[chunk.SubChunk](), reflect.TypeFor[subChunkLayout]()) &&
		sameLayout(reflect.TypeFor[chunk.PalettedStorage](), reflect.TypeFor[storageLayout]()) &&
		sameLayout(reflect.TypeFor[chunk.Palette](), reflect.TypeFor[paletteLayout]())
})

func sameLayout(theirs, ours reflect.Type) bool {
	if theirs.Size() != ours.Size() || theirs.NumField() != ours.NumField() {
		return false
	}
	for i := range theirs.NumField() {
		t, o := theirs.Field(i), ours.Field(i)
		if t.Name != o.Name || t.Offset != o.Offset {
			return false
		}
		// The palette's size has a type of its own, which is a byte.
		if t.Type != o.Type && (t.Type.Kind() != reflect.Uint8 || o.Type.Kind() != reflect.Uint8) {
			return false
		}
	}
	return true
}

// Build makes the chunk. It shares no memory with the builder. br is what the chunk asks about its blocks later on.
func (b *Builder) Build(br chunk.BlockRegistry, r cube.Range) (*chunk.Chunk, error) {
	if !direct() {
		return b.decodeNetwork(br, r)
	}
	return b.assemble(br, r), nil
}

// assembly is the memory of one chunk.
type assembly struct {
	subs     []subChunkLayout
	storages []storageLayout
	palettes []paletteLayout
	// refs holds the pointers of all slices of pointers to storages.
	refs   []*chunk.PalettedStorage
	words  []uint32
	values []uint32
	n      int
}

// assemble makes the chunk directly.
func (b *Builder) assemble(br chunk.BlockRegistry, r cube.Range) *chunk.Chunk {
	count, sections := len(b.biomes), len(b.layers)
	for _, layers := range b.layers {
		if layers[1].present() {
			count += 2
		} else if layers[0].present() {
			count++
		}
	}
	// A layer of liquids may need a layer of air below it.
	air := b.put(b.air)
	a := assembly{
		subs:     make([]subChunkLayout, sections),
		storages: make([]storageLayout, count),
		palettes: make([]paletteLayout, count),
		refs:     make([]*chunk.PalettedStorage, count),
		words:    append([]uint32(nil), b.words...),
		values:   make([]uint32, 0, len(b.values)+sections),
	}
	subs := make([]*chunk.SubChunk, sections)
	for i, layers := range b.layers {
		sub := &a.subs[i]
		sub.air = b.air
		from := a.n
		if layers[1].present() && !layers[0].present() {
			layers[0] = air
		}
		for _, layer := range layers {
			if layer.present() {
				a.add(b, layer)
			}
		}
		if a.n > from {
			sub.storages = a.refs[from:a.n:a.n]
		}
		subs[i] = (*chunk.SubChunk)(unsafe.Pointer(sub))
	}
	from := a.n
	for _, biome := range b.biomes {
		a.add(b, biome)
	}
	c := &chunkLayout{
		r: r, br: br, air: b.air, recalculateHeightMap: true, heightMap: make(chunk.HeightMap, 256),
		sub: subs, biomes: a.refs[from:a.n:a.n],
	}
	return (*chunk.Chunk)(unsafe.Pointer(c))
}

// add makes one storage. Slices are given no room to grow, so that growing one moves it out of the shared memory.
func (a *assembly) add(b *Builder, s span) {
	st, p := &a.storages[a.n], &a.palettes[a.n]
	at := len(a.values)
	a.values = append(a.values, b.values[s.values:s.valueTo]...)
	*p = paletteLayout{last: math.MaxUint32, size: uint8(s.bits), values: a.values[at:len(a.values):len(a.values)]}
	*st = storageLayout{palette: (*chunk.Palette)(unsafe.Pointer(p)), indices: []uint32{}}
	if s.bits != 0 {
		end := s.words + wordsFor(s.bits)
		st.indices = a.words[s.words:end:end]
		st.bitsPerIndex, st.indexMask = uint16(s.bits), 1<<s.bits-1
		st.filledBitsPerIndex = uint16(32 / s.bits * s.bits)
	}
	st.indicesStart = unsafe.Pointer(unsafe.SliceData(st.indices))
	a.refs[a.n] = (*chunk.PalettedStorage)(unsafe.Pointer(st))
	a.n++
}

// copyDirect copies a chunk by its memory.
func copyDirect(c *chunk.Chunk) *Copy {
	in := (*chunkLayout)(unsafe.Pointer(c))
	words, values := 0, 0
	eachStorage(in, func(st *storageLayout, p *paletteLayout) {
		words += len(st.indices)
		values += len(p.values)
	})
	w, v := make([]uint32, 0, words), make([]uint32, 0, values)
	take := func(st *chunk.PalettedStorage) Storage {
		s := (*storageLayout)(unsafe.Pointer(st))
		p := (*paletteLayout)(unsafe.Pointer(s.palette))
		atW, atV := len(w), len(v)
		w, v = append(w, s.indices...), append(v, p.values...)
		return Storage{Bits: int(s.bitsPerIndex), Words: w[atW:len(w):len(w)], Palette: v[atV:len(v):len(v)]}
	}
	cp := &Copy{Range: in.r, Layers: make([][2]Storage, len(in.sub)), Biomes: make([]Storage, len(in.biomes))}
	for i, sub := range in.sub {
		for k, st := range (*subChunkLayout)(unsafe.Pointer(sub)).storages {
			if k < 2 {
				cp.Layers[i][k] = take(st)
			}
		}
	}
	for i, st := range in.biomes {
		cp.Biomes[i] = take(st)
	}
	return cp
}

func eachStorage(c *chunkLayout, f func(*storageLayout, *paletteLayout)) {
	visit := func(st *chunk.PalettedStorage) {
		s := (*storageLayout)(unsafe.Pointer(st))
		f(s, (*paletteLayout)(unsafe.Pointer(s.palette)))
	}
	for _, sub := range c.sub {
		for _, st := range (*subChunkLayout)(unsafe.Pointer(sub)).storages {
			visit(st)
		}
	}
	for _, st := range c.biomes {
		visit(st)
	}
}
