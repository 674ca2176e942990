package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"example-server": main})
}

// TestScripts runs testdata/script: what the program says and how it ends, as a user sees it. The command `showcase DIR` makes a small
// world, `damage FILE OFFSET COUNT` overwrites a part of a file, and `strip FOLDER` takes the light out of region files.
func TestScripts(t *testing.T) {
	dir := filepath.Join("testdata", "script")
	params := testscript.Params{
		Dir: dir,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"showcase": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(writeShowcase(ts.MkAbs(args[0])))
			},
			"damage": damage,
			"strip": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(strip(ts.MkAbs(args[0])))
			},
		},
	}
	if testing.Short() {
		params.Dir, params.Files = "", []string{filepath.Join(dir, "config.txt"), filepath.Join(dir, "paths.txt")}
	}
	testscript.Run(t, params)
}

// damage overwrites bytes of a file with 0xff from an offset on, as many as the third argument says.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY, 0)
	ts.Check(err)
	defer f.Close()
	offset, n := number(ts, args[1]), number(ts, args[2])
	junk := make([]byte, n)
	for i := range junk {
		junk[i] = 0xff
	}
	_, err = f.WriteAt(junk, int64(offset))
	ts.Check(err)
}

func number(ts *testscript.TestScript, text string) (n int) {
	for _, r := range text {
		if r < '0' || r > '9' {
			ts.Fatalf("%q is not a number", text)
		}
		n = n*10 + int(r-'0')
	}
	return n
}
