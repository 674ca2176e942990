package areas

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

var rewrite = flag.Bool("rewrite", false, "write what the scripts print into them, to be read before it is committed")

// TestScripts plays the scripts in testdata. A script is a list of commands, each followed by what it prints, behind "> ". Lines
// that begin with # are comments.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(text))
			if *rewrite {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(text) {
				t.Errorf("the script prints something else now:\n%s", got)
			}
		})
	}
}

// play runs the commands of a script and returns it with what they print now.
func play(t *testing.T, text string) string {
	s := &script{t: t, m: newModel(), e: lighting.NewEngine(nil), jobs: map[string]*Detached{}, tickets: map[string]delivery{}}
	s.configure("")
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "> ") {
			continue
		}
		out.WriteString(line + "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for printed := range strings.Lines(s.do(strings.Fields(line))) {
			out.WriteString("> " + strings.TrimSuffix(printed, "\n") + "\n")
		}
	}
	return out.String()
}

// script is the world that a script plays in.
type script struct {
	t       *testing.T
	m       *model
	w       *World
	e       *lighting.Engine
	job     Job
	jobs    map[string]*Detached
	tickets map[string]delivery
}

type delivery struct {
	ticket Ticket
	light  *lighting.Column
}

func (s *script) configure(args string) {
	conf := Config{Bottom: s.m.bottom, Sections: s.m.sections}
	for arg := range strings.FieldsSeq(args) {
		var n int
		key, value, _ := strings.Cut(arg, "=")
		fmt.Sscan(value, &n)
		*map[string]*int{"maxarea": &conf.MaxArea, "replay": &conf.ReplayLimit, "changes": &conf.MaxChanges, "attempts": &conf.MaxAttempts}[key] = n
	}
	var err error
	s.w, err = conf.New()
	must(s.t, err)
}

func parsePos(text string) (p Pos) {
	if _, err := fmt.Sscanf(text, "%d,%d", &p.X, &p.Z); err != nil {
		panic(text)
	}
	return p
}

// do runs one command and returns what it prints.
func (s *script) do(args []string) string {
	has := func(word string) bool { return args[len(args)-1] == word }
	switch args[0] {
	case "config":
		s.configure(strings.Join(args[1:], " "))
	case "load":
		for _, a := range args[1:] {
			if a != "lit" {
				must(s.t, s.w.Load(s.m.column(s.t, parsePos(a), has("lit"))))
			}
		}
	case "expect":
		p := parsePos(args[1])
		s.tickets[args[1]] = delivery{s.w.Expect(p), s.m.column(s.t, p, has("lit"))}
	case "deliver":
		taken, err := s.w.Deliver(s.tickets[args[1]].ticket, s.tickets[args[1]].light)
		must(s.t, err)
		return fmt.Sprintf("taken %v", taken)
	case "unload":
		s.w.Unload(parsePos(args[1]))
	case "forget":
		s.w.Forget(parsePos(args[1]))
	case "set":
		return s.set(args[1], args[2])
	case "level":
		var x, y, z int32
		fmt.Sscanf(args[1], "%d,%d,%d", &x, &y, &z)
		block, known := s.w.Level(lighting.Block, x, y, z)
		sky, _ := s.w.Level(lighting.Sky, x, y, z)
		return fmt.Sprintf("block %d sky %d known %v", block, sky, known)
	case "ready":
		return s.ready()
	case "run":
		return s.run(has("panic"))
	case "settle":
		s.m.settle(s.t, s.w, s.e)
	case "detach":
		s.jobs[args[1]] = s.w.Detach(s.job)
	case "solve":
		must(s.t, s.jobs[args[1]].Solve(s.e))
	case "apply":
		sections := 0
		applied, err := s.w.Apply(s.jobs[args[1]], func(lighting.Changed) { sections++ })
		must(s.t, err)
		return fmt.Sprintf("applied %v, changed %v", applied, sections > 0)
	case "discard":
		s.w.Discard(s.jobs[args[1]])
	case "verify":
		wrong, err := s.w.Verify(parsePos(args[1]), s.e)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%d cells wrong", wrong)
	case "compare":
		return fmt.Sprintf("%d cells differ from light made from nothing", s.m.differences(s.t, s.w))
	case "stats":
		return fmt.Sprintf("%+v\ncolumns %d queued %d detached %d idle %v", s.w.Stats(), s.w.Len(), s.w.Queued(), s.w.Detached(), s.w.Idle())
	default:
		s.t.Fatalf("unknown command %q", args[0])
	}
	return ""
}

// set changes a cell of the world, or a row of n cells along x when the position ends in *n.
func (s *script) set(at, name string) string {
	class := map[string]lighting.Class{"air": air, "stone": stone, "lamp": lamp, "torch": torch, "water": water}[name]
	var x, y, z int32
	n := int32(1)
	fmt.Sscanf(at, "%d,%d,%d*%d", &x, &y, &z, &n)
	known := true
	for i := range n {
		s.m.cells[[3]int32{x + i, y, z}] = class
		known = s.w.Change(lighting.Change{X: x + i, Y: y, Z: z, Class: class}) && known
	}
	return fmt.Sprintf("known %v", known)
}

func (s *script) ready() string {
	job, ok := s.w.Ready()
	if !ok {
		return "nothing"
	}
	s.job = job
	out := fmt.Sprintf("%v %v ring %v changes %d", job.Mode, job.Members, job.Ring, job.Changes)
	if job.InPlace {
		out += " in place"
	}
	return out
}

func (s *script) run(fail bool) string {
	cells := 0
	err := s.w.Run(s.job, s.e, func(c lighting.Changed) {
		cells += c.Cells.Count()
		if fail {
			panic("the script says so")
		}
	})
	if err != nil {
		s.e = lighting.NewEngine(nil)
		var pe *PassError
		if !errors.As(err, &pe) || len(pe.Stack) == 0 {
			s.t.Errorf("a failed pass gave %v", err)
		}
		return err.Error()
	}
	return fmt.Sprintf("changed %d cells", cells)
}
