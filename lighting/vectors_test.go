package lighting_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting"
)

// vector is one of Falco's scenarios with the bytes that it computes.
type vector struct {
	w, d, n int
	masks   []byte // per state: faces that light cannot enter, in Falco's order
	emits   []byte
	states  []byte
	light   [2][][]byte // per kind and chunk; nil: not computed
}

func readVector(t *testing.T, path string) *vector {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zr, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(zr)
	if err != nil {
		t.Fatal(err)
	}
	take := func(n int) []byte {
		if len(data) < n {
			t.Fatalf("%s: ends early", path)
		}
		b := data[:n]
		data = data[n:]
		return b
	}
	u32 := func() int { return int(binary.LittleEndian.Uint32(take(4))) }
	if string(take(4)) != "FLV1" {
		t.Fatalf("%s: no vector", path)
	}
	v := &vector{w: u32(), d: u32(), n: u32()}
	states, sets := u32(), u32()
	for range states {
		b := take(2)
		v.masks, v.emits = append(v.masks, b[0]), append(v.emits, b[1])
	}
	v.states = take(v.w * v.d * v.n * 4096)
	for range sets {
		kind := take(1)[0]
		if kind > 1 {
			t.Fatalf("%s: light of kind %d", path, kind)
		}
		for range v.w * v.d {
			var l []byte
			if take(1)[0] == 1 {
				l = take(v.n * 2048)
			}
			v.light[kind] = append(v.light[kind], l)
		}
	}
	if len(data) != 0 {
		t.Fatalf("%s: %d bytes left", path, len(data))
	}
	return v
}

// TestVectors compares with every file of Falco's vectors, byte for byte.
//
// Two of its rules are not ours. Nothing exists outside its area, while light goes round through our outer sections: so these are
// filled with stone here, but for the upper one in sky light, which is nothing but sky. And it tests only the face that light enters:
// that can differ below a slab alone, which no file has, as the test makes sure.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testworld.Shared(t, "vectors"), "*.flv.gz"))
	if err != nil || len(files) < 28 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	stone := lighting.MustClass(0, 15, 0)
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".flv.gz"), func(t *testing.T) {
			v := readVector(t, path)
			palette := make([]lighting.Class, len(v.masks))
			for i, m := range v.masks {
				switch m {
				case 0:
					palette[i] = lighting.MustClass(v.emits[i], 0, 0)
				case 0x3f:
					palette[i] = lighting.MustClass(v.emits[i], 15, 0)
				default:
					if bytes.IndexByte(v.states, byte(i)) >= 0 {
						t.Fatalf("state %d has some faces: the rules differ", i)
					}
				}
			}
			area, _ := lighting.NewArea(0, 0, v.w, v.d)
			b, e := lighting.NewBuilder(nil), lighting.NewEngine(nil)
			var cols []*lighting.Column
			for i := range v.w * v.d {
				c, err := lighting.NewColumn(int32(i%v.w), int32(i/v.w), 0, v.n)
				if err != nil {
					t.Fatal(err)
				}
				for s := range v.n {
					if err := b.Bytes(c.Section(int32(s)), palette, (*[4096]uint8)(v.states[(i*v.n+s)*4096:])); err != nil {
						t.Fatal(err)
					}
				}
				b.Uniform(c.Section(-1), stone)
				cols = append(cols, c)
				if err := area.Put(c); err != nil {
					t.Fatal(err)
				}
			}
			compared := 0
			for kind := lighting.Block; kind <= lighting.Sky; kind++ {
				for _, c := range cols {
					if kind == lighting.Block {
						b.Uniform(c.Section(int32(v.n)), stone)
					} else {
						b.Uniform(c.Section(int32(v.n)), 0)
					}
				}
				e.Light(area, kind)
				for i, want := range v.light[kind] {
					if want == nil {
						continue
					}
					var got []byte
					for s := range v.n {
						l, u := cols[i].Section(int32(s)).Levels(kind)
						if l == nil {
							got = append(got, bytes.Repeat([]byte{u<<4 | u}, 2048)...)
						} else {
							got = l.AppendAnvil(got)
						}
					}
					if !bytes.Equal(got, want) {
						t.Errorf("%v light of chunk %d differs", kind, i)
					}
					compared++
				}
			}
			if compared == 0 {
				t.Fatal("nothing to compare")
			}
		})
	}
}
