package testclient

import (
	"context"
	"fmt"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
	"github.com/sandertv/gophertunnel/minecraft/protocol/packet"
)

// Block is a Bedrock block state.
type Block struct {
	Name       string
	Properties map[string]any
}

// WaitColumn waits until the server has announced the chunk column at chunk coordinates x, z.
func (c *Client) WaitColumn(ctx context.Context, x, z int32) error {
	return c.wait(ctx, fmt.Sprintf("wait for column %d, %d", x, z), func() bool { return c.columns[protocol.ChunkPos{x, z}] })
}

// Columns returns the chunk coordinates of every column that the server has announced.
func (c *Client) Columns() []protocol.ChunkPos {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]protocol.ChunkPos, 0, len(c.columns))
	for pos := range c.columns {
		list = append(list, pos)
	}
	return list
}

// LoadColumn waits for a column and asks for its sub-chunks from block height minY to maxY, until it has them all.
func (c *Client) LoadColumn(ctx context.Context, x, z int32, minY, maxY int) error {
	if err := c.WaitColumn(ctx, x, z); err != nil {
		return err
	}
	var wanted []protocol.SubChunkPos
	for y := minY >> 4; y <= maxY>>4; y++ {
		wanted = append(wanted, protocol.SubChunkPos{x, int32(y), z})
	}
	for {
		missing := c.missing(wanted)
		if len(missing) == 0 {
			return nil
		}
		if err := c.request(ctx, missing); err != nil {
			return fmt.Errorf("load column %d, %d: %w", x, z, err)
		}
	}
}

// missing returns the sub-chunks that the client does not have, and forgets that they were refused before.
func (c *Client) missing(wanted []protocol.SubChunkPos) (missing []protocol.SubChunkPos) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, pos := range wanted {
		if c.sections[pos] == nil {
			delete(c.refused, pos)
			missing = append(missing, pos)
		}
	}
	return missing
}

// request asks for sub-chunks of one column and waits until each was answered, for as long as a client waits before it asks again.
func (c *Client) request(ctx context.Context, wanted []protocol.SubChunkPos) error {
	c.mu.Lock()
	pk := &packet.SubChunkRequest{Dimension: c.dim, Position: protocol.SubChunkPos{wanted[0][0], 0, wanted[0][2]}}
	c.mu.Unlock()
	for _, pos := range wanted {
		pk.Offsets = append(pk.Offsets, protocol.SubChunkOffset{0, int8(pos[1]), 0})
	}
	if err := c.send(pk); err != nil {
		return err
	}
	try, cancel := context.WithTimeout(ctx, retry)
	defer cancel()
	err := c.wait(try, "ask for sub-chunks", func() bool {
		for _, pos := range wanted {
			if _, refused := c.refused[pos]; c.sections[pos] == nil && !refused {
				return false
			}
		}
		return true
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, pos := range wanted {
		if result := c.refused[pos]; result == protocol.SubChunkResultIndexOutOfBounds || result == badData {
			return fmt.Errorf("sub-chunk %v: result %d", pos, result)
		}
	}
	if try.Err() != nil && ctx.Err() == nil {
		return nil // asked too early: ask again
	}
	return err
}

// badData stands beside the protocol's results for a sub-chunk that could not be decoded.
const badData = 0xff

// subChunk takes one entry of an answer.
func (c *Client) subChunk(centre protocol.SubChunkPos, e protocol.SubChunkEntry) {
	pos := protocol.SubChunkPos{centre[0] + int32(e.Offset[0]), centre[1] + int32(e.Offset[1]), centre[2] + int32(e.Offset[2])}
	switch e.Result {
	case protocol.SubChunkResultSuccessAllAir:
		c.sections[pos] = &Section{Entities: map[protocol.BlockPos]map[string]any{}}
	case protocol.SubChunkResultSuccess:
		payload, _ := e.RawPayload.Value()
		s, err := decodeSection(payload)
		if err != nil {
			c.refused[pos] = badData
			c.err = fmt.Errorf("sub-chunk %v: %w", pos, err)
			return
		}
		c.sections[pos] = s
	default:
		c.refused[pos] = e.Result
	}
}

// update takes a change of one block.
func (c *Client) update(pos protocol.BlockPos, layer int, id uint32) {
	s := c.sections[sectionOf(pos)]
	if s == nil {
		return
	}
	for len(s.Layers) <= layer {
		air := new([cells]uint32)
		for i := range air {
			air[i] = airID()
		}
		s.Layers = append(s.Layers, air)
	}
	s.Layers[layer][index(pos)] = id
}

// ID returns the network ID of the block at a position in a layer, or false if the client does not have that sub-chunk.
func (c *Client) ID(x, y, z, layer int) (uint32, bool) {
	pos := protocol.BlockPos{int32(x), int32(y), int32(z)}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.sections[sectionOf(pos)]
	if s == nil {
		return 0, false
	}
	if layer >= len(s.Layers) {
		return airID(), true
	}
	return s.Layers[layer][index(pos)], true
}

// Block returns the block at a position, or false if the client does not have that sub-chunk.
func (c *Client) Block(x, y, z int) (Block, bool) { return c.block(x, y, z, 0) }

// Liquid returns what the block at a position stands in: water, or air.
func (c *Client) Liquid(x, y, z int) (Block, bool) { return c.block(x, y, z, 1) }

func (c *Client) block(x, y, z, layer int) (Block, bool) {
	id, ok := c.ID(x, y, z, layer)
	if !ok {
		return Block{}, false
	}
	name, properties, ok := world.DefaultBlockRegistry.RuntimeIDToState(id)
	return Block{Name: name, Properties: properties}, ok
}

// BlockEntity returns the data of the block entity at a position, or false if there is none or the client does not have that sub-chunk.
func (c *Client) BlockEntity(x, y, z int) (map[string]any, bool) {
	pos := protocol.BlockPos{int32(x), int32(y), int32(z)}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.sections[sectionOf(pos)]
	if s == nil {
		return nil, false
	}
	data, ok := s.Entities[pos]
	return data, ok
}

// WaitBlock waits until the block at a position has a name.
func (c *Client) WaitBlock(ctx context.Context, x, y, z int, name string) error {
	pos := protocol.BlockPos{int32(x), int32(y), int32(z)}
	return c.wait(ctx, fmt.Sprintf("wait for %s at %d, %d, %d", name, x, y, z), func() bool {
		s := c.sections[sectionOf(pos)]
		if s == nil {
			return false
		}
		id := airID()
		if len(s.Layers) > 0 {
			id = s.Layers[0][index(pos)]
		}
		found, _, _ := world.DefaultBlockRegistry.RuntimeIDToState(id)
		return found == name
	})
}

// airID is the network ID of air.
func airID() uint32 { return world.DefaultBlockRegistry.AirRuntimeID() }
