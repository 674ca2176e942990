package anvil

func (e *Encoder) appendUpgraded(dst []byte, c *Chunk, edit *Edit) ([]byte, error) {
	return nil, &UnsupportedVersionError{DataVersion: c.DataVersion, Reason: "not written yet"}
}
