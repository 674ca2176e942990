package main

import (
	"maps"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestInspectRealWorlds has the counts of an independent scanner. No vanilla world has a block or biome that the server does not have.
func TestInspectRealWorlds(t *testing.T) {
	type counts struct{ chunks, full, unreadable int }
	for _, test := range []struct {
		world    string
		want     counts
		versions map[string]int
	}{
		{"java-1.8.9", counts{300, 300, 0}, map[string]int{"0": 300}},
		{"flattening/1.12.2", counts{650, 650, 0}, map[string]int{"1343": 650}},
		{"java-1.13.2-blocks", counts{147, 147, 0}, map[string]int{"1631": 147}},
		{"java-1.16.2-blocks", counts{292, 292, 0}, map[string]int{"2578": 292}},
		{"java-1.17.1", counts{144, 144, 0}, map[string]int{"2730": 144}},
		{"java-1.18.1", counts{593, 593, 0}, map[string]int{"2865": 593}},
		{"java-1.20.5", counts{3673, 1473, 0}, map[string]int{"3700": 1188, "3837": 2485}},
		{"java-1.21.1-mixed", counts{225, 16, 0}, map[string]int{"3955": 225}},
		{"java-26.1.2", counts{529, 1, 0}, map[string]int{"4790": 529}},
		{"java-26.1.2-lz4", counts{144, 1, 0}, map[string]int{"4790": 144}},
	} {
		if testing.Short() && test.want.chunks > 300 {
			continue
		}
		t.Run(test.world, func(t *testing.T) {
			got, code := tool[inspection](t, "inspect", testworld.Dir(t, test.world))
			if c := (counts{got.Chunks, got.Full, got.Unreadable}); c != test.want || got.Full+got.Partial+got.Unreadable != got.Chunks || code != exitWell {
				t.Errorf("exit code %d: %+v", code, got)
			}
			if !maps.Equal(got.DataVersions, test.versions) || len(got.UnknownBlocks) > 0 || len(got.UnknownBiomes) > 0 {
				t.Errorf("versions %v, unknown %v and %v", got.DataVersions, got.UnknownBlocks, got.UnknownBiomes)
			}
		})
	}
}

// TestInspectDamaged finds each defect of the damaged worlds.
func TestInspectDamaged(t *testing.T) {
	got, code := tool[inspection](t, "inspect", testworld.Dir(t, "damaged/one-defect-per-chunk"))
	if code != exitProblems || got.Chunks != 21 {
		t.Errorf("exit code %d, %d chunks", code, got.Chunks)
	}
	for chunk, want := range map[string]string{
		"2,0": "unknown compression", "3,0": "compressed stream is damaged", "13,0": "no sectors", "14,0": "points into the header",
		"15,0": "points beyond the end", "12,0": "overlaps", "4,1": "length is zero", "3,1": "longer than its sectors",
	} {
		found := false
		for _, p := range got.Problems {
			found = found || p.Chunk == chunk && p.File == "region/r.0.0.mca" && strings.Contains(p.Problem, want)
		}
		if !found {
			t.Errorf("chunk %s is not said to be %q", chunk, want)
		}
	}
	if got, code := tool[inspection](t, "inspect", testworld.Dir(t, "damaged/header-only")); code != exitWell || got.Chunks != 0 {
		t.Errorf("an empty region: exit code %d, %+v", code, got)
	}
	if got, _ := tool[inspection](t, "inspect", testworld.Dir(t, "damaged/short-checksum")); len(got.Problems) != 3 || got.Unreadable != 0 {
		t.Errorf("checksums that are cut short: %+v", got)
	}
}

// TestInspectLargeChunk reads a chunk of 194 MB if it may, and says by name why it does not if it may not.
func TestInspectLargeChunk(t *testing.T) {
	long(t)
	root := testworld.Dir(t, "java-1.17.1-oversized")
	got, _ := tool[inspection](t, "inspect", root)
	if got.Unreadable != 1 || len(got.Problems) != 1 || got.Problems[0].File != "region/c.0.0.mcc" || !strings.Contains(got.Problems[0].Problem, "too large") {
		t.Errorf("under the usual bound: %+v", got)
	}
	if got, code := tool[inspection](t, "inspect", root, "--max-chunk-mib", "256"); got.Unreadable != 0 || code != exitWell {
		t.Errorf("under a higher bound: %+v", got)
	}
}
