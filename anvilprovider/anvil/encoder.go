package anvil

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Encoder writes chunks. The zero value is ready for use. It is not safe for concurrent use.
type Encoder struct {
	r *nbt.Reader
}

// ErrEdit is wrapped by the error for an Edit that cannot be written.
var ErrEdit = errors.New("invalid edit")

// Append appends the document of a decoded chunk with an edit to dst. The chunk's Root must still hold what was decoded.
// A chunk of before 1.18 comes out in the layout of 1.18 and later, whatever the edit says; see upgradeRoot for what of it is kept.
func (e *Encoder) Append(dst []byte, c *Chunk, edit *Edit) ([]byte, error) {
	if c.Upgraded {
		return e.appendUpgraded(dst, c, edit)
	}
	w := writer{dst: dst, src: c.Root, version: c.version, form: c.form}
	if edit.DataVersion != 0 {
		if edit.DataVersion < c.DataVersion {
			return nil, fmt.Errorf("anvil: %w: DataVersion %d is below the chunk's %d", ErrEdit, edit.DataVersion, c.DataVersion)
		}
		w.version = max(edit.DataVersion, firstFlat)
	}
	if err := edit.check(); err != nil {
		return nil, err
	}
	if e.r == nil {
		e.r = nbt.NewReader(nil, nbt.Limits{})
	}
	w.r = e.r
	return w.root(edit)
}

// check refuses what cannot be written.
func (e *Edit) check() error {
	seen := map[int8]bool{}
	for i := range e.Sections {
		s := &e.Sections[i]
		if seen[s.Y] {
			return fmt.Errorf("anvil: %w: section %d is edited twice", ErrEdit, s.Y)
		}
		seen[s.Y] = true
		for _, l := range []LightEdit{s.BlockLight, s.SkyLight} {
			if l.Replace && l.Array != nil && len(l.Array) != lightBytes {
				return fmt.Errorf("anvil: %w: light array of %d bytes in section %d", ErrEdit, len(l.Array), s.Y)
			}
		}
	}
	for _, b := range e.BlockEntities {
		if b.Tag != nbt.TagCompound {
			return fmt.Errorf("anvil: %w: block entity is %v", ErrEdit, b.Tag)
		}
	}
	if !e.Heightmaps.IsZero() && e.Heightmaps.Tag != nbt.TagCompound {
		return fmt.Errorf("anvil: %w: height maps are %v", ErrEdit, e.Heightmaps.Tag)
	}
	return nil
}

// writer copies a document and replaces parts of it on the way. What lies between copied and the reader's offset has not
// been written yet.
type writer struct {
	dst     []byte
	src     []byte
	copied  int
	r       *nbt.Reader
	version int32
	form    paletteForm
}

// copyTo writes what was read up to an offset, as it is.
func (w *writer) copyTo(offset int) {
	w.dst = append(w.dst, w.src[w.copied:offset]...)
	w.copied = offset
}

// drop leaves out what was read since the last copy.
func (w *writer) drop() {
	w.copied = w.r.Offset()
}

// replacement is an entry of the root that the edit writes: append writes head and payload, nil removes the entry.
type replacement struct {
	name   string
	append func(dst []byte) []byte
	// always says that the entry is added where the root has none.
	always bool
}

// root copies the document with the edit's changes.
func (w *writer) root(edit *Edit) ([]byte, error) {
	w.r.Reset(w.src)
	w.r.Root()
	todo := replacements(edit)
	done := make([]bool, len(todo))
	sections := slices.ContainsFunc(edit.Sections, func(s SectionEdit) bool { return !s.empty() })
	sectionsSeen := false
	for {
		at := w.r.Offset()
		tag, name, ok := w.r.Next()
		if !ok {
			break
		}
		if string(name) == "sections" && tag == nbt.TagList && sections && !sectionsSeen {
			sectionsSeen = true
			if err := w.sections(edit.Sections); err != nil {
				return nil, err
			}
			continue
		}
		i := slices.IndexFunc(todo, func(t replacement) bool { return t.name == string(name) })
		if i < 0 {
			w.r.Skip(tag)
			continue
		}
		w.copyTo(at)
		w.r.Skip(tag)
		w.drop()
		// Of several entries with one name, one is left.
		if !done[i] && todo[i].append != nil {
			w.dst = todo[i].append(w.dst)
		}
		done[i] = true
	}
	if err := w.r.Err(); err != nil {
		return nil, err
	}
	// The end of the root comes after what is added.
	w.copyTo(w.r.Offset() - 1)
	if sections && !sectionsSeen {
		w.newSections(edit.Sections)
	}
	for i, t := range todo {
		if !done[i] && t.always {
			w.dst = t.append(w.dst)
		}
	}
	w.copyTo(len(w.src))
	return w.dst, nil
}

