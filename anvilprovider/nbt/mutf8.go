package nbt

import (
	"fmt"
	"unicode/utf8"
)

// Modified UTF-8 is what java.io.DataInput specifies: U+0000 is C0 80, characters above U+FFFF are two surrogates of three
// bytes each, everything else is as in UTF-8. Only the shortest form is accepted here, so that text keeps its bytes.
//
// A surrogate without its partner, which Java strings may hold, is kept as its three bytes in the Go string. Such a string
// is not valid UTF-8, but it encodes to the same bytes again.

// DecodeText converts modified UTF-8 to a Go string.
func DecodeText(b []byte) (string, error) {
	i := 0
	for i < len(b) && b[i]-1 < 0x7f {
		i++
	}
	if i == len(b) {
		return string(b), nil
	}
	dst := append(make([]byte, 0, len(b)), b[:i]...)
	for i < len(b) {
		c, n := unit(b[i:])
		if n == 0 {
			return "", fmt.Errorf("%w: byte %d of %d", ErrText, i, len(b))
		}
		if c>>10 == 0xd800>>10 && i+n < len(b) {
			if low, m := unit(b[i+n:]); m == 3 && low>>10 == 0xdc00>>10 {
				dst = utf8.AppendRune(dst, 0x10000+rune(c-0xd800)<<10+rune(low-0xdc00))
				i += n + m
				continue
			}
		}
		if c>>11 == 0xd800>>11 {
			dst = append(dst, b[i:i+n]...)
		} else {
			dst = utf8.AppendRune(dst, rune(c))
		}
		i += n
	}
	return string(dst), nil
}

// unit decodes the UTF-16 unit at the start of b; n is how many bytes it has, 0 if they are invalid.
func unit(b []byte) (c uint16, n int) {
	cont := func(i int) bool { return len(b) > i && b[i]&0xc0 == 0x80 }
	switch c0 := b[0]; {
	case c0 == 0:
		return 0, 0
	case c0 < 0x80:
		return uint16(c0), 1
	case c0&0xe0 == 0xc0 && cont(1):
		if c = uint16(c0&0x1f)<<6 | uint16(b[1]&0x3f); c >= 0x80 || c == 0 {
			return c, 2
		}
	case c0&0xf0 == 0xe0 && cont(1) && cont(2):
		if c = uint16(c0&0x0f)<<12 | uint16(b[1]&0x3f)<<6 | uint16(b[2]&0x3f); c >= 0x800 {
			return c, 3
		}
	}
	return 0, 0
}

// AppendText appends s in modified UTF-8, without a length. Bytes that are not UTF-8 become U+FFFD, except for the three
// bytes of a single surrogate, which stay.
func AppendText(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		run := i
		for i < len(s) && s[i]-1 < utf8.RuneSelf-1 {
			i++ // ASCII without NUL is as it is.
		}
		if dst = append(dst, s[run:i]...); i == len(s) {
			break
		}
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == 0:
			dst = append(dst, 0xc0, 0x80)
		case c >= 0x10000:
			c -= 0x10000
			dst = appendSurrogate(dst, 0xd800+c>>10)
			dst = appendSurrogate(dst, 0xdc00+c&0x3ff)
		case c == utf8.RuneError && n == 1 && isSurrogate(s[i:]):
			n = 3
			dst = append(dst, s[i:i+3]...)
		default:
			dst = utf8.AppendRune(dst, c)
		}
		i += n
	}
	return dst
}

// isSurrogate reports whether s starts with a surrogate as UTF-8 would write it, were it allowed to.
func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1]&0xe0 == 0xa0 && s[2]&0xc0 == 0x80
}

func appendSurrogate(dst []byte, c rune) []byte {
	return append(dst, 0xe0|byte(c>>12), 0x80|byte(c>>6)&0xbf, 0x80|byte(c)&0xbf)
}
