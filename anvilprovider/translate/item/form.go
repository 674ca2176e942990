package item

// form is what both editions know of a stack, in words that belong to neither.
type form struct {
	// id is today's Java name.
	id    string
	count int
	// damage is the number of uses that a tool has lost.
	damage int
	// name and lore are strings with section signs.
	name         string
	lore         []string
	enchantments []enchantment
	unbreakable  bool
	repairCost   int
	// potion is the Java name of a potion, of a tipped arrow too.
	potion string
	// colour is the colour of dyed leather, 0xrrggbb, or -1.
	colour int
	trim   trim
	// patterns are the layers of a banner.
	patterns []pattern
	// pages, title, author and generation belong to books.
	pages         []string
	title, author string
	generation    int
	// flight and explosions belong to fireworks, of which a firework star has one explosion.
	flight     int
	explosions []explosion
	// horn and stew are the numbers that Bedrock gives to the variants, or -1.
	horn, stew int
	// variant is the number of a variant that Java has no name for, such as a potion of decay, or -1.
	variant int
	// contents are the stacks in a shulker box, by slot.
	contents []slot
	// charged is what a crossbow is loaded with.
	charged *form
	// sherds are the sides of a decorated pot.
	sherds [4]string
	// user is what a plug-in stored with the stack, as Dragonfly encodes it.
	user []byte
}

// The entries of a tag, or of the custom data, that keep what Java has no words for: what plug-ins stored, and variant.
const (
	userKey    = "dragonflyData"
	variantKey = "dragonflyVariant"
)

type enchantment struct {
	id    string
	level int
}

type trim struct{ material, pattern string }

// pattern is one layer of a banner: Bedrock's code and the number of the dye.
type pattern struct {
	code   string
	colour int
}

type explosion struct {
	shape          int
	colour, fade   int // numbers of dyes, fade -1 for none
	trail, twinkle bool
}

// slot is a stack in a shulker box. It is kept in both forms, because the stack may carry its own Java compound.
type slot struct {
	slot int
	disk map[string]any
}

func emptyForm() form { return form{colour: -1, horn: -1, stew: -1, variant: -1} }
