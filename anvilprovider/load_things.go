package anvilprovider

import (
	"maps"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
)

// Reasons why something stays in its file and is not given to the server. They are the keys of Stats.Skipped.
const (
	skipOutside   = "outside"         // it says that it is in another chunk, or outside the dimension's height
	skipMalformed = "malformed"       // it is not what the game writes
	skipNoBlock   = "no_block"        // a block entity whose block has none in Dragonfly
	skipLoot      = "loot_table"      // the loot table of a container, which looks empty
	skipIdleTick  = "idle_tick"       // a tick of a block that does nothing with it in Dragonfly
	skipEntity    = "entity"          // an entity of a type that the server does not have
	skipEntities  = "entities_broken" // a whole chunk of entities that cannot be read
)

// skip counts something that is skipped. The first of each kind is logged.
func (p *Provider) skip(w *worker, reason, kind string, dim *dimension, pos world.ChunkPos, err error) {
	if w.merging && reason != skipMalformed {
		return
	}
	p.stats.skipped.add(reason)
	if err != nil && p.seen.add(reason+" "+kind) {
		p.conf.Log.Warn("left in its file", "reason", reason, "kind", kind, "dimension", dim.id, "x", pos[0], "z", pos[1], "error", err)
	}
}

// inChunk reports whether a block position is in a chunk and in the dimension's height.
func (d *dimension) inChunk(pos world.ChunkPos, x, y, z int) bool {
	return int32(x>>4) == pos[0] && int32(z>>4) == pos[1] && y >= d.r[0] && y <= d.r[1]
}

// stateAt returns the state key at a block position in the chunk, "" outside of it and in sections without blocks.
func (w *worker) stateAt(pos world.ChunkPos, x, y, z int) string {
	if int32(x>>4) != pos[0] || int32(z>>4) != pos[1] || y>>4 != int(int8(y>>4)) {
		return ""
	}
	s := w.chunk.At(int8(y >> 4))
	if s == nil {
		return ""
	}
	return s.Blocks.Block(y&15<<8 | z&15<<4 | x&15)
}

// place returns what the translation of block entities wants to know.
func (w *worker) place(pos world.ChunkPos, x, y, z int, state string) blockentity.Place {
	return blockentity.Place{
		State: state, X: x, Y: y, Z: z, Version: w.chunk.ThingsVersion(),
		Neighbour: func(dx, dy, dz int) string { return w.stateAt(pos, x+dx, y+dy, z+dz) },
		Host:      w.host,
		Java:      w.java,
	}
}

// host answers the name and the states of the server's block for a state in today's names.
func (w *worker) host(key string) (string, map[string]any, bool) {
	b := w.blocks.t.Block(key)
	bedrock, states, ok := w.blocks.source.RuntimeIDToState(b.Runtime)
	return bedrock, states, ok && b.Known
}

// java answers the state in today's names for a block as Bedrock stores it, of whatever version.
func (w *worker) java(block map[string]any) (string, bool) {
	block = maps.Clone(block)
	if states, ok := block["states"].(map[string]any); ok {
		block["states"] = maps.Clone(states) // An upgrade writes into it.
	}
	rid, err := (chunk.BlockPaletteEncoding{Blocks: w.blocks.source}).DecodeBlockState(block)
	if err != nil {
		return "", false
	}
	return w.blocks.t.JavaOf(rid)
}

// loadBlockEntities translates the stored block entities, and makes those that Dragonfly's blocks need but Java does not
// store.
func (p *Provider) loadBlockEntities(w *worker, dim *dimension, pos world.ChunkPos) []chunk.BlockEntity {
	if len(w.chunk.BlockEntities) == 0 && len(w.synthesise) == 0 && len(w.bedrock.old) == 0 {
		return nil
	}
	list := make([]chunk.BlockEntity, 0, max(len(w.chunk.BlockEntities), len(w.synthesise)))
	done := make(map[cube.Pos]bool, len(w.chunk.BlockEntities))
	for _, o := range w.bedrock.old {
		if o.data != nil && w.blocks.source.NBTBlock(o.b.Runtime) {
			x, y, z := cell{y: o.y, i: o.i}.position(pos)
			at := cube.Pos{x, y, z}
			done[at] = true
			list = append(list, chunk.BlockEntity{Pos: at, Data: o.data})
		}
	}
	for _, raw := range w.chunk.BlockEntities {
		if be, ok := p.loadBlockEntity(w, dim, pos, raw); ok && !done[be.Pos] {
			done[be.Pos] = true
			list = append(list, be)
		}
	}
	for _, c := range w.synthesise {
		x, y, z := c.position(pos)
		at := cube.Pos{x, y, z}
		if done[at] {
			continue
		}
		if m, ok := blockentity.Synthesise(w.place(pos, x, y, z, c.info.key)); ok {
			list = append(list, chunk.BlockEntity{Pos: at, Data: m})
		}
	}
	return list
}

