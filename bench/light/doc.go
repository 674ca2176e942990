// Package light measures the light engine against Dragonfly's own, on the same chunk and in the same run, after making sure that both
// compute the same levels.
package light
