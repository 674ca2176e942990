package provenance

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// file reads one line of a kernel file.
func (s Source) file(root, name string) string {
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil || strings.TrimSpace(string(data)) == "" {
		return Unknown
	}
	return strings.TrimSpace(string(data))
}

// cpu reads a field of the first processor.
func (s Source) cpu(field string) string { return s.keyed("cpuinfo", field) }

func (s Source) memory() string { return s.keyed("meminfo", "MemTotal") }

// keyed reads a "key : value" line of a file under Proc.
func (s Source) keyed(file, key string) string {
	f, err := os.Open(filepath.Join(s.Proc, file))
	if err != nil {
		return Unknown
	}
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		if k, v, ok := strings.Cut(scan.Text(), ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return Unknown
}

// turbo reads the boost switch, which lies elsewhere for the two great families of drivers.
func (s Source) turbo() string {
	if v := s.file(s.Sys, "devices/system/cpu/cpufreq/boost"); v != Unknown {
		return map[string]string{"1": "on", "0": "off"}[v]
	}
	if v := s.file(s.Sys, "devices/system/cpu/intel_pstate/no_turbo"); v != Unknown {
		return map[string]string{"0": "on", "1": "off"}[v]
	}
	return Unknown
}

// fileSystem finds the mount that holds Temp: its device and its type.
func (s Source) fileSystem() string {
	dir, err := filepath.Abs(s.Temp)
	if err != nil {
		return Unknown
	}
	f, err := os.Open(filepath.Join(s.Proc, "self/mounts"))
	if err != nil {
		return Unknown
	}
	defer f.Close()
	best, longest := Unknown, -1
	for scan := bufio.NewScanner(f); scan.Scan(); {
		words := strings.Fields(scan.Text())
		if len(words) < 3 || len(words[1]) <= longest {
			continue
		}
		if rel, err := filepath.Rel(words[1], dir); err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
			best, longest = words[2]+" on "+words[0], len(words[1])
		}
	}
	return best
}

func (s Source) osRelease() string {
	data, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return Unknown
	}
	for line := range strings.Lines(string(data)) {
		if v, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
			return strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return Unknown
}
