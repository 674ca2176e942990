package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitWell     = 0
	exitProblems = 1
	exitCannot   = 2
)

// errProblems ends a command that did its work and found problems in a world. They have been reported by then.
var errProblems = errors.New("problems were found")

// app is what every command needs from outside.
type app struct {
	stdout, stderr io.Writer
	debug          bool
	// fs is where new worlds are written; nil is the operating system's file system.
	fs vfs.FS
}

// run is the whole program: it does what the arguments say and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	a := &app{stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitWell
	case errors.Is(err, errProblems):
		return exitProblems
	default:
		fmt.Fprintln(stderr, "example-server: "+explain(err))
		return exitCannot
	}
}

// root builds the command line. Without a command, the server is started.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "example-server",
		Short: "Run a Dragonfly server on a Java Edition world",
		Long: "Runs a Dragonfly server (Minecraft: Bedrock Edition) directly on a Java Edition world, and has the tools that go with it.\n" +
			"Without a command it serves: the world that the configuration names, or a small one that it makes on the first start.",
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.PersistentFlags().BoolVar(&a.debug, "debug", false, "log more")
	a.serveFlags(root)
	root.AddCommand(a.serveCommand(), a.inspectCommand(), a.verifyCommand(), a.relightCommand(), a.renderCommand(), a.convertCommand(), a.benchCommand())
	return root
}

// version is the module's version, or the commit if it was built in a work tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && v == "(devel)" {
			v += " " + s.Value
		}
	}
	return v + ", " + info.GoVersion
}

// logger returns the log, which goes to the standard error.
func (a *app) logger() *slog.Logger {
	level := slog.LevelInfo
	if a.debug {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}))
}
