package plugin

import (
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// task is work for a worker: a detached job, or else a chunk to be read and lit on its own.
type task struct {
	job      *areas.Detached
	col      *column // not to be touched by the worker
	ticket   areas.Ticket
	snapshot snapshot
}

// result is what became of a task.
type result struct {
	task
	light *lighting.Column
	leaky sections
	host  []*nibbles // its light in the host's form, as alone leaves it, by 2*section + kind; nil where it is uniform
	err   error
}

// queued is how many tasks wait at the most; with the workers' own it bounds what is away.
const queued = 32

// pool runs tasks on workers. Tasks are submitted, and results taken, on the world's goroutine.
type pool struct {
	tasks  chan task // never closed: the world's goroutine may still submit while the world closes
	quit   chan struct{}
	notify func()
	work   func(run func())
	rules  *rules
	wg     sync.WaitGroup
	once   sync.Once

	mu      sync.Mutex
	results []result
}

func newPool(workers int, r *rules, h hooks, notify func()) *pool {
	p := &pool{tasks: make(chan task, queued), quit: make(chan struct{}), notify: notify, work: h.work, rules: r}
	p.wg.Add(workers)
	for range workers {
		go p.run()
	}
	return p
}

// room reports whether a task can be submitted now without waiting.
func (p *pool) room() bool { return len(p.tasks) < cap(p.tasks) }

func (p *pool) submit(t task) { p.tasks <- t }

// done reports whether there is a result.
func (p *pool) done() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.results) > 0
}

// next takes the oldest result.
func (p *pool) next() (result, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.results) == 0 {
		return result{}, false
	}
	r := p.results[0]
	if p.results = p.results[1:]; len(p.results) == 0 {
		p.results = nil
	}
	return r, true
}

// close ends the workers after what they do now, and waits for them. Tasks that are left are dropped.
func (p *pool) close() {
	p.once.Do(func() { close(p.quit) })
	p.wg.Wait()
}

// run is a worker.
func (p *pool) run() {
	defer p.wg.Done()
	w := worker{rules: p.rules}
	for {
		var t task
		select {
		case <-p.quit:
			return
		case t = <-p.tasks:
		}
		var r result
		do := func() { r = w.do(t) }
		if p.work != nil {
			p.work(do)
		} else {
			do()
		}
		p.mu.Lock()
		p.results = append(p.results, r)
		p.mu.Unlock()
		p.notify()
	}
}

// worker owns what is used to solve tasks, and replaces it after a failure.
type worker struct {
	rules  *rules
	reader *reader
	engine *lighting.Engine
	area   lighting.Area
}

// do solves a task. A panic becomes an error.
func (w *worker) do(t task) (r result) {
	r.task = t
	r.snapshot = snapshot{}
	if w.engine == nil {
		w.reader, w.engine = newReader(w.rules), lighting.NewEngine(w.rules.shapes)
	}
	defer func() {
		if cause := recover(); cause != nil {
			r.err = fmt.Errorf("plugin: %v\n%s", cause, debug.Stack())
		}
		if r.err != nil {
			w.reader, w.engine = nil, nil
		}
	}()
	if t.job != nil {
		r.err = t.job.Solve(w.engine)
		return r
	}
	r.light, r.err = w.reader.column(&t.snapshot)
	r.leaky = w.reader.leaky
	if r.err == nil {
		r.err = w.alone(r.light)
	}
	if r.err == nil {
		r.host = hostForm(r.light)
	}
	return r
}

// hostForm returns the light of a column in the host's form, so that the world's goroutine has no more to do than to compare.
func hostForm(c *lighting.Column) []*nibbles {
	bottom, sections := c.Range()
	host := make([]*nibbles, 2*sections)
	for i := range host {
		if levels, _ := c.Section(bottom + int32(i/2)).Levels(lighting.Kind(i & 1)); levels != nil {
			host[i] = new(nibbles)
			turn(levels, host[i])
		}
	}
	return host
}

// alone lights a column as if it had no neighbours.
func (w *worker) alone(c *lighting.Column) error {
	x, z := c.Pos()
	if err := w.area.Reset(x, z, 1, 1); err != nil {
		return err
	}
	if err := w.area.Put(c); err != nil {
		return err
	}
	w.engine.Light(&w.area, lighting.Block)
	w.engine.Light(&w.area, lighting.Sky)
	return nil
}
