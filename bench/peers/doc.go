// Package peers compares Kestrel with libraries that Kestrel itself does not need. It is a module of its own, so that they are in
// nobody's module graph: run its benchmarks from this folder.
package peers
