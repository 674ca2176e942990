package region_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestWriteIntoDamage makes region files at random, of entries that overlap, are too short, or lie in the header and beyond the end,
// over chunks of all kinds and .mcc files that may or may not belong to them. Then it changes some of the chunks, again and again.
// Those hold what was written last. Of the others nothing changes: no entry, no sector, no file. And no .mcc file is lost.
func TestWriteIntoDamage(t *testing.T) {
	files := 400
	if raceEnabled || testing.Short() {
		files = 60
	}
	for seed := range uint64(files) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { writeIntoDamage(t, rand.New(rand.NewPCG(seed, 11))) })
	}
}

// damagedFile returns a region file at random in which only chunks 0,0 to 15,0 have entries.
func damagedFile(rng *rand.Rand) []byte {
	f := newRawFile().cut(8192).entry(1023, 0, 0)
	sectors := rng.IntN(60)
	f.cut(8192 + sectors*4096)
	for i := 8192; i < len(f.data); i += 4 {
		binary.BigEndian.PutUint32(f.data[i:], rng.Uint32())
	}
	for i := range 16 {
		first, n := rng.IntN(sectors+6), rng.IntN(7)
		switch rng.IntN(4) {
		case 0:
			continue
		case 1:
			first, n = rng.IntN(1<<24), rng.IntN(256)
		}
		f.entry(i, first, n)
		if first >= 2 && first < 2+sectors && rng.IntN(4) > 0 {
			head := binary.BigEndian.AppendUint32(nil, uint32(rng.IntN(30_000)))
			copy(f.data[first*4096:], append(head, []byte{2, 3, 128 + 3, 128 + 3, 127, 128 + 127, 0}[rng.IntN(7)]))
		}
	}
	return f.cut(len(f.data) - rng.IntN(2)*rng.IntN(min(4096, len(f.data)-8191))).data
}

func writeIntoDamage(t *testing.T, rng *rand.Rand) {
	mem := vfs.NewMem()
	data := damagedFile(rng)
	externals := map[int][]byte{}
	for x := range 16 {
		if rng.IntN(2) > 0 {
			externals[x] = fmt.Appendf(nil, "external %d", x)
			if err := mem.WriteFile(fmt.Sprintf("%s/c.%d.0.mcc", dir, x), externals[x]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := mem.WriteFile(dir+"/r.0.0.mca", data); err != nil {
		t.Fatal(err)
	}
	touched, versions := []int{20, 21}, map[int]uint32{}
	for x := range 16 {
		if rng.IntN(3) == 0 {
			touched = append(touched, x)
		}
	}
	o := region.Options{Compression: region.None, Sync: region.SyncPolicy(rng.IntN(3))}
	s := open(t, mem, o)
	for version := uint32(1); version < 30; version++ {
		x := touched[rng.IntN(len(touched))]
		size := []int{0, smallBytes, smallBytes, largeBytes, largeBytes, 60_000, externalBytes}[rng.IntN(7)]
		if err := store(s, int32(x), 0, version, size); errors.Is(err, region.ErrHeaderLost) && version == 1 {
			return // There is not one entry.
		} else if err != nil {
			t.Fatal(err)
		}
		versions[x] = versionFor(version, size)
		if rng.IntN(6) == 0 {
			closeStore(t, s)
			s = open(t, mem, o)
		}
	}
	for x, version := range versions {
		wantVersion(t, s, int32(x), 0, version)
	}
	closeStore(t, s)

	after, err := mem.ReadFile(dir + "/r.0.0.mca")
	if err != nil {
		t.Fatal(err)
	}
	changed := map[int]bool{}
	for x := range versions {
		changed[x] = true
	}
	var except []int
	for i := range 1024 {
		if changed[i] {
			except = append(except, i)
		} else if !bytes.Equal(after[4*i:4*i+4], data[4*i:4*i+4]) {
			t.Errorf("entry %d was changed", i)
		}
	}
	for sector := range storedSectors(data, except...) {
		if there := data[sector*4096 : min(len(data), (sector+1)*4096)]; !bytes.HasPrefix(after[sector*4096:], there) {
			t.Errorf("sector %d was overwritten", sector)
		}
	}
	for x, content := range externals {
		b, err := mem.ReadFile(fmt.Sprintf("%s/c.%d.0.mcc", dir, x))
		if err == nil && bytes.Equal(b, content) {
			continue
		}
		b, err = mem.ReadFile(fmt.Sprintf("%s/c.%d.0.mcc", orphanDir, x))
		named := changed[x] && externalEntry(data, x)
		if kept := err == nil && bytes.Equal(b, content); !changed[x] || !kept && !named {
			t.Errorf("the .mcc file of chunk %d is gone (%v)", x, err)
		}
	}
}

// externalEntry says whether the entry of the chunk x, 0 names its .mcc file, and a compression that is known.
func externalEntry(data []byte, x int) bool {
	l := binary.BigEndian.Uint32(data[4*x:])
	first := int(l >> 8)
	if first < 2 || first > len(data)/4096 || l&255 == 0 || len(data) < first*4096+5 {
		return false
	}
	at := first * 4096
	length := binary.BigEndian.Uint32(data[at:])
	return length > 0 && length <= l&255*4096 && data[at+4] == 128+3
}
