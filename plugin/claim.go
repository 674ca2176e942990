package plugin

import (
	"errors"
	"runtime"
	"sync"
	"weak"

	"github.com/df-mc/dragonfly/server/world"
)

// ErrAttached is returned for a world that has a Light already. Two would put each other's light right for ever wherever they do not view
// the same chunks.
var ErrAttached = errors.New("plugin: the world has a Light already")

// claims holds, for each world that has a Light, by its weak.Pointer, the runtime.Cleanup that drops the claim with the world: that of a
// synchronous world nobody sees closed.
var claims sync.Map

// claim makes a world one that has a Light.
func claim(w *world.World) error {
	key := weak.Make(w)
	cleanup := runtime.AddCleanup(w, func(key weak.Pointer[world.World]) { claims.Delete(key) }, key)
	if _, taken := claims.LoadOrStore(key, cleanup); taken {
		cleanup.Stop()
		return ErrAttached
	}
	return nil
}

// release makes a world one that has no Light.
func release(w *world.World) {
	if cleanup, ok := claims.LoadAndDelete(weak.Make(w)); ok {
		cleanup.(runtime.Cleanup).Stop()
	}
}
