package anvilprovider_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// TestSharedTranslator gives one Translator to two providers, which load at the same time. A translator of another registry is
// passed over.
func TestSharedTranslator(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	shared, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := translate.New(shared.Registry(), translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, c := range []struct {
		translator *translate.Translator
		uses       bool
	}{{shared, true}, {shared, true}, {other, false}} {
		dir := t.TempDir()
		tree := blankTree(t)
		sections, _ := tree.List("sections")
		sections.Items[0].(nbt.Compound)["block_states"] = nbt.Compound{"palette": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Name": "mod:gear"}}}}
		writeDoc(t, filepath.Join(dir, "region"), tree)
		p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Translator: c.translator}, dir)
		wg.Go(func() {
			if _, err := p.LoadColumn(world.ChunkPos{}, world.Overworld); err != nil {
				t.Error(err)
			}
			if n := p.Stats().UnknownBlocks["mod:gear"]; n == 0 {
				t.Error("the unknown block is not counted")
			}
			if used := len(c.translator.Unknown()) > 0; used != c.uses {
				t.Errorf("used: %t, want %t", used, c.uses)
			}
		})
	}
	wg.Wait()
}

// TestTruerRegistry gives the registry of a translator to the worlds of a provider, as a server does: to each of three.
func TestTruerRegistry(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	tr, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, anvilprovider.Config{ReadAhead: -1}, t.TempDir())
	for range 3 {
		p.SetBlockRegistry(tr.Registry())
	}
	save(t, p, world.ChunkPos{}, columnOf(placed[1], 0))
}
