package scene

// random is java.util.Random, as the Java library's documentation specifies it.
type random struct{ seed uint64 }

const (
	multiplier = 0x5DEECE66D
	mask       = 1<<48 - 1
)

func newRandom(seed uint64) *random { return &random{(seed ^ multiplier) & mask} }

func (r *random) next(bits uint) int32 {
	r.seed = (r.seed*multiplier + 0xB) & mask
	return int32(r.seed >> (48 - bits))
}

// nextInt is a number from 0 to bound-1.
func (r *random) nextInt(bound int32) int {
	if bound&(bound-1) == 0 {
		return int(int64(bound) * int64(r.next(31)) >> 31)
	}
	for {
		bits := r.next(31)
		if v := bits % bound; bits-v+(bound-1) >= 0 { // Not in the last, incomplete range.
			return int(v)
		}
	}
}
