package areas

import "slices"

// enqueue puts a column at the end of the queue, unless it waits already.
func (w *World) enqueue(c *column) {
	if !c.queued {
		c.queued = true
		w.queue = append(w.queue, c.pos)
	}
}

// dequeue takes a column out of the queue.
func (w *World) dequeue(c *column) {
	if c.queued {
		c.queued = false
		w.queue = slices.Delete(w.queue, slices.Index(w.queue, c.pos), slices.Index(w.queue, c.pos)+1)
	}
}

// dequeueAll takes the members of a job out of the queue, in one pass.
func (w *World) dequeueAll(members []*column) {
	for _, c := range members {
		c.queued = false
	}
	w.queue = slices.DeleteFunc(w.queue, func(p Pos) bool {
		c := w.columns[p]
		return c == nil || !c.queued
	})
}
