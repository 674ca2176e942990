// Package model measures the light engine on the scenes of Falco's own figures (see package scene): the benchmarks of the tables that have a counterpart
// among its published ones, and where the time goes on the way to finished light. Every set-up compares the sides cell by cell.
package model
