// Package showcase builds the small Java world that the example server makes when it has none: a hill with a cave, a lake with a
// jetty, trees, a field and a furnished house, on 8x8 chunks round the origin.
//
// It shows what a Bedrock server has to get right about a Java world: slabs and stairs in every half and corner, blocks that stand in
// water, doors and beds of two parts, a double chest with items, signs with text on both sides, banners, heads, pots, lamps, and light
// that comes from them. Nothing here was taken from another world.
//
// The package is pure and deterministic: whole numbers only, no clock and no random source, so that the same bytes come out
// everywhere and a test can name the block at any position.
package showcase
