package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the pictures in docs again")

// fences finds the blocks of code in a page, with their language.
var fences = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// TestReadmeSnippet keeps README's program equal to one that compiles.
func TestReadmeSnippet(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func Example() {\n")
	body, _, _ = strings.Cut(body, "\n}\n")
	want := strings.ReplaceAll("\n"+body, "\n\t", "\n")[1:] + "\n"
	for _, m := range fences.FindAllStringSubmatch(string(readme), -1) {
		if m[1] == "go" {
			if m[2] != want {
				t.Errorf("README has\n%s\nand example_test.go\n%s", m[2], want)
			}
			return
		}
	}
	t.Error("README has no Go program")
}

// TestReadmeResults holds README's table to the numbers that the tests of verify and relight hold.
func TestReadmeResults(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(readme)) {
		if !strings.HasPrefix(line, "| java-") {
			continue
		}
		rows++
		cells := strings.Split(strings.Trim(strings.ReplaceAll(line, ",", ""), "|\n"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		want := []string{fmt.Sprint(verified[cells[0]]), "0", "", "", ""}
		for _, c := range compared {
			if c.world == cells[0] && c.chunks > 0 {
				want = append(want[:2], fmt.Sprint(c.cells), fmt.Sprint(c.block), fmt.Sprint(c.sky))
			}
		}
		if got := append(cells[2:4:4], cells[4:]...); !slices.Equal(got, want) {
			t.Errorf("%s: README has %q, the tests %q", cells[0], got, want)
		}
	}
	if rows < 10 {
		t.Errorf("README has only %d rows", rows)
	}
}

// TestDocsCommands runs the commands of README and of every page in docs, page by page, on a world called survival. Commands that serve are
// started on a free port of this machine and stopped.
func TestDocsCommands(t *testing.T) {
	long(t)
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range append(pages, "../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range fences.FindAllStringSubmatch(string(text), -1) {
				if m[1] != "sh" {
					continue
				}
				for line := range strings.Lines(m[2]) {
					command, ok := strings.CutPrefix(strings.TrimSpace(line), "go run ./example-server")
					if !ok {
						continue
					}
					if ran == 0 || !inWorkFolder() {
						enterWorkFolder(t)
					}
					ran++
					documented(t, strings.Fields(command))
				}
			}
		})
	}
	if ran < 15 {
		t.Errorf("only %d commands were run", ran)
	}
}

// inWorkFolder reports whether the test runs in a folder with the world that the pages talk about.
func inWorkFolder() bool {
	_, err := os.Stat(filepath.Join("survival", "level.dat"))
	return err == nil
}

// enterWorkFolder makes such a folder and goes there until the test ends.
func enterWorkFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := writeShowcase("survival"); err != nil {
		t.Fatal(err)
	}
}

// documented runs one command, which must end well.
func documented(t *testing.T, args []string) {
	t.Helper()
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), args, &stdout, &stderr); code != exitWell {
			t.Errorf("%v ended with %d: %s", args, code, stderr.String())
		}
		return
	}
	if i := slices.Index(args, "--address"); i >= 0 {
		args = slices.Delete(slices.Clone(args), i, i+2)
	}
	serve(t, args...).wait(t)
}

// TestPictures draws the pictures in docs and compares. With -update it writes them.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	w := filepath.Join(dir, "w")
	if err := writeShowcase(w); err != nil {
		t.Fatal(err)
	}
	for file, what := range map[string]string{"showcase.png": "blocks", "showcase-light.png": "block-light"} {
		path := filepath.Join("..", "docs", file)
		drawn := filepath.Join(dir, file)
		tool[rendering](t, "render", w, "--what", what, "--out", drawn)
		got, err := os.ReadFile(drawn)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what render draws (%v): go test ./example-server -run TestPictures -update", path, err)
		}
	}
}

// TestLinks follows the links between the pages.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	for _, page := range append(pages, "../README.md", "../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s leads to %s: %v", page, m[1], err)
			}
		}
	}
}
