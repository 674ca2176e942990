// Package tools measures the world tools of example-server as a program of its own, as their users run them: how many chunks they
// work through, and what a second processor adds.
package tools
