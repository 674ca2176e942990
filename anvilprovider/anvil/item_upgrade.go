package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Items inside block entities go through their own steps, in the way of block entities.

// itemStep is one change of the form of items. The result takes the place of the item.
type itemStep struct {
	version int32
	what    string
	apply   func(item nbt.Compound, items *itemTable) nbt.Compound
}

// itemSteps are in order of their versions.
var itemSteps = []itemStep{
	{102, "ids are names", itemName},
	{704, "entities inside items have a namespace", itemEntities},
	{1451, "the flattening: the kind is in the name, damage in the tag", itemFlatten},
	{1458, "names are text components", itemNameJSON},
	{1510, "names of entities in 1.13", itemEntities},
	{1803, "lore is text components", itemLoreJSON},
	{2509, "zombified piglins", itemEntities},
	{2514, "the owner of a head has a UUID of four ints", itemOwnerUUID},
	{3818, "components take the place of the tag", itemComponents},
	{4290, "texts are NBT", itemTexts},
}

// itemRenames are items whose name changed after the flattening and was no block's at the same time. The renames of blocks
// are in stateRenames, and apply to their items.
var itemRenames = []rename{
	{version: 1802, what: "dyes have a colour, and signs a wood", names: minecraft("cactus_green", "green_dye", "dandelion_yellow", "yellow_dye",
		"rose_red", "red_dye")},
	{version: 2509, what: "zombified piglins", names: minecraft("zombie_pigman_spawn_egg", "zombified_piglin_spawn_egg")},
	{version: 3800, what: "turtle scutes", names: minecraft("scute", "turtle_scute")},
}

// upgradeItem brings an item of a version to the form of 1.21.11, and the items that it holds.
func upgradeItem(item nbt.Compound, version int32, items *itemTable) nbt.Compound {
	if len(item) == 0 {
		return item
	}
	if _, ok := item.Int("id"); ok {
		// Structure first: whatever the chunk names, this is of before 1.8.
		version = min(version, 101)
	}
	if tag, ok := item.Compound("tag"); ok {
		upgradeNested(tag, version, items)
	}
	for _, step := range itemSteps {
		if step.version > version {
			item = step.apply(item, items)
		}
	}
	if id, ok := item.Str("id"); ok {
		item["id"] = renameItem(namespaced(id), version)
	}
	return item
}

// upgradeNested upgrades the items in the block entity that an item carries, as shulker boxes do.
func upgradeNested(tag nbt.Compound, version int32, items *itemTable) {
	be, ok := tag.Compound("BlockEntityTag")
	if !ok {
		return
	}
	list, ok := be.List("Items")
	if !ok || list.Elem != nbt.TagCompound {
		return
	}
	for i, v := range list.Items {
		list.Items[i] = upgradeItem(v.(nbt.Compound), version, items)
	}
}

// renameItem takes the name of an item from a version to 26.3.
func renameItem(name string, version int32) string {
	version = max(version, legacyVersion)
	for _, rules := range [2][]rename{itemRenames, stateRenames} {
		for _, r := range rules[renameEpoch(rules, version):] {
			if n, ok := r.names[name]; ok {
				name = n
			}
		}
	}
	return name
}

// tagOf returns an item's tag, which is made if it is missing.
func tagOf(item nbt.Compound) nbt.Compound {
	tag, ok := item.Compound("tag")
	if !ok {
		tag = nbt.Compound{}
		item["tag"] = tag
	}
	return tag
}

// itemEntities spells the entity of a spawn egg.
func itemEntities(item nbt.Compound, _ *itemTable) nbt.Compound {
	tag, ok := item.Compound("tag")
	if !ok {
		return item
	}
	if entity, ok := tag.Compound("EntityTag"); ok {
		if id, ok := entity.Str("id"); ok {
			entity["id"] = modernEntityID(id)
		}
	}
	return item
}

// itemNameJSON makes the name of an item a text component. Source: V1458 (ItemCustomNameToComponentFix).
func itemNameJSON(item nbt.Compound, _ *itemTable) nbt.Compound {
	if display, ok := displayOf(item); ok {
		if name, ok := display.Str("Name"); ok {
			display["Name"] = plainJSON(name)
		}
		if name, ok := display.Str("LocName"); ok {
			display["Name"] = `{"translate":` + plainJSON(name)[len(`{"text":`):]
			delete(display, "LocName")
		}
	}
	return item
}

// itemLoreJSON makes the lines of lore text components. Source: V1803 (ItemLoreFix).
func itemLoreJSON(item nbt.Compound, _ *itemTable) nbt.Compound {
	display, ok := displayOf(item)
	if !ok {
		return item
	}
	if lore, ok := display.List("Lore"); ok && lore.Elem == nbt.TagString {
		for i, line := range lore.Items {
			lore.Items[i] = plainJSON(line.(string))
		}
	}
	return item
}

func displayOf(item nbt.Compound) (nbt.Compound, bool) {
	tag, ok := item.Compound("tag")
	if !ok {
		return nil, false
	}
	return tag.Compound("display")
}

// itemOwnerUUID makes the id of a head's owner four ints. Source: V2514 (ItemStackUUIDFix).
func itemOwnerUUID(item nbt.Compound, _ *itemTable) nbt.Compound {
	if tag, ok := item.Compound("tag"); ok {
		if owner, ok := tag.Compound("SkullOwner"); ok {
			ownerUUID(owner)
		}
	}
	return item
}

// itemTexts makes the texts in components NBT.
func itemTexts(item nbt.Compound, _ *itemTable) nbt.Compound {
	components, ok := item.Compound("components")
	if !ok {
		return item
	}
	for _, name := range [...]string{"minecraft:custom_name", "minecraft:item_name"} {
		if text, ok := components.Str(name); ok {
			components[name] = textOf(text)
		}
	}
	if lore, ok := components.List("minecraft:lore"); ok && lore.Elem == nbt.TagString {
		texts := make([]any, len(lore.Items))
		for i, line := range lore.Items {
			texts[i] = textOf(line.(string))
		}
		components["minecraft:lore"] = textList(texts)
	}
	if book, ok := components.Compound("minecraft:written_book_content"); ok {
		if pages, ok := book.List("pages"); ok {
			for _, v := range pages.Items {
				if page, ok := v.(nbt.Compound); ok {
					if raw, ok := page.Str("raw"); ok {
						page["raw"] = textOf(raw)
					}
				}
			}
		}
	}
	return item
}
