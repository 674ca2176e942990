// Package store measures how a Java world is loaded and saved: the benchmarks of the tables about chunks, without the peers that
// have a module of their own (see bench/peers).
package store
