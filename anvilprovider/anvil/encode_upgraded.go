package anvil

import (
	"fmt"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// OldestUpgraded is the oldest DataVersion in which an upgraded chunk can be written: 1.21.5, whose form of items and texts
// the upgrade of block entities produces.
const OldestUpgraded = 4325

// consumed are the tags of Level that an upgraded chunk has in another form, or that mean nothing to today's game: light
// that is still to be done, blocks that wait for their neighbours to load, and masks of an unfinished generation. Everything
// else is carried over.
var consumed = map[string]bool{
	"xPos": true, "zPos": true, "Status": true, "Sections": true, "sections": true, "Biomes": true, "TileEntities": true, "block_entities": true,
	"TileTicks": true, "LiquidTicks": true, "block_ticks": true, "fluid_ticks": true, "Heightmaps": true, "HeightMap": true,
	"isLightOn": true, "LightPopulated": true, "TerrainPopulated": true, "V": true, "PostProcessing": true, "ToBeTicked": true,
	"LiquidsToBeTicked": true, "Lights": true, "CarvingMasks": true, "UpgradeData": true, "starlight.light_version": true,
	"DataVersion": true, "yPos": true,
}

// consumedInSections are the tags of a section that an upgraded chunk has in another form, or not at all: what Starlight says about
// arrays, in words of its own, means nothing without its version at the root. Everything else is carried over.
var consumedInSections = map[string]bool{
	"Y": true, "Palette": true, "BlockStates": true, "Blocks": true, "Add": true, "Data": true, "block_states": true, "biomes": true,
	"BlockLight": true, "SkyLight": true, "starlight.blocklight_state": true, "starlight.skylight_state": true,
}

// modernNames are the tags of Level that have another name at the root. Source: DataFixerUpper schema V2842.
var modernNames = map[string]string{"Entities": "entities", "Structures": "structures"}

// appendUpgraded writes a chunk of before 1.18 in today's layout: its sections, biomes, block entities, ticks and light as
// Decode gave them, changed by the edit, and all tags that this package does not know under the names they have today.
//
// What the game's own upgrade does beyond that is not done: below height 0 an overworld chunk stays empty instead of being
// filled later (below_zero_retrogen), height maps are left out and computed by the game, entities keep the form that they
// had, and what was scheduled for neighbours that were never loaded (UpgradeData) is dropped.
func (e *Encoder) appendUpgraded(dst []byte, c *Chunk, edit *Edit) ([]byte, error) {
	if err := edit.check(); err != nil {
		return nil, err
	}
	whole := *edit
	if whole.DataVersion == 0 {
		whole.DataVersion = DefaultDataVersion
	}
	if whole.DataVersion < OldestUpgraded {
		return nil, fmt.Errorf("anvil: %w: an upgraded chunk needs at least DataVersion %d, not %d", ErrEdit, OldestUpgraded, whole.DataVersion)
	}
	if whole.BlockEntities == nil {
		whole.BlockEntities = c.BlockEntities
	}
	var err error
	if whole.BlockEntities, err = spellEntities(append([]nbt.Raw{}, whole.BlockEntities...), whole.DataVersion); err != nil {
		return nil, err
	}
	if whole.BlockTicks == nil {
		whole.BlockTicks = append([]Tick{}, c.BlockTicks...)
	}
	if whole.FluidTicks == nil {
		whole.FluidTicks = append([]Tick{}, c.FluidTicks...)
	}
	if whole.Light == LightKeep {
		// Old light is not today's: seagrass filters since 1.16, enchanting tables shine since 1.19, and there is room below 0.
		whole.Light = LightOff
	}
	if e.r == nil {
		e.r = nbt.NewReader(nil, nbt.Limits{})
	}
	whole.Sections = e.wholeSections(c, edit)
	base, err := e.upgradedRoot(c)
	if err != nil {
		return nil, err
	}
	w := writer{dst: dst, src: base, r: e.r, version: whole.DataVersion}
	return w.root(&whole)
}

// wholeSections makes an edit of all sections, in which those of the chunk that are not edited are new.
func (e *Encoder) wholeSections(c *Chunk, edit *Edit) []SectionEdit {
	edited := map[int8]*SectionEdit{}
	for i := range edit.Sections {
		edited[edit.Sections[i].Y] = &edit.Sections[i]
	}
	all := make([]SectionEdit, 0, len(c.Sections)+len(edited))
	for i := range c.Sections {
		s := &c.Sections[i]
		out := SectionEdit{Y: s.Y, BlockLight: LightEdit{true, s.BlockLight}, SkyLight: LightEdit{true, s.SkyLight}}
		if change := edited[s.Y]; change != nil {
			out.Blocks, out.Biomes = change.Blocks, change.Biomes
			if change.BlockLight.Replace {
				out.BlockLight = change.BlockLight
			}
			if change.SkyLight.Replace {
				out.SkyLight = change.SkyLight
			}
			delete(edited, s.Y)
		}
		if out.Blocks == nil && s.Blocks.Present() {
			out.Blocks = s.EditBlocks()
		}
		if out.Biomes == nil && s.Biomes.Present() {
			out.Biomes = s.EditBiomes()
		}
		out.carried = e.carried(c, s.Y)
		all = append(all, out)
	}
	for i := range edit.Sections {
		if change := &edit.Sections[i]; edited[change.Y] != nil {
			all = append(all, *change)
		}
	}
	return all
}

// carried returns the entries of a stored section that this package does not know, as they are.
func (e *Encoder) carried(c *Chunk, y int8) (entries []byte) {
	at := slices.IndexFunc(c.memory.scans, func(s scan) bool { return s.y == y })
	if at < 0 {
		return nil // It was added for its biomes.
	}
	r := e.r
	r.Reset(c.Root)
	r.Root()
	r.Seek(c.memory.scans[at].at)
	for {
		tag, name, ok := r.Next()
		if !ok {
			return entries
		}
		if v := r.Raw(tag); !consumedInSections[string(name)] {
			entries = append(rawHead(entries, tag, string(name)), v.Data...)
		}
	}
}

// upgradedRoot makes a document of today's layout without sections: the position, and what is carried over.
func (e *Encoder) upgradedRoot(c *Chunk) ([]byte, error) {
	lowest := int8(0)
	for i := range c.Sections {
		if s := &c.Sections[i]; s.Blocks.Present() || s.Biomes.Present() {
			lowest = s.Y
			break
		}
	}
	b := nbt.AppendHead(nil, nbt.TagCompound, "")
	for _, f := range []struct {
		name  string
		value int32
	}{{"DataVersion", DefaultDataVersion}, {"xPos", c.X}, {"yPos", int32(lowest)}, {"zPos", c.Z}} {
		b = nbt.AppendInt(nbt.AppendHead(b, nbt.TagInt, f.name), f.value)
	}
	b = nbt.AppendString(nbt.AppendHead(b, nbt.TagString, "Status"), "minecraft:full")
	b = nbt.AppendListHead(nbt.AppendHead(b, nbt.TagList, "sections"), nbt.TagEnd, 0)

	r := e.r
	r.Reset(c.Root)
	r.Root()
	var level nbt.Raw
	seen := map[string]bool{}
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		v := r.Raw(tag)
		if string(name) == "Level" && tag == nbt.TagCompound {
			level = v
			continue
		}
		b = carry(b, string(name), v, seen)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.Reset(level.Data)
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		b = carry(b, string(name), r.Raw(tag), seen)
	}
	return nbt.AppendEnd(b), r.Err()
}

