package lighting

// seedSky gives level 15 to all cells of a column, without light so far, that the sky reaches straight from above, and puts those in
// sections with anything else on the frontier of level 15.
//
// A layer of the sky is 256 cells, four words. From the top down it loses the cells that the layer's blocks take from it: those that
// are not clear, and those whose upper face is closed. A section of air under an unbroken sky is level 15 as a whole.
func (e *Engine) seedSky(col int) {
	c := e.area.cols[col]
	sky := Layer{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	whole := true
	for i := len(c.secs) - 1; i >= 0; i-- {
		s := &c.secs[i]
		if s.solid() {
			return
		}
		if whole && s.air() && (i == len(c.secs)-1 || !closesBelow(&c.secs[i+1])) {
			e.uniform(col, i, 15)
			continue
		}
		w := e.touch(col, i)
		e.levels(w)
		for y := 15; y >= 0; y-- {
			e.fall(w, y, &sky)
			if sky[0]|sky[1]|sky[2]|sky[3] == 0 {
				return
			}
			w.write(y, &sky, 15)
			e.join(w, 15, y, &sky)
		}
		whole = sky[0]&sky[1]&sky[2]&sky[3] == ^uint64(0)
	}
}

// fall takes from the sky what does not pass into layer y of a section.
func (e *Engine) fall(w *work, y int, sky *Layer) {
	o := w.open.layer(y)
	sky[0], sky[1], sky[2], sky[3] = sky[0]&o[0], sky[1]&o[1], sky[2]&o[2], sky[3]&o[3]
	if w.sec.dim != nil {
		d := w.sec.dim.layer(y)
		sky[0], sky[1], sky[2], sky[3] = sky[0]&^d[0], sky[1]&^d[1], sky[2]&^d[2], sky[3]&^d[3]
	}
	if x := e.crossOf(w); x != nil {
		d := x[Up].layer(y)
		sky[0], sky[1], sky[2], sky[3] = sky[0]&^d[0], sky[1]&^d[1], sky[2]&^d[2], sky[3]&^d[3]
	}
}

// closesBelow reports whether a cell in the lowest layer of a section closes its lower face on its own.
func closesBelow(s *Section) bool {
	if s.sided == nil || s.sided.full[Down] == nil {
		return false
	}
	l := s.sided.full[Down].layer(0)
	return l[0]|l[1]|l[2]|l[3] != 0
}

// uniform gives all cells of a section one level.
func (e *Engine) uniform(col, sec int, level uint8) {
	c := e.area.cols[col]
	g := &c.secs[sec].light[e.kind]
	w := e.slots[col*e.area.height+sec]
	if g.planes == nil && w == nil {
		if old := *g; old.level != level {
			g.level = level
			e.report(c, sec, &old)
		}
		return
	}
	if w == nil {
		w = e.touch(col, sec)
	}
	e.darken(w)
	g.level = level
}

// surroundSky puts the uniform sections of level 15 on the frontier where they lie next to anything that light can still raise.
func (e *Engine) surroundSky(col int) {
	c := e.area.cols[col]
	all := Layer{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for i := range c.secs {
		if g := &c.secs[i].light[Sky]; g.planes != nil || g.level != 15 {
			continue
		}
		for side := West; side <= South; side++ {
			n, j := e.beyond(col, i, side)
			if n < 0 || !takes(&e.area.cols[n].secs[j], Sky, 15) {
				continue
			}
			w := e.touch(col, i)
			for y := range 16 {
				e.join(w, 15, y, &all)
			}
			break
		}
	}
}

// refall follows the sky down the shafts of a column, bits of mask, from a layer (counted from the lowest of the section below the
// build height), all of whose blocks at or above it are as they were, to the lowest changed one and on until nothing is different.
// What lost the sky is dropped; what gained it is kept in gains.
func (e *Engine) refall(col, top, lowest int, mask *Layer) {
	c := e.area.cols[col]
	sky := *mask
	if above := top + 1; above>>4 < len(c.secs) {
		if g := &c.secs[above>>4].light[Sky]; g.planes != nil {
			l := g.planes.equal(above&15, 15)
			for k := range sky {
				sky[k] &= l[k]
			}
		} else if g.level != 15 {
			sky = Layer{}
		}
	}
	for i := top; i >= 0; i-- {
		w, y := e.touch(col, i>>4), i&15
		e.fall(w, y, &sky)
		old := *mask
		if w.lev != nil {
			l := w.lev.equal(y, 15)
			for k := range old {
				old[k] &= l[k]
			}
		} else if w.sec.light[Sky].level != 15 {
			old = Layer{}
		}
		var lost, gain Layer
		var any uint64
		for k := range sky {
			lost[k], gain[k] = old[k]&^sky[k], sky[k]&^old[k]
			any |= lost[k] | gain[k]
		}
		if any == 0 {
			if i < lowest {
				return
			}
			continue
		}
		e.gains = append(e.gains, gained{w, y, gain})
		if lost[0]|lost[1]|lost[2]|lost[3] != 0 {
			e.levels(w).put(y, &lost, 0)
			w.lose(y, &lost)
			e.wait(w, 15, y, &lost)
		}
	}
}

// gained is a layer's cells that the sky has come to reach.
type gained struct {
	w     *work
	y     int
	cells Layer
}
