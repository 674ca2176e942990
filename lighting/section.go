package lighting

// weighted is a plane with a number: the cells of one emission level, or of one cost.
type weighted struct {
	n     uint8
	cells Plane
}

// Section holds what light meets in 16x16x16 cells, and the light itself. It keeps planes only for what differs within it: a
// section of nothing but air, or of nothing but stone, holds none.
//
// A cell with opacity 0 or 1 is open: a step into it costs 1. Opacity 0 lets the open sky through as well, so the open cells with
// opacity 1, such as water and leaves, are dim. Opacities 2 to 14 have a plane each in costs. A cell in none of these is opaque.
type Section struct {
	open  *Plane // nil: all cells are as closed tells
	dim   *Plane // nil: none
	costs []weighted
	emit  []weighted
	sided *sided // nil: none

	light  [2]glow
	closed bool // with open nil: no cell is open
}

// Class returns the class of cell i, an index of [Plane], put together from the planes. A cell outside 0..4095 panics.
func (s *Section) Class(i int) Class {
	checkCell(i)
	c := Class(Opaque << 4)
	if s.openAt(i) {
		c = 0
		if s.dim != nil && s.dim.has(i) {
			c = 1 << 4
		}
	} else {
		for k := range s.costs {
			if s.costs[k].cells.has(i) {
				c = Class(s.costs[k].n) << 4
			}
		}
	}
	for k := range s.emit {
		if s.emit[k].cells.has(i) {
			c |= Class(s.emit[k].n)
		}
	}
	return c | Class(s.shapeAt(i))<<8
}

// shapeAt returns the shape of cell i.
func (s *Section) shapeAt(i int) uint8 {
	if s.sided == nil {
		return 0
	}
	return s.sided.at(i)
}

func (s *Section) openAt(i int) bool {
	if s.open == nil {
		return !s.closed
	}
	return s.open.has(i)
}

// air reports whether light passes the section as if it were empty: every cell has opacity 0 and no face.
func (s *Section) air() bool {
	return s.open == nil && !s.closed && s.dim == nil && s.sided == nil
}

// solid reports whether no cell of the section can be entered.
func (s *Section) solid() bool { return s.open == nil && s.closed && len(s.costs) == 0 }

// setClass gives cell i a class. Planes come into being where they are needed and stay, until the section is built again.
func (s *Section) setClass(i int, c Class, shapes *Shapes, pool *sidedPool) {
	open, dim := c.Opacity() <= 1, c.Opacity() == 1
	if open != s.openAt(i) {
		if s.open == nil {
			s.open = new(Plane)
			if !s.closed {
				s.open.fill(^uint64(0))
			}
		}
		if open {
			s.open.set(i)
		} else {
			s.open.unset(i)
		}
	}
	if dim && s.dim == nil {
		s.dim = new(Plane)
	}
	if dim {
		s.dim.set(i)
	} else if s.dim != nil {
		s.dim.unset(i)
	}
	var cost uint8
	if o := c.Opacity(); o > 1 && o < Opaque {
		cost = o
	}
	s.costs = setWeight(s.costs, i, cost)
	s.emit = setWeight(s.emit, i, c.Emission())
	if c.Shape() != 0 || s.sided != nil {
		if s.sided == nil {
			s.sided = pool.get()
		}
		s.sided.set(i, c.Shape(), shapes)
		if len(s.sided.shape) == 0 {
			pool.put(s.sided)
			s.sided = nil
		}
	}
}

// setWeight moves cell i to the plane of number n, or out of all of them if n is 0.
func setWeight(ws []weighted, i int, n uint8) []weighted {
	found := n == 0
	for k := range ws {
		if ws[k].n == n {
			ws[k].cells.set(i)
			found = true
		} else {
			ws[k].cells.unset(i)
		}
	}
	if !found {
		ws = append(ws, weighted{n: n})
		ws[len(ws)-1].cells.set(i)
	}
	return ws
}
