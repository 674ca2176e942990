// Package bedrockworld opens LevelDB worlds of Bedrock Edition through Dragonfly's provider, for conversion: to read one without
// touching it, and to make a new one.
//
// A World and what Create returns are as safe for concurrent use as Dragonfly's provider is: columns may be loaded and stored from several
// goroutines.
package bedrockworld

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/mcdb"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/df-mc/goleveldb/leveldb/opt"
)

// Is reports whether dir looks like a LevelDB world.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "db", "CURRENT"))
	return err == nil
}

// Column is the place of one stored chunk.
type Column struct {
	Pos       world.ChunkPos
	Dimension world.Dimension
}

// World is a LevelDB world that is only read.
type World struct {
	*mcdb.DB
	// Columns lists every chunk of the dimensions that the server has.
	Columns []Column
	// Left counts the chunks of other dimensions, by what they are.
	Left map[string]int

	temp string
}

// Open opens a world for reading. Dragonfly's provider writes level.dat when it is closed; so that the world is not touched, the provider
// is given a folder of its own in which db leads to the world's.
func Open(dir string) (w *World, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("open Bedrock world %s: %w", dir, err)
		}
	}()
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	w = &World{Left: map[string]int{}}
	if err := w.list(filepath.Join(abs, "db")); err != nil {
		return nil, err
	}
	if w.temp, err = os.MkdirTemp("", "kestrel-convert-"); err != nil {
		return nil, err
	}
	if err := link(abs, w.temp); err != nil {
		return nil, errors.Join(err, os.RemoveAll(w.temp))
	}
	if w.DB, err = (mcdb.Config{Log: slog.New(slog.DiscardHandler), LDBOptions: &opt.Options{ReadOnly: true}}).Open(w.temp); err != nil {
		return nil, errors.Join(err, os.RemoveAll(w.temp))
	}
	return w, nil
}

// Close closes the world.
func (w *World) Close() error { return errors.Join(w.DB.Close(), os.RemoveAll(w.temp)) }

// Tags at the end of a key that say that it holds a chunk's version: today's and the one before 1.16.100.
const (
	tagVersion    = 0x2c
	tagVersionOld = 0x76
)

// list finds the chunks. A key has the coordinates as two little-endian 32-bit words, the dimension as a third unless it is the
// overworld, and a tag.
func (w *World) list(db string) error {
	ldb, err := leveldb.OpenFile(db, &opt.Options{ReadOnly: true, BlockSize: 16 * opt.KiB})
	if err != nil {
		return err
	}
	defer ldb.Close()
	seen := map[string]bool{}
	it := ldb.NewIterator(nil, nil)
	defer it.Release()
	for it.Next() {
		key := it.Key()
		n := len(key) - 1
		if n != 8 && n != 12 || key[n] != tagVersion && key[n] != tagVersionOld || seen[string(key[:n])] {
			continue
		}
		seen[string(key[:n])] = true
		id := uint32(0)
		if n == 12 {
			id = binary.LittleEndian.Uint32(key[8:])
		}
		dim, ok := world.DimensionByID(int(id))
		if !ok {
			w.Left[fmt.Sprintf("chunk of dimension %d", id)]++
			continue
		}
		pos := world.ChunkPos{int32(binary.LittleEndian.Uint32(key)), int32(binary.LittleEndian.Uint32(key[4:]))}
		w.Columns = append(w.Columns, Column{pos, dim})
	}
	return it.Error()
}

// link puts a link to the world's database, or a copy where there can be no link, into a folder, and a copy of level.dat.
func link(world, folder string) error {
	db := filepath.Join(folder, "db")
	if err := os.Symlink(filepath.Join(world, "db"), db); err != nil {
		if err := os.CopyFS(db, os.DirFS(filepath.Join(world, "db"))); err != nil {
			return err
		}
	}
	level, err := os.ReadFile(filepath.Join(world, "level.dat"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "level.dat"), level, 0o644)
}

// Create makes a world in a folder that does not exist.
func Create(dir string) (*mcdb.DB, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make a Bedrock world: %w", err)
	}
	db, err := mcdb.Config{Log: slog.New(slog.DiscardHandler)}.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("make a Bedrock world in %s: %w", dir, err)
	}
	return db, nil
}
