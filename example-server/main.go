// Command example-server runs a Dragonfly server on a Java Edition world, and has the tools that go with it.
//
//	example-server [serve] [--world DIR] [--address HOST:PORT]
//
// serves; without a world it makes a small one and serves that. `example-server help` lists the other commands.
//
// Results go to the standard output, and everything else to the standard error. The program exits with 0 if all is well, 1 if a command
// found problems in a world, and 2 if it could not do what it was asked to.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(signals, syscall.SIGHUP) // the terminal was closed
	}
	go func() {
		<-signals
		cancel() // the first asks for a clean stop
		<-signals
		os.Exit(exitCannot) // the second does not wait for it
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
