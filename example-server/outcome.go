package main

import (
	"encoding/json"
	"io"
)

// outcome is what a world tool has found. As JSON it is what --json prints.
type outcome interface {
	// print writes it for people.
	print(w io.Writer) error
	// well reports whether nothing is wrong with the world.
	well() bool
}

// report prints an outcome. The error is errProblems if it is not well.
func (a *app) report(r outcome, opt toolOptions) (err error) {
	if opt.json {
		err = printJSON(a.stdout, r)
	} else {
		err = r.print(a.stdout)
	}
	if err == nil && !r.well() {
		err = errProblems
	}
	return err
}

// printJSON writes a result as one JSON object.
func printJSON(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }
