package anvilprovider

import (
	"strings"
	"sync"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/heightmap"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// blocks is a translator with the registry that goes with it. It is replaced as a whole when a world brings its registry.
type blocks struct {
	source world.BlockRegistry
	t      *translate.Translator
	// registry answers with truer light; chunks are made with it.
	registry world.BlockRegistry
	air      uint32
}

func newBlocks(source world.BlockRegistry, conf Config) (*blocks, error) {
	source.Finalize()
	t := conf.Translator
	if t == nil || t.Source() != source {
		var err error
		if t, err = translate.New(source, translate.Options{Placeholder: conf.Placeholder}); err != nil {
			return nil, err
		}
	}
	return &blocks{source: source, t: t, registry: t.Registry(), air: source.AirRuntimeID()}, nil
}

// info is what a worker remembers of a Java state.
type info struct {
	translate.Block
	key string
	// kind is the codec of the block entity that the block has.
	kind blockentity.Kind
	// entity is true if Dragonfly's block takes a block entity, ticks if it does something when a tick is due.
	entity, ticks bool
}

// maxInfos bounds what a worker remembers. Vanilla 26.3 has 35,723 states.
const maxInfos = 1 << 16

// maxKeptBytes bounds the memory that an idle worker keeps for inflated chunks.
const maxKeptBytes = 8 << 20

// maxKeptEntities bounds the entities for which an idle worker keeps memory.
const maxKeptEntities = 4096

// worker is the memory in which one chunk at a time is loaded or merged. It belongs to one goroutine at a time.
type worker struct {
	blocks *blocks
	infos  map[string]*info

	// dim is the dimension of the chunk that is being decoded, and numeric what numericAt read beside it.
	dim     *dimension
	numeric map[world.ChunkPos]neighbour
	// beside decodes neighbours that are not of numeric ids, and numbers finds the ids that their blocks had.
	beside  anvil.Decoder
	numbers anvil.Numbers

	data, entityData []byte
	decoder          anvil.Decoder
	chunk            anvil.Chunk
	builder          column.Builder

	indices         [column.Cells]uint16
	biomeIndices    [column.BiomeCells]uint16
	entries         []*info
	runtime, liquid []uint32
	// For merging: the saved layers in Java's order, inverse translations, and what is written.
	saved    [2][column.Cells]uint16
	scratch  [column.Cells]uint16
	bytes    byteCells
	inverses map[backward]inverse
	// ruled says which states have properties that are derived.
	ruled   map[string]bool
	encoder anvil.Encoder
	out     []byte
	// light tells which states are the same to light, as lightVersion has it.
	light        *java.Cache
	lightVersion int32
	masks        map[string]heightmap.Mask
	// bedrock holds the blocks of the chunk that Java does not have.
	bedrock bedrockStates
	// entities are those of the chunk, from either file.
	entities stored
	// merging is true while a chunk is read to be saved: what is skipped has been counted when it was loaded.
	merging bool
	// synthesise lists the cells of the chunk whose blocks have a block entity, stored or not.
	synthesise []cell
}

// cell is a place in the chunk: a section, and a cell of it in Java's order.
type cell struct {
	y    int8
	i    uint16
	info *info
}

// use makes the worker translate with the registry given.
func (w *worker) use(b *blocks) {
	if w.blocks != b {
		w.blocks = b
		clear(w.infos)
		clear(w.inverses)
		clear(w.ruled)
	}
}

// info returns what is known of a state. Unknown blocks are asked for again each time, so that they are counted.
func (w *worker) info(key string) *info {
	if in, ok := w.infos[key]; ok {
		return in
	}
	b := w.blocks.t.Block(key)
	in := &info{Block: b, key: key, kind: blockentity.KindOf(key), entity: w.blocks.source.NBTBlock(b.Runtime)}
	if block, ok := w.blocks.source.BlockByRuntimeID(b.Runtime); ok {
		_, in.ticks = block.(world.ScheduledTicker)
	}
	if !b.Known {
		return in
	}
	if w.infos == nil || len(w.infos) >= maxInfos {
		w.infos = make(map[string]*info, 1024)
	}
	w.infos[key] = in
	return in
}

// name returns the name of a state key.
func name(key string) string {
	n, _, _ := strings.Cut(key, "[")
	return n
}

// workers is a list of idle workers. A pool of the standard library would forget them, and what they interned, at every
// collection. It is safe for concurrent use.
type workers struct {
	mu   sync.Mutex
	idle []*worker
}

// maxIdle is how many idle workers are kept.
const maxIdle = 8

func (ws *workers) get(b *blocks) *worker {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	var w *worker
	if n := len(ws.idle); n > 0 {
		w = ws.idle[n-1]
		ws.idle = ws.idle[:n-1]
	} else {
		w = &worker{}
		w.decoder.Neighbour = w.numericAt
	}
	w.use(b)
	return w
}

func (ws *workers) put(w *worker) {
	w.merging = false
	list := w.entities.list
	clear(list[:cap(list)])
	if w.entities = (stored{list: list[:0]}); cap(list) > maxKeptEntities {
		w.entities.list = nil
	}
	clear(w.numeric)
	if cap(w.data) > maxKeptBytes || cap(w.chunk.Entities) > maxKeptEntities {
		w.data, w.chunk, w.bedrock = nil, anvil.Chunk{}, bedrockStates{}
	}
	if cap(w.entityData) > maxKeptBytes {
		w.entityData = nil
	}
	if cap(w.out) > maxKeptBytes {
		w.out = nil
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if len(ws.idle) < maxIdle {
		ws.idle = append(ws.idle, w)
	}
}
