package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testclient"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestRealWorld serves a world that nobody here wrote, flies to columns with signs and with double chests, and compares every cell of
// them with what an independent reader finds in the files.
func TestRealWorld(t *testing.T) {
	root := testworld.Dir(t, "java-1.20.5")
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	signs, chests := interesting(t, filepath.Join(root, "region"))
	srv := serve(t, "--config", filepath.Join(t.TempDir(), "config.toml"), "--world", root, "--read-only")
	c := srv.join(ctx, t)

	texts, cells := 0, 0
	for _, col := range signs {
		cells += visit(ctx, t, c, col)
		texts += compareSigns(t, c, col)
	}
	pairs := 0
	for _, col := range chests {
		cells += visit(ctx, t, c, col)
		pairs += comparePairs(t, c, col)
	}
	t.Logf("compared %d cells that are not air, %d signs and %d double chests", cells, texts, pairs)
	if cells < 500 || texts < 3 || pairs < 3 {
		t.Error("the test has not seen what it is for")
	}
	at := chests[0].chests[0]
	if err := c.Move(mgl32.Vec3{float32(at[0]) + 0.5, float32(at[1]) + 1, float32(at[2]) + 1.5}); err != nil {
		t.Fatal(err)
	}
	opened, err := c.Open(ctx, at[0], at[1], at[2])
	if err != nil {
		t.Fatal(err)
	}
	if len(opened.Items) != 54 {
		t.Errorf("a double chest has %d slots", len(opened.Items))
	}
}

// interestingColumn is a column with signs or double chests, at their positions.
type interestingColumn struct {
	*slowanvil.Chunk
	signs  map[[3]int]string // the text of the front
	chests [][3]int          // left halves
}

// interesting finds a few columns with signs that say something, and a few with double chests.
func interesting(t *testing.T, region string) (signs, chests []interestingColumn) {
	t.Helper()
	err := slowanvil.Entries(region, func(_ string, e slowanvil.Entry) error {
		root, err := slowanvil.Parse(e.NBT)
		if e.Err != nil || err != nil {
			return nil
		}
		chunk, err := slowanvil.Decode(root)
		if err != nil || !chunk.Full {
			return nil
		}
		col := interestingColumn{Chunk: chunk, signs: map[[3]int]string{}}
		entities, _ := root["block_entities"].([]any)
		for _, e := range entities {
			e := e.(map[string]any)
			at := [3]int{slowanvil.Int(e["x"]), slowanvil.Int(e["y"]), slowanvil.Int(e["z"])}
			if front, ok := e["front_text"].(map[string]any); ok {
				if text := plainText(front["messages"]); text != "" {
					col.signs[at] = text
				}
			}
			if state := chunk.State(at[0]&15, at[1], at[2]&15); strings.HasPrefix(state, "minecraft:chest[") && strings.Contains(state, "type=left") {
				col.chests = append(col.chests, at)
			}
		}
		if len(col.signs) > 0 && len(signs) < 4 {
			signs = append(signs, col)
		}
		if len(col.chests) > 0 && len(chests) < 3 {
			chests = append(chests, col)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(signs) == 0 || len(chests) == 0 {
		t.Fatalf("%d columns with signs, %d with double chests", len(signs), len(chests))
	}
	return signs, chests
}

// plainText joins the lines of a sign that are plain strings: text components as JSON, before 1.21.5. It is empty if a line is anything
// else, or all lines are.
func plainText(messages any) string {
	list, _ := messages.([]any)
	var lines []string
	for _, m := range list {
		m, _ := m.(string)
		var line string
		if json.Unmarshal([]byte(m), &line) != nil {
			var component map[string]string
			if json.Unmarshal([]byte(m), &component) != nil || len(component) != 1 {
				return ""
			}
			line = component["text"]
		}
		lines = append(lines, line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// visit flies to a column, compares all of its cells, and returns how many of them are not air.
func visit(ctx context.Context, t *testing.T, c *testclient.Client, col interestingColumn) int {
	t.Helper()
	if err := c.Move(mgl32.Vec3{float32(col.X)*16 + 8, 200, float32(col.Z)*16 + 8}); err != nil {
		t.Fatal(err)
	}
	if err := c.LoadColumn(ctx, col.X, col.Z, -64, 319); err != nil {
		t.Fatal(err)
	}
	return compareColumn(t, c, col.Chunk, -64, 319)
}

// compareColumn compares every cell of a column between two heights, and returns how many of them are not air.
func compareColumn(t *testing.T, c *testclient.Client, col *slowanvil.Chunk, minY, maxY int) (solid int) {
	t.Helper()
	blocks := translator(t)
	for x := range 16 {
		for z := range 16 {
			for y := minY; y <= maxY; y++ {
				key := anvil.Modernise(col.State(x, y, z), int32(col.DataVersion))
				wx, wz := int(col.X)*16+x, int(col.Z)*16+z
				if key != "minecraft:air" {
					solid++
				} else if b, _ := c.Block(wx, y, wz); strings.HasSuffix(b.Name, "frame") {
					continue // an item frame, which Java has as an entity and Bedrock as a block
				}
				if !grows(key) {
					compareCell(t, c, blocks, key, wx, y, wz)
				}
			}
		}
	}
	return solid
}

// compareSigns compares the text of a column's signs, and returns how many there are.
func compareSigns(t *testing.T, c *testclient.Client, col interestingColumn) int {
	t.Helper()
	for at, want := range col.signs {
		data, ok := c.BlockEntity(at[0], at[1], at[2])
		front, _ := data["FrontText"].(map[string]any)
		if text, _ := front["Text"].(string); !ok || strings.TrimRight(text, "\n") != want {
			t.Errorf("the sign at %v says %q, want %q", at, text, want)
		}
	}
	return len(col.signs)
}

// comparePairs checks that both halves of a column's double chests name each other, and returns how many there are.
func comparePairs(t *testing.T, c *testclient.Client, col interestingColumn) (n int) {
	t.Helper()
	for _, at := range col.chests {
		data, ok := c.BlockEntity(at[0], at[1], at[2])
		x, okX := data["pairx"].(int32)
		z, okZ := data["pairz"].(int32)
		if !ok || !okX || !okZ {
			t.Errorf("the chest at %v is single: %v", at, data)
			continue
		}
		if int32(at[0]>>4) != x>>4 || int32(at[2]>>4) != z>>4 {
			continue // the other half is in a column that the client may not have
		}
		other, _ := c.BlockEntity(int(x), at[1], int(z))
		if other["pairx"] != int32(at[0]) || other["pairz"] != int32(at[2]) {
			t.Errorf("the chest at %v names %d, %d, which names %v, %v", at, x, z, other["pairx"], other["pairz"])
		}
		if b, _ := c.Block(int(x), at[1], int(z)); b.Name != "minecraft:chest" {
			t.Errorf("the chest at %v names %v", at, b)
		}
		n++
	}
	return n
}
