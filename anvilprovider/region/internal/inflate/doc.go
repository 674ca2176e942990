// Package inflate reads deflate streams (RFC 1951) that lie in memory as a whole, and writes them into memory as a whole. That is all
// that region files need, and it is what makes it quick: there is no window to copy from, input is taken eight bytes at a time, and
// a match is copied in words that may write past its end. Everything else about such streams (zlib, gzip, how to write them) is
// elsewhere.
//
// A Huffman code is looked up by its first bits in one table of entries (see entry); the few codes that are longer go on in a second
// table. An entry says all that has to be done: how many bits to drop, the byte to write, or the first length or distance and how
// many further bits to add to it.
//
// What is accepted is what zlib accepts: codes have to be complete, but for a single one of one bit.
package inflate
