package text

import "strconv"

// named are the sixteen text colours in the order of their codes 0 to f, with what they look like.
var named = [16]struct {
	name string
	rgb  uint32
}{{"black", 0x000000}, {"dark_blue", 0x0000aa}, {"dark_green", 0x00aa00}, {"dark_aqua", 0x00aaaa}, {"dark_red", 0xaa0000},
	{"dark_purple", 0xaa00aa}, {"gold", 0xffaa00}, {"gray", 0xaaaaaa}, {"dark_gray", 0x555555}, {"blue", 0x5555ff},
	{"green", 0x55ff55}, {"aqua", 0x55ffff}, {"red", 0xff5555}, {"light_purple", 0xff55ff}, {"yellow", 0xffff55},
	{"white", 0xffffff}}

// colourCode answers the code of a colour's name, or of the nearest colour to a #rrggbb. The colour reset has no code.
func colourCode(name string) (code string, ok bool) {
	if name == "reset" {
		return "", true
	}
	for i, c := range named {
		if c.name == name {
			return strconv.FormatInt(int64(i), 16), true
		}
	}
	if len(name) != 7 || name[0] != '#' {
		return "", false
	}
	rgb, err := strconv.ParseUint(name[1:], 16, 32)
	if err != nil {
		return "", false
	}
	best, distance := 0, 1<<30
	for i, c := range named {
		if d := Distance(uint32(rgb), c.rgb); d < distance {
			best, distance = i, d
		}
	}
	return strconv.FormatInt(int64(best), 16), true
}

// Distance compares two colours, 0xrrggbb: the sum of the squares of the differences.
func Distance(a, b uint32) int {
	sum := 0
	for shift := 0; shift <= 16; shift += 8 {
		d := int(a>>shift&0xff) - int(b>>shift&0xff)
		sum += d * d
	}
	return sum
}
