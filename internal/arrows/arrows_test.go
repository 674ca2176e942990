// Package arrows holds the test of the module's dependency arrows: which package may know which. It has no code of its own.
package arrows

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/kestrel-mc/kestrel/"

// rule says what the packages under a folder must not depend on, directly or through others.
type rule struct {
	folder    string
	forbidden []string
	why       string
}

var (
	dragonfly = "github.com/df-mc/dragonfly"
	shell     = []string{"sync", "time", "log", "log/slog", "os", "net"}
)

// rules are the arrows of the design: they point from the shell down to the core, and never back.
var rules = []rule{
	{"lighting", []string{dragonfly, "github.com/sandertv", module + "areas", module + "anvilprovider", module + "plugin", module + "config"}, "the light engine knows no server and no file"},
	{"areas", []string{dragonfly, "github.com/sandertv", module + "anvilprovider", module + "plugin", module + "config"}, "areas know lighting only"},
	{"anvilprovider/region", []string{dragonfly, "github.com/sandertv", module + "anvilprovider/nbt", module + "anvilprovider/anvil", module + "anvilprovider/translate", module + "lighting"}, "region files are bytes only"},
	{"anvilprovider/nbt", []string{dragonfly, "github.com/sandertv", module}, "NBT knows no Minecraft"},
	{"anvilprovider/anvil", []string{dragonfly, "github.com/sandertv", module + "anvilprovider/region", module + "anvilprovider/translate", module + "lighting"}, "the chunk schema knows NBT, not the host"},
	{"anvilprovider/translate", []string{module + "anvilprovider/region", module + "plugin", module + "areas", module + "config"}, "translation knows no file and no shell"},
	{"anvilprovider", []string{module + "plugin", module + "areas", module + "config", module + "example-server"}, "the provider is below the plug-in and the configuration"},
	{"plugin", []string{module + "config", module + "example-server"}, "the plug-in is below the configuration"},
	{"config", []string{module + "example-server", module + "bench"}, "the configuration is below the server"},
}

// direct are imports that the pure packages may not have themselves; what the standard library does inside is its own affair.
var direct = []rule{
	{"lighting", append([]string{"unsafe"}, shell...), "pure core"},
	{"areas", append([]string{"unsafe"}, shell...), "pure core"},
	{"anvilprovider/nbt", append([]string{"unsafe"}, shell...), "pure core"},
	{"anvilprovider/anvil", append([]string{"unsafe"}, shell...), "pure core"},
}

func TestArrows(t *testing.T) {
	deps := list(t, "{{.ImportPath}} {{join .Deps \" \"}}")
	check(t, deps, rules, func(dep, forbidden string) bool {
		return dep == forbidden || strings.HasPrefix(dep, strings.TrimSuffix(forbidden, "/")+"/")
	})
}

func TestPureImports(t *testing.T) {
	imports := list(t, "{{.ImportPath}} {{join .Imports \" \"}}")
	check(t, imports, direct, func(dep, forbidden string) bool { return dep == forbidden })
}

// check reports every package under a rule's folder that has a forbidden dependency outside that folder.
func check(t *testing.T, packages map[string][]string, rules []rule, match func(dep, forbidden string) bool) {
	t.Helper()
	for _, r := range rules {
		own := module + r.folder
		for pkg, deps := range packages {
			if pkg != own && !strings.HasPrefix(pkg, own+"/") || strings.Contains(pkg, "/internal/gen") {
				continue
			}
			for _, dep := range deps {
				if dep == own || strings.HasPrefix(dep, own+"/") {
					continue
				}
				for _, f := range r.forbidden {
					if match(dep, f) {
						t.Errorf("%s depends on %s: %s", pkg, dep, r.why)
					}
				}
			}
		}
	}
}

// list runs go list over the module and returns the words after each package's path.
func list(t *testing.T, format string) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", format, module+"...").Output()
	if err != nil {
		t.Skipf("go list is not available: %v", err)
	}
	packages := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		packages[words[0]] = words[1:]
	}
	if len(packages) == 0 {
		t.Fatal("go list found no packages")
	}
	return packages
}
