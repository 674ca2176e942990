// Command gen writes items.txt: the items of before 1.13, from the npm package minecraft-data (see internal/mcdata): the items
// and blocks of pc/1.12, which are read from the archive beside the unpacked package, and pc/common/legacy.json.
//
//	go run ./gen -mcdata ../../../.cache/mcdata
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

func main() { mcdata.Generate(run) }

func run(dir, out string) error {
	d, err := mcdata.Open(dir)
	if err != nil {
		return err
	}
	legacy, err := d.Legacy()
	if err != nil {
		return err
	}
	names, err := oldNames(filepath.Join(dir, "minecraft-data-"+mcdata.Version+".tgz"))
	if err != nil {
		return err
	}
	table, err := build(names, legacy.Items)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "items.txt"), table, 0o644)
}

// oldNames reads the names that items have in 1.12, by their numbers, from the archive of minecraft-data.
func oldNames(archive string) (map[int]string, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	names := map[int]string{}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(h.Name, "/data/pc/1.12/items.json") && !strings.HasSuffix(h.Name, "/data/pc/1.12/blocks.json") {
			continue
		}
		var list []struct {
			ID   int    `json:"id"`
			Name string `json:"name"`
		}
		if err := json.NewDecoder(t).Decode(&list); err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		for _, e := range list {
			names[e.ID] = e.Name
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no items of 1.12", archive)
	}
	return names, nil
}

// build makes the table: a line for each id, with the name of 1.12 and the name of 1.13 for each damage.
func build(names map[int]string, items map[string]string) ([]byte, error) {
	type kind struct {
		damage int
		name   string
	}
	kinds := map[int][]kind{}
	for key, name := range items {
		var id, damage int
		if _, err := fmt.Sscanf(key, "%d:%d", &id, &damage); err != nil {
			return nil, fmt.Errorf("key %q is not id:damage", key)
		}
		kinds[id] = append(kinds[id], kind{damage, strings.TrimPrefix(name, "minecraft:")})
	}
	ids := make([]int, 0, len(names))
	for id := range names {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var b bytes.Buffer
	for _, id := range ids {
		fmt.Fprintf(&b, "%d %s", id, names[id])
		slices.SortFunc(kinds[id], func(a, b kind) int { return a.damage - b.damage })
		for _, k := range kinds[id] {
			fmt.Fprintf(&b, " %d=%s", k.damage, k.name)
		}
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}
