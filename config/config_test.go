package config

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write docs/config.md again")

// TestTableMatchesStruct holds the table and the struct together: each variable of Config has exactly one key, of the same name.
func TestTableMatchesStruct(t *testing.T) {
	var c Config
	owner := map[any]string{}
	for _, k := range keys {
		if other, ok := owner[k.at(&c)]; ok {
			t.Errorf("%s and %s set the same variable", k.path, other)
		}
		owner[k.at(&c)] = k.path
		if k.doc == "" || k.values == "" || !strings.HasSuffix(k.doc, ".") {
			t.Errorf("%s is not described in full sentences with its values", k.path)
		}
		if !isTable(k.table()) {
			t.Errorf("%s stands in a table that is not described", k.path)
		}
	}
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		for j := range v.Field(i).NumField() {
			name := v.Type().Field(i).Name + "." + v.Field(i).Type().Field(j).Name
			path, ok := owner[v.Field(i).Field(j).Addr().Interface()]
			if !ok {
				t.Errorf("Config.%s has no key", name)
			} else if !strings.EqualFold(strings.ReplaceAll(path, "_", ""), name) {
				t.Errorf("%s sets Config.%s", path, name)
			}
		}
	}
}

func TestDefaultFile(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Fatalf("the defaults are not valid: %v", err)
	}
	data := Default().Marshal()
	got, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got); diff != "" {
		t.Errorf("the default file does not give the defaults:\n%s", diff)
	}
	for _, k := range keys {
		if !bytes.Contains(data, []byte("\n"+k.name()+" = "+k.standard()+"\n")) {
			t.Errorf("the default file lacks %s = %s", k.path, k.standard())
		}
	}
	for line := range strings.Lines(string(data)) {
		if len(line) > commentWidth+2 {
			t.Errorf("a line of the default file is too long: %s", line)
		}
	}
	empty, err := Parse(nil)
	if err != nil || empty != Default() {
		t.Errorf("an empty file gives %v, %v", empty, err)
	}
}

