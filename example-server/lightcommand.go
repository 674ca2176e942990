package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/block/cube/trace"
	"github.com/df-mc/dragonfly/server/cmd"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/plugin"
)

// lightCommands are the commands with which a player looks at light. They change nothing.
type lightCommands struct {
	ctx    context.Context
	cancel context.CancelFunc
	lights *plugin.Server
	// running has the verification that runs: there is one at a time.
	running sync.WaitGroup
	busy    chan struct{}
}

// registerLight registers /light. Commands are the whole program's: the last server's count.
func registerLight(lights *plugin.Server) *lightCommands {
	c := &lightCommands{lights: lights, busy: make(chan struct{}, 1)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	cmd.Register(cmd.New("light", "Shows the light levels at your feet and where you look.", nil, lightHere{c: c}, lightStats{c: c}, lightVerify{c: c}))
	return c
}

// close stops a verification and waits for it.
func (c *lightCommands) close() {
	c.cancel()
	c.running.Wait()
}

// lightHere is /light.
type lightHere struct{ c *lightCommands }

// Run tells the levels at the player's feet and before the block that the player looks at.
func (l lightHere) Run(src cmd.Source, o *cmd.Output, tx *world.Tx) {
	p, ok := src.(*player.Player)
	if !ok {
		o.Error("only a player stands anywhere")
		return
	}
	l.c.tell(o, tx, "at your feet", cube.PosFromVec3(p.Position()))
	if pos, ok := lookedAt(tx, p); ok {
		l.c.tell(o, tx, "before the block you look at", pos)
	}
}

// tell prints the levels at a position.
func (c *lightCommands) tell(o *cmd.Output, tx *world.Tx, where string, pos cube.Pos) {
	light := c.lights.Of(tx.World())
	if light == nil {
		o.Error("the light of this world is not kept")
		return
	}
	blockLevel, sky, known := light.Level(tx, pos)
	if !known {
		o.Printf("Light %s (%d, %d, %d) is not known yet; the server has %d", where, pos[0], pos[1], pos[2], tx.Light(pos))
		return
	}
	o.Printf("Light %s (%d, %d, %d): block %d, sky %d; the server has %d", where, pos[0], pos[1], pos[2], blockLevel, sky, tx.Light(pos))
}

// reach is how far a player can look at a block, in blocks.
const reach = 16

// lookedAt returns the cell before the block that a player looks at.
func lookedAt(tx *world.Tx, p *player.Player) (before cube.Pos, ok bool) {
	eyes := entity.EyePosition(p)
	before = cube.PosFromVec3(eyes)
	trace.TraverseBlocks(eyes, eyes.Add(p.Rotation().Vec3().Mul(reach)), func(pos cube.Pos) bool {
		if _, air := tx.Block(pos).(block.Air); !air {
			ok = true
			return false
		}
		before = pos
		return true
	})
	return before, ok
}

// lightStats is /light stats.
type lightStats struct {
	Stats cmd.SubCommand `cmd:"stats"`
	c     *lightCommands
}

// Run tells what live light has done.
func (l lightStats) Run(_ cmd.Source, o *cmd.Output, tx *world.Tx) {
	light := l.c.lights.Of(tx.World())
	if light == nil {
		o.Error("the light of this world is not kept")
		return
	}
	s := light.Stats()
	o.Printf("%d changes, %d replays, %d full passes, %d levels written", s.Changes, s.Replays, s.Passes, s.Cells)
	o.Printf("%d chunks in view, %d of them waiting; %v of each interval at the median, %v at the 99th percentile", s.Columns, s.Waiting, s.Time.P50, s.Time.P99)
}

// lightVerify is /light verify.
type lightVerify struct {
	Verify cmd.SubCommand `cmd:"verify"`
	c      *lightCommands
}

// verifyRadius is how far around a player light is verified, in chunks.
const verifyRadius = 4

// Run computes the light round the player from scratch, off the world's goroutine, and tells the result when it is there.
func (l lightVerify) Run(src cmd.Source, o *cmd.Output, tx *world.Tx) {
	p, ok := src.(*player.Player)
	light := l.c.lights.Of(tx.World())
	if !ok || light == nil {
		o.Error("there is no light to verify here")
		return
	}
	select {
	case l.c.busy <- struct{}{}:
	default:
		o.Error("light is being verified already")
		return
	}
	at := cube.PosFromVec3(p.Position())
	x, z := int32(at[0]>>4), int32(at[2]>>4)
	handle := p.H()
	l.c.running.Go(func() {
		defer func() { <-l.c.busy }()
		ctx, cancel := context.WithTimeout(l.c.ctx, time.Minute)
		defer cancel()
		report, err := light.Verify(ctx, world.ChunkPos{x - verifyRadius, z - verifyRadius}, world.ChunkPos{x + verifyRadius, z + verifyRadius})
		text := fmt.Sprintf("Verified %d cells in %d chunks: %d of block light and %d of sky light are wrong", report.Cells, report.Chunks, report.Block, report.Sky)
		if err != nil {
			text = "The light could not be verified: " + err.Error()
		}
		player.Do(handle, func(_ *world.Tx, p *player.Player) { p.Message(text) })
	})
	o.Print("Verifying the light of the chunks round you ...")
}
