package anvilprovider

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// backup copies the region file of a chunk and that of its entities, if that has not been done before. The two belong
// together: an upgrade moves the entities from the one to the other. Where there is no file of entities, an empty one is
// kept, so that copying back what is kept takes away what was moved.
func (p *Provider) backup(k key) error {
	pos := region.PosOf(k.pos[0], k.pos[1])
	// One at a time: between the look for a file of entities and the note that there is none, nobody moves any.
	p.keeping.Lock()
	defer p.keeping.Unlock()
	var err error
	if !k.dim.entitiesBroken() { // Nothing moves to a folder that cannot be read.
		if err = k.dim.entityFiles.Backup(pos); err == nil {
			err = p.noEntities(k.dim, pos)
		}
	}
	if err == nil {
		err = k.dim.terrain.Backup(pos)
	}
	if err != nil {
		return k.dim.fault(k.pos, fmt.Errorf("back up before the upgrade: %w", err))
	}
	return nil
}

// noEntities keeps an empty file if nothing is kept of the entities of a region: an empty region file has no chunks.
func (p *Provider) noEntities(dim *dimension, pos region.Pos) error {
	files := p.conf.FS
	if files == nil {
		files = vfs.OS{}
	}
	dir := filepath.Join(dim.dir, "kestrel-backup", "entities")
	name := filepath.Join(dir, pos.FileName())
	if _, err := files.Size(name); !errors.Is(err, fs.ErrNotExist) {
		return err // Nil if there is one.
	}
	if err := files.MkdirAll(dir); err != nil {
		return err
	}
	f, err := files.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), files.SyncDir(dir))
}
