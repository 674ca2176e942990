package java_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kestrel-mc/kestrel/lighting"
)

// groupOf names the blocks that an ablation changes: their rules are kept apart from equal ones of other blocks.
func groupOf(key string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(key, "minecraft:"), "[")
	switch {
	case strings.HasSuffix(name, "_leaves") && !strings.Contains(name, "azalea"): // as those who counted did
		return "leaves"
	case name == "water" || name == "glow_lichen":
		return name
	}
	return ""
}

// box is an inclusive range of cells with the number of wrong ones in it.
type box struct {
	X0, X1, Y0, Y1, Z0, Z1 int
	Cells                  int
}

// expected is what an independent count found in each world: eligible chunks, cells of each kind, and where the game lost block
// light at a chunk border. Sky light is right everywhere. The arrays that are missing are those of the lost light; one world
// lacks one of 15, which reads the same.
var expected = []struct {
	world           string
	eligible, cells int
	residue         []box
	arrays          presence
	quick           bool
}{
	{"java-1.15.2", 1298, 95_698_944, []box{{242, 267, 4, 16, -458, -449, 984}, {249, 255, 4, 9, -432, -429, 57}}, presence{2727, 15, 0, 0, 1}, false},
	{"java-1.16.2-blocks", 225, 16_588_800, nil, presence{1159, 0, 0, 0, 0}, true},
	{"java-1.17.1", 100, 7_372_800, nil, presence{4, 0, 0, 0, 0}, false},
	{"java-1.18.1", 495, 52_715_520, []box{
		{-148, -145, 25, 31, -99, -93, 44}, {-130, -129, -24, -22, -64, -62, 8}, {-114, -114, 5, 5, 128, 128, 1}, {-113, -113, 6, 6, 128, 128, 1},
		{-112, -112, 7, 7, 128, 128, 1}, {-48, -45, -47, -45, -162, -161, 12}, {61, 69, -21, -18, 144, 147, 75}, {112, 117, 34, 42, -66, -58, 116},
	}, presence{3622, 14, 0, 0, 2}, false},
	{"java-1.20.5", 1321, 140_681_216, nil, presence{2780, 3, 0, 0, 0}, false},
	{"java-1.21", 84, 8_945_664, nil, presence{658, 0, 0, 0, 0}, true},
	{"java-1.21.1-lz4", 4, 425_984, nil, presence{25, 0, 0, 1, 0}, true},
}

// TestVanilla lights every eligible chunk of the worlds from its block states, and compares each cell with the stored light.
func TestVanilla(t *testing.T) {
	for _, tt := range expected {
		t.Run(tt.world, func(t *testing.T) {
			if testing.Short() && !tt.quick {
				t.Skip("short")
			}
			w := load(t, tt.world)
			got := w.compare(engineTile, w.classes)
			if got.chunks != tt.eligible || got.cells != tt.cells || !w.hasSky {
				t.Errorf("%d eligible chunks, %d cells, want %d, %d", got.chunks, got.cells, tt.eligible, tt.cells)
			}
			if diff := cmp.Diff(tt.arrays, got.arrays); diff != "" {
				t.Errorf("arrays that the file has (-want +got):\n%s", diff)
			}
			if got.sky != 0 {
				t.Errorf("%d cells of sky light differ", got.sky)
			}
			want := 0
			boxes := slices.Clone(tt.residue)
			for i := range boxes {
				want += boxes[i].Cells
				boxes[i].Cells = 0
			}
			for _, c := range got.wrong {
				if c.got <= c.want {
					t.Errorf("%v: the engine must be the brighter one", c)
				}
				in := slices.IndexFunc(boxes, func(b box) bool {
					return c.x >= b.X0 && c.x <= b.X1 && c.y >= b.Y0 && c.y <= b.Y1 && c.z >= b.Z0 && c.z <= b.Z1
				})
				if in < 0 {
					t.Errorf("%v: not in a known box", c)
					continue
				}
				boxes[in].Cells++
			}
			if diff := cmp.Diff(tt.residue, boxes); diff != "" || got.block != want {
				t.Errorf("%d cells of block light differ, want %d (-want +got):\n%s", got.block, want, diff)
			}
		})
	}
}

// TestPlainFlood does the same with a flood that is nothing but plain, so that a fault of the rules is told from one of the
// engine.
func TestPlainFlood(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for _, tt := range expected {
		if !tt.quick {
			continue
		}
		w := load(t, tt.world)
		if got := w.compare(floodTile, w.classes); got.chunks != tt.eligible || got.block != 0 || got.sky != 0 {
			t.Errorf("%s: %d chunks, %d and %d cells differ", tt.world, got.chunks, got.block, got.sky)
		}
	}
}

// TestAblations breaks one rule at a time. Each must be noticed, by as many cells as others counted.
func TestAblations(t *testing.T) {
	change := func(f func(block string, c lighting.Class) lighting.Class) func(w *world) []lighting.Class {
		return func(w *world) []lighting.Class {
			classes := slices.Clone(w.classes)
			for i := range classes {
				classes[i] = f(groupOf(w.names[i]), classes[i])
			}
			return classes
		}
	}
	opacity := func(c lighting.Class, o uint8) lighting.Class { return lighting.MustClass(c.Emission(), o, c.Shape()) }
	for _, tt := range []struct {
		name, world string
		classes     func(w *world) []lighting.Class
		block, sky  int // wrong cells more than with the right classes
	}{
		{"no face masks", "java-1.16.2-blocks", change(func(_ string, c lighting.Class) lighting.Class {
			return lighting.MustClass(c.Emission(), c.Opacity(), 0)
		}), 736, 127_200},
		{"cost one more", "java-1.18.1", change(func(_ string, c lighting.Class) lighting.Class {
			if c.Opacity() > 0 && c.Opacity() < lighting.Opaque {
				return opacity(c, c.Opacity()+1)
			}
			return c
		}), 14_291, 246_259},
		{"sky falls through thin blocks", "java-1.18.1", change(func(_ string, c lighting.Class) lighting.Class {
			if c.Opacity() == 1 { // a step still costs one
				return opacity(c, 0)
			}
			return c
		}), 0, 457_646},
		{"water 2", "java-1.18.1", change(func(block string, c lighting.Class) lighting.Class {
			if block == "water" {
				return opacity(c, 2)
			}
			return c
		}), 14_274, 60_685},
		{"leaves 0", "java-1.18.1", change(func(block string, c lighting.Class) lighting.Class {
			if block == "leaves" {
				return opacity(c, 0)
			}
			return c
		}), 0, 385_415},
		{"glow lichen 6", "java-1.18.1", change(func(block string, c lighting.Class) lighting.Class {
			if block == "glow_lichen" && c.Emission() > 0 {
				return lighting.MustClass(6, c.Opacity(), c.Shape())
			}
			return c
		}), 201_291, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.world != "java-1.16.2-blocks" {
				t.Skip("short")
			}
			w := load(t, tt.world)
			right, broken := w.compare(engineTile, w.classes), w.compare(engineTile, tt.classes(w))
			if b, s := broken.block-right.block, broken.sky-right.sky; b != tt.block || s != tt.sky {
				t.Errorf("%d cells of block light and %d of sky light become wrong, want %d and %d", b, s, tt.block, tt.sky)
			}
		})
	}
}
