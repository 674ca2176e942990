package config

import (
	"bytes"
	"fmt"
)

// markdown writes docs/config.md: each table and key with its meaning, values and default.
func markdown() []byte {
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
			if k.table() == t.name {
				fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", k.name(), k.standard(), k.values, k.doc)
			}
		}
	}
	return b.Bytes()
}
