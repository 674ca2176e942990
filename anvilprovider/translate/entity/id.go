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

// SetUUID gives an entity a UUID, as the version spells it.
func SetUUID(java nbt.Compound, id [16]byte, version int32) {
	most, least := int64(binary.BigEndian.Uint64(id[:])), int64(binary.BigEndian.Uint64(id[8:]))
	if version < arrayUUID {
		java["UUIDMost"], java["UUIDLeast"] = most, least
		return
	}
	java["UUID"] = []int32{int32(most >> 32), int32(most), int32(least >> 32), int32(least)}
}

// uuidOf makes the UUID of a new entity of its number. The upper half follows from the lower, so that the same entity gets the
// same; version and variant are those of a random UUID as far as the number allows.
func uuidOf(id int64) (uuid [16]byte) {
	h := fnv.New64a()
	_ = binary.Write(h, binary.BigEndian, id)
	binary.BigEndian.PutUint64(uuid[:], h.Sum64()&^0xf000|0x4000)
	binary.BigEndian.PutUint64(uuid[8:], uint64(id))
	return uuid
}
