package mcdata

import (
	"flag"
	"fmt"
	"os"
)

// Generate is the main function of a generator. It takes the folder of minecraft-data from the flag -mcdata and the folder to write
// to from -out, and ends the program with the exit code 1 if run fails.
func Generate(run func(dir, out string) error) {
	dir := flag.String("mcdata", "", "folder that internal/mcdata/fetch.sh filled")
	out := flag.String("out", ".", "folder to write to")
	flag.Parse()
	if err := run(*dir, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
