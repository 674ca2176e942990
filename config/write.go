package config

import (
	"bytes"
	"fmt"
	"strings"
)

// commentWidth is the column at which comments in the file are wrapped.
const commentWidth = 110

// Marshal writes the configuration as TOML, with a comment above each key. Parse reads it back to an equal Config.
func (c Config) Marshal() []byte {
	var b bytes.Buffer
	b.WriteString("# Settings of a Kestrel server. Every key may be left out: it then has the default named above it.\n")
	for _, t := range tableDocs {
		b.WriteByte('\n')
		comment(&b, t.doc)
		fmt.Fprintf(&b, "[%s]\n", t.name)
		for _, k := range keys {
			if k.table() != t.name {
				continue
			}
			b.WriteByte('\n')
			comment(&b, k.doc)
			comment(&b, fmt.Sprintf("Values: %s. Default: %s.", k.values, k.standard()))
			fmt.Fprintf(&b, "%s = %s\n", k.name(), format(k.at(&c)))
		}
	}
	return b.Bytes()
}

// comment writes text as comment lines.
func comment(b *bytes.Buffer, text string) {
	line := "#"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > commentWidth {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
