// Package lighting computes block light and sky light as Java Edition defines them, exactly, for sections, columns and areas of
// columns: from scratch, after changes, and when a chunk joins others. It knows classes (how much a state emits, what it takes from
// light, which faces it closes), not blocks; it knows no server, no file, no goroutine and no clock. The same input gives the same
// output, including the order of what it reports.
//
// [Builder] makes a [Section] from a palette's classes and packed indices. Sections lie in a [Column], columns in an [Area], and an
// [Engine] lights areas: [Engine.Light] from scratch, [Engine.Replay] after changes of cells, [Engine.Join] when a column comes that
// is lit already. A [Result] names the cells whose level is another one now. Engines and builders own all scratch memory, and a pass
// allocates nothing but the planes that it leaves behind.
//
// # The light
//
// Light is the least assignment of levels 0..15 to cells that satisfies, all at once:
//
//   - a cell has at least what it emits (block light), or 15 if the sky falls on it (sky light);
//   - it has at least L - cost of each neighbour of level L, unless it is opaque or the face between them is closed, where cost is
//     max(1, opacity) of the cell that is entered.
//
// There is one such assignment, whatever order it is computed in, because each rule only ever asks for more: that is why a flood may
// start from any state that nowhere exceeds it, and why columns can come in any order. All that follows computes it 64 cells at a
// time.
//
// # Planes, and the bit index
//
// A [Plane] holds one bit of each of a section's 4,096 cells in 64 words. The bit index is Anvil's cell index:
//
//	bit  11 10  9  8 |  7  6 |  5  4 |  3  2  1  0
//	     y  y   y  y |  z  z |  z  z |  x  x  x  x
//	     `------ word ------'  `---- bit in it ---'
//
// So a word is four rows of sixteen cells, and four words in a row are one layer:
//
//	             bit 63                                          bit 0
//	word 4y+0    [ z=3, x=15..0 | z=2, x=15..0 | z=1 ... | z=0, x=15..0 ]
//	word 4y+1    [ z=7          | z=6          | z=5     | z=4          ]
//	word 4y+2    [ z=11         | z=10         | z=9     | z=8          ]
//	word 4y+3    [ z=15         | z=14         | z=13    | z=12         ]
//
// A step to a neighbour is a shift:
//
//	x+1   w<<1, without the bits that ran into x=0 of the next row      &^ 0x0001_0001_0001_0001
//	x-1   w>>1, without those that ran into x=15 of the row before      &^ 0x8000_8000_8000_8000
//	z+1   w<<16, and the top row of the word before comes in            | before>>48
//	z-1   w>>16, and the lowest row of the word after comes in          | after<<48
//	y+1   the word of the layer below, y-1 that of the layer above
//
// What a mask cuts off at x=0 or x=15, and what has no word before or after, comes from the same places of the section in the next
// column; what has no layer below or above, from the section below or above. Dilating a plane, that is moving it in all six
// directions and joining the results, costs about 25 operations for 64 cells.
//
// # The flood
//
// Levels are bit-sliced ([Levels]): plane b holds bit b of every level, so comparing 64 levels with a number is four operations. The
// flood goes by level, not by cell:
//
//	S[15] = cells that start at 15
//	S[L]  = ( cells that start at L  |  dilate(S[L+1]) & open ) &^ cells that have L or more
//
//	. . . . . . .      . . . . . . .      . . . 4 . . .      . . 3 4 3 . .
//	. . . 5 . # .      . . 4 5 4 # .      . 3 4 5 4 # .      . 3 4 5 4 # .      # is opaque
//	. . . . . # .      . . . 4 . # .      . . 3 4 3 # .      . 2 3 4 3 # .
//
// Why it is exact: by induction over L from 15 down. When S[L] is formed, exactly the cells whose final level is above L have their
// final level. A cell whose final level is L starts there, or has a neighbour of level L+1 (all costs being one), which lies in
// S[L+1]; and a cell in S[L] cannot have more, or it would have been in an earlier frontier. So every cell is written once, at its
// final level. Many emitters of mixed brightness cost no more than one of them: they join the frontier when it comes by. A first-in
// first-out queue visits a cell again for each brighter source that is found later.
//
// Only where the frontier is there is work: a section keeps one word for the words that the frontier has cells in, a bit each, and
// six bits for the sides that it touches. The same shifts that move cells move words, four to a layer, so that the words next to the
// frontier are known before any of them is looked at:
//
//	m | m<<4 | m>>4                          the words of the frontier, and those above and below them
//	m<<1 &^ 0x1111... | m>>1 &^ 0x8888...    those before and after them in their layers
//
// Only these, and the sections behind the sides that are touched, are worked on; dark and empty space costs nothing. A section that was
// dark before the pass needs no comparison either: one plane of the open cells that are still free tells what may be lit, each frontier
// is taken out of it, and a word with nothing free is not looked at again.
//
// # Costs
//
// A cell of cost c is entered from S[L+c]. Most cells cost one and lie in the plane open. For each further cost that a section has
// there is a plane of its cells; what dilate(S[L]) reaches of it is set aside until level L-c comes:
//
//	later[L-c] |= dilate(S[L]) & cost[c]
//
// It is still exact: at level L-c the cells set aside are those that some neighbour gives L-c, and the test against what they have
// already is made then. Opacity 15 is in no plane. An opaque emitter needs no rule of its own: it starts on the frontier, and what
// is dilated from there does not ask whether it could have been entered.
//
// # Cross planes
//
// Slabs, stairs, snow and the like close single faces. Light cannot cross a face if the masks of the two shapes that meet there cover
// it together. For a section with such shapes, or next to one, the engine makes six planes: in[side] has the cells that cannot be
// entered from that side. Each term of the dilation is cut by its plane:
//
//	t = west &^ in[West] | east &^ in[East] | down &^ in[Down] | ...
//
//	in[Down] of a slab in the lower half        its own lower face is full
//	in[Up] of the cell below it                 the same face from the other side: the plane moved one layer down
//	in[East] of a stair before a wall of slabs  neither is full, but together they are: looked up in a table of pairs
//
// The first two are moves of planes. Only where two shaped cells touch, and only if the shapes present could do it at all, are pairs
// looked up one by one; the table of pairs is worked out once ([NewShapes]). It is exact because a face is closed or not for good
// while a pass runs, and both of its cells are looked at from both sides.
//
// # The sky
//
// The sky is a layer of 256 bits that falls from the top of the section above the build height:
//
//	sky &= open[y] &^ dim[y] &^ in[Up][y]        level 15 wherever it still shines
//
//	~ ~ ~ ~ ~ ~ ~ ~      1 1 1 1 1 1 1 1
//	. . . # . . . .      1 1 1 0 1 1 1 1      # opaque, o leaves (opacity 1)
//	. . . . . o . .      1 1 1 0 1 0 1 1
//	# # . # # # # #      0 0 1 0 0 0 0 0      then the flood from 15, sideways and down
//
// A section of nothing but air under an unbroken sky is level 15 as a whole and has no planes; it takes part in the flood only where
// something beside it is not as bright. Since every step costs one, no cell but these has level 15: the levels themselves remember
// where the sky falls, and a changed cell's shaft is followed from there.
//
// # Taking light away
//
// A change first takes away what may depend on it, then floods again from what is left ([Engine.Replay]). Removal is the flood
// backwards: R[L] are cells that had level L and lost it.
//
//	R[L-c]  |= dilate(R[L]) & cost[c] & cells of level exactly L-c       these may owe their light to R[L]: they lose it
//	again   |= dilate(R[L]) & cells with any other light                 these do not owe it to R[L]: they give some back
//
// A cell that depended on a lost one had exactly its level less its own cost, so nothing that depended on the change is left. It may
// take more than it must, but whatever had another reason has it still: an emitter starts again, and every other source is a cell in
// again, at whatever level it has then. From there the flood is the one above, and ends in the one least assignment. Changes are taken
// all at once, so that a thousand of them are one removal and one flood. If none of them can make anything brighter, the flood only
// has to look at the cells that lost their light.
//
// # Columns that come and go
//
// An area holds what is there. Lighting a column beside lit ones floods from their borders into it and from it into them. The borders
// of two sections are compared first, four layers a word, and a section of the ring takes part only if its border has two levels more
// than what lies across, where that can be entered, or if it is raised itself.
//
// When a column is lit again, part of what the ring has may have come from the light that it had. It is not taken back at first. The
// ring keeps all of it and gives of it, as if it were true; then the column's border is compared with what it was:
//
//	 ring | column        ring | column        ring | column
//	12 13 | 14 15 14     12 13 | 14 15 14     12 13 | 12 11 10
//	  as it was          the lamp is there:   the lamp is gone: 12 is less than 14, so that 13
//	                     all of it is true    is a debt; it goes, and 12 with it, on both sides
//
// It is exact. Each lit cell has a reason: it emits, the sky falls on it, or a neighbour has its level and the cost more. A cell of the
// ring whose reason lay in the ring, or at a border cell that has at least the level again that it had, still has that reason; a cell
// of the column got its own just now. Reasons go from lower levels to higher ones, so they end at a source, and nothing is too bright.
// Where a border cell has less, or its face is closed now, the cell across is the first of the removal above, which takes all that
// may follow from it. Mostly there is nothing to take: a column costs what it takes to light it, and its border.
//
// When a column goes, those that stay can keep the light that it gave ([Column.Freeze]): sixteen levels in a word for each layer, which
// act as its border until it is there again. Then the same comparison tells what of that memory is true.
//
// # From palettes to planes
//
// A section comes as a palette and packed indices. Four-bit indices are bit-sliced as levels are, by exchanging address bits of the
// packed words, and then every question about the palette (which cells are open, which are dim) is an expression of four words for 64
// cells: a palette of sixteen entries is a truth table of four variables. Other widths are read through a table of several indices at
// once ([Builder]).
//
// # What is not vanilla
//
// The rules are Java Edition's. The outer sections, one below and one above the build height, hold light but no blocks, as there. Two
// limits are ours: at most 255 shapes, and a frozen border does not remember the shapes behind it, only the light that got past them.
package lighting
