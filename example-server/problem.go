package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// problem is one thing that is wrong with a world.
type problem struct {
	// File is the path of the file, relative to the world if it is in there.
	File string `json:"file"`
	// Chunk is "x,z", or empty if the problem is about the whole file.
	Chunk   string `json:"chunk"`
	Problem string `json:"problem"`
}

// problemOf takes an error apart.
func problemOf(root string, err error) problem {
	p := problem{Problem: err.Error()}
	var inChunk *region.ChunkError
	var inProvider *anvilprovider.ChunkError
	var inFile *region.FileError
	switch {
	case errors.As(err, &inChunk):
		p.File, p.Chunk, p.Problem = inChunk.File, fmt.Sprintf("%d,%d", inChunk.X, inChunk.Z), inChunk.Kind.Error()
		if inChunk.Cause != nil {
			p.Problem += ": " + inChunk.Cause.Error()
		}
	case errors.As(err, &inProvider):
		p.File, p.Chunk, p.Problem = inProvider.File, fmt.Sprintf("%d,%d", inProvider.X, inProvider.Z), inProvider.Err.Error()
	case errors.As(err, &inFile):
		p.File, p.Problem = inFile.File, fmt.Sprintf("%s: %v", inFile.Op, inFile.Err)
	}
	p.Problem = advised(p.Problem, err)
	if rel, err := filepath.Rel(root, p.File); p.File != "" && err == nil && filepath.IsLocal(rel) {
		p.File = filepath.ToSlash(rel)
	}
	return p
}

// wholeFile reports whether a fault is one of a region file, none of whose chunks can be read.
func wholeFile(fault error) bool {
	_, ok := errors.AsType[*region.FileError](fault)
	return ok
}

// problems are what is wrong with a world.
type problems []problem

// note adds an error about the world in a folder.
func (list *problems) note(root string, err error) { *list = append(*list, problemOf(root, err)) }

// sort puts the problems into an order that does not depend on who found them first.
func (list problems) sort() {
	slices.SortFunc(list, func(a, b problem) int {
		return slices.Compare([]string{a.File, a.Chunk, a.Problem}, []string{b.File, b.Chunk, b.Problem})
	})
}

// mostPrinted is the number of problems that are written for people.
const mostPrinted = 20

// print writes the first problems for people.
func (list problems) print(w io.Writer) {
	for i, p := range list {
		if i == mostPrinted {
			fmt.Fprintf(w, "  ... and %d more; --json lists all\n", len(list)-mostPrinted)
			return
		}
		where := p.File
		if p.Chunk != "" {
			where += " chunk " + p.Chunk
		}
		fmt.Fprintf(w, "  %s: %s\n", where, p.Problem)
	}
}
