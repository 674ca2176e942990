package slowanvil

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/sandertv/gophertunnel/minecraft/nbt"
)

// Parse decodes big-endian NBT into a map. Tags have gophertunnel's Go types: byte, int16, int32, int64, float32, float64,
// string, []any or a slice of numbers for a list, map[string]any, and Go arrays ([n]byte, [n]int32, [n]int64) for the three
// array tags, which Bytes, Ints and Longs turn into slices.
func Parse(data []byte) (map[string]any, error) {
	var root map[string]any
	if err := nbt.UnmarshalEncoding(data, &root, nbt.BigEndian); err != nil {
		return nil, fmt.Errorf("parse NBT: %w", err)
	}
	return root, nil
}

// Bytes, Ints and Longs return the array tag v as a slice, or nil if v is something else.
func Bytes(v any) []byte { return array[byte](v) }

// Ints returns an int array tag, see Bytes.
func Ints(v any) []int32 { return array[int32](v) }

// Longs returns a long array tag, see Bytes.
func Longs(v any) []int64 { return array[int64](v) }

func array[T any](v any) []T {
	if s, ok := v.([]T); ok {
		return s
	}
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() != reflect.Array || r.Type().Elem() != reflect.TypeFor[T]() {
		return nil
	}
	s := make([]T, r.Len())
	reflect.Copy(reflect.ValueOf(s), r)
	return s
}

// Int returns any whole number tag as an int, or 0 if v is something else.
func Int(v any) int {
	switch v := v.(type) {
	case byte:
		return int(int8(v))
	case int16:
		return int(v)
	case int32:
		return int(v)
	case int64:
		return int(v)
	}
	return 0
}

func compound(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func plainName(v any) string {
	s, _ := v.(string)
	return strings.TrimPrefix(s, "minecraft:")
}
