// Package provenance reads what a published figure has to carry about the machine, the software and the moment that it was taken
// on. It only reads; what cannot be read on a machine is said to be unknown rather than left out.
package provenance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/kestrel-mc/kestrel/bench/register"
)

// Unknown is the value of a field that this machine does not tell.
const Unknown = "unknown (not readable on this machine)"

// Source says where to read, so that tests can read elsewhere.
type Source struct {
	// Proc and Sys are the mount points of the kernel's files, "/proc" and "/sys" if empty.
	Proc, Sys string
	// Module is the folder of the module whose commit and requirements are recorded.
	Module string
	// Temp is the folder that the benchmarks write their files to, os.TempDir() if empty.
	Temp string
}

// Read returns the fields in the order in which a page prints them. The time and the command are the caller's to know.
func (s Source) Read(ctx context.Context, now time.Time, command string) []register.Field {
	s = s.defaults()
	commit, clean := s.commit(ctx)
	return []register.Field{
		{Key: "date", Value: now.UTC().Format(time.RFC3339)},
		{Key: "command", Value: command},
		{Key: "commit", Value: commit},
		{Key: "tree", Value: clean},
		{Key: "go", Value: runtime.Version()},
		{Key: "dragonfly", Value: s.version("github.com/df-mc/dragonfly", "")},
		{Key: "go-mc", Value: s.version("github.com/Tnze/go-mc", "bench/peers")},
		{Key: "gomaxprocs", Value: fmt.Sprint(runtime.GOMAXPROCS(0))},
		{Key: "gogc", Value: environment("GOGC", "100 (default)")},
		{Key: "gomemlimit", Value: environment("GOMEMLIMIT", "none (default)")},
		{Key: "goamd64", Value: environment("GOAMD64", "v1 (default)")},
		{Key: "cpu-model", Value: s.cpu("model name")},
		{Key: "physical-cores", Value: s.cpu("cpu cores")},
		{Key: "logical-cores", Value: fmt.Sprint(runtime.NumCPU())},
		{Key: "smt", Value: s.file(s.Sys, "devices/system/cpu/smt/control")},
		{Key: "governor", Value: s.file(s.Sys, "devices/system/cpu/cpu0/cpufreq/scaling_governor")},
		{Key: "turbo", Value: s.turbo()},
		{Key: "memory", Value: s.memory()},
		{Key: "temp-file-system", Value: s.fileSystem()},
		{Key: "os", Value: s.osRelease()},
		{Key: "kernel", Value: s.file(s.Proc, "sys/kernel/osrelease")},
		{Key: "load-before", Value: s.Load()},
	}
}

// Load is the load average at this moment, over 1, 5 and 15 minutes. A run records it before and after.
func (s Source) Load() string {
	s = s.defaults()
	fields := strings.Fields(s.file(s.Proc, "loadavg"))
	if len(fields) < 3 || strings.HasPrefix(fields[0], "unknown") {
		return Unknown
	}
	return strings.Join(fields[:3], " ")
}

func (s Source) defaults() Source {
	if s.Proc == "" {
		s.Proc = "/proc"
	}
	if s.Sys == "" {
		s.Sys = "/sys"
	}
	if s.Temp == "" {
		s.Temp = os.TempDir()
	}
	return s
}

// commit tells the commit of the module's work tree and whether it was clean. Outside a checkout it falls back to what the build
// recorded.
func (s Source) commit(ctx context.Context) (commit, tree string) {
	out, err := git(ctx, s.Module, "rev-parse", "HEAD")
	if err != nil {
		return buildCommit(), Unknown
	}
	changed, err := s.changed(ctx)
	switch {
	case err != nil:
		return out, Unknown
	case changed:
		return out, Dirty
	}
	return out, "clean"
}

// changed reports whether something that could be measured, or decides how, is not as the commit has it. A new file is only what it
// may be compiled with: one of Go's, or one in a folder at the top that has packages. Worlds, pictures and the results of earlier runs
// change no figure.
func (s Source) changed(ctx context.Context) (bool, error) {
	const results = ":(exclude)bench/results"
	tracked, err := git(ctx, s.Module, "status", "--porcelain", "--untracked-files=no", "--", ".", results)
	if err != nil || tracked != "" {
		return err == nil, err
	}
	untracked, err := git(ctx, s.Module, "ls-files", "--others", "--exclude-standard", "-z", "--", ".", results)
	if err != nil {
		return false, err
	}
	sources, err := git(ctx, s.Module, "ls-files", "-z", "--", "*.go")
	if err != nil {
		return false, err
	}
	packages := map[string]bool{}
	for name := range strings.SplitSeq(sources, "\x00") {
		if top, _, below := strings.Cut(name, "/"); below {
			packages[top] = true
		}
	}
	for name := range strings.SplitSeq(untracked, "\x00") {
		top, _, _ := strings.Cut(name, "/")
		if packages[top] || strings.HasSuffix(name, ".go") || name == "go.work" {
			return true, nil
		}
	}
	return false, nil
}

// Dirty is the value of the field "tree" where the checkout had changes that no commit holds and that could matter to a figure.
const Dirty = "dirty"

func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

func buildCommit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, kv := range info.Settings {
			if kv.Key == "vcs.revision" {
				return kv.Value
			}
		}
	}
	return Unknown
}

// buildVersion is the version of a module that the build recorded.
func buildVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return Unknown
}

// version reads a requirement's version from the module file in a folder, since test binaries do not always carry it.
func (s Source) version(path, folder string) string {
	data, err := os.ReadFile(filepath.Join(s.Module, folder, "go.mod"))
	if err != nil {
		return buildVersion(path)
	}
	for line := range strings.Lines(string(data)) {
		if words := strings.Fields(line); len(words) >= 2 && words[len(words)-2] == path || len(words) >= 2 && words[0] == path {
			return words[len(words)-1]
		}
	}
	return Unknown
}

func environment(key, unset string) string {
	if v := os.Getenv(key); v != "" {
		return v
	}
	return unset
}
