package text

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// SaveName writes the name that somebody gave to a block or an entity, or takes it away if that is "".
func SaveName(java nbt.Compound, name string, version int32) {
	switch {
	case name == "":
		delete(java, "CustomName")
	case version < NamesJSON:
		java["CustomName"] = name
	default:
		java["CustomName"] = Save(name, version)
	}
}

// Save spells a string with section signs as the component of a DataVersion: JSON in a string before 1.21.5, NBT after.
func Save(s string, version int32) any {
	parts := split(s)
	if version >= NBT {
		return partsNBT(parts)
	}
	return partsJSON(parts, version)
}

// part is a run of one style.
type part struct {
	text  string
	style style
}

// split takes a string apart at its section signs. It answers at least one part.
func split(s string) []part {
	if !strings.Contains(s, "§") {
		return []part{{text: s}}
	}
	var parts []part
	var st style
	var run strings.Builder
	flush := func() {
		if run.Len() > 0 {
			parts = append(parts, part{run.String(), st})
			run.Reset()
		}
	}
	for i := 0; i < len(s); {
		code, size, ok := section(s[i:])
		if !ok {
			run.WriteByte(s[i])
			i++
			continue
		}
		flush()
		i += size
		switch {
		case code == 'r':
			st = style{}
		case code == 'l':
			st.bold = true
		case code == 'o':
			st.italic = true
		case code == 'k':
			st.obfuscated = true
		default:
			st = style{colour: string(rune(code))}
		}
	}
	flush()
	if len(parts) == 0 {
		parts = append(parts, part{})
	}
	return parts
}

// section reads a section sign and a code that Java knows at the front of s. Codes that only Bedrock knows stay text.
func section(s string) (code byte, size int, ok bool) {
	const sign = "§"
	if !strings.HasPrefix(s, sign) || len(s) == len(sign) {
		return 0, 0, false
	}
	c := s[len(sign)]
	if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c == 'k' || c == 'l' || c == 'o' || c == 'r' {
		return c, len(sign) + 1, true
	}
	return 0, 0, false
}

func partsNBT(parts []part) any {
	if len(parts) == 1 {
		if parts[0].style == (style{}) {
			return parts[0].text
		}
		return parts[0].compound()
	}
	extra := nbt.List{Elem: nbt.TagCompound}
	for _, p := range parts {
		extra.Items = append(extra.Items, p.compound())
	}
	return nbt.Compound{"text": "", "extra": extra}
}

func (p part) compound() nbt.Compound {
	c := nbt.Compound{"text": p.text}
	for key, v := range p.style.fields() {
		if b, ok := v.(bool); ok && b {
			v = uint8(1)
		}
		c[key] = v
	}
	return c
}

// fields are the entries of a component that give it the style.
func (s style) fields() map[string]any {
	m := map[string]any{}
	if s.colour != "" {
		if i, err := strconv.ParseInt(s.colour, 16, 8); err == nil {
			m["color"] = named[i].name
		}
	}
	for key, on := range map[string]bool{"bold": s.bold, "italic": s.italic, "obfuscated": s.obfuscated} {
		if on {
			m[key] = true
		}
	}
	return m
}

func partsJSON(parts []part, version int32) string {
	if len(parts) == 1 {
		if parts[0].style == (style{}) && version >= Compact {
			return encode(parts[0].text)
		}
		return encode(parts[0].fields())
	}
	extra := make([]any, 0, len(parts))
	for _, p := range parts {
		extra = append(extra, p.fields())
	}
	return encode(map[string]any{"text": "", "extra": extra})
}

func (p part) fields() map[string]any {
	m := p.style.fields()
	m["text"] = p.text
	return m
}

// encode writes JSON without the escapes that are meant for web pages. Strings and maps of them always encode.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
