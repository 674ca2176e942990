package anvil

import (
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Decoder turns the NBT of chunks into Chunks. It remembers the palette entries that it has seen, so state keys are made
// once and shared by all chunks. The zero value is ready for use. A Decoder is not safe for concurrent use: give each
// worker its own.
type Decoder struct {
	// Limits bounds the NBT that is accepted; the zero value means nbt's defaults.
	Limits nbt.Limits
	// Neighbour, if set, answers what is stored at a block position outside the chunk that is being decoded, for the
	// connections and halves that an upgrade from before 1.13 derives at its borders. See Neighbour.
	Neighbour Neighbour
	// Unfinished, if set, decodes chunks that are not fully generated like others, as far as they go, where Decode else returns
	// a *PartialError. Full tells them apart.
	Unfinished bool

	r         *nbt.Reader
	intern    interner
	biomes    [256]string // names of numeric biomes
	inLevel   bool        // the walk is inside Level
	numeric   *numeric
	itemTable *itemTable
}

// Decode reads one chunk. data is the inflated NBT; c is overwritten, its memory is used again, and it borrows data.
//
// The errors: *PartialError for a chunk that is not fully generated, *UnsupportedVersionError for a layout of no known
// era, *nbt.SyntaxError for everything that is not NBT or not a chunk (the latter with ErrMalformed or nbt.ErrTag inside).
func (d *Decoder) Decode(data []byte, c *Chunk) error {
	if d.intern.states == nil {
		d.intern.reset()
	}
	if d.r == nil {
		d.r = nbt.NewReader(nil, d.Limits)
	}
	r := d.r
	r.Reset(data)
	c.reset()
	c.Root = data
	d.inLevel = false
	if _, ok := r.Root(); !ok {
		return r.Err()
	}
	var h head
	for {
		at := r.Offset()
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		if string(name) == "Level" && tag == nbt.TagCompound {
			h.level, h.hasLevel = r.Offset(), true
			r.Skip(tag)
			continue
		}
		d.rootEntry(c, &h, tag, name, at)
	}
	if err := r.Close(); err != nil {
		return err
	}
	if h.hasLevel {
		return d.level(c, &h)
	}
	return d.modern(c, &h)
}

// head is what has been seen of a chunk while its entries are walked, in whatever order they come.
type head struct {
	level        int // offset of the payload of Level
	hasLevel     bool
	hasX, hasZ   bool
	sections     int // offset of the entry sections
	hasSections  bool
	sectionCount int
	status       []byte
	hasStatus    bool
	retrogen     nbt.Raw // below_zero_retrogen
	retrogenAt   int
	biomes       nbt.Raw // before 1.18: the payload of Biomes
	biomesAt     int
	oldBlocks    bool // Level has the one block array of before 1.2
}

// rootEntry reads one entry of a chunk of 1.18 or later; at is the offset of its head.
func (d *Decoder) rootEntry(c *Chunk, h *head, tag nbt.Tag, name []byte, at int) {
	r := d.r
	switch string(name) {
	case "DataVersion":
		c.DataVersion = integer(r, tag)
	case "xPos":
		c.X, h.hasX = integer(r, tag), true
	case "zPos":
		c.Z, h.hasZ = integer(r, tag), true
	case "Status":
		if r.Expect(tag, nbt.TagString) {
			h.status, h.hasStatus = r.Text(), true
		}
	case "status":
		// Minestom writes its status in lower case.
		if tag == nbt.TagString && !h.hasStatus {
			h.status = r.Text()
		} else {
			r.Skip(tag)
		}
	case retrogenTag:
		h.retrogen, h.retrogenAt = r.Raw(tag), at
	case "sections":
		h.sections, h.hasSections = at, true
		d.scanSections(c, h, tag)
	case "block_entities":
		c.BlockEntities = compounds(r, tag, c.BlockEntities[:0])
	case "entities":
		c.Entities = compounds(r, tag, c.Entities[:0])
	case "block_ticks":
		c.BlockTicks = d.ticks(tag, c.BlockTicks[:0])
	case "fluid_ticks":
		c.FluidTicks = d.ticks(tag, c.FluidTicks[:0])
	case "Heightmaps":
		if r.Expect(tag, nbt.TagCompound) {
			c.Heightmaps = r.Raw(tag)
		}
	case "isLightOn":
		c.LightOn = integer(r, tag) != 0
	case "starlight.light_version":
		c.Starlight = integer(r, tag) != 0
	default:
		r.Skip(tag)
	}
}

// integer reads a whole number of any of the four types, since writers other than the game differ in them.
func integer(r *nbt.Reader, tag nbt.Tag) int32 {
	switch tag {
	case nbt.TagByte:
		return int32(r.Byte())
	case nbt.TagShort:
		return int32(r.Short())
	case nbt.TagLong:
		return int32(r.Long())
	}
	if r.Expect(tag, nbt.TagInt) {
		return r.Int()
	}
	return 0
}

// Limits of lists, which keep a small document from taking much memory: an element may have one byte only, and what is
// kept of it has dozens. A chunk has at most 4,064 layers of 256 blocks (the game's limit of a dimension's height), and a
// section's height is a byte.
const (
	maxThings   = 4064 << 8
	maxSections = 256
	maxPalette  = 1 << maxWidth
)

// listOf reads the head of a list whose elements have to be of one type. Empty lists may have any.
func listOf(r *nbt.Reader, tag, want nbt.Tag, most int) int {
	if !r.Expect(tag, nbt.TagList) {
		return 0
	}
	at := r.Offset()
	elem, n := r.List()
	if n > 0 && elem != want {
		r.FailAt(at, malformed("list of %v, want list of %v", elem, want))
		return 0
	}
	if n > most {
		r.FailAt(at, malformed("list of %d, which is more than %d", n, most))
		return 0
	}
	return n
}

// compounds borrows the elements of a list of compounds.
func compounds(r *nbt.Reader, tag nbt.Tag, dst []nbt.Raw) []nbt.Raw {
	n := listOf(r, tag, nbt.TagCompound, maxThings)
	dst = slices.Grow(dst, n)
	for range n {
		dst = append(dst, r.Raw(nbt.TagCompound))
		if r.Err() != nil {
			break
		}
	}
	return dst
}

// ticks reads the list of scheduled updates: {i: name, x, y, z, t: delay, p: priority}.
func (d *Decoder) ticks(tag nbt.Tag, dst []Tick) []Tick {
	r := d.r
	for range listOf(r, tag, nbt.TagCompound, maxThings) {
		var t Tick
		for {
			at := r.Offset()
			tag, name, ok := r.Next()
			if !ok {
				break
			}
			switch string(name) {
			case "i":
				if d.inLevel && tag != nbt.TagString {
					// Up to 1.7 it is the number of the block.
					integer(r, tag)
				} else if r.Expect(tag, nbt.TagString) {
					id, err := d.intern.id(r.Text())
					if err != nil {
						r.FailAt(at, err)
					}
					t.ID = id
				}
			case "x":
				t.X = integer(r, tag)
			case "y":
				t.Y = integer(r, tag)
			case "z":
				t.Z = integer(r, tag)
			case "t":
				t.Delay = integer(r, tag)
			case "p":
				t.Priority = integer(r, tag)
			default:
				r.Skip(tag)
			}
		}
		if r.Err() != nil {
			break
		}
		dst = append(dst, t)
	}
	return dst
}

// finish checks what every era has in common, once all entries have been seen.
func (d *Decoder) finish(c *Chunk, h *head) error {
	if !h.hasX || !h.hasZ {
		d.r.FailAt(0, malformed("no xPos or zPos"))
		return d.r.Err()
	}
	text, err := d.intern.id(h.status)
	if err != nil {
		d.r.FailAt(0, malformed("status: %v", err))
		return d.r.Err()
	}
	var known bool
	if c.Status, c.Full, known = statusOf(text); !known {
		d.r.FailAt(0, malformed("unknown status %q", text))
		return d.r.Err()
	}
	if c.Full {
		return nil
	}
	if c.BelowZero, err = builtAboveZero(h.retrogen); err != nil {
		d.r.FailAt(h.retrogenAt, err)
		return d.r.Err()
	}
	if c.Full = c.BelowZero; !c.Full && !d.Unfinished {
		return &PartialError{Status: c.Status}
	}
	return nil
}

// modern finishes a chunk of 1.18 or later: it turns what scanSections has found into sections.
func (d *Decoder) modern(c *Chunk, h *head) error {
	if err := d.finish(c, h); err != nil {
		return err
	}
	switch {
	case !c.Full: // It may not have got that far.
	case !h.hasSections:
		d.r.FailAt(0, malformed("full chunk without sections"))
	case h.sectionCount == 0:
		d.r.FailAt(h.sections, malformed("full chunk with an empty list of sections"))
	}
	if err := d.r.Err(); err != nil {
		return err
	}
	// Without Level a chunk is of 21w43a (2844) or later, whatever it names.
	c.version = max(c.DataVersion, firstFlat)
	return d.cutSections(c)
}

// firstFlat is the DataVersion of 21w43a, from which on chunks have no Level compound.
const firstFlat = 2844

// sortSections orders sections by Y and refuses two with the same.
func (d *Decoder) sortSections(c *Chunk) {
	less := func(a, b Section) int { return int(a.Y) - int(b.Y) }
	if !slices.IsSortedFunc(c.Sections, less) {
		slices.SortStableFunc(c.Sections, less)
	}
}
