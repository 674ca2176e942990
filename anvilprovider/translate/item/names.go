package item

import (
	"strings"
	"sync"
)

const namespace = "minecraft:"

// oneWay are renamed items whose Bedrock name belongs to another Java item on the way back.
var oneWay = map[string]bool{"knowledge_book": true, "debug_stick": true, "furnace_minecart": true, "spectral_arrow": true,
	"tipped_arrow": true}

// tables are the look-ups made from renamed.
var tables = sync.OnceValue(func() (t struct{ bedrock, java map[string]string }) {
	t.bedrock, t.java = make(map[string]string, len(renamed)), make(map[string]string, len(renamed))
	for _, pair := range renamed {
		t.bedrock[pair[0]] = pair[1]
		if !oneWay[pair[0]] {
			t.java[pair[1]] = pair[0]
		}
	}
	return t
})

// bedrockName answers the Bedrock name of a Java item, without its number.
func bedrockName(java string) string {
	short, ok := strings.CutPrefix(java, namespace)
	if !ok {
		return java
	}
	switch {
	case strings.HasSuffix(short, "_bed"):
		if colourIndex(strings.TrimSuffix(short, "_bed")) >= 0 {
			return namespace + "bed"
		}
	case strings.HasSuffix(short, "_banner"):
		if colourIndex(strings.TrimSuffix(short, "_banner")) >= 0 {
			return namespace + "banner"
		}
	case short == "tipped_arrow" || short == "spectral_arrow":
		return namespace + "arrow"
	}
	if b, ok := tables().bedrock[short]; ok {
		return namespace + b
	}
	return java
}

// javaName answers the Java name of a Bedrock item with a number.
func javaName(bedrock string, meta int16) string {
	short, ok := strings.CutPrefix(bedrock, namespace)
	if !ok {
		return bedrock
	}
	switch short {
	case "bed":
		return namespace + colours[meta&15] + "_bed"
	case "banner":
		return namespace + colours[15-meta&15] + "_banner"
	case "arrow":
		if meta > 0 {
			return namespace + "tipped_arrow"
		}
	}
	if j, ok := tables().java[short]; ok {
		return namespace + j
	}
	return bedrock
}

// colours are the sixteen dyes in the order of their numbers.
var colours = [16]string{"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "light_gray", "cyan",
	"purple", "blue", "brown", "green", "red", "black"}

func colourIndex(name string) int {
	for i, c := range colours {
		if c == name {
			return i
		}
	}
	return -1
}
