package register

import (
	"strings"
	"testing"
)

const raw = `commit: abc
launch: 1
BenchmarkLoadColumn/kestrel-2   	100	  200000 ns/op	 1000 B/op	 10 allocs/op
BenchmarkLoadColumn/mcdb-2      	100	  700000 ns/op	 9000 B/op	 90 allocs/op
noise that a test printed
launch: 2
BenchmarkLoadColumn/kestrel-2   	100	  220000 ns/op	 1000 B/op	 10 allocs/op
BenchmarkLoadColumn/mcdb-2      	100	  720000 ns/op	 9000 B/op	 90 allocs/op
BenchmarkHeight/kind=sky/sections=24-2  100  3000 ns/op
PASS
`

func TestParse(t *testing.T) {
	run, err := Parse(strings.NewReader(raw), "raw.txt")
	if err != nil {
		t.Fatal(err)
	}
	names := run.Names("LoadColumn")
	if len(names) != 2 || names[0].Parts != "/side=kestrel" {
		t.Fatalf("names: %+v", names)
	}
	iv, ok := run.Interval(names[0], "sec/op")
	if !ok || iv.N != 2 || iv.Launches != 2 || iv.Mean < 209e-6 || iv.Mean > 211e-6 {
		t.Errorf("interval: %+v", iv)
	}
	if run.Value("commit") != "abc" || run.Value(LaunchKey) != "" {
		t.Errorf("config: %+v", run.Config)
	}
	height := run.Names("Height")[0]
	if v, _ := height.Part("sections"); v != "24" || height.Without("sections") != "kind=sky" {
		t.Errorf("name taken apart: %q %q", v, height.Without("sections"))
	}
	if _, err := Parse(strings.NewReader("PASS\n"), "empty.txt"); err == nil {
		t.Error("a text without results was accepted")
	}
}