// replacements lists the entries of the root that an edit writes, apart from sections.
func replacements(e *Edit) []replacement {
	var list []replacement
	add := func(name string, f func(dst []byte) []byte) {
		list = slices.DeleteFunc(list, func(r replacement) bool { return r.name == name })
		list = append(list, replacement{name: name, append: f, always: f != nil})
	}
	if e.DataVersion != 0 {
		add("DataVersion", func(dst []byte) []byte {
			return nbt.AppendInt(nbt.AppendHead(dst, nbt.TagInt, "DataVersion"), e.DataVersion)
		})
	}
	if e.Status != "" {
		add("Status", func(dst []byte) []byte {
			return nbt.AppendString(nbt.AppendHead(dst, nbt.TagString, "Status"), e.Status)
		})
	}
	if e.BlockEntities != nil {
		add("block_entities", func(dst []byte) []byte { return appendCompounds(dst, "block_entities", e.BlockEntities) })
	}
	if e.BlockTicks != nil {
		add("block_ticks", func(dst []byte) []byte { return appendTicks(dst, "block_ticks", e.BlockTicks) })
	}
	if e.FluidTicks != nil {
		add("fluid_ticks", func(dst []byte) []byte { return appendTicks(dst, "fluid_ticks", e.FluidTicks) })
	}
	if !e.Heightmaps.IsZero() {
		add("Heightmaps", func(dst []byte) []byte { return e.Heightmaps.AppendEntry(dst, "Heightmaps") })
	}
	if e.Light != LightKeep {
		add("isLightOn", func(dst []byte) []byte {
			return nbt.AppendByte(nbt.AppendHead(dst, nbt.TagByte, "isLightOn"), int8(e.Light-LightOff))
		})
		add("starlight.light_version", nil)
	}
	for _, name := range sortedNames(e.Set) {
		raw := e.Set[name]
		if raw.IsZero() {
			add(name, nil)
			continue
		}
		add(name, func(dst []byte) []byte { return raw.AppendEntry(dst, name) })
	}
	return list
}

func sortedNames(m map[string]nbt.Raw) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// appendCompounds appends a list of compounds as an entry. An empty list has elements of end, as the game writes it.
func appendCompounds(dst []byte, name string, list []nbt.Raw) []byte {
	dst = nbt.AppendHead(dst, nbt.TagList, name)
	if len(list) == 0 {
		return nbt.AppendListHead(dst, nbt.TagEnd, 0)
	}
	dst = nbt.AppendListHead(dst, nbt.TagCompound, len(list))
	for _, raw := range list {
		dst = append(dst, raw.Data...)
	}
	return dst
}

// appendTicks appends a list of scheduled updates as an entry.
func appendTicks(dst []byte, name string, ticks []Tick) []byte {
	dst = nbt.AppendHead(dst, nbt.TagList, name)
	if len(ticks) == 0 {
		return nbt.AppendListHead(dst, nbt.TagEnd, 0)
	}
	dst = nbt.AppendListHead(dst, nbt.TagCompound, len(ticks))
	for _, t := range ticks {
		dst = nbt.AppendString(nbt.AppendHead(dst, nbt.TagString, "i"), t.ID)
		for _, f := range []struct {
			name  string
			value int32
		}{{"p", t.Priority}, {"t", t.Delay}, {"x", t.X}, {"y", t.Y}, {"z", t.Z}} {
			dst = nbt.AppendInt(nbt.AppendHead(dst, nbt.TagInt, f.name), f.value)
		}
		dst = nbt.AppendEnd(dst)
	}
	return dst
}
