package lighting

// Sizes in bytes on a 64-bit machine, for Column.Bytes.
const (
	planeBytes    = 64 * 8
	weightedBytes = planeBytes + 8
	sectionBytes  = 2*8 + 2*24 + 8 + 2*16 + 8
	sidedBytes    = planeBytes + 64*2 + 24 + 6*8 + 4*8
)

// bytes returns what the section keeps besides its own header.
func (s *Section) bytes() int {
	n := (cap(s.costs) + cap(s.emit)) * weightedBytes
	if s.open != nil {
		n += planeBytes
	}
	if s.dim != nil {
		n += planeBytes
	}
	if d := s.sided; d != nil {
		n += sidedBytes + cap(d.shape)
		for _, p := range d.full {
			if p != nil {
				n += planeBytes
			}
		}
	}
	for _, g := range s.light {
		if g.planes != nil {
			n += 4 * planeBytes
		}
	}
	return n
}
