package translate

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/table"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestEmbedded checks the embedded table against what the generated file says about it.
func TestEmbedded(t *testing.T) {
	sum := sha256.Sum256([]byte(blocks))
	if hex.EncodeToString(sum[:]) != TableSHA256 {
		t.Errorf("the checksum is %x", sum)
	}
	tab, err := table.Decode([]byte(blocks))
	if err != nil {
		t.Fatal(err)
	}
	if len(tab.Blocks) != tableBlocks || len(tab.Images) != tableStates || len(tab.Palette) != tablePalette {
		t.Errorf("%d blocks, %d states, %d images", len(tab.Blocks), len(tab.Images), len(tab.Palette))
	}
	for i := 1; i < len(tab.Blocks); i++ {
		if tab.Blocks[i-1].Name >= tab.Blocks[i].Name {
			t.Errorf("%s is out of order", tab.Blocks[i].Name)
		}
	}
}

// TestMerged compares the embedded table, whatever the registry has of it, with the one that was made by other means:
// the same 35,723 states with the same images, newest properties included.
func TestMerged(t *testing.T) {
	var merged map[string][2]any
	testworld.JSON(t, &merged, "mappingdata", "merged", "java26.3_to_bedrock1.26.50.json.gz")
	tab, err := table.Decode([]byte(blocks))
	if err != nil {
		t.Fatal(err)
	}
	tr := &Translator{table: tab}
	tr.lay()
	for b := range tab.Blocks {
		for i := range tab.Blocks[b].States {
			key := tr.key(b, i)
			want, ok := merged[key]
			if !ok {
				want, ok = merged[key+"[]"]
			}
			if !ok {
				t.Fatalf("%s is not a state of Java 26.3", key)
			}
			image := tab.Palette[tab.Images[tab.Blocks[b].First+i]]
			shape := tab.Shapes[image.Shape]
			props, _ := want[1].(map[string]any)
			same := shape.Name == want[0] && len(shape.Props) == len(props)
			for j, p := range shape.Props {
				same = same && props[p] == image.Values[j]
			}
			if !same {
				t.Errorf("%s is %s %v, want %v", key, shape.Name, image.Values, want)
			}
			// The offset of the key is the state that the key was made of.
			_, rest, _ := strings.Cut(key, "[")
			if got := tr.layout[b].offset(rest); got != i {
				t.Fatalf("%s has offset %d, want %d", key, got, i)
			}
			if got := tr.layout[b].search(rest); got != i {
				t.Fatalf("%s is found at offset %d, want %d", key, got, i)
			}
		}
	}
	if len(merged) != tableStates {
		t.Errorf("%d states, want %d", tableStates, len(merged))
	}
}
