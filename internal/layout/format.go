package layout

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// AnvilVersion is what level.dat names as the version of the format of the region files; 19132 is McRegion.
const AnvilVersion = 19133

// FormatError is returned for a Java world whose chunks are in files of a format that Kestrel does not read. They would all
// look absent.
type FormatError struct {
	// Path is the folder of the world.
	Path string
	// Found says in plain words what is there, with the names of files in the world.
	Found string
	// Do says what can be done about it.
	Do string
}

// Error says what was found and what can be done.
func (e *FormatError) Error() string { return fmt.Sprintf("%s %s: %s", e.Path, e.Found, e.Do) }

// What can be done about worlds of each format.
const (
	fromMcRegion = "it is a world of before Java Edition 1.2; open it once in a game that converts such worlds to Anvil (.mca), such as 1.12.2, or, if that has been done, take the .mcr files away"
	fromOlder    = "it is a world of before Java Edition 1.2; open it once in a game that converts such worlds to Anvil (.mca), such as 1.12.2"
	fromLinear   = "only Anvil (.mca) can be read; convert them with a tool of the server or mod that wrote them, or take them away if they are not needed"
	fromUnknown  = "only Anvil, which is 19133, can be read; open the world in a game that converts it to that"
)

// CheckVersion returns a *FormatError if level.dat names another version of the format than Anvil's.
func (w World) CheckVersion(version int64) error {
	e := &FormatError{Path: w.Root, Found: fmt.Sprintf("says in level.dat that the format of its chunks is %d", version), Do: fromUnknown}
	switch {
	case version == AnvilVersion:
		return nil
	case version < AnvilVersion:
		e.Do = fromOlder
	}
	return e
}

// CheckFiles returns a *FormatError if a dimension has region files that are not Anvil's and hold chunks that no Anvil file has:
// McRegion's (.mcr) where there is no Anvil file, since the game leaves them behind when it converts a world, and those of the linear
// format (.linear, of Paper forks and mods) of a region without an Anvil file, since a world may be converted in parts.
func (w World) CheckFiles() error {
	ids, err := w.Dimensions()
	if err != nil {
		ids = vanilla // Those of data packs are looked at when they can be listed.
	}
	for _, id := range ids {
		dir := filepath.Join(w.DimensionDir(id), "region")
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // Whoever opens the dimension says so.
		}
		anvil := make(map[string]bool)
		var mcr, linear []string
		for _, entry := range entries {
			region, ext, ok := regionName(entry.Name())
			switch {
			case !ok || entry.IsDir():
			case ext == "mca":
				anvil[region] = true
			case ext == "mcr":
				mcr = append(mcr, entry.Name())
			case ext == "linear":
				linear = append(linear, entry.Name())
			}
		}
		if len(mcr) > 0 && len(anvil) == 0 {
			return w.foreign(dir, mcr, fromMcRegion)
		}
		var alone []string
		for _, name := range linear {
			if !anvil[strings.TrimSuffix(name, ".linear")] {
				alone = append(alone, name)
			}
		}
		if len(alone) > 0 {
			return w.foreign(dir, alone, fromLinear)
		}
	}
	return nil
}

// foreign makes the error for files of another format.
func (w World) foreign(dir string, names []string, do string) error {
	if rel, err := filepath.Rel(w.Root, dir); err == nil {
		dir = rel
	}
	found := "keeps chunks in " + filepath.Join(dir, names[0])
	if n := len(names) - 1; n > 0 {
		found += fmt.Sprintf(" and %d more such files", n)
	}
	return &FormatError{Path: w.Root, Found: found, Do: do}
}

// regionName splits the name of a region file, such as r.0.-1.mca.
func regionName(name string) (region, ext string, ok bool) {
	parts := strings.Split(name, ".")
	if len(parts) != 4 || parts[0] != "r" {
		return "", "", false
	}
	for _, number := range parts[1:3] {
		if _, err := strconv.ParseInt(number, 10, 32); err != nil {
			return "", "", false
		}
	}
	return strings.Join(parts[:3], "."), parts[3], true
}
