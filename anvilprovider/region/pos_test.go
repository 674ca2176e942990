package region_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestPosOfFile accepts the names that the game writes, and nothing that looks like them.
func TestPosOfFile(t *testing.T) {
	for name, want := range map[string]region.Pos{
		"r.0.0.mca": {}, "r.-1.7.mca": {X: -1, Z: 7}, "c.31.32.mcc": {Z: 1}, "c.-1.-33.mcc": {X: -1, Z: -2},
		"r.67108863.-67108864.mca": {X: 1<<26 - 1, Z: -1 << 26}, "c.2147483647.-2147483648.mcc": {X: 1<<26 - 1, Z: -1 << 26},
	} {
		if got, ok := region.PosOfFile(name); !ok || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "r.0.mca", "r.0.0.mcc", "c.0.0.mca", "r.00.0.mca", "r.-0.0.mca", "r.0.0.mca.kestrel-tmp", "c.1.0.mcc.kestrel-tmp", "r.3000000000.0.mca", "xr.0.0.mca",
		"r.67108864.0.mca", "r.0.-67108865.mca", "c.2147483648.0.mcc", "r.-0.1.mca", "r.1.1.mca.bak", "R.0.0.MCA", "r.0.0.MCA", "r.+1.0.mca", "r.1.0.0.mca", "r. 1.0.mca"} {
		if got, ok := region.PosOfFile(name); ok {
			t.Errorf("%q is said to be of %v", name, got)
		}
	}
}
