package areas

import (
	"errors"
	"fmt"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Config holds the limits of a World. The zero value works: it is a world with sky and the limits given beside the fields.
type Config struct {
	// Shapes is the table that the classes of the columns refer to, nil for one without any shape.
	Shapes *lighting.Shapes
	// Bottom is the number of the lowest section of the build height, and Sections how many sections it has, 1..256. If Sections is
	// zero, they are those of the overworld: 24 from -4.
	Bottom   int32
	Sections int
	// NoSky says that the world has no sky: its columns are lit in block light only.
	NoSky bool
	// MaxArea is the greatest number of members of a job, 1..256; 16 if zero.
	MaxArea int
	// ReplayLimit is the number of changes in one column up to which they are replayed; with more the column is lit in full.
	// 512 if zero.
	ReplayLimit int
	// MaxChanges is the number of changes that a column keeps before it asks to be built anew, at least ReplayLimit; 4,096 if zero.
	MaxChanges int
	// MaxAttempts is the number of detached results of a column that may come too late before it is lit in place; 3 if zero.
	MaxAttempts int
}

// The defaults of Config. Up to 512 changes in a column, replaying them is not dearer than a full pass: see BenchmarkReplayLimit.
const (
	defaultMaxArea     = 16
	defaultReplayLimit = 512
	defaultMaxChanges  = 4096
	defaultMaxAttempts = 3
	greatestArea       = 256
)

// New returns a World without columns. Values outside their range are reported all at once.
func (conf Config) New() (*World, error) {
	set := func(v *int, def int) {
		if *v == 0 {
			*v = def
		}
	}
	if conf.Sections == 0 {
		conf.Bottom, conf.Sections = -4, 24
	}
	set(&conf.MaxArea, defaultMaxArea)
	set(&conf.ReplayLimit, defaultReplayLimit)
	set(&conf.MaxChanges, max(defaultMaxChanges, conf.ReplayLimit))
	set(&conf.MaxAttempts, defaultMaxAttempts)
	var errs []error
	if conf.Sections < 1 || conf.Sections > lighting.MaxSections {
		errs = append(errs, fmt.Errorf("areas: Sections is %d, must be in 1..%d", conf.Sections, lighting.MaxSections))
	}
	if conf.MaxArea < 1 || conf.MaxArea > greatestArea {
		errs = append(errs, fmt.Errorf("areas: MaxArea is %d, must be in 1..%d", conf.MaxArea, greatestArea))
	}
	if conf.ReplayLimit < 0 {
		errs = append(errs, fmt.Errorf("areas: ReplayLimit is %d, must not be negative", conf.ReplayLimit))
	}
	if conf.MaxChanges < conf.ReplayLimit {
		errs = append(errs, fmt.Errorf("areas: MaxChanges is %d, must be at least ReplayLimit, %d", conf.MaxChanges, conf.ReplayLimit))
	}
	if conf.MaxAttempts < 1 {
		errs = append(errs, fmt.Errorf("areas: MaxAttempts is %d, must be positive", conf.MaxAttempts))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if conf.Shapes == nil {
		conf.Shapes, _ = lighting.NewShapes(nil)
	}
	return &World{conf: conf, columns: map[Pos]*column{}}, nil
}

// kinds are the kinds of light that the world's columns are lit in.
func (conf *Config) kinds() []lighting.Kind {
	if conf.NoSky {
		return []lighting.Kind{lighting.Block}
	}
	return []lighting.Kind{lighting.Block, lighting.Sky}
}
