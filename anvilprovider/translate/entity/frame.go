package entity

import (
	"encoding/binary"
	"hash/fnv"
	"reflect"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// Frame is an item frame as a block: where it hangs, what it faces, and Dragonfly's block entity of it.
type Frame struct {
	// X, Y and Z are the cell that the frame hangs in.
	X, Y, Z int
	// Facing is the direction away from the wall: 0 down, 1 up, 2 north, 3 south, 4 west, 5 east.
	Facing int
	// Glow tells a glow item frame.
	Glow bool
	// Data is what the block's DecodeNBT reads.
	Data map[string]any
}

// IsFrame reports whether a Java name, of any version, is that of an item frame.
func IsFrame(id string) bool {
	return id == "minecraft:item_frame" || id == "minecraft:glow_item_frame" || id == "ItemFrame"
}

// flatFacings are the directions of frames before 1.13, which hang on walls only: south, west, north, east.
var flatFacings = [4]int{3, 4, 2, 5}

// LoadFrame reads an item frame. ok is false for anything else, and for a frame without a place.
func LoadFrame(java nbt.Compound, version int32) (f Frame, ok bool) {
	id, _ := java["id"].(string)
	if !IsFrame(id) {
		return Frame{}, false
	}
	x, y, z, ok := framePlace(java)
	facing, hasFacing := java["Facing"].(uint8)
	if !hasFacing && version < item.Flattened {
		facing, hasFacing = java["Direction"].(uint8)
	}
	if !ok || !hasFacing {
		return Frame{}, false
	}
	f = Frame{X: x, Y: y, Z: z, Facing: int(facing), Glow: id == "minecraft:glow_item_frame"}
	if version < item.Flattened {
		f.Facing = flatFacings[facing&3]
	} else if facing > 5 {
		return Frame{}, false
	}
	chance, hasChance := java["ItemDropChance"].(float32)
	if !hasChance || !finite(float64(chance)) {
		chance = 1
	}
	turn, _ := java["ItemRotation"].(uint8)
	f.Data = map[string]any{"id": frameID(f.Glow), "ItemDropChance": chance, "ItemRotation": turn & 7}
	if stack, has := java["Item"].(nbt.Compound); has {
		if m, outcome := item.Load(stack, version); outcome != item.Empty {
			f.Data["Item"] = m
		}
	}
	return f, true
}

func frameID(glow bool) string {
	if glow {
		return "GlowItemFrame"
	}
	return "ItemFrame"
}

// framePlace reads the cell: three numbers up to 1.21.4, an array after.
func framePlace(java nbt.Compound) (x, y, z int, ok bool) {
	if a, isArray := java["block_pos"].([]int32); isArray && len(a) == 3 {
		return int(a[0]), int(a[1]), int(a[2]), true
	}
	tx, okX := java["TileX"].(int32)
	ty, okY := java["TileY"].(int32)
	tz, okZ := java["TileZ"].(int32)
	return int(tx), int(ty), int(tz), okX && okY && okZ
}

// ID answers a number that the place and the facing of the frame make up: that of a frame which is new in Java.
func (f Frame) ID() int64 {
	h := fnv.New64a()
	_ = binary.Write(h, binary.BigEndian, []int64{int64(f.X), int64(f.Y), int64(f.Z), int64(f.Facing)})
	return int64(h.Sum64()&^(3<<62) | 2<<62)
}

// Block answers the name and the properties of the frame's block, as the registry knows them.
func (f Frame) Block() (name string, properties map[string]any) {
	return block.ItemFrame{Facing: cube.Face(f.Facing).Opposite(), Glowing: f.Glow}.EncodeBlock()
}

// FrameOf reads a frame out of a block of the host and its block entity. ok is false for other blocks.
func FrameOf(x, y, z int, name string, properties, data map[string]any) (f Frame, ok bool) {
	facing, isInt := properties["facing_direction"].(int32)
	if name != "minecraft:frame" && name != "minecraft:glow_frame" || !isInt || facing < 0 || facing > 5 {
		return Frame{}, false
	}
	return Frame{X: x, Y: y, Z: z, Facing: int(facing), Glow: name == "minecraft:glow_frame", Data: data}, true
}

// blockPos is 25w03a of 1.21.5, from which on hanging entities keep their place in one array.
const blockPos = 4304

// SaveFrame merges a frame into the stored entity that hung in the same place, facing the same way, or makes a new one from
// nil.
func SaveFrame(old nbt.Compound, f Frame, version int32) Saved {
	s := saver{opt: Options{Version: version}, now: f.Data, was: map[string]any{}, fresh: old == nil, out: nbt.Compound{}}
	if was, ok := LoadFrame(old, version); ok {
		s.was = was.Data
	}
	for k, v := range old {
		s.out[k] = v
	}
	if s.fresh {
		s.createFrame(f)
	}
	if turn, ok := s.now["ItemRotation"].(uint8); ok && s.differs("ItemRotation") {
		s.out["ItemRotation"] = turn
	}
	if chance, ok := s.now["ItemDropChance"].(float32); ok && s.differs("ItemDropChance") {
		s.out["ItemDropChance"] = chance
	}
	was, _ := s.was["Item"].(map[string]any)
	now, _ := s.now["Item"].(map[string]any)
	if !item.Same(was, now) {
		stack, findings := item.Save(now, version)
		s.findings = append(s.findings, findings...)
		if delete(s.out, "Item"); stack != nil {
			s.out["Item"] = stack
		}
	}
	if reflect.DeepEqual(s.out, old) {
		return Saved{Java: old, Findings: s.findings}
	}
	return Saved{Java: s.out, Changed: true, Findings: s.findings}
}

// frameDepth is how far the middle of a frame is from the wall, in blocks.
const frameDepth = 1.0 / 32

func (s *saver) createFrame(f Frame) {
	s.kind = kind{names: [3]string{"item_frame", "item_frame", "ItemFrame"}}
	if f.Glow {
		s.kind.names[0] = "glow_item_frame"
	}
	s.create(f.ID())
	step := cube.Pos{}.Side(cube.Face(f.Facing))
	pos, centre := nbt.List{Elem: nbt.TagDouble}, [3]int{f.X, f.Y, f.Z}
	for i := range centre {
		pos.Items = append(pos.Items, float64(centre[i])+0.5-float64(step[i])*(0.5-frameDepth))
	}
	s.out["Pos"] = pos
	s.out["Motion"] = nbt.List{Elem: nbt.TagDouble, Items: []any{0.0, 0.0, 0.0}}
	yaw := map[int]float32{2: 180, 3: 0, 4: 90, 5: 270}[f.Facing]
	pitch := map[int]float32{0: 90, 1: -90}[f.Facing]
	s.out["Rotation"] = nbt.List{Elem: nbt.TagFloat, Items: []any{yaw, pitch}}
	s.out["Invisible"], s.out["Fixed"] = uint8(0), uint8(0)
	s.out["Facing"] = uint8(f.Facing)
	if s.opt.Version < item.Flattened {
		for i, facing := range flatFacings {
			if facing == f.Facing {
				s.out["Facing"] = uint8(i)
			}
		}
	}
	if s.opt.Version >= blockPos {
		s.out["block_pos"] = []int32{int32(f.X), int32(f.Y), int32(f.Z)}
		return
	}
	s.out["TileX"], s.out["TileY"], s.out["TileZ"] = int32(f.X), int32(f.Y), int32(f.Z)
}
