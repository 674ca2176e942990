package anvil

func upgradeBlockEntities(c *Chunk) {}
