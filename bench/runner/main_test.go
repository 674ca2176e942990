package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	for args, want := range map[string]string{
		"--table x":                 "--table:",
		"--filter (":                "--filter:",
		"--table 999":               "pick no table",
		"--readme --module /absent": "README.md",
		"--nonsense":                "nonsense",
	} {
		err := run(context.Background(), strings.Fields(args), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", args, err, want)
		}
	}
}
