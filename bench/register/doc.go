// Package register turns raw Go benchmark text into a register of measured tables: intervals, verdicts, provenance, and pages
// that show them.
//
// Its rules are few and fixed:
//
//   - An interval is the mean and the half-width of its 99.9 % Student-t interval, pooled over the launches of a run.
//   - Overlapping intervals resolve no difference. That is neither a factor nor a tie.
//   - Disjoint intervals have conservative bounds: (b-eb)/(a+ea) to (b+eb)/(a-ea).
//   - The wider relative half-width of the pair sets the digits of the factor: up to 10 % two decimals, up to 25 % one, more:
//     rounded bounds alone. A half-width as large as its mean admits no factor at all.
//   - Derived rows add absolute half-widths and say that they are derived.
//   - Losing and unresolved rows stay, and are printed like the others.
//
// Everything here is pure: the same text gives the same page. Running the benchmarks is the business of the package runner beside it.
package register
