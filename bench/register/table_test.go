package register

import (
	"strings"
	"testing"
)

const tableRaw = `launch: 1
BenchmarkSave/stage=snapshot/kestrel-2 10 64000 ns/op 10 B/op 1 allocs/op
BenchmarkSave/stage=codec/kestrel-2 10 1356000 ns/op 10 B/op 1 allocs/op
BenchmarkSave/stage=snapshot/kestrel-2 10 64100 ns/op 10 B/op 1 allocs/op
BenchmarkSave/stage=codec/kestrel-2 10 1356100 ns/op 10 B/op 1 allocs/op
BenchmarkSave/stage=codec/mcdb-2 10 2712000 ns/op 20 B/op 2 allocs/op
BenchmarkSave/stage=codec/mcdb-2 10 2712200 ns/op 20 B/op 2 allocs/op
`

func TestFill(t *testing.T) {
	run, err := Parse(strings.NewReader(tableRaw), "raw")
	if err != nil {
		t.Fatal(err)
	}
	f := Table{Bench: "Save", Ours: "kestrel", Derived: []Derived{{Label: "codec less snapshot", Plus: []string{"stage=codec"}, Minus: []string{"stage=snapshot"}}}}.Fill(run)
	if strings.Join(f.Sides, " ") != "kestrel mcdb" || len(f.Rows) != 3 {
		t.Fatalf("sides %v, %d rows", f.Sides, len(f.Rows))
	}
	codec := f.Rows[1]
	if c := codec.Cells[1]; !c.Judged || c.Verdict.Kind != Factor || c.Verdict.Ratio < 1.99 || c.Verdict.Ratio > 2.01 {
		t.Errorf("codec: %+v", c)
	}
	if f.Rows[0].Cells[1].Present {
		t.Error("a side that was not measured has figures")
	}
	derived := f.Rows[2].Cells[0].Time
	if got, want := derived.Text("sec/op"), "≈ 1.292 ± "; !strings.HasPrefix(got, want) || !derived.Derived {
		t.Errorf("derived: %q, want prefix %q", got, want)
	}
	if half := f.Rows[0].Cells[0].Time.Half + f.Rows[1].Cells[0].Time.Half; derived.Half != half {
		t.Errorf("derived half-width %v, want the sum %v", derived.Half, half)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		iv         Interval
		unit, want string
	}{
		{Interval{Mean: 1181e-6, Half: 31e-6}, "sec/op", "1.181 ± 0.031 ms"},
		{Interval{Mean: 2e-6, Half: 0}, "sec/op", "2.000 ± 0.000 µs"},
		{Interval{Mean: 2048, Half: 0}, "B/op", "2.000 ± 0.000 KiB"},
		{Interval{Mean: 12, Half: 0}, "allocs/op", "12.0 ± 0.0 allocs"},
		{Interval{Mean: 70e-6, Half: 22e-3}, "sec/op", "70.00 µs ± 22.00 ms"},
	} {
		if got := c.iv.Text(c.unit); got != c.want {
			t.Errorf("%+v %s: %q, want %q", c.iv, c.unit, got, c.want)
		}
	}
}
