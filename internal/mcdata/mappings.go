package mcdata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Mapping is one Java state and the Bedrock state that stands for it, whose values are untyped text.
type Mapping struct {
	Java, Bedrock State
}

// Mappings reads bedrock/1.26.30/blocksJ2B.json: every state of Java 26.2, in the order of the file, which is the order
// of state ids.
func (d *Data) Mappings() ([]Mapping, error) {
	name := filepath.Join("bedrock", BedrockVersion, "blocksJ2B.json")
	b, err := os.ReadFile(filepath.Join(d.root, name))
	if err != nil {
		return nil, fmt.Errorf("read minecraft-data: %w", err)
	}
	m, err := parseMappings(b)
	if err != nil {
		return nil, fmt.Errorf("read minecraft-data: %s: %w", name, err)
	}
	return m, nil
}

// parseMappings reads one flat JSON object of strings, keeping its order, and refuses a key that comes twice.
func parseMappings(b []byte) ([]Mapping, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("not an object: %v, %w", t, err)
	}
	var m []Mapping
	seen := map[string]bool{}
	for dec.More() {
		k, err := dec.Token()
		if err != nil {
			return nil, err
		}
		v, err := dec.Token()
		if err != nil {
			return nil, err
		}
		ks, _ := k.(string)
		vs, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("%v: the value is not a string", k)
		}
		java, err := ParseState(ks)
		if err != nil {
			return nil, err
		}
		bedrock, err := ParseState(vs)
		if err != nil {
			return nil, err
		}
		if seen[java.Key()] {
			return nil, fmt.Errorf("%s is there twice", java.Key())
		}
		seen[java.Key()] = true
		m = append(m, Mapping{java, bedrock})
	}
	return m, nil
}