// carry appends a tag under its name of today, unless it is consumed or there is one of that name already.
func carry(b []byte, name string, v nbt.Raw, seen map[string]bool) []byte {
	if consumed[name] || v.IsZero() {
		return b
	}
	if n, ok := modernNames[name]; ok {
		name = n
	}
	if seen[name] {
		return b
	}
	seen[name] = true
	if name == "structures" && v.Tag == nbt.TagCompound {
		return nbt.AppendEnd(renameEntries(nbt.AppendHead(b, nbt.TagCompound, name), v, map[string]string{"Starts": "starts"}))
	}
	return append(rawHead(b, v.Tag, name), v.Data...)
}

// rawHead appends the head of an entry whose name is already in modified UTF-8.
func rawHead(b []byte, tag nbt.Tag, name string) []byte {
	b = append(b, byte(tag), byte(len(name)>>8), byte(len(name)))
	return append(b, name...)
}

// renameEntries appends the entries of a compound with some names changed, and no end.
func renameEntries(b []byte, v nbt.Raw, names map[string]string) []byte {
	r := nbt.NewReader(v.Data, nbt.Limits{})
	for {
		tag, name, ok := r.Next()
		if !ok {
			return b
		}
		key := string(name)
		if n, ok := names[key]; ok {
			key = n
		}
		payload := r.Raw(tag)
		b = append(rawHead(b, tag, key), payload.Data...)
	}
}
