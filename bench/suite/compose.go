package suite

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/bench/register"
)

// Compose writes the pages beside the raw text at a path, from that text alone, so that a page never says what its raw file does not.
func Compose(tables []register.Table, rawPath string) (Result, error) {
	dir := filepath.Dir(rawPath)
	res := Result{Raw: rawPath, Markdown: filepath.Join(dir, "report.md"), HTML: filepath.Join(dir, "report.html")}
	page, err := Read(tables, rawPath)
	if err != nil {
		return res, err
	}
	for _, t := range page.Tables {
		if len(t.Rows) > 0 {
			res.Tables++
		}
	}
	if err := writeTo(res.Markdown, page.Markdown); err != nil {
		return res, err
	}
	return res, writeTo(res.HTML, page.HTML)
}

// Read makes the page of the raw text at a path.
func Read(tables []register.Table, rawPath string) (register.Page, error) {
	f, err := os.Open(rawPath)
	if err != nil {
		return register.Page{}, fmt.Errorf("compose pages: %w", err)
	}
	defer f.Close()
	run, err := register.Parse(f, filepath.Base(rawPath))
	if err != nil {
		return register.Page{}, fmt.Errorf("compose pages: %w", err)
	}
	return register.Compose("Kestrel: measured results", run, tables, filepath.Base(rawPath)), nil
}

func writeTo(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("compose pages: %w", err)
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("compose pages: %w", err)
	}
	return f.Close()
}
