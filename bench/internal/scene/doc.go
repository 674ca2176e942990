// Package scene makes the worlds that Falco, an Anvil loader and light engine for the Java server Minestom, published light figures
// of, cell by cell, from the rules by which its benchmarks made them: java.util.Random with fixed seeds. So its published rows and
// ours light the same worlds.
package scene
