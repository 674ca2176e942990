package main

import "testing"

func TestShard(t *testing.T) {
	for _, text := range []string{"", "1", "4/4", "-1/4", "0/0", "a/4", "0/b", "1/2/3", "0/-1"} {
		if err := new(shard).Set(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
	// Shards together are the whole, and no two overlap.
	for _, count := range []int{1, 3, 4} {
		for i := range 20 {
			owners := 0
			for index := range count {
				if (&shard{index, count}).has(i) {
					owners++
				}
			}
			if owners != 1 {
				t.Errorf("file %d has %d owners of %d shards", i, owners, count)
			}
		}
	}
	if whole := new(shard); !whole.has(7) || whole.String() != "" {
		t.Error("the zero value is not the whole")
	}
	var s shard
	if err := s.Set("2/5"); err != nil || s.String() != "2/5" || s.has(3) || !s.has(12) {
		t.Errorf("2/5 became %v, %v", s, err)
	}
}
