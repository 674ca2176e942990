package main

import (
	"context"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
)

// worker works through region files, one after the other, and counts what it finds.
type worker[R any] interface {
	region(ctx context.Context, r javaworld.Region) error
	result() R
}

// walk works through those of the region files that belong to the shard, with as many workers as opt.jobs, and shows on out how far it is.
// Each goroutine makes a worker of its own with start. Once all have ended, add gets what each has found. The first error of a worker, or
// the end of the context, ends the work; then nothing is added.
func walk[R any](ctx context.Context, out io.Writer, opt toolOptions, regions []javaworld.Region, start func(*progress) worker[R], add func(R)) error {
	regions = slices.DeleteFunc(slices.Clone(regions), func(r javaworld.Region) bool { return !opt.shard.has(r.Index) })
	chunks, faults := javaworld.Headers(regions)
	bar := newProgress(out, "chunks", chunks+len(faults))
	defer bar.finish()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan javaworld.Region)
	found := make([]R, min(max(opt.jobs, 1), len(regions)))
	defer frugal(len(found))()
	var wg sync.WaitGroup
	for i := range found {
		wg.Go(func() {
			w := start(bar)
			for r := range queue {
				if err := w.region(ctx, r); err != nil {
					cancel(err)
					return
				}
			}
			found[i] = w.result()
		})
	}
feed:
	for _, r := range regions {
		select {
		case queue <- r:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for _, r := range found {
		add(r)
	}
	return nil
}

// What tools take of a machine unless they are told otherwise. A job that compares light holds 25 MiB or so, and without a limit the
// collector would let as much again gather. With both, a tool stays below 512 MiB: see TestMemory.
const (
	usualJobs  = 12
	heapTarget = 256 << 20
	heapJob    = 40 << 20 // for each job more than the usual ones
)

// frugal has the collector keep the heap at what so many jobs may take, if more is not in use, until undo is called. A limit of the
// environment (GOMEMLIMIT) stays.
func frugal(jobs int) (undo func()) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return func() {}
	}
	debug.SetMemoryLimit(heapTarget + int64(max(0, jobs-usualJobs))*heapJob)
	return func() { debug.SetMemoryLimit(math.MaxInt64) }
}
