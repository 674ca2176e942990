// Package paint draws Java chunks from above or as a vertical slice, in the colours of their blocks or of their light.
//
// Colours are the author's, chosen by words in the names of blocks: a block that nobody has heard of gets a grey of its own. The package is
// pure; a Scan belongs to one goroutine.
package paint
