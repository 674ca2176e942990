package text

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// DataVersions at which the spelling of components changed.
const (
	// NamesJSON is 17w47a: names of items and containers are JSON from here on.
	NamesJSON = 1451
	// LoreJSON is 18w43a: lines of lore are JSON from here on.
	LoreJSON = 1901
	// Compact is 1.20.3: plain components are written as JSON strings instead of compounds with a text.
	Compact = 3698
	// NBT is 25w02a: components are NBT from here on.
	NBT = 4298
)

// MaxLength is the number of bytes at which a translated text is cut. NBT strings end at 65,535 bytes and Bedrock's at
// 32,767; nothing that the game writes comes near.
const MaxLength = 16384

// Load translates a component that is JSON before 1.21.5 and NBT after. A string that is not JSON stands for itself. ok is
// false for a value that cannot be a component at all, such as a number.
func Load(v any, version int32) (s string, ok bool) {
	if str, isString := v.(string); isString {
		if version >= NBT {
			return Cut(str), true
		}
		return Cut(fromJSON(str)), true
	}
	switch v.(type) {
	case nbt.Compound, nbt.List:
		var r renderer
		r.render(v, style{}, 0)
		return Cut(r.out.String()), true
	}
	return "", false
}

// fromJSON renders JSON. What is not JSON stands for itself.
func fromJSON(s string) string {
	if s == "" || s == `""` || s == `{"text":""}` {
		return ""
	}
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		return s
	}
	if v == nil {
		return ""
	}
	var r renderer
	r.render(v, style{}, 0)
	return r.out.String()
}

// LoadName reads the name that somebody gave to a block or an entity, "" if nobody did.
func LoadName(java nbt.Compound, version int32) string {
	v, ok := java["CustomName"]
	if !ok {
		return ""
	}
	if s, isString := v.(string); isString && version < NamesJSON {
		return s
	}
	s, _ := Load(v, version)
	return s
}

// Cut shortens a text to MaxLength bytes, at the border of a rune.
func Cut(s string) string {
	if len(s) <= MaxLength {
		return s
	}
	n := MaxLength
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// style is what of a component's look Bedrock can show.
type style struct {
	colour                   string
	bold, italic, obfuscated bool
}

// codes answers the section codes that switch a style on from the default.
func (s style) codes() string {
	var b strings.Builder
	if s.colour != "" {
		b.WriteString("§" + s.colour)
	}
	if s.obfuscated {
		b.WriteString("§k")
	}
	if s.bold {
		b.WriteString("§l")
	}
	if s.italic {
		b.WriteString("§o")
	}
	return b.String()
}

// renderer writes components behind one another and switches styles between them.
type renderer struct {
	out strings.Builder
	now style
}

// maxDepth bounds the nesting of components. The game stops at 512.
const maxDepth = 128

func (r *renderer) text(s string, st style) {
	if s == "" || r.out.Len() > MaxLength {
		return
	}
	// A sign at the end of what is there would make a code of the first letter that follows.
	open := strings.HasSuffix(r.out.String(), "§")
	if open || st != r.now {
		if open || r.now != (style{}) {
			r.out.WriteString("§r")
		}
		r.out.WriteString(st.codes())
		r.now = st
	}
	r.out.WriteString(s)
}

func (r *renderer) render(v any, st style, depth int) {
	if depth > maxDepth || r.out.Len() > MaxLength {
		return
	}
	switch v := v.(type) {
	case string:
		r.text(v, st)
	case bool:
		r.text(strconv.FormatBool(v), st)
	case float64:
		r.text(strconv.FormatFloat(v, 'g', -1, 64), st)
	case int32:
		r.text(strconv.Itoa(int(v)), st)
	case []any:
		r.list(v, st, depth)
	case nbt.List:
		r.list(v.Items, st, depth)
	case map[string]any:
		r.compound(v, st, depth)
	case nbt.Compound:
		r.compound(v, st, depth)
	}
}

// list renders an array of components: the first is the parent of the others and gives them its style.
func (r *renderer) list(items []any, st style, depth int) {
	for i, v := range items {
		r.render(v, st, depth+1)
		if i == 0 {
			if m := asMap(v); m != nil {
				st = st.with(m)
			}
		}
	}
}

func asMap(v any) map[string]any {
	switch m := v.(type) {
	case map[string]any:
		return m
	case nbt.Compound:
		return m
	}
	return nil
}

func (r *renderer) compound(m map[string]any, st style, depth int) {
	st = st.with(m)
	for _, key := range []string{"text", "", "fallback", "translate", "keybind", "selector"} {
		if s, ok := m[key]; ok {
			r.render(s, st, depth+1)
			break
		}
	}
	if with, ok := m["with"]; ok && m["translate"] != nil {
		r.text(" ", st)
		r.render(with, st, depth+1)
	}
	if extra, ok := m["extra"]; ok {
		switch e := extra.(type) {
		case []any:
			for _, v := range e {
				r.render(v, st, depth+1)
			}
		case nbt.List:
			for _, v := range e.Items {
				r.render(v, st, depth+1)
			}
		}
	}
}

// with answers the style of a component inside one of this style.
func (s style) with(m map[string]any) style {
	if c, ok := m["color"].(string); ok {
		if code, known := colourCode(c); known {
			s.colour = code
		}
	}
	flag(m, "bold", &s.bold)
	flag(m, "italic", &s.italic)
	flag(m, "obfuscated", &s.obfuscated)
	return s
}

func flag(m map[string]any, key string, to *bool) {
	switch v := m[key].(type) {
	case bool:
		*to = v
	case uint8:
		*to = v != 0
	case string:
		*to = v == "true"
	}
}
