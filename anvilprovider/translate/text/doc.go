// Package text translates Java Edition's text components to the strings that Bedrock Edition uses, and back.
//
// A component says what is shown and how: a string, or a compound with text, extra, color, bold and more. It has been
// spelled in three ways: as a plain string with section signs (item names before 1.13), as JSON in a string (signs from 1.8
// to 1.21.4, names from 1.13), and as NBT (from 1.21.5 on). Bedrock has strings with section signs only.
//
// What a string cannot say (click and hover events, underlines, scores, selectors, hex colours) is lost by Load, so a caller
// that saves keeps the old component for as long as Load of it gives the string that the host has.
//
// Everything is pure and safe for concurrent use, and answers something for every input.
package text
