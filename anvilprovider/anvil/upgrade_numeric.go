package anvil

// upgradeNumeric makes sections from Blocks, Add and Data (1.2 to 1.12.2): each pair of id and meta becomes a state, by
// the table or by a deriver.
func (d *Decoder) upgradeNumeric(c *Chunk, h *head) error {
	n := d.numericState()
	n.view.reset(c, d.Neighbour)
	m := &c.memory
	m.keys, m.words = m.keys[:0], m.words[:0]
	for i := range m.scans {
		s := &m.scans[i]
		switch {
		case s.blocksPresent:
			d.r.FailAt(s.at, malformed("section of palettes in a chunk of numeric ids"))
		case n.view.sections[uint8(s.y)] != nil:
			d.r.FailAt(s.at, malformed("second section with Y %d", s.y))
		case s.ids != nil && s.meta == nil:
			d.r.FailAt(s.at, malformed("numeric ids without Data"))
		}
		if err := d.r.Err(); err != nil {
			return err
		}
		n.view.sections[uint8(s.y)] = s
	}
	for i := range m.scans {
		if s := &m.scans[i]; s.ids != nil {
			n.section(m, s)
		}
	}
	for i := range m.scans {
		s := &m.scans[i]
		sec := Section{Y: s.y, BlockLight: s.light, SkyLight: s.sky}
		if s.ids != nil {
			sec.Blocks = Paletted{Palette: m.keys[s.paletteFrom:s.paletteTo:s.paletteTo], Bits: s.bits}
			if s.bits > 0 {
				sec.Blocks.Words = m.words[s.wordsFrom:s.wordsTo:s.wordsTo]
			}
		}
		c.Sections = append(c.Sections, sec)
	}
	d.sortSections(c)
	d.upgradeTicks(c)
	swapChests(c)
	return nil
}

// upgradeTicks gives scheduled updates the name of the block that is there now: before 1.13 they have the old name or, up
// to 1.7, the number. An update of a fluid goes where fluids' updates are kept.
func (d *Decoder) upgradeTicks(c *Chunk) {
	kept := c.BlockTicks[:0]
	for _, t := range c.BlockTicks {
		s := c.At(int8(t.Y >> 4))
		if t.Y < -2048 || t.Y > 2047 || s == nil || !s.Blocks.Present() || t.X>>4 != c.X || t.Z>>4 != c.Z {
			continue
		}
		state := parseState(s.Blocks.Block(int(t.Y&15<<8 | t.Z&15<<4 | t.X&15)))
		t.ID = state.name
		if t.ID == "minecraft:water" || t.ID == "minecraft:lava" {
			c.FluidTicks = append(c.FluidTicks, t)
			continue
		}
		kept = append(kept, t)
	}
	c.BlockTicks = kept
}
