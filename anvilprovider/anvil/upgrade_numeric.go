package anvil

// Neighbour returns the numeric id and meta at a block position outside the chunk, and whether it is known.
type Neighbour func(x, y, z int32) (id, meta int, ok bool)

func (d *Decoder) upgradeNumeric(c *Chunk, h *head) error {
	return &UnsupportedVersionError{DataVersion: c.DataVersion, Reason: "numeric ids are not read yet"}
}
