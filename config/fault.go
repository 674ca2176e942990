package config

import (
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing that is wrong with a configuration.
type Fault struct {
	// Line is the line in the file, counted from 1, or 0 if the fault is about a value that no file gave.
	Line int
	// Key is the full name of the key, such as Network.Address, or empty if the text is not TOML.
	Key string
	// Problem says what is wrong and, where that helps, what would be right.
	Problem string
}

// String returns "line 3: Network.Address: problem", without what is not known.
func (f Fault) String() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Key != "" {
		b.WriteString(f.Key + ": ")
	}
	return b.String() + f.Problem
}

// Faults is every fault of a configuration, in the order of the file. It is the error type of Parse and Validate.
type Faults []Fault

// Error joins the faults, one to a line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// about reports whether one of the faults is of one of the keys.
func (f Faults) about(keys ...string) bool {
	return slices.ContainsFunc(f, func(fault Fault) bool { return slices.Contains(keys, fault.Key) })
}

// orNil keeps an empty list from becoming an error that is not nil.
func (f Faults) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
