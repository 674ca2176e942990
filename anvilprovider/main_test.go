package anvilprovider_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails the whole run if a provider leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
