package java_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/lighting/java"
)

func ExampleRules_Rule() {
	rules := java.New(3953) // 1.21
	for _, key := range []string{
		"minecraft:glowstone",
		"minecraft:water[level=0]",
		"minecraft:candle[candles=4,lit=true,waterlogged=false]",
		"mod:machine",
	} {
		rule, known := rules.Rule(key)
		fmt.Println(rule.Emission, rule.Opacity, known)
	}
	// Output:
	// 15 15 true
	// 0 1 true
	// 12 0 true
	// 0 15 false
}

// Two half slabs side by side close the face between them, though neither does alone.
func ExampleBlocked() {
	rules := java.New(3953)
	lower, _ := rules.Rule("minecraft:stone_slab[type=bottom,waterlogged=false]")
	upper, _ := rules.Rule("minecraft:stone_slab[type=top,waterlogged=false]")
	fmt.Println(java.Blocked(lower.Shape, java.East, upper.Shape), java.Blocked(lower.Shape, java.East, lower.Shape))
	// Output: true false
}
