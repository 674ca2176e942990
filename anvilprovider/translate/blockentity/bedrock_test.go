package blockentity_test

import (
	"fmt"
	"log/slog"
	"sort"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/mcdb"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestBedrockWorld writes the block entities of a Bedrock world as Java's and loads them again. The host must have the same of
// every block that it implements; what has no Java block entity has to be all in the state.
func TestBedrockWorld(t *testing.T) {
	tr := stored.Translator()
	db, err := mcdb.Config{Log: slog.New(slog.DiscardHandler)}.Open(testworld.Copy(t, "bedrock-1.20.80"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	counts := map[string]int{}
	it := db.NewColumnIterator(nil)
	defer it.Release()
	for it.Next() {
		col := it.Column()
		for _, be := range col.BlockEntities {
			rid := col.Chunk.Block(uint8(be.Pos[0]), int16(be.Pos[1]), uint8(be.Pos[2]), 0)
			b, ok := world.DefaultBlockRegistry.BlockByRuntimeID(rid)
			n, isNBTer := b.(world.NBTer)
			if !ok || !isNBTer {
				continue
			}
			first := n.DecodeNBT(be.Data).(world.Block)
			out := first.(world.NBTer).EncodeNBT()
			// A head of before 1.21.40 is known from its block entity alone.
			key, _ := tr.Java(translate.Block{Runtime: world.BlockRuntimeID(first)})
			p := blockentity.Place{State: key, X: be.Pos[0], Y: be.Pos[1], Z: be.Pos[2], Version: 3955}
			p.State = blockentity.Refine(p, nil, out)
			kind := blockentity.KindOf(p.State)
			if !kind.Hosted() {
				counts[fmt.Sprintf("%v not compared", kind)]++
				continue
			}
			saved := blockentity.Save(nil, out, p, true)
			var m map[string]any
			if saved.Java == nil {
				m, _ = blockentity.Synthesise(p)
			} else if m, _, err = blockentity.Load(saved.Java, p); err != nil {
				t.Errorf("%v: %v", be.Pos, err)
				continue
			}
			again, back, _ := throughHost(p.State, m)
			got, want := describe(again), strings.NewReplacer(`\n\n\n"`, `"`, `\n\n"`, `"`, `\n"`, `"`).Replace(describe(first))
			if got != want {
				counts[fmt.Sprintf("%v differs", kind)]++
				t.Errorf("%v %s: got  %s\nwant %s", be.Pos, p.State, got, want)
				continue
			}
			if kind != blockentity.Sign && !blockentity.Same(out, back) {
				counts[fmt.Sprintf("%v has lost something", kind)]++
				t.Errorf("%v %s: %v\n%v", be.Pos, p.State, out, back)
				continue
			}
			counts[fmt.Sprintf("%v the same", kind)]++
		}
	}
	if err := it.Error(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for k, n := range counts {
		lines = append(lines, fmt.Sprintf("%s %d", k, n))
	}
	sort.Strings(lines)
	t.Logf("%s", strings.Join(lines, "\n"))
}
