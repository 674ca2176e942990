package anvilprovider

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// backup copies the region file of a chunk and that of its entities, if that has not been done before. The two belong
// together: an upgrade moves the entities from the one to the other. Where there is no file of entities, an empty one is
// kept, so that copying back what is kept takes away what was moved.
func (p *Provider) backup(k key) error {
	pos := region.PosOf(k.pos[0], k.pos[1])
	var err error
	if k.dim.entitiesBroken() { // Nothing moves to a folder that cannot be read.
		err = k.dim.terrain.Backup(pos)
	} else {
		err = k.dim.terrain.Backup(pos, k.dim.entityFiles)
	}
	if err != nil {
		return k.dim.fault(k.pos, fmt.Errorf("back up before the upgrade: %w", err))
	}
	return nil
}
