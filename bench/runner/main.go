// Command runner measures the tables of the register and writes their raw text and pages.
//
//	go run ./bench/runner                    # everything, ten launches
//	go run ./bench/runner --quick            # a tenth of the iterations, two launches
//	go run ./bench/runner --table 3,4        # two tables
//	go run ./bench/runner --filter Column    # the tables whose benchmark matches
//	go run ./bench/runner --readme           # the newest committed run's figures into README.md
//
// It stops between launches on an interrupt and leaves valid pages of what was measured; --resume goes on from there.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/kestrel-mc/kestrel/bench/suite"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "runner:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("runner", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var (
		quick    = flags.Bool("quick", false, "a tenth of the iterations and two launches: to see that all works, not to publish")
		filter   = flags.String("filter", "", "measure only benchmarks whose name matches this regular expression")
		numbers  = flags.String("table", "", "measure only the tables with these numbers, separated by commas")
		asJSON   = flags.Bool("json", false, "print the names of the files written as one JSON object")
		resume   = flags.Bool("resume", false, "keep the launches that the raw text in --out already holds")
		dirty    = flags.Bool("dirty", false, "measure although the work tree has changes that no commit holds")
		launches = flags.Int("launches", 0, "process launches a benchmark (0: ten, or two with --quick)")
		out      = flags.String("out", "", "folder for raw text and pages (default bench/results/DATE-HOST; bench-DATE-HOST-... for a run that is not to be published)")
		readme   = flags.Bool("readme", false, "measure nothing: compose the newest published run's pages again and put its figures into README.md")
		module   = flags.String("module", ".", "folder of the module's work tree")
	)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil // it has been printed
	} else if err != nil {
		return err
	}
	if *readme {
		return suite.Publish(*module)
	}
	pattern, err := regexp.Compile(*filter)
	if err != nil {
		return fmt.Errorf("--filter: %w", err)
	}
	var tables []int
	for n := range strings.FieldsFuncSeq(*numbers, func(r rune) bool { return r == ',' }) {
		number, err := strconv.Atoi(n)
		if err != nil {
			return fmt.Errorf("--table: %w", err)
		}
		tables = append(tables, number)
	}
	if *out == "" {
		*out = usualFolder(*quick, *dirty, *numbers, *filter)
	}
	res, err := suite.Run(ctx, suite.Tables, suite.Options{
		Module: *module, Out: *out, Filter: pattern, Numbers: tables, Quick: *quick, Launches: *launches, Dirty: *dirty, Resume: *resume,
		Command: strings.Join(append([]string{"go run ./bench/runner"}, args...), " "), Progress: progress(stderr), Log: stderr,
	})
	if res.Raw == "" {
		return err
	}
	// What was measured is told even if the run was broken off or a table failed.
	if *asJSON {
		return errors.Join(err, json.NewEncoder(stdout).Encode(map[string]any{"runs": res.Runs, "tables": res.Tables, "complete": err == nil, "report": res.Markdown, "html": res.HTML, "raw": res.Raw}))
	}
	_, printErr := fmt.Fprintf(stdout, "%d tables in %d launches: %s, %s, %s\n", res.Tables, res.Runs, res.Markdown, res.HTML, res.Raw)
	return errors.Join(err, printErr)
}

// usualFolder is where the results go. Only a whole run lies where published ones do; each other has a folder of its own kind, which
// git ignores.
func usualFolder(quick, dirty bool, tables, filter string) string {
	host, _ := os.Hostname()
	name := time.Now().UTC().Format("2006-01-02") + "-" + host
	kind := ""
	for _, part := range []struct {
		name string
		on   bool
	}{{"quick", quick}, {"dirty", dirty}, {"table-" + tables, tables != ""}, {"filter-" + filter, filter != ""}} {
		if part.on {
			kind += "-" + strings.Map(plain, part.name)
		}
	}
	if kind == "" {
		return filepath.Join("bench", "results", name)
	}
	return "bench-" + name + kind
}

// plain keeps what is harmless in the name of a folder.
func plain(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
		return r
	}
	return '-'
}

// progress shows a bar on a terminal and a line a launch elsewhere.
func progress(w io.Writer) func(done, all int, what string) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func(done, all int, what string) { fmt.Fprintf(w, "%d/%d %s\n", done+1, all, what) }
	}
	var bar *progressbar.ProgressBar
	return func(done, all int, what string) {
		if bar == nil {
			bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true))
		}
		bar.Describe(what)
		_ = bar.Set(done)
	}
}
