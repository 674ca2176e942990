package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/showcase"
)

// writeShowcase makes the showcase world in a folder that does not exist. The folder appears at once and whole, or not at all.
func writeShowcase(dir string) (err error) {
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-")
	if err != nil {
		return fmt.Errorf("make the showcase world: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("make the showcase world: %w", err), os.RemoveAll(temp))
		}
	}()
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	if err := writeLevel(temp); err != nil {
		return err
	}
	if err := writeChunks(filepath.Join(temp, "region")); err != nil {
		return err
	}
	if err := lightChunks(temp); err != nil {
		return err
	}
	return os.Rename(temp, dir)
}

// made is the time that the files of the showcase world bear, so that the same bytes come out everywhere.
func made() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }

// writeLevel makes the files of a world without chunks.
func writeLevel(dir string) error {
	p, err := anvilprovider.Config{DataVersion: showcase.DataVersion, Clock: made, Log: discard()}.Open(dir)
	if err != nil {
		return err
	}
	s := p.Settings()
	s.Lock()
	s.Name, s.Spawn, s.DefaultGameMode, s.Time = "Kestrel showcase", cube.Pos(showcase.Spawn), world.GameModeCreative, 2000
	s.Unlock()
	p.SaveSettings(s)
	return p.Close()
}

// writeChunks writes the region files.
func writeChunks(dir string) error {
	chunks, err := showcase.Chunks()
	if err != nil {
		return err
	}
	store, err := region.Options{Sync: region.SyncNone, Clock: made}.Open(dir)
	if err != nil {
		return err
	}
	for _, c := range chunks {
		if err := store.Write(c.X, c.Z, c.NBT); err != nil {
			return errors.Join(err, store.Close())
		}
	}
	return store.Close()
}

// lightChunks stores light in every chunk of a world whose neighbours are there.
func lightChunks(dir string) error {
	dimensions, err := javaworld.Dimensions(dir)
	if err != nil {
		return err
	}
	regions, err := javaworld.Regions(dimensions)
	if err != nil {
		return err
	}
	w := newRelighter(dir, relightOptions{write: true}, newProgress(io.Discard, "chunks", 0))
	w.clock = made
	for _, r := range regions {
		if err := w.region(context.Background(), r); err != nil {
			return err
		}
	}
	if len(w.found.Problems) > 0 {
		return fmt.Errorf("light it: %v", w.found.Problems)
	}
	return nil
}
