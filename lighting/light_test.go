package lighting_test

import (
	"math/rand/v2"
	"testing"
)

func TestRandomWorlds(t *testing.T) {
	shapes := testShapes(t)
	for name, m := range mixes {
		for _, size := range [][3]int{{1, 1, 1}, {1, 1, 3}, {3, 3, 2}, {2, 1, 2}} {
			for seed := range uint64(3) {
				w := newWorld(t, size[0], size[1], size[2], shapes)
				r := rand.New(rand.NewPCG(seed, 1))
				m.fill(w, r)
				w.build(t)
				w.light()
				w.check(t, name)
			}
		}
	}
}
