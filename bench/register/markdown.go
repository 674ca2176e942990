package register

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes the page as GitHub-flavoured Markdown.
func (p Page) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", p.Title)
	for _, r := range rules {
		fmt.Fprintf(&b, "- %s\n", r)
	}
	fmt.Fprintf(&b, "\nRaw text: [%s](%s)\n\n## How it was taken\n\n| field | value |\n|---|---|\n", p.Raw, p.Raw)
	for _, f := range p.Provenance {
		fmt.Fprintf(&b, "| %s | %s |\n", escape(f.Key), escape(f.Value))
	}
	if len(p.Inputs) > 0 {
		b.WriteString("\n<details><summary>Digests of the inputs</summary>\n\n| input | SHA-256 |\n|---|---|\n")
		for _, f := range p.Inputs {
			fmt.Fprintf(&b, "| %s | %s |\n", escape(f.Key), escape(f.Value))
		}
		b.WriteString("\n</details>\n")
	}
	for _, t := range p.Tables {
		fmt.Fprintf(&b, "\n## %d. %s\n\n%s\n", t.Number, t.Title, t.Means)
		if t.Cannot != "" {
			fmt.Fprintf(&b, "\nIt cannot mean: %s\n", t.Cannot)
		}
		if t.Loses != "" {
			fmt.Fprintf(&b, "\nWhere %s loses: %s\n", t.Ours, t.Loses)
		}
		fmt.Fprintf(&b, "\n`%s`\n\n", t.Command())
		t.markdown(&b)
		if fits := t.FitLines(); len(fits) > 0 {
			fmt.Fprintf(&b, "\n%s\n\n", t.FitHead())
			for _, line := range fits {
				fmt.Fprintf(&b, "- %s\n", line)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the rows alone, as the README takes them over.
func (f Filled) markdown(b *strings.Builder) {
	lines := f.Lines()
	if len(lines) == 0 {
		b.WriteString("Not measured in this run.\n")
		return
	}
	fmt.Fprintf(b, "| configuration | side | %s | memory | allocations | samples | against %s |\n|---|---|---|---|---|---|---|\n", f.Unit, f.Ours)
	for _, l := range lines {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", escape(l.Config), escape(l.Side), l.Value, l.Bytes, l.Allocs, l.Samples, l.Verdict)
	}
}

// Markdown writes one table's rows.
func (f Filled) Markdown() string {
	var b strings.Builder
	f.markdown(&b)
	return b.String()
}

func escape(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
