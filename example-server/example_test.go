package main

import (
	"log"
	"log/slog"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/plugin"
)

// Example is the server that README shows. A test keeps the two equal.
func Example() {
	nothing := func(world.Dimension) world.Generator { return world.NopGenerator{} } // outside the map
	provider, err := anvilprovider.Config{Generator: nothing}.Open("survival")       // a Java world; a folder that does not exist becomes a new, empty one
	if err != nil {
		log.Fatal(err)
	}
	host := server.DefaultConfig()
	host.World.SaveData = false // the world is the provider's affair
	// Players have to be signed in, which the host checks over the internet; host.Server.AuthEnabled = false lets everybody in.
	conf, err := host.Config(slog.Default())
	if err != nil {
		log.Fatal(err)
	}
	conf.WorldProvider = provider
	conf.Generator = nothing
	srv := conf.New()
	if _, err := plugin.AttachServer(srv, plugin.Config{}); err != nil { // live light
		log.Fatal(err)
	}
	srv.CloseOnProgramEnd() // closing a server closes its worlds, and the last of them the provider
	srv.Listen()
	for range srv.Accept() {
	}
}
