package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/spf13/cobra"
)

// toolOptions are the flags that the world tools share.
type toolOptions struct {
	json  bool
	shard shard
	jobs  int
	// maxMiB is the largest chunk that is read, in MiB after decompression.
	maxMiB mebibytes
}

// mebibytes is a flag's value, from 1 to 2048, as max_chunk_size has it in the configuration.
type mebibytes int64

// String, Set and Type make it the value of a flag.
func (m *mebibytes) String() string { return strconv.FormatInt(int64(*m), 10) }

func (m *mebibytes) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > 2048 {
		return errors.New("it is not a number from 1 to 2048")
	}
	*m = mebibytes(n)
	return nil
}

func (m *mebibytes) Type() string { return "MiB" }

// positive is a flag's value, a whole number of at least 1.
type positive int

// String, Set and Type make it the value of a flag.
func (p *positive) String() string { return strconv.Itoa(int(*p)) }

func (p *positive) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("it is not a whole number of at least 1")
	}
	*p = positive(n)
	return nil
}

func (p *positive) Type() string { return "int" }

// maxInflated is the largest chunk that is read, in bytes after decompression.
func (o *toolOptions) maxInflated() int64 { return int64(o.maxMiB) << 20 }

func (o *toolOptions) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.json, "json", false, "print the result as one JSON object")
	o.jobs = min(runtime.GOMAXPROCS(0), usualJobs)
	cmd.Flags().Var((*positive)(&o.jobs), "jobs", "number of region files that are worked on at once")
	o.maxMiB = region.DefaultMaxInflated >> 20
	cmd.Flags().Var(&o.maxMiB, "max-chunk-mib", "largest chunk that is read, in MiB after decompression")
	cmd.Flags().Var(&o.shard, "shard", "work on the region files whose index modulo N is I alone")
}

// javaWorld is a Java world that a tool works on.
type javaWorld struct {
	root       string // an absolute path
	dimensions []javaworld.Dimension
	// damage is what does not keep a tool from the chunks, such as a damaged level.dat.
	damage problems
}

// openWorld checks that dir is a Java world and finds its dimensions.
func openWorld(dir string) (w javaWorld, err error) {
	if err := checkFolder(dir, "a Java world"); err != nil {
		return w, err
	}
	if w.root, err = filepath.Abs(dir); err != nil {
		return w, err
	}
	w.damage = problems{}
	var listErr error
	w.dimensions, listErr = javaworld.Dimensions(w.root)
	p, err := anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Log: discard()}.Open(w.root)
	var format *anvilprovider.FormatError
	switch {
	case err == nil:
		return w, errors.Join(listErr, p.Close())
	case errors.As(err, &format):
		return w, err
	case listErr != nil || len(w.dimensions) == 0:
		return w, err
	}
	w.damage = append(w.damage, problem{File: "level.dat", Problem: err.Error()})
	return w, nil
}

// checkFolder refuses what the provider would make a new world of: a folder that is not there, or is empty. expected is the world
// that it should be.
func checkFolder(dir, expected string) error {
	expected = "give the folder of " + expected + ", the one that holds level.dat"
	switch entries, err := os.ReadDir(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist: %s", dir, expected)
	case err == nil && len(entries) == 0:
		return fmt.Errorf("%s is empty: %s", dir, expected)
	case errors.Is(err, syscall.ENOTDIR):
		return nil // the provider knows what kind of file it is
	default:
		return err
	}
}

// newTranslator makes the translator that all workers of a tool share.
func newTranslator() (*translate.Translator, error) {
	world.DefaultBlockRegistry.Finalize()
	return translate.New(world.DefaultBlockRegistry, translate.Options{})
}

// exactly is the check of a command's arguments, which are named as the usage names them.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		usage := strings.Join(names, " ")
		return fmt.Errorf("%s needs %s: %s %s", cmd.Name(), map[int]string{1: "the folder of a world", 2: "the folders of two worlds"}[len(names)], cmd.CommandPath(), usage)
	}
}

// count writes a number of things, with an s where there is not exactly one.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
