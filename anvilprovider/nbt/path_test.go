package nbt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestLongPath nests deeper than the limit, in lists and in compounds with long names: the error names both ends of the path
// and stays a line that one can read.
func TestLongPath(t *testing.T) {
	long := strings.Repeat("n", 60)
	lists, compounds := []byte{byte(nbt.TagCompound), 0, 0, byte(nbt.TagList), 0, 1, 'L'}, []byte{byte(nbt.TagCompound), 0, 0}
	for range 600 {
		lists = append(lists, byte(nbt.TagList), 0, 0, 0, 1)
		compounds = append(compounds, byte(nbt.TagCompound), 0, 60)
		compounds = append(compounds, long...)
	}
	for _, c := range []struct {
		name, start, end string
		doc              []byte
	}{
		{"lists", "L[0][0]", "[0]", lists},
		{"compounds", long, "." + long, compounds},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := nbt.Decode(c.doc, nbt.Limits{})
			var se *nbt.SyntaxError
			if !errors.As(err, &se) || !errors.Is(err, nbt.ErrDepth) {
				t.Fatalf("got %v", err)
			}
			if !strings.HasPrefix(se.Path, c.start) || !strings.HasSuffix(se.Path, c.end) || !strings.Contains(se.Path, " ... ") {
				t.Errorf("got path %q", se.Path)
			}
			if len(err.Error()) > 300 {
				t.Errorf("the message has %d bytes: %v", len(err.Error()), err)
			}
		})
	}
}
