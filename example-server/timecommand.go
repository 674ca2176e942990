package main

import (
	"github.com/df-mc/dragonfly/server/cmd"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
)

// dayLength is the length of a day in ticks.
const dayLength = 24000

// maxTime is the latest time that a command sets: a billion days.
const maxTime = dayLength * 1_000_000_000

// registerTime registers /time, with which one judges a world by the light of day and by that of its lamps.
func registerTime() {
	cmd.Register(cmd.New("time", "Shows or changes the time of day.", nil, timeNow{}, timeQuery{}, timeSetName{}, timeSet{}, timeAdd{}))
}

// timeName is a time of day with a name.
type timeName string

// namedTimes has the times of Java's and Bedrock's own /time, in ticks.
var namedTimes = map[string]int{"day": 1000, "noon": 6000, "night": 13000, "midnight": 18000}

// Type names the values for clients.
func (timeName) Type() string { return "TimeOfDay" }

// Options returns the values.
func (timeName) Options(cmd.Source) []string { return []string{"day", "noon", "night", "midnight"} }

// timeNow is /time, and timeQuery is /time query.
type (
	timeNow   struct{}
	timeQuery struct {
		Query cmd.SubCommand `cmd:"query"`
	}
)

// Run tells the time.
func (timeNow) Run(_ cmd.Source, o *cmd.Output, tx *world.Tx) { tellTime(o, tx) }

// Run tells the time.
func (timeQuery) Run(_ cmd.Source, o *cmd.Output, tx *world.Tx) { tellTime(o, tx) }

func tellTime(o *cmd.Output, tx *world.Tx) {
	now := tx.World().Time()
	o.Printf("It is tick %d of day %d (time %d)", now%dayLength, now/dayLength, now)
}

// timeSetName is /time set NAME, and timeSet is /time set TICKS.
type (
	timeSetName struct {
		builders
		Set  cmd.SubCommand `cmd:"set"`
		Name timeName       `cmd:"time"`
	}
	timeSet struct {
		builders
		Set   cmd.SubCommand `cmd:"set"`
		Ticks int            `cmd:"ticks"`
	}
)

// Run sets the time of the first day, as Java's command does.
func (t timeSetName) Run(_ cmd.Source, o *cmd.Output, tx *world.Tx) {
	changeTime(o, tx, namedTimes[string(t.Name)])
}

// Run sets the time.
func (t timeSet) Run(_ cmd.Source, o *cmd.Output, tx *world.Tx) { changeTime(o, tx, t.Ticks) }

// timeAdd is /time add TICKS.
type timeAdd struct {
	builders
	Add   cmd.SubCommand `cmd:"add"`
	Ticks int            `cmd:"ticks"`
}

// Run moves the time on.
func (t timeAdd) Run(_ cmd.Source, o *cmd.Output, tx *world.Tx) {
	if t.Ticks > maxTime || t.Ticks < -maxTime {
		o.Errorf("%d ticks are more than a billion days", t.Ticks)
		return
	}
	changeTime(o, tx, tx.World().Time()+t.Ticks)
}

func changeTime(o *cmd.Output, tx *world.Tx, to int) {
	if to < 0 || to > maxTime {
		o.Errorf("%d is no time: want 0 to %d", to, maxTime)
		return
	}
	tx.World().SetTime(to)
	tellTime(o, tx)
}

// builders makes a command one for players in creative mode: a server has no operators who would be asked instead.
type builders struct{}

// Allow reports whether a source may run the command.
func (builders) Allow(src cmd.Source) bool {
	p, ok := src.(*player.Player)
	return !ok || p.GameMode().CreativeInventory()
}
