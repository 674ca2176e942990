package region

import "encoding/binary"

// markState says what is known of the mark of emptyMark on the disk.
type markState uint8

const (
	markNone   markState = iota // The timestamps are those in memory.
	markPartly                  // Writing the mark, or the timestamps over it, has failed, or was left to an earlier opening.
	markWhole                   // The mark is durable, as far as the policy makes anything durable.
)

// names returns how many entries name something. The file is locked.
func (f *file) names() (n int) {
	for i := range f.entries {
		if f.entries[i].location.Load() != 0 {
			n++
		}
	}
	return n
}

// adjustMark sets the mark before the first chunk is stored, and takes it away before the next change once there is one.
func (w *writer) adjustMark() error {
	if w.mark == markNone && w.stored {
		return nil // As almost always: there is no need to count.
	}
	w.stored = w.f.names() > 0
	switch {
	case !w.stored && w.mark != markWhole:
		return w.setMark()
	case w.stored && w.mark != markNone:
		return w.clearMark()
	}
	return nil
}

// setMark makes the mark durable. It must be before a header can be on the disk that names nothing while something is
// stored behind it.
func (w *writer) setMark() error {
	w.stored = false
	w.mark = markPartly
	if err := w.writeTimestamps(func(int) uint32 { return emptyMark }); err != nil {
		return err
	}
	if err := w.barrier(); err != nil {
		return err
	}
	w.mark = markWhole
	return nil
}

// clearMark writes the timestamps over the mark, once the entry that makes the header name something is durable.
func (w *writer) clearMark() error {
	if err := w.barrier(); err != nil {
		return err
	}
	w.mark = markPartly
	if err := w.writeTimestamps(func(i int) uint32 { return w.f.entries[i].timestamp.Load() }); err != nil {
		return err
	}
	w.mark = markNone
	return nil
}

// writeTimestamps writes the whole table.
func (w *writer) writeTimestamps(of func(i int) uint32) error {
	b := make([]byte, 0, headerBytes-timestampsBytes)
	for i := range entryCount {
		b = binary.BigEndian.AppendUint32(b, of(i))
	}
	w.dirty = true
	_, err := w.f.handle.WriteAt(b, timestampsBytes)
	return err
}
