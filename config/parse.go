package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Parse reads a TOML file over the defaults. The error, if any, is Faults with everything that is wrong; the Config returned beside it
// has the values that were right.
func Parse(data []byte) (Config, error) {
	p := parser{conf: Default(), lines: map[string]int{}}
	p.toml.Reset(bytes.TrimPrefix(data, []byte("\ufeff"))) // with which some editors begin a file
	for p.toml.NextExpression() {
		p.expression(p.toml.Expression())
	}
	if err := p.toml.Error(); err != nil {
		p.fault(p.errorLine(err), "", "this is not TOML: "+err.Error())
	}
	if _, given := p.lines["light.budget"]; !given {
		p.conf.Light.Budget = min(p.conf.Light.Budget, p.conf.Light.Interval/10) // as package plugin has it
	}
	for _, r := range relations {
		if problem := r.broken(p.conf); problem != "" && !p.faults.about(r.keys...) {
			p.fault(p.lines[r.keys[0]], r.keys[0], problem)
		}
	}
	slices.SortStableFunc(p.faults, func(a, b Fault) int { return a.Line - b.Line })
	return p.conf, p.faults.orNil()
}

// parser walks the expressions of one file. The AST is used, and not a decoder into the struct, because a decoder stops at the
// first value of a wrong type.
type parser struct {
	toml   unstable.Parser
	conf   Config
	faults Faults
	// table is the header that the following keys stand under; skip is set while that table is not one of ours, which is reported
	// once, at its header.
	table []string
	skip  bool
	// lines has the line of each key that was given.
	lines map[string]int
}

func (p *parser) fault(line int, key, problem string) {
	p.faults = append(p.faults, Fault{Line: line, Key: key, Problem: problem})
}

func (p *parser) expression(e *unstable.Node) {
	switch e.Kind {
	case unstable.Table, unstable.ArrayTable:
		path, line := p.key(e)
		p.table, p.skip = path, false
		name := strings.Join(path, ".")
		if e.Kind == unstable.ArrayTable {
			p.skip = true
			p.fault(line, name, "lists of tables ([[...]]) are not used here")
		} else if !isTable(name) {
			p.skip = true
			p.fault(line, name, "there is no such table"+suggest(name, tables()))
		}
	case unstable.KeyValue:
		if !p.skip {
			p.keyValue(p.table, e)
		}
	}
}

// keyValue takes one `key = value` that stands under a table, which may itself be a table written in line.
func (p *parser) keyValue(under []string, e *unstable.Node) {
	path, line := p.key(e)
	path = slices.Concat(under, path)
	name := strings.Join(path, ".")
	value := e.Value()
	if value.Kind == unstable.InlineTable && isTable(name) {
		for it := value.Children(); it.Next(); {
			p.keyValue(path, it.Node())
		}
		return
	}
	k, ok := lookup(name)
	if !ok {
		p.fault(line, name, "there is no such key"+suggest(name, paths()))
		return
	}
	if first, ok := p.lines[name]; ok {
		p.fault(line, name, fmt.Sprintf("is given twice, first on line %d", first))
		return
	}
	p.lines[name] = line
	changed := p.conf
	err := assign(k.at(&changed), p.literal(value))
	if err == nil {
		err = k.check(k.at(&changed))
	}
	if err != nil {
		p.fault(line, name, err.Error())
		return
	}
	p.conf = changed
}

// literal takes a value out of the AST.
func (p *parser) literal(n *unstable.Node) literal {
	switch n.Kind {
	case unstable.String:
		return literal{kindString, string(n.Data)}
	case unstable.Integer:
		return literal{kindInt, string(n.Data)}
	case unstable.Bool:
		return literal{kindBool, string(n.Data)}
	case unstable.Array:
		return literal{kind: "a list"}
	case unstable.InlineTable:
		return literal{kind: "a table"}
	default:
		return literal{strings.ToLower(n.Kind.String()), string(n.Data)}
	}
}

// key returns the parts of an expression's key and the line that it is on.
func (p *parser) key(e *unstable.Node) (path []string, line int) {
	for it := e.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
		if line == 0 {
			line = p.toml.Shape(it.Node().Raw).Start.Line
		}
	}
	return path, line
}

// errorLine finds the line of a syntax error.
func (p *parser) errorLine(err error) int {
	var syntax *unstable.ParserError
	if !errors.As(err, &syntax) || len(syntax.Highlight) == 0 {
		return strings.Count(string(p.toml.Data()), "\n") + 1
	}
	return p.toml.Shape(p.toml.Range(syntax.Highlight)).Start.Line
}

// suggest returns ": did you mean X?" for a known name that differs from the one given by case or by at most two letters.
func suggest(name string, known []string) string {
	best, distance := "", 3
	for _, k := range known {
		if d := edits(strings.ToLower(name), strings.ToLower(k)); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return ": did you mean " + best + "?"
}

// edits is the number of letters to insert, delete or replace that turn a into b (Levenshtein's distance).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j]+1, row[j+1]+1, diagonal+cost)
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
