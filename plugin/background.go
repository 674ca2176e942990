package plugin

import (
	"context"
	"time"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/areas"
)

// verifyInTurn verifies a chunk now and then, until the Light or the world is closed.
func (l *Light) verifyInTurn() {
	defer l.done.Done()
	t := time.NewTicker(l.conf.VerifyEvery)
	defer t.Stop()
	var last areas.Pos
	for {
		select {
		case <-t.C:
		case <-l.ctx.Done():
			return
		}
		var err error
		if last, err = l.verifyNext(l.ctx, last); err != nil {
			return
		}
	}
}

// verifyNext verifies the chunk that comes after another in order, if nothing is to be done at the moment.
func (l *Light) verifyNext(ctx context.Context, last areas.Pos) (areas.Pos, error) {
	v, p := newVerifier(l.rules), last
	if found, err := l.call(ctx, func(*world.Tx) bool { return l.quiet() && l.copyNext(v, &p) }); !found || err != nil {
		return p, err
	}
	if err := v.verify(p); err != nil {
		return p, err
	}
	wrong := v.Block + v.Sky
	if wrong > 0 {
		l.conf.Log.Error("light: a chunk was wrong and is lit anew", "X", p.X, "Z", p.Z, "block", v.Block, "sky", v.Sky)
	}
	_, err := l.call(ctx, func(*world.Tx) bool {
		l.counts.Verified++
		if col := l.columns[p]; wrong > 0 && col != nil {
			l.counts.Wrong++
			l.expect(col)
			l.schedule()
		}
		l.publish()
		return true
	})
	return p, err
}

// copyNext copies the chunk after the one given, in order, that is in view with all its neighbours, and these.
func (l *Light) copyNext(v *verifier, p *areas.Pos) bool {
	l.compareSuspects(noLimit)
	var next *areas.Pos
	after := func(a, b areas.Pos) bool { return a.Z > b.Z || a.Z == b.Z && a.X > b.X }
	var least *areas.Pos
	for q := range l.columns {
		if !l.whole(q) {
			continue
		}
		if least == nil || after(*least, q) {
			least = &q
		}
		if after(q, *p) && (next == nil || after(*next, q)) {
			next = &q
		}
	}
	if next == nil {
		next = least // From the beginning.
	}
	if next == nil {
		return false
	}
	*p = *next
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			v.chunks[p.Add(dx, dz)] = l.columns[p.Add(dx, dz)].chunk.Clone()
		}
	}
	return true
}

// whole reports whether a chunk and all its neighbours are in view and lit.
func (l *Light) whole(p areas.Pos) bool {
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if col := l.columns[p.Add(dx, dz)]; col == nil || !col.primed {
				return false
			}
		}
	}
	return true
}
