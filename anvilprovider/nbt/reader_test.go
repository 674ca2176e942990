package nbt_test

import (
	"errors"
	"io"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// sample is a document with every tag, as bytes.
func sample(tb testing.TB) []byte {
	tb.Helper()
	b, err := nbt.Append(nil, "root", nbt.Compound{
		"byte": int8(-1), "short": int16(-2), "int": int32(-3), "long": int64(-4), "float": float32(5), "double": float64(6),
		"bytes": []byte{1, 2}, "ints": []int32{3}, "longs": []int64{4}, "text": "grüße",
		"list":     nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"id": "a"}, nbt.Compound{"id": "b"}}},
		"compound": nbt.Compound{"inner": int32(1)},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func TestReaderReadsEveryTag(t *testing.T) {
	r := nbt.NewReader(sample(t), nbt.Limits{})
	if name, ok := r.Root(); !ok || string(name) != "root" {
		t.Fatalf("root %q, %v", name, r.Err())
	}
	got, ids := map[string]any{}, ""
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		switch string(name) {
		case "byte":
			got["byte"] = r.Byte() == -1
		case "short":
			got["short"] = r.Short() == -2
		case "int":
			got["int"] = r.Int() == -3
		case "long":
			got["long"] = r.Long() == -4
		case "float":
			got["float"] = r.Float() == 5
		case "double":
			got["double"] = r.Double() == 6
		case "bytes":
			got["bytes"] = string(r.ByteArray()) == "\x01\x02"
		case "ints":
			got["ints"] = string(r.IntArray()) == "\x00\x00\x00\x03"
		case "longs":
			got["longs"] = string(r.LongArray()) == "\x00\x00\x00\x00\x00\x00\x00\x04"
		case "text":
			s, err := nbt.DecodeText(r.Text())
			got["text"] = s == "grüße" && err == nil
		case "list":
			elem, n := r.List()
			for range n {
				_, key, _ := r.Next()
				ids += string(key) + string(r.Text())
				r.Next()
			}
			got["list"] = elem == nbt.TagCompound && ids == "idaidb"
		default:
			raw := r.Raw(tag)
			v, ok := raw.Lookup("inner")
			i, isInt := v.Int()
			got["compound"] = ok && isInt && i == 1
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for name, ok := range got {
		if ok != true {
			t.Errorf("%s was read wrongly", name)
		}
	}
	if len(got) != 12 {
		t.Errorf("%d entries read, want 12", len(got))
	}
}

func TestReaderErrorsStick(t *testing.T) {
	r := nbt.NewReader([]byte(doc("\x0a\x00\x01a\x03\x00\x01b\x00\x00\x00")), nbt.Limits{})
	r.Root()
	r.Next()
	tag, _, _ := r.Next()
	if !r.Expect(tag, nbt.TagInt) || r.Int() != 0 || r.Err() != nil {
		t.Fatalf("the bytes and the end make an int: %v", r.Err())
	}
	if r.Int() != 0 || !errors.Is(r.Err(), io.ErrUnexpectedEOF) {
		t.Fatalf("reading past the end: %v", r.Err())
	}
	first := r.Err()
	r.Fail(errors.New("later"))
	_, n := r.List()
	_, _, more := r.Next()
	if r.Err() != first || n != 0 || more || r.Text() != nil || r.LongArray() != nil || !r.Raw(nbt.TagInt).IsZero() {
		t.Error("something was read after an error, or the error changed")
	}
}

// TestShortPayloads reads each kind of payload from every shorter slice.
func TestShortPayloads(t *testing.T) {
	full := map[string]struct {
		bytes string
		read  func(r *nbt.Reader)
	}{
		"byte": {"\x01", func(r *nbt.Reader) { r.Byte() }}, "short": {"\x01\x02", func(r *nbt.Reader) { r.Short() }},
		"int": {"\x01\x02\x03\x04", func(r *nbt.Reader) { r.Int() }}, "long": {"\x01\x02\x03\x04\x05\x06\x07\x08", func(r *nbt.Reader) { r.Long() }},
		"float": {"\x01\x02\x03\x04", func(r *nbt.Reader) { r.Float() }}, "double": {"\x01\x02\x03\x04\x05\x06\x07\x08", func(r *nbt.Reader) { r.Double() }},
		"text": {"\x00\x02ab", func(r *nbt.Reader) { r.Text() }}, "bytes": {"\x00\x00\x00\x02ab", func(r *nbt.Reader) { r.ByteArray() }},
		"ints": {"\x00\x00\x00\x01abcd", func(r *nbt.Reader) { r.IntArray() }}, "longs": {"\x00\x00\x00\x01abcdefgh", func(r *nbt.Reader) { r.LongArray() }},
		"list": {"\x01\x00\x00\x00\x01a", func(r *nbt.Reader) { r.List() }}, "compound": {"\x01\x00\x01ab\x00", func(r *nbt.Reader) { r.Skip(nbt.TagCompound) }},
	}
	for name, p := range full {
		for n := range len(p.bytes) + 1 {
			r := nbt.NewReader([]byte(p.bytes[:n]), nbt.Limits{})
			p.read(r)
			if short := n < len(p.bytes); errors.Is(r.Err(), io.ErrUnexpectedEOF) != short {
				t.Errorf("%s from %d of %d bytes: %v", name, n, len(p.bytes), r.Err())
			}
		}
	}
}

func TestExpectNamesBothTags(t *testing.T) {
	r := nbt.NewReader([]byte(doc("\x0a\x00\x08sections\x01\x00\x01Y\x00\x00")), nbt.Limits{})
	r.Root()
	tag, _, _ := r.Next()
	if r.Expect(tag, nbt.TagList) {
		t.Fatal("a compound passed for a list")
	}
	const want = "nbt: sections (offset 14): wrong tag: compound, want list"
	if r.Err().Error() != want {
		t.Errorf("error %q, want %q", r.Err(), want)
	}
}

func TestSkipDoesNotAllocate(t *testing.T) {
	b := sample(t)
	r := nbt.NewReader(nil, nbt.Limits{})
	n := testing.AllocsPerRun(100, func() {
		r.Reset(b)
		r.Root()
		for {
			tag, _, ok := r.Next()
			if !ok {
				break
			}
			r.Skip(tag)
		}
	})
	if n != 0 || r.Close() != nil {
		t.Errorf("%v allocations, error %v", n, r.Err())
	}
}

func TestBorrowDoesNotAllocate(t *testing.T) {
	b := sample(t)
	r := nbt.NewReader(nil, nbt.Limits{})
	total := 0
	n := testing.AllocsPerRun(100, func() {
		r.Reset(b)
		r.Root()
		for {
			tag, name, ok := r.Next()
			if !ok {
				break
			}
			total += len(name) + len(r.Raw(tag).Data)
		}
	})
	if n != 0 || total == 0 {
		t.Errorf("%v allocations, %d bytes", n, total)
	}
}
