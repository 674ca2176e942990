package text_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// versions of the spellings: JSON with compounds, JSON with strings, NBT.
const (
	older = 3463
	json  = 3837
	tags  = 4325
)

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		v       any
		version int32
		want    string
	}{
		{"", older, ""},
		{"null", older, ""},
		{`""`, older, ""},
		{`"Hey"`, older, "Hey"},
		{`{"text":""}`, older, ""},
		{`{"text":"Hey"}`, older, "Hey"},
		{`{"text":"14-"}`, 1343, "14-"},
		{"Hey {", older, "Hey {"},
		{`{"text":"a","color":"red","extra":[{"text":"b","color":"blue"},"c"]}`, json, "§ca§r§9b§r§cc"},
		{`["5§",{"text":"cents"}]`, json, "5§§rcents"},
		{`["a",{"text":"b","bold":true},"c"]`, json, "a§lb§rc"},
		{`[{"text":"a","bold":true},"b"]`, json, "§lab"},
		{`{"text":"x","color":"#ff5656"}`, json, "§cx"},
		{`{"translate":"block.minecraft.stone"}`, json, "block.minecraft.stone"},
		{`{"translate":"no.such","fallback":"Stone"}`, json, "Stone"},
		{`{"text":"a","obfuscated":true,"italic":true}`, json, "§k§oa"},
		{`"a"`, tags, `"a"`},
		{"Hey", tags, "Hey"},
		{nbt.Compound{"text": "a", "color": "gold", "bold": uint8(1)}, tags, "§6§la"},
		{nbt.Compound{"": "a"}, tags, "a"},
		{nbt.List{Elem: nbt.TagString, Items: []any{"a", "b"}}, tags, "ab"},
		{nbt.Compound{"text": "a", "extra": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"text": "b"}}}}, tags, "ab"},
	} {
		if got, ok := text.Load(c.v, c.version); got != c.want || !ok {
			t.Errorf("Load(%v, %d) = %q, %v, want %q", c.v, c.version, got, ok, c.want)
		}
	}
	if _, ok := text.Load(int32(1), tags); ok {
		t.Error("a number is a component")
	}
	if got, _ := text.Load(`"`+strings.Repeat("é", 20000)+`"`, json); len(got) > text.MaxLength || !strings.HasPrefix(got, "éé") {
		t.Errorf("a long text has %d bytes", len(got))
	}
	deep := strings.Repeat(`{"extra":[`, 5000) + `"x"` + strings.Repeat(`]}`, 5000)
	if got, _ := text.Load(deep, json); got != "" {
		t.Errorf("a deep text is %q", got)
	}
}

func TestSave(t *testing.T) {
	for _, c := range []struct {
		s       string
		version int32
		want    any
	}{
		{"", older, `{"text":""}`},
		{"", json, `""`},
		{"", tags, ""},
		{"a<b>&\"", older, `{"text":"a<b>&\""}`},
		{"Hey", json, `"Hey"`},
		{"Hey", tags, "Hey"},
		{"§cHey", json, `{"color":"red","text":"Hey"}`},
		{"a§lb", json, `{"extra":[{"text":"a"},{"bold":true,"text":"b"}],"text":""}`},
		{"§6§lHey", tags, nbt.Compound{"text": "Hey", "color": "gold", "bold": uint8(1)}},
		{"50§", json, `"50§"`},
		{"§gm", json, `"§gm"`},
	} {
		if got := text.Save(c.s, c.version); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Save(%q, %d) = %v, want %v", c.s, c.version, got, c.want)
		}
	}
}

// FuzzText saves and loads strings: what Bedrock shows must not change, but for codes that say the same in fewer.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "Hey", "§cred§r plain", "§l§o§kall", "§", "a\nb", "§c§9blue", "§c§§c0", "§§r0", "\"{}\\"} {
		f.Add(s, int32(json))
		f.Add(s, int32(tags))
	}
	f.Fuzz(func(t *testing.T, s string, version int32) {
		s = strings.ToValidUTF8(s, "?")
		if len(s) > 1000 {
			t.Skip()
		}
		once, _ := text.Load(text.Save(s, version), version)
		twice, _ := text.Load(text.Save(once, version), version)
		if once != twice {
			t.Fatalf("%q becomes %q, then %q", s, once, twice)
		}
		if !strings.Contains(s, "§") && version >= text.Compact && once != s {
			t.Fatalf("%q becomes %q", s, once)
		}
	})
}

func Example() {
	s, _ := text.Load(`{"text":"Exit","color":"red"}`, 3837)
	fmt.Println(s == "§cExit")
	fmt.Println(text.Save("Exit", 3837), text.Save("Exit", 4325))
	// Output:
	// true
	// "Exit" Exit
}
