package layout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Expected is the sentence that says what a world folder is. Every FolderError ends with it.
const Expected = "expected the folder of a Java world, which holds level.dat or a folder region with .mca files"

// FolderError is returned by Detect for a path that is no Java world. Found says in plain words what it is instead.
type FolderError struct {
	// Path is the path that was given.
	Path string
	// Found describes what is there, such as "a Bedrock world".
	Found string
	// Try is the path that was probably meant, or empty.
	Try string
}

// Error says what was found, what was expected and, if it can be told, which path to use instead.
func (e *FolderError) Error() string {
	s := fmt.Sprintf("%s is %s; %s", e.Path, e.Found, Expected)
	if e.Try != "" {
		s += fmt.Sprintf("; try %s", e.Try)
	}
	return s
}

// Detect finds the Java world at dir. A folder that does not exist or is empty gives an empty world and fresh true:
// whether a world may be created there is the caller's decision. Anything else that is no Java world is a *FolderError.
func Detect(dir string) (w World, fresh bool, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return World{}, false, fmt.Errorf("find world: %w", err)
	}
	w = World{Root: abs}
	info, err := os.Stat(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return w, true, nil
	} else if err != nil {
		return World{}, false, fmt.Errorf("find world: %w", err)
	}
	if !info.IsDir() {
		return World{}, false, fileError(abs)
	}
	entries, err := os.ReadDir(abs)
	if err != nil {
		return World{}, false, fmt.Errorf("find world: %w", err)
	}
	if err := misplaced(abs, entries); err != nil {
		return World{}, false, err
	}
	if has(entries, "level.dat", "level.dat_old") || has(entries, "region", "dimensions", "DIM-1", "DIM1") {
		w.Modern = w.HasModernFolders()
		return w, false, nil
	}
	rest := slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return e.Name() == "session.lock" })
	if len(rest) == 0 {
		return w, true, nil
	}
	return World{}, false, &FolderError{Path: abs, Found: "a folder without a world", Try: worldBelow(abs, entries)}
}

// misplaced recognises the folders that people point at instead of the world itself.
func misplaced(dir string, entries []fs.DirEntry) error {
	if isBedrock(dir) {
		return &FolderError{Path: dir, Found: "a Bedrock world (it holds a LevelDB folder db); convert it first"}
	}
	regions := slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && strings.HasSuffix(e.Name(), ".mca")
	})
	if regions && !has(entries, "level.dat") {
		return &FolderError{Path: dir, Found: "a folder of region files", Try: rootAbove(filepath.Dir(dir))}
	}
	if has(entries, "level.dat", "level.dat_old") {
		return nil
	}
	if root := rootAbove(dir); root != dir && has(entries, "region", "entities", "poi") {
		return &FolderError{Path: dir, Found: "the folder of one dimension", Try: root}
	}
	return nil
}

// fileError describes a path that is a file.
func fileError(path string) error {
	e := &FolderError{Path: path, Found: "a file"}
	switch name := filepath.Base(path); {
	case strings.HasPrefix(name, "level.dat"):
		e.Found, e.Try = "a level.dat file", filepath.Dir(path)
	case strings.HasSuffix(name, ".mca"), strings.HasSuffix(name, ".mcc"):
		e.Found, e.Try = "a region file", rootAbove(filepath.Dir(filepath.Dir(path)))
	case strings.HasSuffix(name, ".zip"), strings.HasSuffix(name, ".mcworld"), strings.HasSuffix(name, ".gz"):
		e.Found = "an archive; unpack it first"
	}
	return e
}

// rootAbove returns the world that a dimension's folder belongs to: dir itself, unless one of the three folders above
// it holds a level.dat and dir lies where that world keeps a dimension.
func rootAbove(dir string) string {
	name, parent := filepath.Base(dir), filepath.Dir(dir)
	if (name == "DIM-1" || name == "DIM1") && isFile(filepath.Join(parent, "level.dat")) {
		return parent
	}
	for up := parent; up != filepath.Dir(up); up = filepath.Dir(up) {
		if filepath.Base(up) != "dimensions" {
			continue
		}
		if root := filepath.Dir(up); isFile(filepath.Join(root, "level.dat")) {
			return root
		}
	}
	return dir
}

// worldBelow returns the only world in a folder of worlds, or a pattern that names them all.
func worldBelow(dir string, entries []fs.DirEntry) string {
	var names []string
	for _, e := range entries {
		if sub := filepath.Join(dir, e.Name()); !isBedrock(sub) && (isFile(filepath.Join(sub, "level.dat")) || isDir(filepath.Join(sub, "region"))) {
			names = append(names, sub)
		}
	}
	if len(names) > 3 {
		names = append(names[:3], "...")
	}
	return strings.Join(names, " or ")
}

// isBedrock reports whether a folder is that of a Bedrock world.
func isBedrock(dir string) bool {
	db := filepath.Join(dir, "db")
	return isFile(filepath.Join(db, "CURRENT")) || isDir(db) && isFile(filepath.Join(dir, "levelname.txt"))
}

func has(entries []fs.DirEntry, names ...string) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(names, e.Name()) })
}
