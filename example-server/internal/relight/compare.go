package relight

import (
	"errors"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// ErrIneligible is returned by Compare for a chunk whose stored light says nothing about the rules: they do not decide it (see Write), or it
// or one of its neighbours is not lit or older than 1.14.
var ErrIneligible = errors.New("the stored light cannot be compared")

// eligible reports whether the rules decide a chunk's light, and it and its neighbours are lit by today's engine.
func (l *Lighter) eligible(x, z int32) bool {
	if l.uncertain(x, z) != nil {
		return false
	}
	for _, c := range l.around(x, z) {
		if !c.lit || c.version < oldestEngine {
			return false
		}
	}
	return true
}

// Comparison tells how a chunk's stored light differs from the computed one.
type Comparison struct {
	// Cells is the number of cells that were compared, for each kind of light: those of the chunk's sections and of one section
	// below and above them.
	Cells int
	// Block and Sky are the numbers of cells whose levels differ.
	Block, Sky int
}

// Compare compares a chunk of the tile that was lit last. The error is ErrIneligible if that would say nothing.
func (l *Lighter) Compare(x, z int32) (Comparison, error) {
	c := l.at(x, z)
	if !l.eligible(x, z) {
		return Comparison{}, ErrIneligible
	}
	var result Comparison
	near := l.near(x, z)
	first := int(c.own.bottom - l.heights.bottom)
	last := first + c.own.count() + 1
	for _, kind := range l.kinds() {
		got, err := l.computed(c, kind)
		if err != nil {
			return Comparison{}, err
		}
		want := l.stored(c, kind, near)
		differ := 0
		for i := first; i <= last; i++ {
			differ += java.Different(&got[i], &want[i])
		}
		if kind == lighting.Block {
			result.Block = differ
		} else {
			result.Sky = differ
		}
	}
	result.Cells = (last - first + 1) * 4096
	return result, nil
}

// kinds are the kinds of light that the dimension has.
func (l *Lighter) kinds() []lighting.Kind {
	if l.sky == java.SkyShines {
		return []lighting.Kind{lighting.Block, lighting.Sky}
	}
	return []lighting.Kind{lighting.Block}
}

// Columns returns, for each column of blocks of a chunk (z<<4 | x), how many cells differ in either kind of light. The error is
// ErrIneligible as for Compare.
func (l *Lighter) Columns(x, z int32) (differ [256]int, err error) {
	c := l.at(x, z)
	if !l.eligible(x, z) {
		return differ, ErrIneligible
	}
	near := l.near(x, z)
	first := int(c.own.bottom - l.heights.bottom)
	for _, kind := range l.kinds() {
		got, err := l.computed(c, kind)
		if err != nil {
			return differ, err
		}
		want := l.stored(c, kind, near)
		for s := first; s <= first+c.own.count()+1; s++ {
			if got[s] == want[s] {
				continue
			}
			for i := range 4096 {
				if bx, y, bz := i&15, i>>8, i>>4&15; got[s].Level(bx, y, bz) != want[s].Level(bx, y, bz) {
					differ[i&255]++
				}
			}
		}
	}
	return differ, nil
}
