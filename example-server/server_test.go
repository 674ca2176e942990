package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// running is a server that a test has started.
type running struct {
	address string
	stop    context.CancelFunc
	code    chan int
	stdout  *buffer
	stderr  *buffer
}

// buffer is a bytes.Buffer that may be read while it is written to.
type buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

var addressLine = regexp.MustCompile(`(?m)^Address +(\S+:\d+),`)

// serve runs the program as a server on a free port of this machine, until the test ends or stops it.
func serve(t *testing.T, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{stop: cancel, code: make(chan int, 1), stdout: new(buffer), stderr: new(buffer)}
	go func() {
		r.code <- run(ctx, append([]string{"serve", "--address", "127.0.0.1:0"}, args...), r.stdout, r.stderr)
	}()
	t.Cleanup(func() { r.wait(t) })
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if m := addressLine.FindStringSubmatch(r.stdout.String()); m != nil {
			r.address = m[1]
			return r
		}
		select {
		case code := <-r.code:
			r.code <- code
			t.Fatalf("the server ended with %d:\n%s%s", code, r.stdout, r.stderr)
		default:
		}
	}
	t.Fatalf("the server did not say its address:\n%s%s", r.stdout, r.stderr)
	return nil
}

// wait stops the server and returns its exit code. It may be called again.
func (r *running) wait(t *testing.T) int {
	t.Helper()
	r.stop()
	select {
	case code := <-r.code:
		r.code <- code
		if code != exitWell {
			t.Errorf("the server ended with %d:\n%s", code, r.stderr)
		}
		for line := range strings.Lines(r.stderr.String()) {
			if strings.Contains(line, "level=ERROR") {
				t.Errorf("the server logged %s", line)
			}
		}
		return code
	case <-time.After(time.Minute):
		t.Fatal("the server does not stop")
		return -1
	}
}

// join lets a client join the server.
func (r *running) join(ctx context.Context, t *testing.T) *testclient.Client {
	t.Helper()
	c, err := testclient.Dial(ctx, r.address, "Tester")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
