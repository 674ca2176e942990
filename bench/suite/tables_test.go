package suite

import (
	"regexp"
	"strings"
	"testing"
)

// Every published table says what it means, has a number of its own, and shares no row with another.
func TestTables(t *testing.T) {
	numbers := map[int]bool{}
	for _, table := range Tables {
		if numbers[table.Number] {
			t.Errorf("table %d is there twice", table.Number)
		}
		numbers[table.Number] = true
		if table.Title == "" || table.Means == "" || table.Cannot == "" || table.Package == "" || table.Ours == "" || (len(table.Passes) == 0) != table.Shared {
			t.Errorf("table %d lacks something: %+v", table.Number, table)
		}
		if strings.HasPrefix(table.Cannot, "It ") {
			t.Errorf("table %d: the text continues \"It cannot mean:\"", table.Number)
		}
		if _, err := regexp.Compile(table.Select); err != nil {
			t.Errorf("table %d: %v", table.Number, err)
		}
		for _, pass := range table.Passes {
			for _, part := range strings.Split(pass.Match, "/") {
				if _, err := regexp.Compile(part); err != nil {
					t.Errorf("table %d: %v", table.Number, err)
				}
			}
		}
	}
	for n := 1; n <= 13; n++ {
		if !numbers[n] {
			t.Errorf("table %d is missing", n)
		}
	}
}
