package entity

import (
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// Finding is something that a caller may want to report.
type Finding = item.Finding

// Saved is the result of Save.
type Saved struct {
	// Java is the compound to store, nil for an entity that is not stored: one of a fleeting type, and one of which a finding
	// says why not.
	Java nbt.Compound
	// Changed reports whether it differs from the stored one. If not, it is the stored one.
	Changed bool
	// Findings are things that could not be written as they are.
	Findings []Finding
}

// Save merges an entity that the host handed back into the stored one of the same ID, which is nil for one that is new.
func Save(old nbt.Compound, id int64, data map[string]any, opt Options) Saved {
	identifier, _ := data["identifier"].(string)
	k, ok := hostKind(identifier)
	if !ok {
		if !Foreign(identifier) {
			return Saved{Java: old}
		}
		k = foreignKind(identifier)
	}
	s := saver{opt: opt, kind: k, now: data, was: map[string]any{}}
	if old != nil {
		if _, was, ok := Load(old, opt); ok && was["identifier"] == identifier {
			s.was = was
		} else {
			old = nil // The host has another entity under this ID.
		}
	}
	s.fresh = old == nil
	s.out = make(nbt.Compound, len(old)+8)
	for key, v := range old {
		s.out[key] = v
	}
	if s.fresh {
		s.create(id)
	}
	s.place()
	if !k.foreign {
		s.common()
	}
	k.save(&s)
	if s.refused {
		return Saved{Java: old, Findings: s.findings}
	}
	if reflect.DeepEqual(s.out, old) {
		return Saved{Java: old, Findings: s.findings}
	}
	return Saved{Java: s.out, Changed: true, Findings: s.findings}
}

// saver patches one compound. was is what it says now, in Dragonfly's words, and now is what it has to say.
type saver struct {
	opt      Options
	kind     kind
	was, now map[string]any
	out      nbt.Compound
	fresh    bool
	refused  bool
	findings []Finding
}

func (s *saver) create(id int64) {
	s.out["id"] = s.kind.javaName(s.opt.Version)
	SetUUID(s.out, uuidOf(id), s.opt.Version)
	if s.kind.foreign {
		return
	}
	s.out["Air"], s.out["FallDistance"], s.out["Fire"] = int16(300), float32(0), int16(-1)
	s.out["Invulnerable"], s.out["OnGround"], s.out["PortalCooldown"] = uint8(0), uint8(0), int32(0)
	s.was["Fire"] = int16(0)
}

func (s *saver) differs(key string) bool {
	return s.fresh || !reflect.DeepEqual(s.was[key], s.now[key])
}

// place writes where an entity is. A coordinate that did not change keeps its double.
func (s *saver) place() {
	for _, key := range []string{"Pos", "Motion"} {
		if s.differs(key) {
			s.out[key] = s.vector(key)
		}
	}
	if s.differs("Yaw") || s.differs("Pitch") {
		yaw, _ := s.now["Yaw"].(float32)
		pitch, _ := s.now["Pitch"].(float32)
		s.out["Rotation"] = nbt.List{Elem: nbt.TagFloat, Items: []any{yaw, pitch}}
	}
}

// common writes what every entity of Java has beside its place.
func (s *saver) common() {
	// Dragonfly counts fire in seconds and may lose a tick on the way.
	was, _ := s.was["Fire"].(int16)
	if now, ok := s.now["Fire"].(int16); ok && now != was && now != was-1 {
		s.out["Fire"] = now
	}
	if s.kind.dragonfly != "dragonfly:text" && !reflect.DeepEqual(s.was["NameTag"], s.now["NameTag"]) {
		name, _ := s.now["NameTag"].(string)
		text.SaveName(s.out, name, s.opt.Version)
	}
}

func floats(v any) (out [3]float32) {
	switch v := v.(type) {
	case []float32:
		copy(out[:], v)
	case []any:
		for i, f := range v {
			if i < 3 {
				out[i], _ = f.(float32)
			}
		}
	}
	return out
}

func (s *saver) vector(key string) nbt.List {
	old, _ := s.out[key].(nbt.List)
	was, now := floats(s.was[key]), floats(s.now[key])
	list := nbt.List{Elem: nbt.TagDouble}
	for i := range now {
		if !s.fresh && len(old.Items) == 3 && was[i] == now[i] {
			list.Items = append(list.Items, old.Items[i])
			continue
		}
		list.Items = append(list.Items, float64(now[i]))
	}
	return list
}

func (s *saver) plain() {}

// stack writes a stack under a key.
func (s *saver) stack(key, java string) {
	now, _ := s.now[key].(map[string]any)
	was, _ := s.was[key].(map[string]any)
	if !s.fresh && item.Same(was, now) {
		return
	}
	stack, findings := item.Save(now, s.opt.Version)
	s.findings = append(s.findings, findings...)
	if stack == nil {
		name, _ := now["Name"].(string)
		s.refuse("stack without a form in Java", name)
		return
	}
	s.out[java] = stack
}

func (s *saver) age() {
	if now, ok := s.now["Age"].(int16); ok && s.differs("Age") {
		s.out["Age"] = now
	}
}

func (s *saver) item() {
	s.stack("Item", "Item")
	s.age()
	if s.fresh {
		s.out["Health"] = int16(5)
	}
	if n, ok := s.now["PickupDelay"].(int64); ok && s.differs("PickupDelay") {
		s.out["PickupDelay"] = int16(min(max(n, 0), 1<<15-1))
	}
}

func (s *saver) orb() {
	s.age()
	if n, ok := s.now["Value"].(int32); ok && s.differs("Value") {
		s.out["Value"] = int16(min(max(n, 0), 1<<15-1))
	}
	if s.fresh {
		s.out["Health"], s.out["Count"] = int16(5), int32(1)
	}
}

func (s *saver) arrow() {
	if f, ok := s.now["Damage"].(float32); ok && s.differs("Damage") {
		s.out["damage"] = float64(f)
	}
	if s.differs("player") || s.differs("isCreative") {
		player, _ := s.now["player"].(uint8)
		creative, _ := s.now["isCreative"].(uint8)
		s.out["pickup"] = player
		if player != 0 && creative != 0 {
			s.out["pickup"] = uint8(2)
		}
	}
	if n, ok := s.now["auxValue"].(int32); ok && s.differs("auxValue") {
		s.tip(int16(n - 1))
	}
}

// carriedArrow is 1.20.3, from which on an arrow keeps the stack that it was.
const carriedArrow = 3698

func (s *saver) tip(id int16) {
	disk := map[string]any{"Name": "minecraft:arrow", "Damage": int16(0), "Count": uint8(1)}
	if id > 4 {
		disk["Damage"] = id + 1
	}
	if s.opt.Version >= carriedArrow {
		stack, _ := item.Save(disk, s.opt.Version)
		s.out["item"] = stack
	}
	if s.opt.Version < item.Components {
		if name, ok := item.PotionName(id); ok && id > 4 {
			s.out["Potion"] = name
		} else {
			delete(s.out, "Potion")
		}
	}
}

func (s *saver) fallingBlock() {
	if f, ok := s.now["FallDistance"].(float64); ok && s.differs("FallDistance") {
		if _, ok := s.out["fall_distance"]; ok {
			s.out["fall_distance"] = f
		} else {
			s.out["FallDistance"] = float32(f)
		}
	}
	was, _ := s.was["FallingBlock"].(map[string]any)
	now, _ := s.now["FallingBlock"].(map[string]any)
	if !s.fresh && was["name"] == now["name"] && reflect.DeepEqual(was["states"], now["states"]) {
		return
	}
	name, _ := now["name"].(string)
	states, _ := now["states"].(map[string]any)
	if s.opt.Java == nil || s.opt.Version < item.Flattened {
		s.refuse("falling block without a translation", name)
		return
	}
	key, ok := s.opt.Java(name, states)
	if !ok {
		s.refuse("falling block without a translation", name)
		return
	}
	s.out["BlockState"] = stateCompound(key)
	if s.fresh {
		s.out["Time"], s.out["DropItem"], s.out["HurtEntities"] = int32(1), uint8(1), uint8(0)
		s.out["FallHurtMax"], s.out["FallHurtAmount"] = int32(40), float32(0)
	}
}

func (s *saver) refuse(what, detail string) {
	s.refused = true
	s.findings = append(s.findings, Finding{What: what, Detail: detail})
}

func (s *saver) tnt() {
	n, ok := s.now["Fuse"].(int16)
	if !ok || !s.differs("Fuse") {
		return
	}
	key := "Fuse"
	if _, has := s.out["fuse"]; has || s.opt.Version >= carriedArrow {
		key = "fuse"
	}
	if _, isByte := s.out[key].(uint8); isByte {
		s.out[key] = uint8(min(n, 127))
		return
	}
	s.out[key] = n
}

func (s *saver) crystal() {
	if b, ok := s.now["ShowBottom"].(uint8); ok && s.differs("ShowBottom") {
		s.out["ShowBottom"] = b
	}
	if !s.differs("BlockTargetX") && !s.differs("BlockTargetY") && !s.differs("BlockTargetZ") {
		return
	}
	x, ok := s.now["BlockTargetX"].(int32)
	y, _ := s.now["BlockTargetY"].(int32)
	z, _ := s.now["BlockTargetZ"].(int32)
	delete(s.out, "BeamTarget")
	delete(s.out, "beam_target")
	switch {
	case ok && s.opt.Version >= item.Components:
		s.out["beam_target"] = []int32{x, y, z}
	case ok:
		s.out["BeamTarget"] = nbt.Compound{"X": x, "Y": y, "Z": z}
	}
}

func (s *saver) potion() {
	n, ok := s.now["PotionId"].(int32)
	if !ok || !s.differs("PotionId") && !s.differs("identifier") {
		return
	}
	disk := map[string]any{"Name": s.kind.dragonfly, "Damage": int16(n), "Count": uint8(1)}
	stack, findings := item.Save(disk, s.opt.Version)
	s.findings = append(s.findings, findings...)
	if stack != nil {
		s.out["Item"] = stack
	}
}

func (s *saver) rocket() {
	s.stack("Item", "FireworksItem")
	if s.fresh {
		s.out["Life"], s.out["LifeTime"] = int32(0), int32(30)
	}
}

func (s *saver) cloud() {
	for _, key := range []string{"Radius", "RadiusPerTick", "RadiusOnUse"} {
		if f, ok := s.now[key].(float32); ok && s.differs(key) {
			s.out[key] = f
		}
	}
	for _, key := range []string{"Duration", "DurationOnUse", "ReapplicationDelay"} {
		if n, ok := s.now[key].(int32); ok && s.differs(key) {
			s.out[key] = n
		}
	}
	n, ok := s.now["PotionId"].(int32)
	if !ok || !s.differs("PotionId") {
		return
	}
	name, ok := item.PotionName(int16(n))
	switch {
	case ok && s.opt.Version >= item.Components:
		s.out["potion_contents"] = nbt.Compound{"potion": name}
	case ok:
		s.out["Potion"] = name
	}
}

func (s *saver) text() {
	name, _ := s.now["NameTag"].(string)
	if !s.differs("NameTag") {
		return
	}
	s.out["text"] = text.Save(name, s.opt.Version)
	if s.fresh {
		s.out["billboard"] = "center"
	}
}
