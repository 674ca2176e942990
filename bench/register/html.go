package register

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// HTML writes the page as one self-contained document: no script, no font or image from elsewhere, light and dark, narrow and wide.
func (p Page) HTML(w io.Writer) error {
	return pageTemplate.Execute(w, struct {
		Page
		Rules []string
	}{p, rules})
}
