package anvil

// derivers has the deriver of each numeric id, nil for those whose state is in the table.
var derivers = [256]*deriver{
	2: deriveSnowy, 3: derivePodzol, 110: deriveSnowy,
	18: deriveLeaves, 161: deriveLeaves,
	25: deriveNote, 26: deriveBed, 140: derivePot, 144: deriveSkull, 176: deriveBanner, 177: deriveBanner,
	51: deriveFire, 106: deriveVine, 86: derivePumpkin, 104: deriveStem, 105: deriveStem,
	53: deriveStairs, 67: deriveStairs, 108: deriveStairs, 109: deriveStairs, 114: deriveStairs, 128: deriveStairs, 134: deriveStairs,
	135: deriveStairs, 136: deriveStairs, 156: deriveStairs, 163: deriveStairs, 164: deriveStairs, 180: deriveStairs, 203: deriveStairs,
	54: deriveChest, 146: deriveChest,
	55: deriveDust, 93: deriveRepeater, 94: deriveRepeater, 132: deriveTripwire,
	64: deriveDoor, 71: deriveDoor, 193: deriveDoor, 194: deriveDoor, 195: deriveDoor, 196: deriveDoor, 197: deriveDoor,
	175: deriveTallPlant,
	85:  deriveFence, 113: deriveFence, 188: deriveFence, 189: deriveFence, 190: deriveFence, 191: deriveFence, 192: deriveFence,
	101: derivePane, 102: derivePane, 160: derivePane,
	139: deriveWall, 199: deriveChorus,
	107: deriveGate, 183: deriveGate, 184: deriveGate, 185: deriveGate, 186: deriveGate, 187: deriveGate,
}

// deriverOf returns the deriver of id<<4|meta, nil if the table's state is final.
func deriverOf(block uint32) *deriver {
	if block >= 256<<4 {
		return nil
	}
	d := derivers[block>>4]
	if d != nil && d.metas != 0 && d.metas>>(block&15)&1 == 0 {
		return nil
	}
	return d
}
