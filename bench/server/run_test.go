package server

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

func TestRunBrokenOff(t *testing.T) {
	chunks, err := terrain.Square(3)
	if err != nil {
		t.Fatal(err)
	}
	dir, out := fixture.Anvil(t, chunks), t.TempDir()
	before := files(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	sessions := 0
	got, err := Run(ctx, RunOptions{Options: Options{World: dir, Radius: 1, Play: 100 * time.Millisecond}, Rounds: 2, Out: out, Progress: func(int, int, string) {
		if sessions++; sessions == 3 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Complete || got.Runs != 2 || got.Sides[Kestrel].ChunksPerSecond <= 0 || got.Sides[Dragonfly].LightMillis != nil || got.Sides[Kestrel].LightMillis == nil {
		t.Errorf("%+v", got)
	}
	text, err := os.ReadFile(got.Report)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"what=stream-column | kestrel |", "what=save | dragonfly |", "what=held | kestrel |", "| radius | 1 |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if _, err := json.Marshal(got); err != nil {
		t.Error(err)
	}
	for name, was := range before {
		if now := files(t, dir)[name]; now != was {
			t.Errorf("%s changed in the world that was measured", name)
		}
	}
}

// files returns the contents of a folder by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		list[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
