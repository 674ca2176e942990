package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/spf13/cobra"
)

// toolOptions are the flags that the world tools share.
type toolOptions struct {
	json  bool
	shard shard
	jobs  int
	// maxMiB is the largest chunk that is read, in MiB after decompression.
	maxMiB int
}

// maxInflated is the largest chunk that is read, in bytes after decompression.
func (o *toolOptions) maxInflated() int64 { return int64(o.maxMiB) << 20 }

func (o *toolOptions) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.json, "json", false, "print the result as one JSON object")
	cmd.Flags().IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "number of region files that are worked on at once")
	cmd.Flags().IntVar(&o.maxMiB, "max-chunk-mib", region.DefaultMaxInflated>>20, "largest chunk that is read, in MiB after decompression")
	cmd.Flags().Var(&o.shard, "shard", "work on the region files whose index modulo N is I alone")
}

// openWorld checks that dir is a Java world and finds its dimensions. The second result is what is wrong with a world that can be
// worked on all the same, such as a damaged level.dat.
func openWorld(dir string) ([]javaworld.Dimension, error, error) {
	if err := checkFolder(dir); err != nil {
		return nil, nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	dimensions, listErr := javaworld.Dimensions(abs)
	p, err := anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Log: discard()}.Open(abs)
	if err == nil {
		return dimensions, nil, errors.Join(listErr, p.Close())
	}
	if listErr != nil || len(dimensions) == 0 {
		return nil, nil, err
	}
	return dimensions, err, nil
}

// checkFolder refuses what the provider would make a new world of: a folder that is not there, or is empty.
func checkFolder(dir string) error {
	const expected = "give the folder of a Java world, the one that holds level.dat"
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

// eachRegion calls do for every region file of the shard, with as many workers as opt.jobs. A worker is made by each goroutine for itself and
// is used by it alone; the workers are returned. The first error, or the end of the context, ends the work.
func eachRegion[W any](ctx context.Context, opt toolOptions, regions []javaworld.Region, newWorker func() W, do func(ctx context.Context, w W, r javaworld.Region) error) ([]W, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan javaworld.Region)
	workers := make([]W, min(max(opt.jobs, 1), max(len(regions), 1)))
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			workers[i] = newWorker()
			for r := range queue {
				if err := do(ctx, workers[i], r); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
feed:
	for _, r := range regions {
		if !opt.shard.has(r.Index) {
			continue
		}
		select {
		case queue <- r:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()
	return workers, context.Cause(ctx)
}

// total counts the chunks that the headers of the shard's region files name, for the progress.
func total(opt toolOptions, regions []javaworld.Region) (n int) {
	byDimension := map[string][]javaworld.Region{}
	for _, r := range regions {
		if opt.shard.has(r.Index) {
			byDimension[r.Dir] = append(byDimension[r.Dir], r)
		}
	}
	for _, list := range byDimension {
		// Faults are counted by the work itself.
		_ = javaworld.Open(list[0].Dimension, region.Options{}, func(s *region.Store) error {
			for _, r := range list {
				for range s.Chunks(r.Pos) {
					n++
				}
			}
			return nil
		})
	}
	return n
}
