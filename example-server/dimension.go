package main

import (
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// dimensionOf returns the server's dimension for an identifier, and the names that the provider needs for one that is not vanilla's.
func dimensionOf(id string) (world.Dimension, map[world.Dimension]string) {
	switch id {
	case layout.Overworld:
		return world.Overworld, nil
	case layout.Nether:
		return world.Nether, nil
	case layout.End:
		return world.End, nil
	}
	d := customDimension{world.Overworld, id}
	return d, map[world.Dimension]string{d: id}
}

// customDimension is a dimension that vanilla does not have, with the height of the overworld.
type customDimension struct {
	world.Dimension
	id string
}
