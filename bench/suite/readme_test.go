package suite

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestReadme holds the figures of README.md to the newest committed run: nothing in it is written by hand.
func TestReadme(t *testing.T) {
	module := testworld.Root(t)
	readme, err := os.ReadFile(filepath.Join(module, "README.md"))
	if os.IsNotExist(err) {
		t.Skip("there is no README.md")
	} else if err != nil {
		t.Fatal(err)
	}
	want, err := wanted(module)
	if err != nil {
		t.Fatal(err)
	}
	_, got, _, err := block(readme)
	if errors.Is(err, errMarkers) && want == notYet {
		t.Skip("no run is published, and README.md has no place for its figures")
	} else if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("the figures are not those of the newest run: write them with go run ./bench/runner --readme\nREADME.md has:\n%s\nthe run gives:\n%s", got, want)
	}
}

// TestReport holds the pages of the newest run to its raw text.
func TestReport(t *testing.T) {
	raw, ok := Newest(testworld.Root(t))
	if !ok {
		t.Skip("no run is published")
	}
	page, err := Read(Tables, raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range page.Tables {
		if table.Number <= 13 && len(table.Rows) == 0 {
			t.Errorf("table %d has no rows in the published run", table.Number)
		}
	}
	var md, html bytes.Buffer
	if err := page.Markdown(&md); err != nil {
		t.Fatal(err)
	}
	if err := page.HTML(&html); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"report.md": md.Bytes(), "report.html": html.Bytes()} {
		got, err := os.ReadFile(filepath.Join(filepath.Dir(raw), name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its raw text gives: write it with go run ./bench/runner --readme", name)
		}
	}
}

const readmeRaw = `date: 2026-11-30T12:00:00Z
commit: 0123456789abcdef
tree: clean
launch: 1
pkg: example.org/bench/peers
BenchmarkLoadColumn/kestrel/world=terrain-2 10 100000 ns/op
BenchmarkLoadColumn/mcdb/world=terrain-2 10 300000 ns/op
launch: 2
BenchmarkLoadColumn/kestrel/world=terrain-2 10 100010 ns/op
BenchmarkLoadColumn/mcdb/world=terrain-2 10 300010 ns/op
load-after: 0.10 0.20 0.30
`

func TestPublish(t *testing.T) {
	module := t.TempDir()
	results := filepath.Join(module, "bench", "results", "2026-11-30-host")
	if err := os.MkdirAll(results, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(results, "raw.txt"), readmeRaw)
	path := filepath.Join(module, "README.md")
	write(path, "# Title\n\n"+figuresBegin+"\nold\n"+figuresEnd+"\n\nafter\n")
	if err := Publish(module); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Title\n\n" + figuresBegin + "\n| what", "(mcdb) | 100.0 ± ", "| 3.00× (2.8", "2026-11-30 at commit 0123456789ab (clean tree)", "](bench/results/2026-11-30-host/report.md)", figuresEnd + "\n\nafter\n"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("README.md lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(string(got), "old") {
		t.Errorf("the old figures stayed:\n%s", got)
	}
	if _, err := os.Stat(filepath.Join(results, "report.html")); err != nil {
		t.Error(err)
	}
	write(path, "no markers")
	if err := Publish(module); err == nil {
		t.Error("a README without markers was accepted")
	}
}
