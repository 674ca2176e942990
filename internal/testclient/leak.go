package testclient

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

// lingering is how long a RakNet connection may live on after it was closed, so that its last packets are acknowledged, with room to
// spare on a busy machine.
const lingering = 15 * time.Second

// VerifyNoLeaks fails the test if, once everything that the test set up later was cleaned up, goroutines run that did not run before. Call it
// first. It waits for connections that linger.
func VerifyNoLeaks(t testing.TB) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		deadline := time.Now().Add(lingering)
		err := goleak.Find(before)
		for err != nil && time.Now().Before(deadline) {
			time.Sleep(100 * time.Millisecond)
			err = goleak.Find(before)
		}
		if err != nil {
			t.Error(err)
		}
	})
}
