package nbt

// roughSize guesses how many bytes a payload takes, so that memory for it is taken once: a block entity of a megabyte would
// otherwise be copied a dozen times while it grows. Depth is bounded, because a tree that cannot be encoded may have none.
func roughSize(v any, depth int) int {
	if depth > DefaultDepth {
		return 0
	}
	n := 8
	switch v := v.(type) {
	case string:
		n = 2 + len(v)
	case []byte:
		n = 4 + len(v)
	case []int32:
		n = 4 + 4*len(v)
	case []int64:
		n = 4 + 8*len(v)
	case Raw:
		n = len(v.Data)
	case List:
		for _, item := range v.Items {
			n += roughSize(item, depth+1)
		}
	case Compound:
		for name, item := range v {
			n += 3 + len(name) + roughSize(item, depth+1)
		}
	}
	return n
}
