package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, "chunks", 400)
	now := p.began
	p.now = func() time.Time { return now }
	for range 4 {
		now = now.Add(4 * time.Second)
		p.add(50)
	}
	p.finish()
	if got, want := out.String(), "150 of 400 chunks (37%), 12 a second, about 20s left\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if strings.Contains(out.String(), "\r") {
		t.Error("a bar was drawn where there is no terminal")
	}
}
