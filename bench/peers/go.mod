module github.com/kestrel-mc/kestrel/bench/peers

go 1.26.0

require (
	github.com/Tnze/go-mc v1.20.2
	github.com/df-mc/dragonfly v0.11.4
	github.com/kestrel-mc/kestrel v0.0.0
)

require (
	github.com/brentp/intintmap v0.0.0-20251106190759-56907b1f8479 // indirect
	github.com/df-mc/goleveldb v1.1.9 // indirect
	github.com/df-mc/worldupgrader v1.0.21 // indirect
	github.com/go-gl/mathgl v1.2.0 // indirect
	github.com/gofrs/flock v0.13.2 // indirect
	github.com/golang/snappy v0.0.4 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/klauspost/compress v1.20.1 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
	github.com/sandertv/gophertunnel v1.61.0 // indirect
	github.com/segmentio/fasthash v1.0.3 // indirect
	golang.org/x/exp v0.0.0-20260824195058-e88cd73687aa // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)

replace github.com/kestrel-mc/kestrel => ../..
