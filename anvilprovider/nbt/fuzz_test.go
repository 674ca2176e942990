package nbt_test

import (
	"bytes"
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	gopher "github.com/sandertv/gophertunnel/minecraft/nbt"
)

func seeds(f *testing.F) {
	for _, g := range goods {
		f.Add([]byte(g.bytes))
	}
	for _, b := range bads {
		f.Add([]byte(b.bytes))
	}
	f.Add(sample(f))
}

// FuzzDecode holds the promises of the package comment: no panic, memory bounded by the input, agreement of the layers,
// the same bytes back where names are unique and sorted, else the same tree.
func FuzzDecode(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		name, root, err := nbt.Decode(b, nbt.Limits{})

		r := nbt.NewReader(b, nbt.Limits{})
		if _, ok := r.Root(); ok {
			for {
				tag, _, more := r.Next()
				if !more {
					break
				}
				r.Skip(tag)
			}
		}
		if streamErr := r.Close(); err == nil && streamErr != nil {
			t.Fatalf("the tree accepts what the stream refuses: %v", streamErr)
		}
		if err != nil {
			return
		}
		back, err := nbt.Append(nil, name, root)
		if err != nil {
			t.Fatalf("accepted, but not encodable: %v", err)
		}
		if len(back) == len(b) {
			// Nothing was dropped, so only the order of entries may differ.
			ra, rb := nbt.NewReader(b, nbt.Limits{}), nbt.NewReader(back, nbt.Limits{})
			ra.Root()
			rb.Root()
			body := nbt.Raw{Tag: nbt.TagCompound, Data: b[ra.Offset():]}
			if ok, path := nbt.Equal(body, nbt.Raw{Tag: nbt.TagCompound, Data: back[rb.Offset():]}); !ok {
				t.Fatalf("differs at %s:\n% x\n% x", path, b, back)
			}
		} else if len(back) > len(b) {
			t.Fatalf("%d bytes became %d", len(b), len(back))
		}
		again, root2, err := nbt.Decode(back, nbt.Limits{})
		if err != nil || again != name {
			t.Fatalf("own bytes refused: %v", err)
		}
		if second, err := nbt.Append(nil, again, root2); err != nil || !bytes.Equal(second, back) {
			t.Fatalf("encoding is not stable: %v", err)
		}
	})
}

// FuzzAgreement compares with gophertunnel's decoder on what both accept.
func FuzzAgreement(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		_, root, err := nbt.Decode(b, nbt.Limits{Depth: 100})
		if err != nil {
			return
		}
		var other map[string]any
		if err := gopher.UnmarshalEncoding(b, &other, gopher.BigEndian); err != nil {
			return
		}
		if !same(root, other) {
			t.Fatalf("ours %v\ntheirs %v", root, other)
		}
	})
}

// same compares a tree of ours with one of gophertunnel's, which has arrays as Go arrays and texts as their bytes.
func same(a, b any) bool {
	switch a := a.(type) {
	case nbt.Compound:
		m, ok := b.(map[string]any)
		// A name with characters outside ASCII has two spellings, and with them two entries may become one.
		if !ok || len(m) < len(a) {
			return false
		}
		for name, v := range a {
			w, ok := m[string(nbt.AppendText(nil, name))]
			if !ok || !same(v, w) {
				return false
			}
		}
		return true
	case nbt.List:
		v := reflect.ValueOf(b)
		if b == nil {
			return len(a.Items) == 0
		}
		if v.Kind() != reflect.Slice || v.Len() != len(a.Items) {
			return false
		}
		for i, x := range a.Items {
			if !same(x, v.Index(i).Interface()) {
				return false
			}
		}
		return true
	case string:
		s, ok := b.(string)
		return ok && string(nbt.AppendText(nil, a)) == s
	case float32:
		x, ok := b.(float32)
		return ok && math.Float32bits(x) == math.Float32bits(a)
	case float64:
		x, ok := b.(float64)
		return ok && math.Float64bits(x) == math.Float64bits(a)
	case []byte, []int32, []int64:
		x, y := reflect.ValueOf(a), reflect.ValueOf(b)
		if y.Kind() != reflect.Array || x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if x.Index(i).Interface() != y.Index(i).Interface() {
				return false
			}
		}
		return true
	}
	return a == b
}

// TestAllocationIsBounded feeds counts that promise far more than the input holds.
func TestAllocationIsBounded(t *testing.T) {
	deep := bytes.Repeat([]byte("\x09\x00\x01a\x09\x00\x00\x00\x40"), 1000)
	inputs := [][]byte{deep}
	for _, b := range bads {
		inputs = append(inputs, []byte(b.bytes))
	}
	for _, b := range inputs {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := nbt.Decode(b, nbt.Limits{})
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; err == nil || used > 1<<16+200*uint64(len(b)) {
			t.Errorf("%d bytes of input allocate %d bytes (error %v)", len(b), used, err)
		}
	}
}
