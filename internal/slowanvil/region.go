package slowanvil

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// sectorBytes is the unit of a region file; its first two sectors are the header.
const sectorBytes = 4096

// Entry is one stored chunk of a region file.
type Entry struct {
	X, Z        int32  // chunk coordinates, from the file's name and the slot
	Timestamp   uint32 // seconds since 1970
	Compression byte   // 1 gzip, 2 zlib, 3 none, 4 LZ4; without the bit for an external payload
	External    bool   // the payload lies in c.X.Z.mcc
	NBT         []byte // inflated payload; nil if Err is set
	Err         error  // why this chunk cannot be read
}

// ReadRegion reads every chunk of a region file named r.X.Z.mca, in the order of the slots. A bad chunk is an Entry with Err
// set; the error returned is about the whole file. An empty file has no chunks.
func ReadRegion(path string) ([]Entry, error) {
	var rx, rz int32
	if _, err := fmt.Sscanf(filepath.Base(path), "r.%d.%d.mca", &rx, &rz); err != nil {
		return nil, fmt.Errorf("read region %s: name: %w", path, err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read region: %w", err)
	}
	if len(file) == 0 {
		return nil, nil
	}
	if len(file) < 2*sectorBytes {
		return nil, fmt.Errorf("read region %s: %d bytes are less than a header", path, len(file))
	}
	var entries []Entry
	for slot := 0; slot < 1024; slot++ {
		location := binary.BigEndian.Uint32(file[4*slot:])
		if location == 0 {
			continue
		}
		e := Entry{X: rx*32 + int32(slot%32), Z: rz*32 + int32(slot/32), Timestamp: binary.BigEndian.Uint32(file[sectorBytes+4*slot:])}
		e.Err = e.read(file, location, filepath.Dir(path))
		entries = append(entries, e)
	}
	return entries, nil
}

// read fills in the payload from the location entry of the header.
func (e *Entry) read(file []byte, location uint32, dir string) error {
	start, end := int(location>>8)*sectorBytes, int(location>>8+location&255)*sectorBytes
	if start < 2*sectorBytes || start+5 > len(file) || end <= start {
		return fmt.Errorf("location %#08x is outside the file", location)
	}
	length := int(binary.BigEndian.Uint32(file[start:]))
	if length < 1 || start+4+length > end || start+4+length > len(file) {
		return fmt.Errorf("length %d does not fit its sectors", length)
	}
	e.Compression, e.External = file[start+4]&^128, file[start+4]&128 != 0
	payload := file[start+5 : start+4+length]
	if e.External {
		var err error
		if payload, err = os.ReadFile(filepath.Join(dir, fmt.Sprintf("c.%d.%d.mcc", e.X, e.Z))); err != nil {
			return err
		}
	}
	var err error
	e.NBT, err = inflate(e.Compression, payload)
	return err
}

func inflate(compression byte, payload []byte) ([]byte, error) {
	switch compression {
	case 1:
		r, err := gzip.NewReader(bytes.NewReader(payload))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	case 2:
		r, err := zlib.NewReader(bytes.NewReader(payload))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	case 3:
		return bytes.Clone(payload), nil
	case 4:
		return inflateLZ4(payload)
	}
	return nil, fmt.Errorf("unknown compression %d", compression)
}
