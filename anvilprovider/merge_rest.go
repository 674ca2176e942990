package anvilprovider

import "github.com/df-mc/dragonfly/server/world"

type worldPos = world.ChunkPos

func (m *merger) derive()                 {}
func (m *merger) heightmaps()             {}
func (m *merger) light()                  {}
func (m *merger) darkenNeighbours() error { return nil }
