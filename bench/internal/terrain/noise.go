package terrain

// mix is a number that looks random and depends on its arguments alone (the finish of splitmix64).
func mix(a, b, c int, salt uint64) uint64 {
	v := uint64(int64(a))*0x9e3779b97f4a7c15 ^ uint64(int64(b))*0xbf58476d1ce4e5b9 ^ uint64(int64(c))*0x94d049bb133111eb ^ salt*0xd6e8feb86659fd93
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// one is the greatest value of noise, exclusive: noise is in sixteenths of a bit of a knot, in whole numbers.
const one = 1 << 12

// noise2 is smooth noise over the plane, 0 to one-1, with knots every cell blocks. cell is a power of two.
func noise2(x, z, cell int, salt uint64) int { return noise3(x, 0, z, cell, salt) }

// noise3 is smooth noise over space.
func noise3(x, y, z, cell int, salt uint64) int {
	bx, by, bz := x&^(cell-1), y&^(cell-1), z&^(cell-1)
	fx, fy, fz := x-bx, y-by, z-bz
	knot := func(dx, dy, dz int) int { return int(mix(bx+dx*cell, by+dy*cell, bz+dz*cell, salt) % one) }
	lerp := func(a, b, f int) int { return a + (b-a)*f/cell }
	plane := func(dy int) int {
		return lerp(lerp(knot(0, dy, 0), knot(1, dy, 0), fx), lerp(knot(0, dy, 1), knot(1, dy, 1), fx), fz)
	}
	low := plane(0)
	if fy == 0 {
		return low
	}
	return lerp(low, plane(1), fy)
}
