// Package config reads and writes the one TOML file that a Kestrel server is set up with: the host's settings, under
// Dragonfly's own names and with Dragonfly's meaning, and Kestrel's.
//
// The package is pure: Parse turns bytes into a Config, Config.Marshal turns a Config into bytes, and no file, flag or clock is
// touched. Every key is described once, in the table in keys.go; reading, writing, the comments of the default file and
// docs/config.md all come from that table, and a test keeps it in step with the struct.
//
// Reading is strict. A key that the table does not have, a key given twice, a value of the wrong type and a value that is out of range
// are faults, and all faults of a file are reported at once, each with its line and key (see Faults). Values that a file does
// not mention keep their defaults.
//
// A Config is a plain value: copy it freely, and do not change one while another goroutine reads it.
package config
