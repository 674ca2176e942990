package config

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Auth says whether players must prove who they are. The zero value decides by the address.
type Auth uint8

// The three values of Auth.
const (
	// AuthAuto asks for proof unless the server can be reached from its own machine only.
	AuthAuto Auth = iota
	AuthOn
	AuthOff
)

// Required reports whether a server that listens on address must authenticate its players.
func (a Auth) Required(address string) bool {
	if a == AuthAuto {
		return !Loopback(address)
	}
	return a == AuthOn
}

// Loopback reports whether a HOST:PORT address can be reached from this machine only. A host that is empty, or a name other than
// localhost, counts as reachable from elsewhere.
func Loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// Size is a number of bytes. A file gives it as a whole number with an optional unit: 4096, "512 KiB", "64 MiB", "1 GiB".
type Size int64

var units = []struct {
	name string
	size Size
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}

// String writes the size in the largest unit that divides it.
func (s Size) String() string {
	for _, u := range units {
		if s != 0 && s%u.size == 0 {
			return fmt.Sprintf("%d %s", s/u.size, u.name)
		}
	}
	return "0 B"
}

// parseSize reads what String writes. The space may be left out.
func parseSize(text string) (Size, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || n < 0 || n > int64(1<<62/u.size) {
			break
		}
		return Size(n) * u.size, nil
	}
	return 0, fmt.Errorf("%q is not a size: write a whole number of bytes, or one with a unit such as \"64 MiB\" (KiB, MiB, GiB)", text)
}

// literal is a value in a TOML file, before it is known what the key wants.
type literal struct {
	kind string // "string", "whole number", "true or false", or the name of what TOML calls it
	text string // a string's content, or the value as written
}

// assign stores a literal in the variable that p points to, which is of one of the types of Config.
func assign(p any, v literal) error {
	switch p := p.(type) {
	case *string:
		if v.kind != kindString {
			return wrongType("a string in quotes", v)
		}
		*p = v.text
	case *bool:
		if v.kind != kindBool {
			return wrongType("true or false", v)
		}
		*p = v.text == "true"
	case *int:
		n, err := v.int()
		if err != nil {
			return err
		}
		if int64(int(n)) != n {
			return fmt.Errorf("%s is too large", v.text)
		}
		*p = int(n)
	case *Size:
		if v.kind == kindInt {
			n, err := v.int()
			*p = Size(n)
			return err
		}
		if v.kind != kindString {
			return wrongType("a size such as \"64 MiB\"", v)
		}
		s, err := parseSize(v.text)
		*p = s
		return err
	case *time.Duration:
		if v.kind != kindString {
			return wrongType("a duration such as \"50ms\"", v)
		}
		d, err := time.ParseDuration(v.text)
		if err != nil {
			return fmt.Errorf("%s is not a duration: write a number with a unit, such as \"50ms\" (us, ms, s, m)", quote(v.text))
		}
		*p = d
	case *Auth:
		switch {
		case v.kind == kindBool && v.text == "true":
			*p = AuthOn
		case v.kind == kindBool:
			*p = AuthOff
		case v.kind == kindString && v.text == "auto":
			*p = AuthAuto
		default:
			return wrongType("true, false or \"auto\"", v)
		}
	}
	return nil
}

// The kinds of literal that the keys want.
const (
	kindString = "string"
	kindInt    = "whole number"
	kindBool   = "true or false"
)

// int reads a whole number. TOML allows underscores between digits and the prefixes 0x, 0o and 0b; leading zeros do not get past the parser.
func (v literal) int() (int64, error) {
	if v.kind != kindInt {
		return 0, wrongType("a whole number", v)
	}
	n, err := strconv.ParseInt(v.text, 0, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is not a whole number that fits in 64 bits", v.text)
	}
	return n, nil
}

// wrongType says what is wanted in place of what was found.
func wrongType(want string, v literal) error {
	found := v.text
	if v.kind == kindString {
		found = quote(v.text)
	}
	if found == "" {
		found = v.kind
	}
	return fmt.Errorf("want %s, found %s", want, found)
}

// format writes the variable that p points to as a TOML value.
func format(p any) string {
	switch p := p.(type) {
	case *string:
		return quote(*p)
	case *bool:
		return strconv.FormatBool(*p)
	case *int:
		return strconv.Itoa(*p)
	case *Size:
		return quote(p.String())
	case *time.Duration:
		return quote(duration(*p))
	case *Auth:
		return map[Auth]string{AuthAuto: `"auto"`, AuthOn: "true", AuthOff: "false"}[*p]
	}
	return ""
}

// quote writes a TOML basic string. Its escapes are fewer than Go's.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// duration writes a duration without the zeros that Go puts behind whole minutes and hours.
func duration(d time.Duration) string {
	text := d.String()
	if whole, ok := strings.CutSuffix(text, "m0s"); ok {
		text = whole + "m"
	}
	if whole, ok := strings.CutSuffix(text, "h0m"); ok {
		text = whole + "h"
	}
	return text
}
