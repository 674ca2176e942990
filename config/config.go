package config

import (
	"time"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// Config is everything that can be set up. The zero value is not useful: start from Default.
type Config struct {
	Network   Network
	Server    Server
	World     World
	Players   Players
	Resources Resources
	Anvil     Anvil
	Light     Light
	Metrics   Metrics
}

// Network says where the server listens.
type Network struct {
	// Address is the UDP address, HOST:PORT, that players connect to.
	Address string
}

// Server holds what players see of the server, and who may join.
type Server struct {
	Name                    string
	AuthEnabled             Auth
	DisableJoinQuitMessages bool
	MuteEmoteChat           bool
}

// World says which world is served. Paths that are not absolute are relative to the folder of the configuration file.
type World struct {
	SaveData bool
	Folder   string
}

// Players holds the limits on players and where their data lies.
type Players struct {
	MaxCount           int
	MaximumChunkRadius int
	SaveData           bool
	Folder             string
}

// Resources says which resource packs players are given.
type Resources struct {
	AutoBuildPack bool
	Folder        string
	Required      bool
}

// Anvil holds the settings of the Java world's storage.
type Anvil struct {
	Generate         string
	Sync             string
	Upgrade          string
	Compression      string
	CompressionLevel int
	OpenFiles        int
	MaxChunkSize     Size
	ReadAhead        int
	SaveQueue        int
}

// Light holds the settings of live light: what keeps the light that game logic reads true while blocks change.
type Light struct {
	Enabled  bool
	Radius   int
	Interval time.Duration
	Budget   time.Duration
	Workers  int
	MaxArea  int
	// VerifyEvery is 0 for never.
	VerifyEvery time.Duration
}

// Metrics holds the settings of what monitoring reads: a line in the log, and an endpoint.
type Metrics struct {
	// LogEvery is how often the line is written, 0 for never.
	LogEvery time.Duration
	// Address is the TCP address of the endpoint, or empty for none.
	Address string
	// Profile adds the profiles of net/http/pprof to the endpoint.
	Profile bool
}

// Default returns the configuration of a first start: a world that the server makes for itself, open to this machine alone.
func Default() Config {
	return Config{
		Network:   Network{Address: "127.0.0.1:19132"},
		Server:    Server{Name: "Kestrel"},
		World:     World{SaveData: true, Folder: DefaultWorld},
		Players:   Players{MaximumChunkRadius: 32, SaveData: true, Folder: "players"},
		Resources: Resources{AutoBuildPack: true, Folder: "resources"},
		Anvil: Anvil{
			Generate:         GenerateNothing,
			Sync:             "full",
			Upgrade:          "backup",
			Compression:      "zlib",
			CompressionLevel: region.DefaultLevel,
			OpenFiles:        region.DefaultMaxOpen,
			MaxChunkSize:     region.DefaultMaxInflated,
			ReadAhead:        anvilprovider.DefaultReadAhead,
			SaveQueue:        anvilprovider.DefaultSaveQueue,
		},
		Light:   Light{Enabled: true, Radius: 8, Interval: 50 * time.Millisecond, Budget: 2 * time.Millisecond, Workers: 1, MaxArea: 16},
		Metrics: Metrics{LogEvery: 10 * time.Minute},
	}
}

// DefaultWorld is the folder of the world that is made when there is none. Only a folder of this name is ever made.
const DefaultWorld = "showcase"

// The values of Anvil.Generate: what fills a chunk that the world does not have.
const (
	GenerateNothing = "nothing"
	GenerateFlat    = "flat"
)

// Validate checks every value and returns all that is wrong as Faults, or nil. The faults have no lines: they are about values,
// wherever those came from.
func (c Config) Validate() error {
	var faults Faults
	for _, k := range keys {
		if err := k.check(k.at(&c)); err != nil {
			faults = append(faults, Fault{Key: k.path, Problem: err.Error()})
		}
	}
	for _, r := range relations {
		if problem := r.broken(c); problem != "" && !faults.about(r.keys...) {
			faults = append(faults, Fault{Key: r.keys[0], Problem: problem})
		}
	}
	return faults.orNil()
}
