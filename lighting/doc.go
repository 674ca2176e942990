// Package lighting computes the light of a block world, block light and sky light, exactly as Java Edition does, on bit planes.
package lighting
