package config

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What a key may be: each function returns a check of a value, which says what it wants instead.

func notEmpty(p any) error {
	if *p.(*string) == "" {
		return fmt.Errorf("must not be empty")
	}
	return nil
}

func within(lowest, highest int) func(any) error {
	return func(p any) error {
		if n := *p.(*int); n < lowest || n > highest {
			return fmt.Errorf("%d is out of range: want %d to %d", n, lowest, highest)
		}
		return nil
	}
}

func sizeWithin(lowest, highest Size) func(any) error {
	return func(p any) error {
		if n := *p.(*Size); n < lowest || n > highest {
			return fmt.Errorf("%s is out of range: want %s to %s", n, lowest, highest)
		}
		return nil
	}
}

func lasts(shortest, longest time.Duration) func(any) error {
	return func(p any) error {
		if d := *p.(*time.Duration); d < shortest || d > longest {
			return fmt.Errorf("%v is out of range: want %v to %v", d, shortest, longest)
		}
		return nil
	}
}

// zeroOr lets a duration of nothing pass.
func zeroOr(valid func(any) error) func(any) error {
	return func(p any) error {
		if *p.(*time.Duration) == 0 {
			return nil
		}
		return valid(p)
	}
}

func oneOf(words []string) func(any) error {
	return func(p any) error {
		if s := *p.(*string); !slices.Contains(words, s) {
			return fmt.Errorf("%s is not one of %s", quote(s), quoted(words))
		}
		return nil
	}
}

// address checks HOST:PORT. The host may be empty, the port must be a number.
func address(mayBeEmpty bool) func(any) error {
	return func(p any) error {
		s := *p.(*string)
		if s == "" && mayBeEmpty {
			return nil
		}
		_, port, err := net.SplitHostPort(s)
		if err != nil {
			return fmt.Errorf("%s is not an address: want HOST:PORT, such as \"127.0.0.1:19132\"", quote(s))
		}
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return fmt.Errorf("%s is not an address: the port must be a number from 0 to 65535", quote(s))
		}
		return nil
	}
}

// quoted joins words as they are written in the file: "a", "b" or "c".
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = quote(w)
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
