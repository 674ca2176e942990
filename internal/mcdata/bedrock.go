package mcdata

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// NewestBedrock is the newest Bedrock version of which fetch.sh unpacks the block states. Bedrock 1.26.50 has the same.
const NewestBedrock = "1.26.51"

// BedrockStates reads every block state of a Bedrock version ("1.26.30" or "1.26.51") in the order of the file. Values
// are text: bytes and integers in decimal, so that a bit is "0" or "1".
func (d *Data) BedrockStates(version string) ([]State, error) {
	var raw []struct {
		Name   string `json:"name"`
		States map[string]struct {
			Type  string          `json:"type"`
			Value json.RawMessage `json:"value"`
		} `json:"states"`
	}
	if err := d.read(&raw, "bedrock", version, "blockStates.json"); err != nil {
		return nil, err
	}
	states := make([]State, len(raw))
	for i, r := range raw {
		s := State{Name: "minecraft:" + r.Name}
		for name, p := range r.States {
			value := string(p.Value)
			if p.Type == "string" {
				if err := json.Unmarshal(p.Value, &value); err != nil {
					return nil, fmt.Errorf("read minecraft-data: blockStates of %s: %s: %w", version, r.Name, err)
				}
			}
			s.Props = append(s.Props, Property{name, value})
		}
		slices.SortFunc(s.Props, func(a, b Property) int { return strings.Compare(a.Name, b.Name) })
		states[i] = s
	}
	return states, nil
}
