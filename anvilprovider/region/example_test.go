package region_test

import (
	"errors"
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// A chunk is written, read and deleted, in memory instead of on a disk.
func Example() {
	store, err := region.Options{FS: vfs.NewMem()}.Open("/world/region")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()

	if err := store.Write(10, -3, []byte("uncompressed NBT")); err != nil {
		fmt.Println(err)
	}
	data, kind, err := store.Read(nil, 10, -3)
	fmt.Printf("%s (%v), %v\n", data, kind, err)

	err = store.Delete(10, -3)
	_, _, readErr := store.Read(nil, 10, -3)
	fmt.Println(err, errors.Is(readErr, region.ErrNotFound))
	// Output:
	// uncompressed NBT (zlib), <nil>
	// <nil> true
}

// Everything that is stored in a folder is listed without reading the chunks.
func ExampleStore_Chunks() {
	store, err := region.Options{FS: vfs.NewMem()}.Open("/world/region")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	for _, x := range []int32{-1, 0, 40} {
		if err := store.Write(x, 0, make([]byte, 5000)); err != nil {
			fmt.Println(err)
		}
	}
	regions, err := store.Regions()
	if err != nil {
		fmt.Println(err)
	}
	for _, pos := range regions {
		for entry, err := range store.Chunks(pos) {
			fmt.Println(pos.FileName(), entry.X, entry.Z, err)
		}
	}
	// Output:
	// r.-1.0.mca -1 0 <nil>
	// r.0.0.mca 0 0 <nil>
	// r.1.0.mca 40 0 <nil>
}

// A fault names the chunk, the file and what is wrong.
func ExampleChunkError() {
	mem := vfs.NewMem()
	file := make([]byte, 8192)
	copy(file, []byte{0, 0, 9, 1}) // Chunk 0,0 is said to be in sector 9.
	if err := mem.WriteFile("/world/region/r.0.0.mca", file); err != nil {
		fmt.Println(err)
	}
	store, err := region.Options{FS: mem, ReadOnly: true}.Open("/world/region")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	_, _, err = store.Read(nil, 0, 0)
	fmt.Println(err)
	fmt.Println(errors.Is(err, region.ErrBeyondEnd), errors.Is(err, region.ErrCorrupt), errors.Is(err, region.ErrNotFound))
	// Output:
	// chunk 0,0 in /world/region/r.0.0.mca: entry points beyond the end of the file: sector 9 of a file of 8192 bytes
	// true true false
}
