// Package scene makes the worlds that the model system's published light figures were measured on, cell by cell, from the rules by
// which its benchmarks made them: java.util.Random with fixed seeds. So its published rows and ours light the same worlds.
package scene
