package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// tool runs a world tool with --json and returns what it printed and how it ended.
func tool[T any](t *testing.T, args ...string) (result T, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), append(args, "--json"), &stdout, &stderr)
	if code == exitCannot {
		t.Fatalf("%v: %s", args, stderr.String())
	}
	d := json.NewDecoder(&stdout)
	d.DisallowUnknownFields()
	if err := d.Decode(&result); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if d.More() {
		t.Errorf("%v prints more than one object", args)
	}
	return result, code
}

// verified has the number of finished chunks of each world, all of which come back identical. README has the same numbers.
var verified = map[string]int{
	"java-1.8.9": 300, "java-1.12.2": 4610, "java-1.13.2-blocks": 147, "java-1.15.2": 1450, "java-1.16.2-blocks": 292, "java-1.17.1": 144, "java-1.18.1": 593,
	"java-1.20.5": 1473, "java-1.21": 134, "java-1.21.1-lz4": 16, "java-1.21.1-mixed": 16, "java-1.21.11-unlit": 663, "java-26.1.2": 1,
}

// oldWorlds are those of before 1.18.
var oldWorlds = []string{"java-1.8.9", "java-1.12.2", "java-1.13.2-blocks", "java-1.15.2", "java-1.16.2-blocks", "java-1.17.1"}

// TestVerifyRealWorlds is the promise of verify on worlds that nobody here wrote.
func TestVerifyRealWorlds(t *testing.T) {
	worlds := verified
	if testing.Short() {
		worlds = map[string]int{"java-1.21.1-mixed": 16}
	}
	for name, full := range worlds {
		t.Run(name, func(t *testing.T) {
			v, code := tool[verification](t, "verify", testworld.Dir(t, name))
			if v.Identical != full || v.Changed != 0 || v.Failed != 0 || v.Identical+v.Skipped != v.Chunks || code != exitWell {
				t.Errorf("exit code %d: %+v", code, v)
			}
			// What is older than 1.18 is merged, and left as it is.
			want := full
			if slices.Contains(oldWorlds, name) {
				want = 0
			}
			if v.Rewritten != want {
				t.Errorf("%d chunks were encoded anew, want %d", v.Rewritten, want)
			}
		})
	}
}

// long skips a test that takes many seconds and has no concurrency that shorter ones do not have.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long")
	}
}

// TestShards runs the tools in four parts, which together must be one run.
func TestShards(t *testing.T) {
	long(t)
	root := testworld.Dir(t, "java-1.21.11-unlit")
	whole, _ := tool[inspection](t, "inspect", root)
	verified, _ := tool[verification](t, "verify", root)
	sum := newInspection(javaWorld{root: whole.World, damage: problems{}})
	var sumVerified verification
	sumVerified.World, sumVerified.Problems = verified.World, problems{}
	for i := range 4 {
		flag := fmt.Sprintf("--shard=%d/4", i)
		part, _ := tool[inspection](t, "inspect", root, flag)
		sum.add(&part)
		partVerified, _ := tool[verification](t, "verify", root, flag)
		sumVerified.add(partVerified)
	}
	sum.Problems.sort()
	if diff := cmp.Diff(&whole, sum); diff != "" {
		t.Errorf("inspect in parts:\n%s", diff)
	}
	if diff := cmp.Diff(verified, sumVerified); diff != "" {
		t.Errorf("verify in parts:\n%s", diff)
	}
}

// TestVerifyFinds plants changes in a copy, each of which has to be found.
func TestVerifyFinds(t *testing.T) {
	dir := t.TempDir()
	open := func(name string, payloads ...nbt.Compound) *region.Store {
		s, err := region.Options{Sync: region.SyncNone}.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		for x, p := range payloads {
			data, err := nbt.Append(nil, "", p)
			if err != nil {
				t.Fatal(err)
			}
			if p == nil {
				continue
			}
			if err := s.Write(int32(x), 0, data); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	before := open("before", nbt.Compound{"a": int32(1)}, nbt.Compound{"a": int32(1), "b": nbt.Compound{"c": "x"}}, nbt.Compound{"a": int32(1)}, nil, nil)
	after := open("after", nbt.Compound{"a": int32(1)}, nbt.Compound{"a": int32(1), "b": nbt.Compound{"c": "y"}}, nil, nbt.Compound{}, nil)
	w := &verifier{root: dir, bar: newProgress(new(bytes.Buffer), "chunks", 5)}
	var entries []region.Entry
	for x := range int32(5) {
		entries = append(entries, region.Entry{X: x})
	}
	same := w.equal(javaworld.Region{}, before, after, entries)
	if len(same) != 2 || same[0].X != 0 || same[1].X != 4 || w.found.Changed != 3 {
		t.Errorf("%d changed, same are %v", w.found.Changed, same)
	}
	text := fmt.Sprint(w.found.Problems)
	for _, want := range []string{"1,0 came back changed: at b.c", "2,0 came back changed: it is gone", "3,0 came back changed: it was made from nothing"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}
