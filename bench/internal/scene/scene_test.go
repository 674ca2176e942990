package scene_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestVectors compares the scenes with Falco's own, cell by cell.
func TestVectors(t *testing.T) {
	dir := testworld.Shared(t, "vectors")
	scenes := map[string]*scene.Scene{"incr_on": scene.Toggled(true), "incr_off": scene.Toggled(false)}
	for _, sources := range []int{1, 8, 64} {
		for _, solid := range []int{0, 30} {
			scenes[fmt.Sprintf("section_%d_%d_UNIFORM", sources, solid)] = scene.OneSection(sources, solid, false)
			if sources > 1 {
				scenes[fmt.Sprintf("section_%d_%d_MIXED", sources, solid)] = scene.OneSection(sources, solid, true)
			}
		}
	}
	for _, n := range []int{1, 4, 24, 64, 256} {
		scenes[fmt.Sprintf("column_open_%d", n)] = scene.OpenColumn(n)
		scenes[fmt.Sprintf("column_lit_%d", n)] = scene.LitColumn(n)
	}
	for edge := 1; edge <= 4; edge++ {
		scenes[fmt.Sprintf("area_%d", edge*edge)] = scene.Area(edge)
	}
	for name, s := range scenes {
		w, d, n, cells := vector(t, filepath.Join(dir, name+".flv.gz"))
		if w != s.W || d != s.D || n != s.N || !bytes.Equal(cells, s.Cells) {
			t.Errorf("%s is another than Falco's", name)
		}
	}
}

// vector reads the size and the states of one of Falco's scenarios.
func vector(t *testing.T, path string) (w, d, n int, cells []byte) {
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
	u32 := func(i int) int { return int(binary.LittleEndian.Uint32(data[4+4*i:])) }
	w, d, n = u32(0), u32(1), u32(2)
	from := 24 + 2*u32(3)
	return w, d, n, data[from : from+w*d*n*4096]
}

func TestDigest(t *testing.T) {
	const want = "83e636be8ef79b8ce96a872c2cc7ddf35c74bd924c80ed0662d3a39830d5955f"
	if got := scene.Toggled(true).SHA256(); got != want {
		t.Errorf("the scene is another: %s, want %s", got, want)
	}
}
