//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignals starts the program by itself, with its output in a pipe, and ends it in the ways in which servers are ended. Each time it
// stops cleanly, even if nobody reads what it says any more.
func TestSignals(t *testing.T) {
	for _, test := range []struct {
		name   string
		signal os.Signal
		deaf   bool // nobody reads the output
	}{
		{name: "Ctrl-C", signal: os.Interrupt},
		{name: "told to end", signal: syscall.SIGTERM},
		{name: "terminal closed", signal: syscall.SIGHUP},
		{name: "terminal closed, and the pipe", signal: syscall.SIGHUP, deaf: true},
		{name: "pipe closed, then told to end", signal: syscall.SIGTERM, deaf: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.signal == syscall.SIGHUP && signal.Ignored(syscall.SIGHUP) {
				t.Skip("the tests run under nohup, and so would the server, which is not to end with the terminal then")
			}
			dir := t.TempDir()
			if err := writeShowcase(filepath.Join(dir, "w")); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("example-server", "--world", "w", "--address", "127.0.0.1:0", "--no-auth")
			cmd.Dir = dir
			out, in, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			cmd.Stdout, cmd.Stderr = in, in
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			in.Close()
			stuck := time.AfterFunc(limit, func() { cmd.Process.Kill() })
			defer stuck.Stop()
			var said bytes.Buffer
			lines := bufio.NewScanner(io.TeeReader(out, &said))
			for lines.Scan() && !strings.HasPrefix(lines.Text(), "Unreadable") { // the last line of the summary
			}
			if test.deaf {
				out.Close()
			}
			if err := cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			for lines.Scan() {
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("ended with %v\n%s", err, said.String())
			}
			if !test.deaf && !strings.Contains(said.String(), "world closed") {
				t.Errorf("the world was not closed:\n%s", said.String())
			}
		})
	}
}
