package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// refused runs the program, which must end with 2 and one line, and returns the line.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, &stdout, &stderr); code != exitCannot {
		t.Errorf("%v ended with %d", args, code)
	}
	var said []string
	for line := range strings.Lines(stderr.String()) {
		if !strings.Contains(line, "level=INFO") {
			said = append(said, strings.TrimSpace(line))
		}
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], "example-server: ") {
		t.Errorf("%v said %q", args, said)
		return stderr.String()
	}
	return said[0]
}

// TestTaken starts a second server on the world, and on the port, of one that runs.
func TestTaken(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	for _, w := range []string{one, two} {
		if err := writeShowcase(w); err != nil {
			t.Fatal(err)
		}
	}
	conf := filepath.Join(dir, "config.toml")
	srv := serve(t, "--config", conf, "--world", one)
	if got := refused(t, "--config", conf, "--world", one, "--address", "127.0.0.1:0"); !strings.Contains(got, "already open for writing") || !strings.Contains(got, "--read-only") {
		t.Errorf("a world that is open: %s", got)
	}
	if got := refused(t, "--config", conf, "--world", two, "--address", srv.address); !strings.Contains(got, "the address is in use") || !strings.Contains(got, "--address") {
		t.Errorf("a port that is in use: %s", got)
	}
	// Reading does not need the world for itself.
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"inspect", one}, &stdout, &stderr); code != exitWell {
		t.Errorf("a world that is open is not inspected: %d, %s", code, stderr.String())
	}
	// What was refused gave everything back.
	srv.wait(t)
	serve(t, "--config", conf, "--world", two).wait(t)
}

// TestPlayersTaken opens the data of players that another server has open.
func TestPlayersTaken(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "players")
	p, err := openPlayers(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = openPlayers(dir)
	if err == nil || !strings.Contains(err.Error(), "in use by another server") || !strings.Contains(err.Error(), "Players.Folder") {
		t.Errorf("players that are in use: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if p, err = openPlayers(dir); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestOtherFormat gives the program a world of a format that it cannot read. To a server all of it would look like land that nobody has
// been to.
func TestOtherFormat(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "world")
	if err := writeShowcase(root); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "region", "r.0.0.")
	if err := os.Rename(file+"mca", file+"linear"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"inspect", root}, {"verify", root}, {"relight", root, "--write"}, {"render", root, "--out", filepath.Join(dir, "map.png")}, {"convert", root, filepath.Join(dir, "leveldb")},
		{"serve", "--config", filepath.Join(dir, "config.toml"), "--world", root},
	} {
		if got := refused(t, args...); !strings.Contains(got, filepath.Join("region", "r.0.0.linear")) || !strings.Contains(got, "only Anvil (.mca) can be read") {
			t.Errorf("%v said %q", args, got)
		}
	}
}

// TestListenError tells a port that cannot be opened from a sign-in service that is not reached.
func TestListenError(t *testing.T) {
	lookup := fmt.Errorf("create verifier: %w", &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "sign-in.example"}})
	port := fmt.Errorf("create listener: %w", &net.OpError{Op: "listen", Net: "udp", Err: syscall.EADDRINUSE})
	got := explain(listenError(":19132", true, lookup))
	for _, want := range []string{"sign-in service was not reached", "no such host", "--address 127.0.0.1", "--no-auth"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in: %s", want, got)
		}
	}
	for _, auth := range []bool{true, false} {
		if got := explain(listenError(":19132", auth, port)); !strings.HasPrefix(got, "the address is in use (listen on :19132: ") {
			t.Errorf("a port that is in use: %s", got)
		}
	}
	if got := explain(listenError("nowhere:1", false, lookup)); !strings.HasPrefix(got, "listen on nowhere:1: ") {
		t.Errorf("without sign-in: %s", got)
	}
}

func TestNoPermission(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	if err := writeShowcase(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
	if _, err := os.ReadDir(dir); err == nil {
		t.Skip("this user may read everything")
	}
	if got := refused(t, "inspect", dir); !strings.Contains(got, "access is not allowed") {
		t.Errorf("a folder that may not be read: %s", got)
	}
}

func TestExplain(t *testing.T) {
	path := func(err error) error {
		return fmt.Errorf("write chunk: %w", &fs.PathError{Op: "write", Path: "r.0.0.mca", Err: err})
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{path(syscall.ENOSPC), "the disk is full (write chunk: write r.0.0.mca: no space left on device): free some space"},
		{path(syscall.EROFS), "the disk is read-only"},
		{path(syscall.EACCES), "access is not allowed"},
		{context.Canceled, "stopped before the end"},
		{errors.New("open world: something else"), "something else"},
		{&unmadeError{"new", errors.Join(fmt.Errorf("write db: %w", syscall.ENOSPC), errors.New("close: no"))},
			"the disk is full (write db: no space left on device): free some space and start again; what there was of new has been taken away"},
		{errors.New("unknown command \"frobnicate\" for \"example-server\""), "unknown command \"frobnicate\" for \"example-server\": example-server help lists"},
	} {
		if got := explain(test.err); !strings.HasPrefix(got, test.want) {
			t.Errorf("%v is explained as %q", test.err, got)
		}
	}
}

// TestAdvice says what allows a chunk that is too large, and of another fault nothing.
func TestAdvice(t *testing.T) {
	for cause, want := range map[error]bool{region.ErrTooLarge: true, region.ErrCorrupt: false} {
		for _, err := range []error{&region.ChunkError{Kind: cause}, &anvilprovider.ChunkError{Err: cause}} {
			if p := problemOf("w", err); strings.Contains(p.Problem, "; --max-chunk-mib or anvil.max_chunk_size allows more") != want {
				t.Errorf("%T of %v: %s", err, cause, p.Problem)
			}
		}
	}
}
