package plugin_test

import (
	"log/slog"
	"math/rand/v2"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/plugin"
)

// TestJavaWorld plays in a world that Java Edition made.
func TestJavaWorld(t *testing.T) {
	p, err := anvilprovider.Config{ReadOnly: true, Log: slog.New(slog.DiscardHandler)}.Open(testworld.Dir(t, "java-1.21"))
	if err != nil {
		t.Fatal(err)
	}
	spawn := cube.Pos{56, 60, 72} // The world has chunks from 0,0 to 8,14.
	w := world.Config{Provider: p, ReadOnly: true, Entities: entity.DefaultRegistry, Log: slog.New(slog.DiscardHandler)}.New()
	defer w.Close()
	l := attach(t, w, plugin.Config{Follow: everyone(2)})
	join(t, w, spawn.Vec3())
	settle(t, l, circle(2))
	check(t, l, false)
	r := rand.New(rand.NewPCG(11, 11))
	for range 20 {
		do(t, w, func(tx *world.Tx) {
			for range 10 {
				pos := spawn.Add(cube.Pos{r.IntN(60) - 30, r.IntN(60) - 40, r.IntN(60) - 30})
				if _, ok := tx.BlockLoaded(pos); ok {
					tx.SetBlock(pos, palette[r.IntN(len(palette))], nil)
				}
			}
		})
	}
	check(t, l, false)
	t.Logf("%+v", l.Stats())
}
