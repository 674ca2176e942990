package lighting

import (
	"fmt"
	"math/bits"
)

// crossing holds, for each side, the cells that light cannot enter from that side, because the face between the cell and its
// neighbour there is closed. The engine works it out when it opens a section that has shapes, or lies next to one that has.
type crossing [6]Plane

// crossOf returns the crossing of an open section, nil if no face of it is closed.
func (e *Engine) crossOf(w *work) *crossing {
	if w.done {
		return w.cross
	}
	w.done = true
	own := w.sec.sided
	for side := West; side <= South; side++ {
		var beside *sided
		if s := e.peek(w, side); s != nil {
			beside = s.sided
		}
		if own == nil && beside == nil {
			continue
		}
		e.checkSided(own)
		e.checkSided(beside)
		var p Plane
		if own != nil {
			if q := own.full[side]; q != nil {
				p.or(q)
			}
			if q := own.full[side^1]; q != nil {
				moveWithin(&p, q, side^1)
			}
			if e.shapes.meet(side, &own.kinds, &own.kinds) {
				e.meetWithin(&p, own, side)
			}
		}
		if beside != nil {
			if q := beside.full[side^1]; q != nil {
				moveAcross(&p, q, side^1)
			}
			if own != nil && e.shapes.meet(side, &own.kinds, &beside.kinds) {
				e.meetAcross(&p, own, beside, side)
			}
		}
		if p.empty() {
			continue
		}
		if w.cross == nil {
			w.cross = e.newCrossing()
		}
		w.cross[side] = p
	}
	return w.cross
}

// checkSided panics if a section was built with shapes that the engine's table does not hold.
func (e *Engine) checkSided(d *sided) {
	if d != nil && d.kinds.max() >= e.shapes.Len() {
		panic(fmt.Sprintf("lighting: a section has shape %d, the engine's table holds %d", d.kinds.max(), e.shapes.Len()))
	}
}

func (e *Engine) newCrossing() *crossing {
	if n := len(e.crosses); n > 0 {
		c := e.crosses[n-1]
		e.crosses = e.crosses[:n-1]
		*c = crossing{}
		return c
	}
	return new(crossing)
}

// meet reports whether any of own and any of beside, which lies on the given side of it, close a face only together.
func (s *Shapes) meet(side Side, own, beside *shapeSet) bool {
	if side&1 == 0 {
		return s.anyJoint(int(side>>1), beside, own)
	}
	return s.anyJoint(int(side>>1), own, beside)
}

// meetWithin adds to p the cells of a section whose face on a side is closed together with that of the cell there, in the section.
func (e *Engine) meetWithin(p *Plane, own *sided, side Side) {
	var beside Plane
	moveWithin(&beside, &own.cells, side^1)
	for k := range beside {
		for m := beside[k] & own.cells[k]; m != 0; m &= m - 1 {
			i := k<<6 | bits.TrailingZeros64(m)
			if e.shapes.Blocked(own.at(i), own.at(i+stride(side)), side) {
				p.set(i)
			}
		}
	}
}

// meetAcross is meetWithin for the cells at the border, whose partners lie in the section on that side.
func (e *Engine) meetAcross(p *Plane, own, next *sided, side Side) {
	var beside Plane
	moveAcross(&beside, &next.cells, side^1)
	for k := range beside {
		for m := beside[k] & own.cells[k]; m != 0; m &= m - 1 {
			i := k<<6 | bits.TrailingZeros64(m)
			j := (i + stride(side)*-15) & (cells - 1)
			if e.shapes.Blocked(own.at(i), next.at(j), side) {
				p.set(i)
			}
		}
	}
}

// stride returns the difference of cell indices of a step towards a side.
func stride(side Side) int { return [6]int{-1, 1, -256, 256, -16, 16}[side] }

// moveWithin adds to dst the cells of p, each moved one step towards a side; what leaves the section is lost.
func moveWithin(dst, p *Plane, side Side) {
	switch side {
	case West:
		for k, v := range p {
			dst[k] |= v >> 1 &^ colEast
		}
	case East:
		for k, v := range p {
			dst[k] |= v << 1 &^ colWest
		}
	case Down:
		for k := 4; k < 64; k++ {
			dst[k-4] |= p[k]
		}
	case Up:
		for k := 4; k < 64; k++ {
			dst[k] |= p[k-4]
		}
	case North:
		for y := range 16 {
			d, l := dst.words(y), p.words(y)
			d[0] |= l[0]>>16 | l[1]<<48
			d[1] |= l[1]>>16 | l[2]<<48
			d[2] |= l[2]>>16 | l[3]<<48
			d[3] |= l[3] >> 16
		}
	case South:
		for y := range 16 {
			d, l := dst.words(y), p.words(y)
			d[0] |= l[0] << 16
			d[1] |= l[1]<<16 | l[0]>>48
			d[2] |= l[2]<<16 | l[1]>>48
			d[3] |= l[3]<<16 | l[2]>>48
		}
	}
}

// moveAcross adds to dst the cells that come into it when p, the section next to it, moves one step towards a side.
func moveAcross(dst, p *Plane, side Side) {
	switch side {
	case West:
		for k, v := range p {
			dst[k] |= v << 15 & colEast
		}
	case East:
		for k, v := range p {
			dst[k] |= v >> 15 & colWest
		}
	case Down:
		for k := range 4 {
			dst[60+k] |= p[k]
		}
	case Up:
		for k := range 4 {
			dst[k] |= p[60+k]
		}
	case North:
		for y := range 16 {
			dst.words(y)[3] |= p.words(y)[0] << 48
		}
	case South:
		for y := range 16 {
			dst.words(y)[0] |= p.words(y)[3] >> 48
		}
	}
}