// position returns the block position of a cell of a chunk.
func (c cell) position(pos world.ChunkPos) (x, y, z int) {
	return int(pos[0])<<4 | int(c.i&15), int(c.y)<<4 | int(c.i>>8), int(pos[1])<<4 | int(c.i>>4&15)
}

// loadBlockEntity translates one stored block entity. One that cannot be given to the server stays in its file.
func (p *Provider) loadBlockEntity(w *worker, dim *dimension, pos world.ChunkPos, raw nbt.Raw) (be chunk.BlockEntity, ok bool) {
	java, err := raw.Compound()
	if err != nil {
		p.skip(w, skipMalformed, "block entity", dim, pos, err)
		return be, false
	}
	x, y, z, ok := blockentity.Position(java)
	if !ok || !dim.inChunk(pos, x, y, z) {
		p.skip(w, skipOutside, "block entity", dim, pos, nil)
		return be, false
	}
	key := w.stateAt(pos, x, y, z)
	in := w.info(key)
	o := w.bedrock.shown(cellAt(cube.Pos{x, y, z}))
	if key == "" || !in.entity || o != nil && !w.inJava(o) {
		p.skip(w, skipNoBlock, name(key), dim, pos, nil)
		return be, false
	}
	m, outcome, err := blockentity.Load(java, w.place(pos, x, y, z, key))
	if outcome == blockentity.Refused {
		p.skip(w, skipMalformed, name(key), dim, pos, err)
	}
	if table, _ := java.Str("LootTable"); table != "" && outcome == blockentity.Translated {
		p.skip(w, skipLoot, table, dim, pos, nil)
	}
	return chunk.BlockEntity{Pos: cube.Pos{x, y, z}, Data: m}, m != nil
}

// loadTicks translates the scheduled ticks of blocks that do something with them. Delays are relative to tick 0 of the
// column; a world adds its own.
func (p *Provider) loadTicks(w *worker, dim *dimension, pos world.ChunkPos) []chunk.ScheduledBlockUpdate {
	var list []chunk.ScheduledBlockUpdate
	for _, t := range w.chunk.BlockTicks {
		if rid, ok := w.blockTick(dim, pos, t); ok {
			list = append(list, scheduled(t, rid))
		} else {
			p.skip(w, skipIdleTick, t.ID, dim, pos, nil)
		}
	}
	for _, t := range w.chunk.FluidTicks {
		if rid, ok := w.fluidTick(dim, pos, t); ok {
			list = append(list, scheduled(t, rid))
		} else {
			p.skip(w, skipIdleTick, t.ID, dim, pos, nil)
		}
	}
	return list
}

func scheduled(t anvil.Tick, rid uint32) chunk.ScheduledBlockUpdate {
	return chunk.ScheduledBlockUpdate{Pos: cube.Pos{int(t.X), int(t.Y), int(t.Z)}, Block: rid, Tick: int64(t.Delay)}
}

// blockTick returns the runtime ID for which a tick of a block is due. Java ignores a tick if another block has come in
// its place; so does this.
func (w *worker) blockTick(dim *dimension, pos world.ChunkPos, t anvil.Tick) (uint32, bool) {
	key, in, ok := w.ticked(dim, pos, t)
	if !ok || !in.ticks || name(key) != t.ID && name(key) != name(anvil.Modernise(t.ID, w.chunk.DataVersion)) {
		return 0, false
	}
	return in.Runtime, true
}

// fluidTick returns the runtime ID of the liquid for which a tick is due.
func (w *worker) fluidTick(dim *dimension, pos world.ChunkPos, t anvil.Tick) (uint32, bool) {
	_, in, ok := w.ticked(dim, pos, t)
	switch {
	case !ok:
		return 0, false
	case in.HasLiquid:
		return in.Liquid, true
	case w.blocks.source.LiquidBlock(in.Runtime):
		return in.Runtime, true
	}
	return 0, false
}

// ticked returns the state that a tick is for, and what is known of it.
func (w *worker) ticked(dim *dimension, pos world.ChunkPos, t anvil.Tick) (key string, in *info, ok bool) {
	x, y, z := int(t.X), int(t.Y), int(t.Z)
	if !dim.inChunk(pos, x, y, z) {
		return "", nil, false
	}
	if key = w.stateAt(pos, x, y, z); key == "" {
		return "", nil, false
	}
	return key, w.info(key), true
}
