package lighting

// seedSky gives level 15 to all cells of a column, without light so far, that the sky reaches straight from above.
//
// A layer of the sky is 256 cells, four words. From the top down it loses the cells that the layer's blocks take from it: those that
// are not clear, and those whose upper face is closed. A section of air under an unbroken sky is level 15 as a whole.
func (e *Engine) seedSky(col int) {
	c := e.area.cols[col]
	sky := whole()
	for i := len(c.secs) - 1; i >= 0; i-- {
		s := &c.secs[i]
		if s.solid() {
			return
		}
		if sky.full() && s.air() && (i == len(c.secs)-1 || !closesBelow(&c.secs[i+1])) {
			c.secs[i].light[Sky].level = 15
			continue
		}
		w := e.touch(col, i)
		e.levels(w)
		for y := 15; y >= 0; y-- {
			if sky = e.fall(w, y, sky); !sky.any() {
				return
			}
			w.write(y, sky, 15)
		}
	}
}

// fall returns what of the sky passes into layer y of a section.
func (e *Engine) fall(w *work, y int, sky Layer) Layer {
	sky = sky.and(w.open.layer(y))
	if w.sec.dim != nil {
		sky = sky.not(w.sec.dim.layer(y))
	}
	if x := e.crossOf(w); x != nil {
		sky = sky.not(x[Up].layer(y))
	}
	return sky
}

// closesBelow reports whether a cell in the lowest layer of a section closes its lower face on its own.
func closesBelow(s *Section) bool {
	if s.sided == nil || s.sided.full[Down] == nil {
		return false
	}
	return s.sided.full[Down].layer(0).any()
}

// startSky puts the cells of a section that the sky falls on on the frontier: all of them, unless the whole section is level 15 and
// lies next to nothing that light can still raise.
func (e *Engine) startSky(col, sec int) {
	g := &e.area.cols[col].secs[sec].light[Sky]
	if g.planes != nil {
		w := e.touch(col, sec)
		for y := range 16 {
			if l := g.planes.equal(y, 15); l.any() {
				e.join(w, 15, y, l)
			}
		}
		return
	}
	if g.level != 15 {
		return
	}
	for side := West; side <= South; side++ {
		n, j := e.beyond(col, sec, side)
		if n < 0 || !takes(&e.area.cols[n].secs[j], Sky, 15) {
			continue
		}
		w := e.touch(col, sec)
		for y := range 16 {
			e.join(w, 15, y, whole())
		}
		return
	}
}

// refall follows the sky down the shafts of a column that mask names, from the layer of the highest change (layers are counted from
// the lowest of the section below the build height) to that of the lowest one, and on until nothing is different. What lost the sky
// is taken out, and waits for lower; what gained it is kept in gains.
func (e *Engine) refall(col, top, lowest int, mask Layer) {
	c := e.area.cols[col]
	sky := mask
	if above := top + 1; above>>4 < len(c.secs) {
		sky = bright(&c.secs[above>>4].light[Sky], above, mask)
	}
	for i := top; i >= 0; i-- {
		w, y := e.touch(col, i>>4), i&15
		sky = e.fall(w, y, sky)
		old := bright(&w.sec.light[Sky], y, mask)
		if sky == old {
			if i < lowest {
				return
			}
			continue
		}
		e.gains = append(e.gains, gained{w, y, sky.not(old)})
		if lost := old.not(sky); lost.any() {
			e.out(w, y, lost)
			e.wait(w, 15, y, lost)
		}
	}
}

// bright returns those of the cells of mask in layer y that have level 15.
func bright(g *glow, y int, mask Layer) Layer {
	switch {
	case g.planes != nil:
		return mask.and(g.planes.equal(y, 15))
	case g.level == 15:
		return mask
	}
	return Layer{}
}

// gained is a layer's cells that the sky has come to reach.
type gained struct {
	w     *work
	y     int
	cells Layer
}
