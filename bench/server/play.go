package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// asking is how many columns a client asks for at a time.
const asking = 8

// stream lets all clients join and load every block of their view. The clients that joined are returned even with an error.
func (s *Session) stream(ctx context.Context, r *running, c *Copies, o Options) ([]*testclient.Client, error) {
	clients, errs := make([]*testclient.Client, o.Clients), make([]error, o.Clients)
	took := make([]time.Duration, o.Clients)
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			began := time.Now()
			if clients[i], errs[i] = testclient.Dial(ctx, r.address, fmt.Sprintf("Client%d", i)); errs[i] == nil {
				errs[i] = loadView(ctx, clients[i], c.view)
			}
			took[i] = time.Since(began)
		})
	}
	wg.Wait()
	s.Columns, s.Stream = len(c.view), slices.Max(took)
	joined := slices.DeleteFunc(clients, func(c *testclient.Client) bool { return c == nil })
	return joined, errors.Join(errs...)
}

// loadView loads columns, a few at a time, from the inside out.
func loadView(ctx context.Context, client *testclient.Client, view []world.ChunkPos) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan world.ChunkPos)
	var wg sync.WaitGroup
	for range asking {
		wg.Go(func() {
			for pos := range queue {
				if err := client.LoadColumn(ctx, pos[0], pos[1], world.Overworld.Range()[0], world.Overworld.Range()[1]); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
feed:
	for _, pos := range view {
		select {
		case queue <- pos:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()
	return context.Cause(ctx)
}

// play lets clients fly in circles while blocks change at random near the centre, once in a tick.
func play(ctx context.Context, w *world.World, clients []*testclient.Client, c *Copies, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, o.Play)
	defer cancel()
	r := rand.New(rand.NewPCG(20260731, 12))
	blocks := []world.Block{block.Stone{}, block.Air{}, block.Glowstone{}, block.Glass{}, block.Air{}}
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for n := 0; ; n++ {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			if ctx.Err() == context.DeadlineExceeded {
				return nil
			}
			return ctx.Err()
		}
		for i, client := range clients {
			angle := float64(n)/40 + 2*math.Pi*float64(i)/float64(len(clients))
			to := mgl32.Vec3{float32(c.spawn[0]) + float32(24*math.Cos(angle)), float32(c.spawn[1] + 20), float32(c.spawn[2]) + float32(24*math.Sin(angle))}
			if err := client.Move(to); err != nil {
				return err
			}
		}
		type change struct {
			pos cube.Pos
			b   world.Block
		}
		changes := make([]change, max(o.Changes, 0))
		for i := range changes {
			changes[i] = change{c.spawn.Add(cube.Pos{r.IntN(96) - 48, r.IntN(24) - 20, r.IntN(96) - 48}), blocks[r.IntN(len(blocks))]}
		}
		w.Do(func(tx *world.Tx) {
			for _, ch := range changes {
				tx.SetBlock(ch.pos, ch.b, nil)
			}
		})
	}
}

// The trials of light, and how long each is waited for.
const (
	lightTrials  = 3
	lightTimeout = time.Second
)

// lightLatency puts a lamp into the air above the spawn point, and waits until the cell beside it is as bright as it should be. The
// second result is false if it never was.
func lightLatency(ctx context.Context, w *world.World, c *Copies) (time.Duration, bool, error) {
	var took []time.Duration
	for i := range lightTrials {
		lamp := c.spawn.Add(cube.Pos{0, 12 + i*4, 0})
		// Sky light does not hide the lamp's: a roof, and walls, of stone.
		done := w.Do(func(tx *world.Tx) { box(tx, lamp, block.Stone{}) })
		if err := done.Wait(ctx); err != nil {
			return 0, false, err
		}
		if err := sleep(ctx, 4*tick); err != nil {
			return 0, false, err
		}
		began := time.Now()
		if err := w.Do(func(tx *world.Tx) { tx.SetBlock(lamp, block.Glowstone{}, nil) }).Wait(ctx); err != nil {
			return 0, false, err
		}
		for time.Since(began) < lightTimeout {
			var level uint8
			if err := w.Do(func(tx *world.Tx) { level = tx.Light(lamp.Add(cube.Pos{1, 0, 0})) }).Wait(ctx); err != nil {
				return 0, false, err
			}
			if level == 14 {
				took = append(took, time.Since(began))
				break
			}
			if err := sleep(ctx, time.Millisecond/4); err != nil {
				return 0, false, err
			}
		}
		if err := w.Do(func(tx *world.Tx) { box(tx, lamp, block.Air{}) }).Wait(ctx); err != nil {
			return 0, false, err
		}
		if len(took) <= i { // It is not going to, and the next trial would wait in vain as well.
			return 0, false, nil
		}
	}
	slices.Sort(took)
	return took[len(took)/2], true, nil
}

// box builds a shell round two cells of air, at a position and east of it.
func box(tx *world.Tx, at cube.Pos, shell world.Block) {
	for x := -1; x <= 2; x++ {
		for y := -1; y <= 1; y++ {
			for z := -1; z <= 1; z++ {
				b := shell
				if y == 0 && z == 0 && (x == 0 || x == 1) {
					b = block.Air{}
				}
				tx.SetBlock(at.Add(cube.Pos{x, y, z}), b, nil)
			}
		}
	}
}

// sleep waits for a time or the end of the context.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
