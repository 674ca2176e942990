package lighting_test

import (
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// FuzzReplay reads a small world and edits from bytes: the light after the edits must be the oracle's. The first byte chooses the
// world's size and character, eight more its seed; then each five bytes are one edit, and an edit's first byte ends the batch if odd.
func FuzzReplay(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 5, 5, 5, 240, 1, 5, 5, 5, 0})
	f.Add([]byte{9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 15, 0, 15, 2, 15, 15, 15, 31})
	f.Add([]byte{23, 7, 7, 7, 7, 7, 7, 7, 7, 0, 8, 0, 8, 255, 0, 8, 1, 8, 255, 1, 8, 2, 8, 0, 1, 8, 15, 8, 15})
	f.Add([]byte{30, 0, 0, 0, 0, 0, 0, 0, 9, 4, 31, 15, 0, 16, 6, 0, 0, 15, 17, 3, 16, 15, 0, 18})
	shapes := testShapes(f)
	names := []string{"caves", "water", "costs", "shapes", "all", "open", "dense"}
	eng := lighting.NewEngine(shapes)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 9 || len(data) > 400 {
			t.Skip("too short or too long")
		}
		size := [][3]int{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}}[data[0]&3]
		m := mixes[names[int(data[0]>>2)%len(names)]]
		var seed uint64
		for _, b := range data[1:9] {
			seed = seed<<8 | uint64(b)
		}
		w := newWorld(t, size[0], size[1], size[2], shapes)
		w.eng = eng
		m.fill(w, rand.New(rand.NewPCG(seed, 0)))
		w.build(t)
		w.light()
		var batch []lighting.Change
		flush := func() {
			if _, err := w.eng.Replay(w.area, batch); err != nil {
				t.Fatal(err)
			}
			batch = batch[:0]
		}
		for e := data[9:]; len(e) >= 5; e = e[5:] {
			x, y, z := int(e[1])%(w.w*16), 16+int(e[2])%(w.n*16), int(e[3])%(w.d*16)
			opacity := e[4] & 15
			var shape uint8
			if opacity < 15 {
				shape = e[0] >> 1 % uint8(shapes.Len())
			}
			c := lighting.MustClass(e[4]>>4, opacity, shape)
			w.grid.Classes[w.grid.Index(x, y, z)] = c
			px, py, pz := w.pos(x, y, z)
			if batch = append(batch, lighting.Change{X: px, Y: py, Z: pz, Class: c}); e[0]&1 != 0 {
				flush()
			}
		}
		flush()
		w.check(t, "after the edits")
	})
}
