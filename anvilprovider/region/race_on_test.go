//go:build race

package region_test

// raceEnabled says that the race detector is on: it makes pools drop what they hold.
const raceEnabled = true
