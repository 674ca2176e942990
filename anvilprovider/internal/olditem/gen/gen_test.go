package main

import (
	"testing"

	"github.com/kestrel-mc/kestrel/internal/mcdata/gentest"
)

// TestGenerated makes the table anew and wants the committed one.
func TestGenerated(t *testing.T) {
	gentest.Current(t, "..", run, "items.txt")
}
