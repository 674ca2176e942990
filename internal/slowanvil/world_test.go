package slowanvil_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

type pos struct{ x, z int32 }

// TestWorlds compares each world with what other scanners counted in it.
func TestWorlds(t *testing.T) {
	type count struct{ Chunks, Full, Eligible, Types int }
	for _, tt := range []struct {
		name    string
		version int
		want    count // types: block names in palettes, 0 where nobody else counted them
	}{
		{"java-1.8.9", 0, count{300, 300, 0, 0}},
		{"java-1.12.2", 1343, count{4610, 4610, 0, 0}},
		{"flattening/1.12.2", 1343, count{650, 650, 0, 0}},
		{"flattening/1.13", 1497, count{1089, 625, 0, 572}},
		{"java-1.13.2-blocks", 1631, count{147, 147, 0, 598}},
		{"java-1.15.2", 2230, count{2837, 1450, 1298, 648}},
		{"java-1.16.2-blocks", 2578, count{292, 292, 225, 763}},
		{"java-1.17.1", 2730, count{144, 144, 100, 0}},
		{"java-1.18.1", 2865, count{593, 593, 495, 0}},
		{"java-1.20.5", 3837, count{3673, 1473, 1321, 0}},
		{"java-1.21", 3953, count{552, 134, 84, 0}},
		{"java-1.21.1-lz4", 3955, count{225, 16, 4, 0}},
		{"java-1.21.1-mixed", 3955, count{225, 16, 4, 0}},
		{"java-1.21.11-unlit", 4671, count{2545, 663, 0, 0}},
		{"java-26.1.2", 4790, count{529, 1, 0, 0}},
		{"java-26.1.2-lz4", 4790, count{144, 1, 0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && tt.want.Chunks > 1000 {
				t.Skip("short")
			}
			dims, err := slowanvil.Dimensions(testworld.Dir(t, tt.name))
			if err != nil || len(dims) != 1 || dims[0].Name != "minecraft:overworld" {
				t.Fatalf("dimensions: %v, %v", dims, err)
			}
			got, names, lit, newest := count{}, map[string]bool{}, map[pos]*slowanvil.Chunk{}, 0
			err = slowanvil.Chunks(dims[0].Region, func(c *slowanvil.Chunk) error {
				got.Chunks++
				if c.Full {
					got.Full++
				}
				newest = max(newest, c.DataVersion)
				for _, s := range c.Sections {
					for _, key := range s.Palette {
						name, _, _ := strings.Cut(key, "[")
						names[name] = true
					}
				}
				lit[pos{c.X, c.Z}] = &slowanvil.Chunk{Full: c.Full, LightOn: c.LightOn, Starlight: c.Starlight}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for p := range lit {
				if slowanvil.Eligible(p.x, p.z, func(x, z int32) *slowanvil.Chunk { return lit[pos{x, z}] }) {
					got.Eligible++
				}
			}
			if tt.want.Types != 0 {
				got.Types = len(names)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || newest != tt.version {
				t.Errorf("newest DataVersion %d, want %d; counts (-want +got):\n%s", newest, tt.version, diff)
			}
		})
	}
}

// TestCompressions reads one world in LZ4 and once more in all four compressions: they hold the same chunks.
func TestCompressions(t *testing.T) {
	read := func(name string) (map[pos]string, map[byte]int) {
		all, kinds := map[pos]string{}, map[byte]int{}
		dims, err := slowanvil.Dimensions(testworld.Dir(t, name))
		if err != nil {
			t.Fatal(err)
		}
		err = slowanvil.Entries(dims[0].Region, func(_ string, e slowanvil.Entry) error {
			all[pos{e.X, e.Z}] = string(e.NBT)
			kinds[e.Compression]++
			return e.Err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all, kinds
	}
	lz4, lz4Kinds := read("java-1.21.1-lz4")
	mixed, mixedKinds := read("java-1.21.1-mixed")
	if len(lz4Kinds) != 1 || lz4Kinds[4] != 225 || len(mixedKinds) != 4 {
		t.Errorf("compressions: %v and %v", lz4Kinds, mixedKinds)
	}
	for p, data := range lz4 {
		if mixed[p] != data {
			t.Errorf("chunk %v differs between the two worlds", p)
		}
	}
}

func TestExternal(t *testing.T) {
	if testing.Short() {
		t.Skip("inflates 194 MB")
	}
	entries, err := slowanvil.ReadRegion(testworld.Dir(t, "java-1.17.1-oversized/region/r.0.0.mca"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if want := e.X == 0 && e.Z == 0; e.Err != nil || e.External != want || want && len(e.NBT) != 193_858_171 {
			t.Errorf("chunk %d,%d: external %v, %d bytes, %v", e.X, e.Z, e.External, len(e.NBT), e.Err)
		}
	}
}

func TestDamaged(t *testing.T) {
	entries, err := slowanvil.ReadRegion(testworld.Dir(t, "damaged/one-defect-per-chunk/region/r.0.0.mca"))
	if err != nil {
		t.Fatal(err)
	}
	bad := 0
	for _, e := range entries {
		if e.Err != nil {
			bad++
		}
	}
	if len(entries) != 21 || bad != 8 {
		t.Errorf("%d entries, %d of them without payload, want 21 and 8", len(entries), bad)
	}
	stop := errors.New("stop")
	err = slowanvil.Entries(testworld.Dir(t, "damaged/one-defect-per-chunk/region"), func(string, slowanvil.Entry) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("Entries did not stop: %v", err)
	}
}

func TestOddChunks(t *testing.T) {
	for _, tt := range []struct {
		file                string
		version             int
		sections, lowest    int
		biomes              int
		lightOn, starlight  bool
		x, y, z             int
		want, wantBiomeName string
	}{
		{"1.17.1-custom-heights.chunk", 2730, 16, -9, 2560, true, false, 0, -128, 0, "minecraft:bedrock", ""},
		{"21w44a-test1.nbt", 2845, 24, -4, 0, true, false, 0, -64, 0, "minecraft:bedrock", "minecraft:dark_forest"},
		{"issue99-chunk.nbt", 2865, 25, -5, 0, false, true, 0, -64, 0, "minecraft:bedrock", "minecraft:plains"},
		{"unicode.chunk", 2730, 17, -1, 1024, true, false, 0, 0, 0, "minecraft:bedrock", ""},
	} {
		t.Run(tt.file, func(t *testing.T) {
			data, err := os.ReadFile(testworld.Dir(t, "odd-chunks/"+tt.file))
			if err != nil {
				t.Fatal(err)
			}
			root, err := slowanvil.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			c, err := slowanvil.Decode(root)
			if err != nil {
				t.Fatal(err)
			}
			lowest := 100
			for y := range c.Sections {
				lowest = min(lowest, y)
			}
			if c.DataVersion != tt.version || len(c.Sections) != tt.sections || lowest != tt.lowest || len(c.BiomeIDs) != tt.biomes || c.LightOn != tt.lightOn || c.Starlight != tt.starlight {
				t.Errorf("version %d, %d sections from %d, %d biome ids, light %v, starlight %v", c.DataVersion, len(c.Sections), lowest, len(c.BiomeIDs), c.LightOn, c.Starlight)
			}
			if got := c.State(tt.x, tt.y, tt.z); got != tt.want {
				t.Errorf("state = %s, want %s", got, tt.want)
			}
			if got := c.Sections[tt.y>>4].Biome(tt.x, tt.y&15, tt.z); got != tt.wantBiomeName {
				t.Errorf("biome = %q, want %q", got, tt.wantBiomeName)
			}
		})
	}
}

// TestNewLayoutWins builds the folders of both layouts and of a custom dimension.
func TestNewLayoutWins(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"region", "DIM-1/region", "dimensions/minecraft/the_nether/region", "dimensions/sky/high/up/region", "DIM1/data"} {
		if err := os.MkdirAll(root+"/"+dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	got, err := slowanvil.Dimensions(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []slowanvil.Dimension{
		{Name: "minecraft:overworld", Region: root + "/region"},
		{Name: "minecraft:the_nether", Region: root + "/dimensions/minecraft/the_nether/region"},
		{Name: "sky:high/up", Region: root + "/dimensions/sky/high/up/region"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("dimensions (-want +got):\n%s", diff)
	}
}