func TestDocs(t *testing.T) {
	const path = "../docs/config.md"
	if *update {
		if err := os.WriteFile(path, markdown(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, markdown()) {
		t.Errorf("%s is not what the table says: go test ./config -update", path)
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, file string
		want       func(*Config)
		faults     []string
	}{
		{name: "host", file: "[Network]\nAddress = \":19132\"\n[Server]\nAuthEnabled = false", want: func(c *Config) {
			c.Network.Address, c.Server.AuthEnabled = ":19132", AuthOff
		}},
		{name: "dotted and in line", file: "Network.Address = '[::1]:1'\nPlayers = { MaxCount = 0x10, SaveData = false }", want: func(c *Config) {
			c.Network.Address, c.Players.MaxCount, c.Players.SaveData = "[::1]:1", 16, false
		}},
		{name: "sizes", file: "[anvil]\nmax_chunk_size = 256MiB", faults: []string{"line 2: "}},
		{name: "size with unit", file: "[anvil]\nmax_chunk_size = \"256MiB\"", want: func(c *Config) { c.Anvil.MaxChunkSize = 256 << 20 }},
		{name: "size in bytes", file: "[anvil]\nmax_chunk_size = 2_000_000", want: func(c *Config) { c.Anvil.MaxChunkSize = 2_000_000 }},
		{name: "auth words", file: "[Server]\nAuthEnabled = true", want: func(c *Config) { c.Server.AuthEnabled = AuthOn }},
		{name: "everything at once", file: `[Network]
address = ":19132"
Address = "nowhere"
[Server]
AuthEnabled = "yes"
Name = ""
[Palyers]
MaxCount = 1
[Players]
MaxCount = -1
MaximumChunkRadius = "far"
[[anvil]]
sync = "none"
[anvil]
sync = "sometimes"
sync = "none"
max_chunk_size = "3 TiB"
compression_level = 99999999999999999999
generate = [ "flat" ]
`, faults: []string{
			"line 2: Network.address: there is no such key: did you mean Network.Address?",
			"line 3: Network.Address: \"nowhere\" is not an address: want HOST:PORT, such as \"127.0.0.1:19132\"",
			"line 5: Server.AuthEnabled: want true, false or \"auto\", found \"yes\"",
			"line 6: Server.Name: must not be empty",
			"line 7: Palyers: there is no such table: did you mean Players?",
			"line 10: Players.MaxCount: -1 is out of range: want 0 to 1048576",
			"line 11: Players.MaximumChunkRadius: want a whole number, found \"far\"",
			"line 12: anvil: lists of tables ([[...]]) are not used here",
			"line 15: anvil.sync: \"sometimes\" is not one of \"full\", \"barrier\" or \"none\"",
			"line 16: anvil.sync: is given twice, first on line 15",
			"line 17: anvil.max_chunk_size: \"3 TiB\" is not a size: write a whole number of bytes, or one with a unit such as \"64 MiB\" (KiB, MiB, GiB)",
			"line 18: anvil.compression_level: 99999999999999999999 is not a whole number that fits in 64 bits",
			"line 19: anvil.generate: want a string in quotes, found a list",
		}},
		{name: "durations", file: "[light]\nbudget = \"500us\"\ninterval = \"1s\"", want: func(c *Config) {
			c.Light.Budget, c.Light.Interval = 500*time.Microsecond, time.Second
		}},
		{name: "verification", file: "[light]\nverify_every = \"5ms\"", faults: []string{"line 2: light.verify_every: 5ms is out of range: want 100ms to 24h0m0s"}},
		{name: "line of health", file: "[metrics]\nlog_every = \"1h30m\"", want: func(c *Config) { c.Metrics.LogEvery = 90 * time.Minute }},
		{name: "line of health too often", file: "[metrics]\nlog_every = \"1ms\"", faults: []string{"line 2: metrics.log_every: 1ms is out of range: want 1s to 24h0m0s"}},
		{name: "short interval", file: "[light]\ninterval = \"1ms\"", want: func(c *Config) {
			c.Light.Budget, c.Light.Interval = 100*time.Microsecond, time.Millisecond
		}},
		{name: "long interval", file: "[light]\ninterval = \"1s\"", want: func(c *Config) { c.Light.Interval = time.Second }},
		{name: "bad durations", file: "[light]\nbudget = 5\ninterval = \"soon\"", faults: []string{
			"line 2: light.budget: want a duration such as \"50ms\", found 5",
			"line 3: light.interval: \"soon\" is not a duration: write a number with a unit, such as \"50ms\" (us, ms, s, m)",
		}},
		{name: "budget and a bad interval", file: "[light]\nbudget = \"40ms\"\ninterval = 5", faults: []string{
			"line 3: light.interval: want a duration such as \"50ms\", found 5",
		}},
		{name: "budget and interval", file: "[light]\n\nbudget = \"25ms\"", faults: []string{
			"line 3: light.budget: 25ms is not less than half of light.interval, which is 50ms",
		}},
		{name: "not TOML", file: "[Network]\nAddress = \n", faults: []string{"line 2: this is not TOML"}},
		{name: "fault before a syntax error", file: "[Netwrok]\n[Server\n", faults: []string{"line 1: Netwrok", "line 2: this is not TOML"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse([]byte(test.file))
			if len(test.faults) > 0 {
				var faults Faults
				if !errors.As(err, &faults) {
					t.Fatalf("error %v is not Faults", err)
				}
				lines := strings.Split(err.Error(), "\n")
				if len(lines) != len(test.faults) {
					t.Fatalf("%d faults, want %d:\n%v", len(lines), len(test.faults), err)
				}
				for i, want := range test.faults {
					if !strings.HasPrefix(lines[i], want) {
						t.Errorf("fault %d:\n got %s\nwant %s", i, lines[i], want)
					}
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := Default()
			test.want(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	c := Default()
	c.Network.Address = "127.0.0.1"
	c.Anvil.OpenFiles = 0
	err := c.Validate()
	var faults Faults
	if !errors.As(err, &faults) || len(faults) != 2 || faults[0].Key != "Network.Address" || faults[1].Key != "anvil.open_files" {
		t.Fatalf("Validate: %v", err)
	}
}

func TestAuth(t *testing.T) {
	for address, loopback := range map[string]bool{
		"127.0.0.1:19132": true, "127.8.8.8:1": true, "[::1]:19132": true, "localhost:0": true,
		":19132": false, "0.0.0.0:19132": false, "[::]:1": false, "192.168.1.5:1": false, "example.org:1": false, "127.0.0.1": false,
	} {
		if Loopback(address) != loopback {
			t.Errorf("Loopback(%q) = %v", address, !loopback)
		}
		if AuthAuto.Required(address) == loopback {
			t.Errorf("AuthAuto.Required(%q) = %v", address, loopback)
		}
		if !AuthOn.Required(address) || AuthOff.Required(address) {
			t.Errorf("the address %q changed what was asked for", address)
		}
	}
}

// TestRoundTrip writes and reads back any configuration, valid strings of every kind among them.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Default()
		c.Server.Name = rapid.String().Filter(func(s string) bool { return s != "" }).Draw(t, "name")
		c.World.Folder = rapid.StringN(1, 20, -1).Draw(t, "folder")
		c.Server.AuthEnabled = Auth(rapid.IntRange(0, 2).Draw(t, "auth"))
		c.Players.MaxCount = rapid.IntRange(0, 1000).Draw(t, "players")
		c.Anvil.MaxChunkSize = Size(rapid.Int64Range(1<<20, 2<<30).Draw(t, "size"))
		c.Light.Budget = time.Duration(rapid.Int64Range(1000, 24_000_000).Draw(t, "budget"))
		c.World.SaveData = rapid.Bool().Draw(t, "save")
		got, err := Parse(c.Marshal())
		if err != nil {
			t.Fatalf("%v\n%s", err, c.Marshal())
		}
		if got != c {
			t.Fatal(cmp.Diff(c, got))
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(Default().Marshal())
	f.Add([]byte("[Network]\nAddress = 1\n[[x]]\na.b.c = { d = 1 }"))
	f.Add([]byte("[anvil]\nmax_chunk_size = \"1 GiB\" # comment\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			for _, fault := range err.(Faults) {
				if fault.Line < 1 || fault.Problem == "" {
					t.Fatalf("a fault without a line: %#v", fault)
				}
			}
			return
		}
		if err := c.Validate(); err != nil {
			t.Fatalf("accepted, and not valid: %v", err)
		}
		again, err := Parse(c.Marshal())
		if err != nil || again != c {
			t.Fatalf("accepted, but does not read back: %v", err)
		}
	})
}

// TestByteOrderMark reads a file as an editor saves it that begins files with a mark. One in another place is a fault.
func TestByteOrderMark(t *testing.T) {
	c, err := Parse([]byte("\ufeff[Server]\nName = \"Kes\"\n"))
	if err != nil || c.Server.Name != "Kes" {
		t.Errorf("the name is %q (%v)", c.Server.Name, err)
	}
	if _, err := Parse([]byte("[Server]\n\ufeffName = \"Kes\"\n")); err == nil {
		t.Error("a mark in the middle was taken")
	}
}
