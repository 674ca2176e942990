package suite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/bench/register"
)

// rawFile is the raw text of a run: benchmark format, with provenance and launches as configuration lines.
type rawFile struct {
	path string
	f    *os.File
	done map[string]bool
}

func openRaw(path string, o Options, fields []register.Field) (*rawFile, error) {
	r := &rawFile{path: path, done: map[string]bool{}}
	if o.Resume {
		if err := r.readDone(); err != nil {
			return nil, err
		}
	}
	flags := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if len(r.done) > 0 {
		flags = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open raw results: %w", err)
	}
	r.f = f
	if len(r.done) == 0 {
		for _, field := range fields {
			r.config(field.Key, field.Value)
		}
	}
	return r, nil
}

// readDone collects the launches that an earlier run finished. A file that is not there has none.
func (r *rawFile) readDone() error {
	f, err := os.Open(r.path)
	if os.IsNotExist(err) {
		return nil
	} else if err != nil {
		return fmt.Errorf("resume: %w", err)
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		if mark, ok := strings.CutPrefix(scan.Text(), register.DoneKey+": "); ok {
			r.done[mark] = true
		}
	}
	return scan.Err()
}

// mark names a launch of a table in the raw text. It holds the table's number, since tables share benchmarks.
func mark(t register.Table, launch int) string {
	return fmt.Sprintf("%d %s %d", t.Number, t.Bench, launch)
}

func (r *rawFile) has(t register.Table, launch int) bool { return r.done[mark(t, launch)] }

func (r *rawFile) config(key, value string) { fmt.Fprintf(r.f, "%s: %s\n", key, value) }

// launch runs one table's benchmark: one process for each pass. Its text is written only when all of them ended well, so that a
// broken-off launch leaves no samples behind.
func (r *rawFile) launch(ctx context.Context, binary string, t register.Table, launch int, o Options) error {
	passes := t.Passes
	if len(passes) == 0 {
		passes = []register.Pass{{Iterations: 1}}
	}
	var text []byte
	for _, pass := range passes {
		out, err := runPass(ctx, binary, t, pass, o)
		if err != nil {
			return err
		}
		text = append(text, out...)
	}
	r.config(register.LaunchKey, strconv.Itoa(launch))
	if _, err := r.f.Write(text); err != nil {
		return fmt.Errorf("write raw results: %w", err)
	}
	r.config(register.DoneKey, mark(t, launch))
	r.done[mark(t, launch)] = true
	return r.f.Sync()
}

// runPass runs one pass of a table in one process and returns what it printed.
func runPass(ctx context.Context, binary string, t register.Table, pass register.Pass, o Options) ([]byte, error) {
	iterations := max(pass.Iterations, 1)
	if o.Quick {
		iterations = max(iterations/quickDivisor, 1)
	}
	cmd := exec.CommandContext(ctx, binary, "-test.run", "^$", "-test.bench", "^Benchmark"+t.Bench+"$"+pass.Match, "-test.benchmem", "-test.count", "1",
		"-test.benchtime", strconv.Itoa(iterations)+"x", "-test.timeout", "30m")
	cmd.Dir = filepath.Join(o.Module, t.Package)
	cmd.Stderr = o.Log
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("benchmark %s%s: %w\n%s", t.Bench, pass.Match, err, out)
	}
	return out, nil
}

// The configuration lines with which a run ends. partKey says why it is no complete one; what follows it, after a run was resumed, may be
// the end of one that is.
const (
	endKey  = "load-after"
	partKey = "incomplete"
)

// end writes how a run ended: part is why it is not complete, or empty.
func (r *rawFile) end(load, part string) {
	r.config(endKey, load)
	if part != "" {
		r.config(partKey, part)
	}
}

// complete reports whether the raw text at a path is of every table, to the end of the run.
func complete(path string) bool {
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	return strings.HasPrefix(lines[len(lines)-1], endKey+": ")
}

func (r *rawFile) Close() error { return r.f.Close() }
