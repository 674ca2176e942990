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
			if k.Table() != t.name {
				continue
			}
			b.WriteByte('\n')
			comment(&b, k.Doc)
			comment(&b, fmt.Sprintf("Values: %s. Default: %s.", k.Values, k.Default()))
			fmt.Fprintf(&b, "%s = %s\n", k.Name(), format(k.at(&c)))
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

// Markdown writes docs/config.md: each table and key with its meaning, values and default.
func Markdown() []byte {
	var b bytes.Buffer
	b.WriteString("# Settings\n\n")
	b.WriteString("<!-- Made from the table in config/keys.go: change that, then run `go test ./config -update`. -->\n\n")
	b.WriteString("A server reads one TOML file: `config.toml` in the folder where it is started, or the one that `--config` names. If there is none, one is\n" +
		"written with the defaults and these explanations as comments. Flags win over the file; `example-server --print-config` shows what holds in the end.\n\n" +
		"The file is read strictly: unknown keys and bad values are all reported at once, with their lines, and the server does not start.\n" +
		"The tables with capital letters are Dragonfly's own, spelled as Dragonfly spells them; the others are Kestrel's.\n")
	for _, t := range tableDocs {
		fmt.Fprintf(&b, "\n## [%s]\n\n%s\n\n| key | default | values | meaning |\n|---|---|---|---|\n", t.name, t.doc)
		for _, k := range keys {
			if k.Table() == t.name {
				fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", k.Name(), k.Default(), k.Values, k.Doc)
			}
		}
	}
	return b.Bytes()
}
