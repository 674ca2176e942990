package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// The eras before 1.18, in which everything but DataVersion lies in a compound Level. Their sections are brought into
// today's form by upgrades that each have a file: upgrade_*.go.

// level reads a chunk with a Level compound; its payload starts at h.level.
func (d *Decoder) level(c *Chunk, h *head) error {
	c.Upgraded = true
	// What the root held beside Level (DataVersion apart) is not a chunk of today.
	c.memory.scans, c.memory.raws, c.Sections = c.memory.scans[:0], c.memory.raws[:0], c.Sections[:0]
	*h = head{level: h.level, hasLevel: true}
	d.inLevel = true
	r := d.r
	r.Seek(h.level)
	for {
		at := r.Offset()
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		d.levelEntry(c, h, tag, name, at)
	}
	if err := r.Err(); err != nil {
		return err
	}
	if err := d.finish(c, h); err != nil {
		return err
	}
	if !h.hasSections && c.Full {
		if h.oldBlocks {
			return &UnsupportedVersionError{DataVersion: c.DataVersion, Reason: "chunk of before 1.2, without sections"}
		}
		d.r.FailAt(h.level-1, malformed("full chunk without sections"))
		return d.r.Err()
	}
	return d.upgrade(c, h)
}

// levelEntry reads one entry of Level.
func (d *Decoder) levelEntry(c *Chunk, h *head, tag nbt.Tag, name []byte, at int) {
	r := d.r
	switch string(name) {
	case "xPos":
		c.X, h.hasX = integer(r, tag), true
	case "zPos":
		c.Z, h.hasZ = integer(r, tag), true
	case "Status":
		if r.Expect(tag, nbt.TagString) {
			h.status, h.hasStatus = r.Text(), true
		}
	case "Sections", "sections":
		h.sections, h.hasSections = at, true
		d.scanSections(c, h, tag)
	case "Biomes":
		h.biomesAt = at
		h.biomes = r.Raw(tag)
	case "TileEntities", "block_entities":
		c.BlockEntities = compounds(r, tag, c.BlockEntities[:0])
	case "Entities":
		c.Entities = compounds(r, tag, c.Entities[:0])
	case "TileTicks", "block_ticks":
		c.BlockTicks = d.ticks(tag, c.BlockTicks[:0])
	case "LiquidTicks", "fluid_ticks":
		c.FluidTicks = d.ticks(tag, c.FluidTicks[:0])
	case "Heightmaps":
		if r.Expect(tag, nbt.TagCompound) {
			c.Heightmaps = r.Raw(tag)
		}
	case "isLightOn", "LightPopulated":
		c.LightOn = integer(r, tag) != 0
	case "starlight.light_version":
		c.Starlight = integer(r, tag) != 0
	case "Blocks":
		// A region of before 1.2 has one array for the whole chunk.
		h.oldBlocks = true
		r.Skip(tag)
	default:
		r.Skip(tag)
	}
}

// era is which upgrades the sections of a chunk need.
type era uint8

const (
	eraNumeric era = iota // 1.2 to 1.12.2
	eraPalette            // 1.13 to 1.17
	eraNested             // snapshots of 1.18 that kept Level
)

// eraOf decides by the structure of the sections: what most say, since one kind may hold light alone.
func eraOf(scans []scan) (e era, ok bool) {
	for i := range scans {
		switch s := &scans[i]; {
		case s.ids != nil:
			return eraNumeric, true
		case s.blocksPresent && s.nested:
			return eraNested, true
		case s.blocksPresent:
			return eraPalette, true
		}
	}
	return 0, false
}

// Versions between which the eras lie. Sources: minecraft-data's protocol versions; slowanvil reads the same.
const (
	firstFlattened = 1451 // 17w47a
	firstAligned   = 2529 // 20w17a
)

// versionFor corrects the version that a chunk names by what its structure allows: the names in a palette follow it.
func versionFor(c *Chunk, e era, biomes nbt.Raw) int32 {
	v := c.DataVersion
	switch e {
	case eraNumeric:
		return min(v, firstFlattened-1)
	case eraNested:
		return min(max(v, 2834), firstFlat-1) // 21w37a has block_states inside Level
	}
	if v >= firstFlattened && v < firstFlat {
		return v
	}
	if v >= firstFlat {
		return firstFlat - 1
	}
	// No version, or one from before palettes. Biomes tell 1.15 from 1.13; the rest is the oldest that fits.
	if biomes.Tag == nbt.TagIntArray && len(biomes.Data) > 4+4*256 {
		return 2225
	}
	return 1519
}

// upgrade brings the sections into today's form.
func (d *Decoder) upgrade(c *Chunk, h *head) error {
	e, any := eraOf(c.memory.scans)
	if !any {
		e = eraPalette
		if c.DataVersion < firstFlattened {
			e = eraNumeric
		}
	}
	c.version = versionFor(c, e, h.biomes)
	var err error
	switch e {
	case eraNumeric:
		err = d.upgradeNumeric(c, h)
	case eraPalette:
		err = d.upgradePalette(c, h)
	default:
		err = d.cutSections(c)
	}
	if err != nil {
		return err
	}
	if e != eraNested {
		if err := d.upgradeBiomes(c, h); err != nil {
			return err
		}
	}
	for i := range c.Sections {
		c.Sections[i].Blocks.RawPalette, c.Sections[i].Biomes.RawPalette = nil, nil
	}
	c.form = formNamed
	for i := range c.BlockTicks {
		t := &c.BlockTicks[i]
		if name := parseState(t.ID); e == eraPalette {
			renameForward(&name, renameEpoch(stateRenames, c.version))
			t.ID = name.name
		}
	}
	d.upgradeBlockEntities(c)
	return d.r.Err()
}
