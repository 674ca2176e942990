package anvil

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Text components were JSON in a string up to 1.21.4 and are NBT from 1.21.5 on (25w02a). A component without anything but
// text is a string. Events have other names: clickEvent became click_event, hoverEvent hover_event. Source: the format's
// change notes for 1.21.5.

// textOf converts a text component from JSON. What is not JSON is taken as plain text, as the game takes it in signs of
// before 1.9.
func textOf(source string) any {
	trimmed := strings.TrimSpace(source)
	if trimmed == "" || trimmed == "null" {
		return ""
	}
	if c := trimmed[0]; c != '{' && c != '[' && c != '"' {
		return source
	}
	var v any
	if err := json.Unmarshal([]byte(trimmed), &v); err != nil {
		return source
	}
	return component(v)
}

// component converts a decoded JSON component: text, or a compound.
func component(v any) any {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		return compoundComponent(v)
	case []any:
		// The first is the parent of the others.
		if len(v) == 0 {
			return ""
		}
		parent := asCompound(component(v[0]))
		if len(v) > 1 {
			extra, _ := parent.List("extra")
			extra.Elem = nbt.TagCompound
			for _, e := range v[1:] {
				extra.Items = append(extra.Items, asCompound(component(e)))
			}
			parent["extra"] = extra
		}
		return parent
	case bool, float64:
		b, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(b)
	}
	return ""
}

// asCompound makes plain text a compound, which is what lists of components hold here.
func asCompound(v any) nbt.Compound {
	if c, ok := v.(nbt.Compound); ok {
		return c
	}
	s, _ := v.(string)
	return nbt.Compound{"text": s}
}

func compoundComponent(m map[string]any) any {
	if text, ok := m["text"].(string); ok && len(m) == 1 {
		return text
	}
	c := nbt.Compound{}
	for k, v := range m {
		switch k {
		case "extra", "with":
			list := nbt.List{Elem: nbt.TagCompound}
			items, _ := v.([]any)
			for _, e := range items {
				list.Items = append(list.Items, asCompound(component(e)))
			}
			if len(list.Items) > 0 {
				c[k] = list
			}
		case "clickEvent":
			if e, ok := v.(map[string]any); ok {
				c["click_event"] = clickEvent(e)
			}
		case "hoverEvent":
			if e, ok := v.(map[string]any); ok {
				c["hover_event"] = hoverEvent(e)
			}
		default:
			if x, ok := plainValue(v); ok {
				c[k] = x
			}
		}
	}
	return c
}

// clickFields is where each action keeps its value.
var clickFields = map[string]string{"open_url": "url", "run_command": "command", "suggest_command": "command", "change_page": "page"}

func clickEvent(e map[string]any) nbt.Compound {
	action, _ := e["action"].(string)
	field := clickFields[action]
	if field == "" {
		field = "value"
	}
	c := nbt.Compound{"action": action}
	v, ok := plainValue(e["value"])
	if !ok {
		return c
	}
	if text, isText := v.(string); isText && field == "page" {
		var page int32
		if json.Unmarshal([]byte(text), &page) != nil {
			page = 1
		}
		v = page
	}
	c[field] = v
	return c
}

func hoverEvent(e map[string]any) nbt.Compound {
	action, _ := e["action"].(string)
	c := nbt.Compound{"action": action}
	content, ok := e["contents"]
	if !ok {
		content = e["value"]
	}
	if action == "show_text" {
		c["value"] = component(content)
		return c
	}
	// What an item or an entity holds moved up beside the action.
	if m, ok := content.(map[string]any); ok {
		for k, v := range m {
			if x, ok := plainValue(v); ok && k != "action" {
				c[k] = x
			}
		}
	}
	return c
}

// plainValue converts JSON that is no component: booleans become bytes, numbers int or double.
func plainValue(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		if v {
			return uint8(1), true
		}
		return uint8(0), true
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<31 {
			return int32(v), true
		}
		return v, true
	case map[string]any:
		c := nbt.Compound{}
		for k, e := range v {
			if x, ok := plainValue(e); ok {
				c[k] = x
			}
		}
		return c, true
	}
	return nil, false
}

// textList makes a list of components: of strings if all are plain, else of compounds.
func textList(texts []any) nbt.List {
	plain := true
	for _, t := range texts {
		_, ok := t.(string)
		plain = plain && ok
	}
	list := nbt.List{Elem: nbt.TagCompound}
	if plain {
		list.Elem = nbt.TagString
	}
	for _, t := range texts {
		if !plain {
			t = asCompound(t)
		}
		list.Items = append(list.Items, t)
	}
	return list
}

// entityTexts makes the texts of a block entity NBT.
func entityTexts(be nbt.Compound, _ string) bool {
	if name, ok := be.Str("CustomName"); ok {
		be["CustomName"] = textOf(name)
	}
	for _, side := range [...]string{"front_text", "back_text"} {
		text, ok := be.Compound(side)
		if !ok {
			continue
		}
		for _, name := range [...]string{"messages", "filtered_messages"} {
			list, ok := text.List(name)
			if !ok || list.Elem != nbt.TagString {
				continue
			}
			texts := make([]any, len(list.Items))
			for i, v := range list.Items {
				texts[i] = textOf(v.(string))
			}
			text[name] = textList(texts)
		}
	}
	return true
}
