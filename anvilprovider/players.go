package anvilprovider

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/google/uuid"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/playerdat"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// LoadPlayerSpawnPosition returns the spawn point that a player chose with a bed, from the player's file in the world. A
// spawn point in another dimension than the overworld is not returned, because Dragonfly would look for it in whichever
// dimension the player is.
func (p *Provider) LoadPlayerSpawnPosition(id uuid.UUID) (pos cube.Pos, exists bool, err error) {
	if p.closed.Load() {
		return pos, false, ErrClosed
	}
	p.playersMu.Lock()
	defer p.playersMu.Unlock()
	f, err := datfile.Read(p.world.PlayerFile(id.String()))
	if errors.Is(err, fs.ErrNotExist) {
		return pos, false, nil
	} else if err != nil {
		return pos, false, fmt.Errorf("load spawn of player %v: %w", id, err)
	}
	s, ok := playerdat.Get(f.Root)
	if !ok || s.Dimension != layout.Overworld {
		return pos, false, nil
	}
	return cube.Pos{int(s.Pos[0]), int(s.Pos[1]), int(s.Pos[2])}, true, nil
}

// SavePlayerSpawnPosition writes the spawn point into the player's file, as one in the overworld. Everything else in the
// file stays. A player without a file gets one. A spawn point that is there already is not written again.
func (p *Provider) SavePlayerSpawnPosition(id uuid.UUID, pos cube.Pos) error {
	if p.closed.Load() {
		return ErrClosed
	}
	if p.conf.ReadOnly {
		return nil
	}
	p.playersMu.Lock()
	defer p.playersMu.Unlock()
	path := p.world.PlayerFile(id.String())
	f, err := datfile.Read(path)
	version := p.newVersion()
	if errors.Is(err, fs.ErrNotExist) {
		f = datfile.File{Root: nbt.Compound{"DataVersion": version}}
	} else if err != nil {
		return fmt.Errorf("save spawn of player %v: %w", id, err)
	} else if v, ok := f.Root.Int("DataVersion"); ok {
		version = int32(v)
	}
	s := playerdat.Spawn{Pos: [3]int32{int32(pos[0]), int32(pos[1]), int32(pos[2])}, Dimension: layout.Overworld}
	if !playerdat.Set(f.Root, s, version) {
		return nil
	}
	if err := f.Write(path, path+"_old"); err != nil {
		return fmt.Errorf("save spawn of player %v: %w", id, err)
	}
	return nil
}
