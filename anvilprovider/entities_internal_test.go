package anvilprovider

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/entity"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	javaentity "github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestTranslated checks the list of types that are decoded against package entity: by the names that it writes for all types
// of the server, in four versions, and by all entities of two real worlds.
func TestTranslated(t *testing.T) {
	stack := map[string]any{"Name": "minecraft:firework_rocket", "Count": uint8(1), "Damage": int16(0)}
	n := 0
	for _, kind := range entity.DefaultRegistry.Types() {
		for _, version := range []int32{0, 1343, 2865, 5023} {
			data := map[string]any{"identifier": kind.EncodeEntity(), "Item": stack, "NameTag": "x"}
			if id, ok := javaentity.Save(nil, 1, data, javaentity.Options{Version: version}).Java.Str("id"); ok && id != "" && id != "minecraft:" {
				n++
				if !javaentity.Translated(id) {
					t.Errorf("%s is written for %s in version %d, but not decoded", id, kind.EncodeEntity(), version)
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d names", n)
	}
	for _, world := range []string{"java-1.18.1", "java-1.20.5"} {
		err := slowanvil.Entries(filepath.Join(testworld.Dir(t, world), "entities"), func(_ string, e slowanvil.Entry) error {
			_, root, err := nbt.Decode(e.NBT, nbt.Limits{})
			list, _ := root.List("Entities")
			for _, v := range list.Items {
				java := v.(nbt.Compound)
				id, _ := java.Str("id")
				version, _ := root.Int("DataVersion")
				if _, _, ok := javaentity.Load(java, javaentity.Options{Version: int32(version)}); (ok || javaentity.IsFrame(id)) && !javaentity.Translated(id) {
					t.Errorf("%s can be translated, but is not decoded", id)
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
