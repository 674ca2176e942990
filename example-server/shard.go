package main

import (
	"fmt"
	"strconv"
	"strings"
)

// shard is a part of a world: the region files whose index modulo Count is Index. The zero value is the whole.
// It is a flag value, written I/N.
type shard struct{ index, count int }

// String writes the shard as the flag has it.
func (s *shard) String() string {
	if s.count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.count)
}

// Set reads I/N, with I from 0 to N-1.
func (s *shard) Set(text string) error {
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(i)
	count, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || count < 1 || index < 0 || index >= count {
		return fmt.Errorf("want I/N with I from 0 to N-1, such as 0/4")
	}
	s.index, s.count = index, count
	return nil
}

// Type names the flag's value in the help.
func (s *shard) Type() string { return "I/N" }

// has reports whether the region file with an index, in the sorted list of all of the world's, belongs to the shard.
func (s *shard) has(i int) bool { return s.count == 0 || i%s.count == s.index }
