package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kestrel-mc/kestrel/config"
	"github.com/spf13/cobra"
)

// defaultConfig is the configuration file that is read, and made, if no flag names another.
const defaultConfig = "config.toml"

// serveOptions are the flags of the server. They win over the configuration file.
type serveOptions struct {
	configFile string
	world      string
	address    string
	noAuth     bool
	readOnly   bool
	print      bool
}

// settings are what the file and the flags come to.
type settings struct {
	config.Config
	// dir is the folder of the file, which its paths are relative to.
	dir string
	// file is the path of the file, and missing what is to be written there if there is none: the defaults, without the flags.
	file    string
	missing []byte
}

// path makes a path of the file absolute, or relative to where the program runs.
func (s settings) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(s.dir, p)
}

// flags adds the server's flags to a command.
func (o *serveOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.configFile, "config", defaultConfig, "configuration `FILE`; it is made with the defaults if there is none")
	f.StringVar(&o.world, "world", "", "`DIR` of the Java world to serve, instead of the configuration's")
	f.StringVar(&o.address, "address", "", "`HOST:PORT` to listen on, instead of the configuration's")
	f.BoolVar(&o.noAuth, "no-auth", false, "let everybody in without checking who they are")
	f.BoolVar(&o.readOnly, "read-only", false, "touch no file of the world; what players change is gone afterwards")
	f.BoolVar(&o.print, "print-config", false, "print the configuration that the file and the flags come to, and stop")
}

// load reads the configuration file, or takes the defaults if there is none, and lets the flags win.
func (o *serveOptions) load() (settings, error) {
	s := settings{dir: filepath.Dir(o.configFile), file: o.configFile}
	data, err := os.ReadFile(o.configFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(s.dir); errors.Is(err, fs.ErrNotExist) {
			return s, fmt.Errorf("the folder of --config %s does not exist", o.configFile)
		}
		s.Config = config.Default()
		s.missing = s.Marshal()
	case err != nil:
		return s, fmt.Errorf("read the configuration: %w", err)
	default:
		if s.Config, err = config.Parse(data); err != nil {
			return s, faultsOf(o.configFile, err)
		}
	}
	if o.world != "" {
		abs, err := filepath.Abs(o.world)
		if err != nil {
			return s, err
		}
		s.World.Folder = abs
	}
	if o.address != "" {
		s.Network.Address = o.address
	}
	if o.noAuth {
		s.Server.AuthEnabled = config.AuthOff
	}
	if o.readOnly {
		s.World.SaveData = false
	}
	if err := s.Validate(); err != nil {
		return s, faultsOf("", err)
	}
	return s, nil
}

// keep makes the configuration file if there is none. Where it may not, it says so, and players' data, which would lie beside it, are not
// saved either.
func (s *settings) keep(out io.Writer) error {
	if s.missing == nil {
		return nil
	}
	err := os.WriteFile(s.file, s.missing, 0o644)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		s.Players.SaveData = false
		fmt.Fprintf(out, "Goes on with the default settings, and without saving players' data: no configuration file can be made here (%v). Give another place with --config.\n", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("make the configuration file: %w", err)
	}
	fmt.Fprintln(out, "Wrote", s.file, "with the default settings.")
	return nil
}

// faultsOf makes one text of all that is wrong with a configuration.
func faultsOf(file string, err error) error {
	var faults config.Faults
	if !errors.As(err, &faults) {
		return err
	}
	if file == "" {
		return errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if len(faults) == 1 {
		return fmt.Errorf("%s: %s", file, faults[0])
	}
	text := fmt.Sprintf("%s has %d faults:", file, len(faults))
	for _, f := range faults {
		text += "\n  " + f.String()
	}
	return errors.New(text)
}
