// Package suite lists the tables that Kestrel publishes and runs their benchmarks: test binaries compiled once, one process launch
// a sample, the tables and the sides of each comparison taking turns, provenance in front, raw text first and pages made from it.
package suite
