package translate_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	_ "github.com/df-mc/dragonfly/server/block" // registers the blocks
	"github.com/df-mc/dragonfly/server/world"
	_ "github.com/df-mc/dragonfly/server/world/biome" // registers the biomes

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

var shared = sync.OnceValues(func() (*translate.Translator, error) {
	world.DefaultBlockRegistry.Finalize()
	return translate.New(world.DefaultBlockRegistry, translate.Options{})
})

// translator returns a Translator on the host's own registry, shared by the tests that do not count unknown blocks.
func translator(t testing.TB) *translate.Translator {
	t.Helper()
	tr, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// image is a Bedrock state in the mapping data: values are text, bits "0" and "1".
type image struct {
	name  string
	props map[string]string
}

func (i *image) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &[]any{&i.name, &i.props}) }

// merged reads the table of every Java 26.3 state that was made before this project by other means.
func merged(t testing.TB) map[string]image {
	t.Helper()
	var raw map[string]image
	testworld.JSON(t, &raw, "mappingdata", "merged", "java26.3_to_bedrock1.26.50.json.gz")
	m := make(map[string]image, len(raw))
	for k, v := range raw {
		m[strings.TrimSuffix(k, "[]")] = v
	}
	return m
}

// sample holds, for a block of the registry, the value of each property in its first state: the types that it takes.
type sample map[string]any

// samples returns the sample of every name in a registry.
func samples(br world.BlockRegistry) map[string]sample {
	all := map[string]sample{}
	for rid := range uint32(br.BlockCount()) {
		name, props, _ := br.RuntimeIDToState(rid)
		if _, ok := all[name]; !ok {
			all[name] = props
		}
	}
	return all
}

// strict looks up a state by BlockByName, with values of the types that the registry has. Properties that the registry
// does not have are left out, but none is made up.
func strict(br world.BlockRegistry, all map[string]sample, name string, props map[string]string) (world.Block, bool) {
	s, ok := all[name]
	if !ok {
		return nil, false
	}
	typed := map[string]any{}
	for k, v := range s {
		value, ok := props[k]
		if !ok {
			return nil, false
		}
		n, err := strconv.Atoi(value)
		switch v.(type) {
		case string:
			typed[k] = value
			continue
		case bool:
			typed[k] = n != 0
		case uint8:
			typed[k] = uint8(n)
		case int32:
			typed[k] = int32(n)
		}
		if err != nil {
			return nil, false
		}
	}
	return br.BlockByName(name, typed)
}

// stateKey returns the key of a registered state, bits as "0" and "1".
func stateKey(br world.BlockRegistry, rid uint32) string {
	name, props, _ := br.RuntimeIDToState(rid)
	var parts []string
	for k, v := range props {
		switch v := v.(type) {
		case string:
			parts = append(parts, k+"="+v)
		case bool:
			parts = append(parts, k+"="+map[bool]string{false: "0", true: "1"}[v])
		case uint8:
			parts = append(parts, k+"="+strconv.Itoa(int(v)))
		case int32:
			parts = append(parts, k+"="+strconv.Itoa(int(v)))
		}
	}
	if len(parts) == 0 {
		return name
	}
	slices.Sort(parts)
	return name + "[" + strings.Join(parts, ",") + "]"
}

// parse splits a state key.
func parse(key string) (name string, props map[string]string) {
	name, rest, ok := strings.Cut(key, "[")
	props = map[string]string{}
	if !ok {
		return name, props
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(rest, "]"), ",") {
		k, v, _ := strings.Cut(part, "=")
		props[k] = v
	}
	return name, props
}
