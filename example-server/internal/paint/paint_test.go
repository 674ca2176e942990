package paint_test

import (
	"image"
	"image/color"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/example-server/internal/paint"
)

func TestColour(t *testing.T) {
	for key, want := range map[string]uint32{
		"minecraft:water[level=0]": 0x3f6fd8, "minecraft:grass_block[snowy=false]": 0x6f9f48, "minecraft:dark_oak_stairs[half=top]": 0x432b14,
		"minecraft:light_blue_wool": 0x3aafd9, "minecraft:red_sandstone": 0xbe6621, "minecraft:smooth_sandstone": 0xd8cb9a, "minecraft:redstone_lamp[lit=true]": 0xd89850, "minecraft:stone_bricks": 0x7a797a,
	} {
		c, seen := paint.Colour(key)
		if got := uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B); got != want || !seen || c.A != 255 {
			t.Errorf("%s is %06x, want %06x", key, got, want)
		}
	}
	for _, key := range []string{"minecraft:air", "minecraft:red_stained_glass", "minecraft:glass_pane[east=true]", "minecraft:torch"} {
		if _, seen := paint.Colour(key); seen {
			t.Errorf("%s is shown", key)
		}
	}
	a, _ := paint.Colour("mod:machine")
	b, _ := paint.Colour("mod:machine[on=true]")
	if a != b || a.R != a.G || a.A != 255 {
		t.Errorf("an unknown block is %v and %v", a, b)
	}
}

// chunk is flat stone with a wall of bricks, a pool of water two deep, and a light beside the wall.
func chunk(t *testing.T) *anvil.Chunk {
	t.Helper()
	var d anvil.Decoder
	var e anvil.Encoder
	c := new(anvil.Chunk)
	if err := d.Decode(anvil.Blank(0, 0, 0, 0, 1, "minecraft:plains"), c); err != nil {
		t.Fatal(err)
	}
	low, high := anvil.NewBlocks("minecraft:stone"), anvil.NewBlocks("minecraft:air")
	light := make([]byte, 2048)
	light[(0<<8|5<<4|4)>>1] = 0x0c // 12 at x 4, y 16, z 5
	for x := range 16 {
		high.Set(0<<8|8<<4|x, "minecraft:bricks")
	}
	low.Set(15<<8|2<<4|2, "minecraft:water[level=0]")
	low.Set(14<<8|2<<4|2, "minecraft:water[level=0]")
	edit := &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 0, Blocks: low}, {Y: 1, Blocks: high, BlockLight: anvil.LightEdit{Replace: true, Array: light}}}}
	out, err := e.Append(nil, c, edit)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Decode(out, c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAbove(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 32, 32))
	s := paint.Scan{Subject: paint.Blocks, Top: 319}
	s.Above(chunk(t), img, 16, 0)
	stone, _ := paint.Colour("minecraft:stone")
	bricks, _ := paint.Colour("minecraft:bricks")
	water, _ := paint.Colour("minecraft:water[level=0]")
	if got := img.RGBAAt(16+4, 4); got != stone {
		t.Errorf("level stone is %v, want %v", got, stone)
	}
	if got := img.RGBAAt(16+4, 8); got.R <= bricks.R {
		t.Errorf("a wall seen from the north is not lighter: %v", got)
	}
	if got := img.RGBAAt(16+4, 9); got.R >= stone.R {
		t.Errorf("the stone behind the wall is not darker: %v", got)
	}
	if got := img.RGBAAt(16+2, 2); got.B >= water.B || got.B < water.B*80/100 {
		t.Errorf("water two deep is %v, of %v", got, water)
	}
	if got := img.RGBAAt(4, 4); got.A != 0 {
		t.Errorf("the chunk was drawn outside of its place: %v", got)
	}
	s.Top = 15 // below the wall
	s.Above(chunk(t), img, 16, 0)
	if got := img.RGBAAt(16+4, 8); got != stone {
		t.Errorf("below the wall is %v, want %v", got, stone)
	}
}

func TestLight(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 16, 16))
	s := paint.Scan{Subject: paint.BlockLight, Top: 319}
	s.Above(chunk(t), img, 0, 0)
	if lit, dark := img.RGBAAt(4, 5), img.RGBAAt(5, 5); lit.R < 190 || dark.R > 40 {
		t.Errorf("level 12 is %v and level 0 is %v", lit, dark)
	}
}

func TestSlice(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 16, 32))
	s := paint.Scan{Subject: paint.Blocks}
	s.Slice(chunk(t), img, 0, 31, false, 4) // along z at x 4
	stone, _ := paint.Colour("minecraft:stone")
	bricks, _ := paint.Colour("minecraft:bricks")
	sky := color.RGBA{0xc8, 0xdc, 0xf0, 255}
	for _, test := range []struct {
		z, y int
		want color.RGBA
	}{{0, 15, stone}, {8, 16, bricks}, {7, 16, sky}, {8, 17, sky}, {3, 0, stone}} {
		if got := img.RGBAAt(test.z, 31-test.y); got != test.want {
			t.Errorf("z %d, y %d is %v, want %v", test.z, test.y, got, test.want)
		}
	}
}
