package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/df-mc/dragonfly/server/world"
)

// The sides of the comparison.
const (
	Kestrel   = "kestrel"
	Dragonfly = "dragonfly"
)

// Options say what is simulated. Only World has to be set.
type Options struct {
	// World is the folder of a Java world. It is not written to.
	World string
	// Clients is how many clients join, 1 if zero; Radius is how far they see, in chunks, 6 if zero.
	Clients, Radius int
	// Play is how long blocks change and clients fly, 5 s if zero; Changes is how many blocks change in each tick, 20 if zero, none if
	// negative.
	Play    time.Duration
	Changes int
	// Centre is the chunk that the clients join at. If nil, it is that of the world's spawn point, or the middle of its chunks if
	// there is none at the spawn point.
	Centre *world.ChunkPos
}

func (o Options) defaults() (Options, error) {
	var faults []error
	if o.World == "" {
		faults = append(faults, errors.New("no world is given"))
	}
	if o.Clients < 0 || o.Clients > 100 {
		faults = append(faults, fmt.Errorf("%d clients: want 1 to 100", o.Clients))
	}
	if o.Radius < 0 || o.Radius > 32 {
		faults = append(faults, fmt.Errorf("a radius of %d chunks: want 1 to 32", o.Radius))
	}
	if o.Play < 0 {
		faults = append(faults, fmt.Errorf("%v of play: want a positive duration", o.Play))
	}
	set := func(v *int, zero int) {
		if *v == 0 {
			*v = zero
		}
	}
	set(&o.Clients, 1)
	set(&o.Radius, 6)
	set(&o.Changes, 20)
	if o.Play == 0 {
		o.Play = 5 * time.Second
	}
	return o, errors.Join(faults...)
}
