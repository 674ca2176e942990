package item

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// tagBook reads a book's tag. Pages of a written book are components, those of a book that can be written are plain.
func (r reader) tagBook(t nbt.Compound, f *form) {
	list, _ := t["pages"].(nbt.List)
	for _, v := range list.Items {
		s, ok := v.(string)
		if !ok {
			continue
		}
		if f.id == "minecraft:written_book" {
			s, _ = text.Load(s, r.version)
		}
		f.pages = append(f.pages, s)
	}
	f.title, _ = t["title"].(string)
	f.author, _ = t["author"].(string)
	if n, ok := t.Int("generation"); ok {
		f.generation = int(n)
	}
}

// componentBook reads the two components that hold the contents of books since 1.20.5.
func (r reader) componentBook(c nbt.Compound, f *form) {
	if w, ok := component(c, "writable_book_content").(nbt.Compound); ok {
		list, _ := w["pages"].(nbt.List)
		for _, v := range list.Items {
			if s, ok := unfiltered(v).(string); ok {
				f.pages = append(f.pages, s)
			}
		}
	}
	w, ok := component(c, "written_book_content").(nbt.Compound)
	if !ok {
		return
	}
	list, _ := w["pages"].(nbt.List)
	for _, v := range list.Items {
		if s, ok := text.Load(unfiltered(v), r.version); ok {
			f.pages = append(f.pages, s)
		}
	}
	f.title, _ = unfiltered(w["title"]).(string)
	f.author, _ = w["author"].(string)
	if n, ok := w.Int("generation"); ok {
		f.generation = int(n)
	}
}

// unfiltered takes a text out of the pair of a raw and a filtered one that 1.20.5 may keep.
func unfiltered(v any) any {
	if c, ok := v.(nbt.Compound); ok {
		if raw, ok := c["raw"]; ok {
			return raw
		}
	}
	return v
}

// explosions reads a list of fireworks' explosions.
func explosions(list nbt.List, read func(nbt.Compound) explosion) (es []explosion) {
	for _, v := range list.Items {
		if c, ok := v.(nbt.Compound); ok {
			es = append(es, read(c))
		}
	}
	return es
}

func tagExplosion(c nbt.Compound) explosion {
	n, _ := c.Int("Type")
	e := explosion{shape: int(n), trail: truth(c["Trail"]), twinkle: truth(c["Flicker"])}
	e.colour, e.fade = firstDye(c["Colors"], 15), firstDye(c["FadeColors"], -1)
	return e
}

func componentExplosion(c nbt.Compound) explosion {
	shape, _ := c["shape"].(string)
	e := explosion{shape: max(indexOf(shapes, strings.TrimPrefix(shape, namespace)), 0), trail: truth(c["has_trail"]),
		twinkle: truth(c["has_twinkle"])}
	e.colour, e.fade = firstDye(c["colors"], 15), firstDye(c["fade_colors"], -1)
	return e
}

// firstDye answers the dye that comes nearest to the first of some colours. Dragonfly knows one colour an explosion.
func firstDye(v any, none int) int {
	rgb, ok := v.([]int32)
	if !ok || len(rgb) == 0 {
		return none
	}
	best, distance := 0, 1<<30
	for i, c := range fireworkColours {
		if d := text.Distance(uint32(rgb[0]), uint32(c)); d < distance {
			best, distance = i, d
		}
	}
	return best
}
