//go:build ignore

// This program writes legacy.txt: the items of Java 1.12 by number, name and damage, with the names that 1.13 gave them.
//
//	go run gen.go -archive ../../../.cache/mcdata/minecraft-data-3.119.0.tgz
//
// The archive is the npm package minecraft-data 3.119.0 (MIT), which internal/mcdata/fetch.sh brings. Each line is
//
//	number name flattened flattened ...
//
// where the flattened names stand in the order of the damage value, "=" for the old name and "-" for a value without an item.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"
)

func main() {
	archive := flag.String("archive", "", "the npm package as a .tgz")
	out := flag.String("out", "legacy.txt", "where the table goes")
	flag.Parse()
	if err := run(*archive, *out); err != nil {
		log.Fatal(err)
	}
}

func run(archive, out string) error {
	const root = "package/minecraft-data/data/pc/"
	files, err := read(archive, root+"1.12/blocks.json", root+"1.12/items.json", root+"common/legacy.json")
	if err != nil {
		return err
	}
	names := map[int]string{}
	for _, f := range files[:2] {
		var rows []struct {
			ID   int    `json:"id"`
			Name string `json:"name"`
		}
		if err := json.Unmarshal(f, &rows); err != nil {
			return err
		}
		for _, r := range rows {
			names[r.ID] = r.Name
		}
	}
	var legacy struct{ Items map[string]string }
	if err := json.Unmarshal(files[2], &legacy); err != nil {
		return err
	}
	variants := map[int]map[int]string{}
	for key, name := range legacy.Items {
		id, damage, _ := strings.Cut(key, ":")
		n, err := strconv.Atoi(id)
		if err != nil {
			return err
		}
		d, err := strconv.Atoi(damage)
		if err != nil {
			return err
		}
		if names[n] == "" {
			return fmt.Errorf("item %d has no name in 1.12", n)
		}
		if variants[n] == nil {
			variants[n] = map[int]string{}
		}
		variants[n][d] = strings.TrimPrefix(name, "minecraft:")
	}
	return os.WriteFile(out, table(names, variants), 0o644)
}

func table(names map[int]string, variants map[int]map[int]string) []byte {
	ids := make([]int, 0, len(variants))
	for id := range variants {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	var b bytes.Buffer
	for _, id := range ids {
		last := 0
		for d := range variants[id] {
			last = max(last, d)
		}
		fmt.Fprintf(&b, "%d %s", id, names[id])
		for d := 0; d <= last; d++ {
			switch v := variants[id][d]; v {
			case "":
				b.WriteString(" -")
			case names[id]:
				b.WriteString(" =")
			default:
				b.WriteString(" " + v)
			}
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// read takes files out of the archive, in the order in which they are asked for.
func read(archive string, want ...string) ([][]byte, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	found := map[string][]byte{}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		for _, w := range want {
			if h.Name == w {
				if found[w], err = io.ReadAll(t); err != nil {
					return nil, err
				}
			}
		}
	}
	files := make([][]byte, len(want))
	for i, w := range want {
		if files[i] = found[w]; files[i] == nil {
			return nil, fmt.Errorf("%s is not in the archive", w)
		}
	}
	return files, nil
}
