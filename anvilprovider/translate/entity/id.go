package entity

import (
	"encoding/binary"
	"hash/fnv"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// ID answers the number by which an entity is known: the lower half of its UUID. ok is false if it has none.
func ID(java nbt.Compound) (id int64, ok bool) {
	if u, isArray := java["UUID"].([]int32); isArray && len(u) == 4 {
		return int64(u[2])<<32 | int64(uint32(u[3])), true
	}
	id, ok = java["UUIDLeast"].(int64)
	return id, ok
}

// UUID answers the whole UUID of an entity, as 16 bytes from the highest on. ok is false if it has none.
func UUID(java nbt.Raw) (id [16]byte, ok bool) {
	if u, _ := java.Lookup("UUID"); u.Tag == nbt.TagIntArray && len(u.Data) == 4+len(id) {
		return [16]byte(u.Data[4:]), true
	}
	most, _ := java.Lookup("UUIDMost")
	least, _ := java.Lookup("UUIDLeast")
	if most.Tag != nbt.TagLong || least.Tag != nbt.TagLong {
		return id, false
	}
	copy(id[:8], most.Data)
	copy(id[8:], least.Data)
	return id, true
}

// arrayUUID is 20w10a of 1.16, from which on UUIDs are arrays of four numbers.
const arrayUUID = 2515

// setUUID gives a new entity the UUID of its number. The upper half follows from the lower, so that the same entity gets the
// same; version and variant are those of a random UUID as far as the number allows.
func setUUID(out nbt.Compound, id int64, version int32) {
	h := fnv.New64a()
	_ = binary.Write(h, binary.BigEndian, id)
	most := int64(h.Sum64()&^0xf000 | 0x4000)
	if version < arrayUUID {
		out["UUIDMost"], out["UUIDLeast"] = most, id
		return
	}
	out["UUID"] = []int32{int32(most >> 32), int32(most), int32(id >> 32), int32(id)}
}
