package testclient

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"sync"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/uuid"
	"github.com/sandertv/gophertunnel/minecraft"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
	"github.com/sandertv/gophertunnel/minecraft/protocol/login"
	"github.com/sandertv/gophertunnel/minecraft/protocol/packet"
)

// Client is one player on a server.
type Client struct {
	conn *minecraft.Conn
	done chan struct{} // closed when the reading goroutine ends
	// items has the names of items by their network IDs.
	items map[int32]string

	mu sync.Mutex
	// changed is closed and replaced whenever a packet changed what follows.
	changed  chan struct{}
	err      error
	position mgl32.Vec3 // of the eyes, as the protocol has it
	dim      int32
	tick     uint64
	columns  map[protocol.ChunkPos]bool
	sections map[protocol.SubChunkPos]*Section
	refused  map[protocol.SubChunkPos]byte
	opened   *Container
	messages []string
	// asked is the last request to move items, and answers has the status that the server gave to each.
	asked   int32
	answers map[int32]uint8
}

// Dial joins the server at a UDP address under a name, without signing in, and returns once the player has spawned.
func Dial(ctx context.Context, address, name string) (*Client, error) {
	conn, err := minecraft.Dialer{
		IdentityData: login.IdentityData{DisplayName: name, Identity: uuid.NewSHA1(uuid.Nil, []byte(name)).String()},
		PacketFunc:   unhurried,
	}.DialContext(ctx, "raknet", address)
	if err != nil {
		return nil, fmt.Errorf("join %s: %w", address, err)
	}
	c := &Client{
		conn: conn, done: make(chan struct{}), changed: make(chan struct{}), asked: 1, items: map[int32]string{}, answers: map[int32]uint8{},
		columns: map[protocol.ChunkPos]bool{}, sections: map[protocol.SubChunkPos]*Section{}, refused: map[protocol.SubChunkPos]byte{},
	}
	if err := conn.DoSpawnContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("join %s: spawn: %w", address, err), conn.Close())
	}
	data := conn.GameData()
	if data.UseBlockNetworkIDHashes {
		return nil, errors.Join(fmt.Errorf("join %s: the server sends hashes as block IDs, which this client does not read", address), conn.Close())
	}
	world.DefaultBlockRegistry.Finalize()
	for _, item := range data.Items {
		c.items[int32(item.RuntimeID)] = item.Name
	}
	c.position, c.dim = data.PlayerPosition, data.Dimension
	go c.read()
	return c, nil
}

// unhurried makes the client take a moment over the last packet of the start, as every real client does. gophertunnel v1.61.0 sends that
// packet before it notes that it expects the answer to it; an answer within microseconds, as on one machine, is overlooked, and the
// login hangs. Without this, about one login in ten did.
func unhurried(header packet.Header, _ []byte, _, _ net.Addr) {
	if header.PacketID == packet.IDItemRegistry {
		time.Sleep(100 * time.Millisecond)
	}
}

// Close leaves the server and waits until the client's goroutine has ended.
func (c *Client) Close() error {
	err := c.conn.Close()
	<-c.done
	return err
}

// Position returns where the player's feet are.
func (c *Client) Position() mgl32.Vec3 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.position.Sub(eyes)
}

// Messages returns the texts that the server has sent to the chat so far, the answers to commands among them.
func (c *Client) Messages() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.messages...)
}

// eyes is the height of a player's eyes, which the protocol gives as the position.
var eyes = mgl32.Vec3{0, 1.62, 0}

// read takes packets until the connection ends.
func (c *Client) read() {
	defer close(c.done)
	for {
		pk, err := c.conn.ReadPacket()
		c.mu.Lock()
		if err != nil {
			c.err = fmt.Errorf("connection ended: %w", err)
		} else {
			c.handle(pk)
		}
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// handle changes what the client knows. It runs under the lock.
func (c *Client) handle(pk packet.Packet) {
	switch pk := pk.(type) {
	case *packet.LevelChunk:
		// A column that comes anew may have changed since.
		c.forget(func(x, z int32) bool { return protocol.ChunkPos{x, z} == pk.Position })
		c.columns[pk.Position] = true
	case *packet.NetworkChunkPublisherUpdate:
		// The server tells of changes inside this radius only.
		centre, radius := pk.Position, int64(pk.Radius>>4)
		c.forget(func(x, z int32) bool {
			dx, dz := int64(x-centre[0]>>4), int64(z-centre[2]>>4)
			return dx*dx+dz*dz > radius*radius
		})
	case *packet.SubChunk:
		for _, e := range pk.SubChunkEntries {
			c.subChunk(pk.Position, e)
		}
	case *packet.UpdateBlock:
		c.update(pk.Position, int(pk.Layer), pk.NewBlockRuntimeID)
	case *packet.BlockActorData:
		if s := c.sections[sectionOf(pk.Position)]; s != nil {
			s.Entities[pk.Position] = pk.NBTData
		}
	case *packet.MovePlayer:
		if pk.EntityRuntimeID == c.conn.GameData().EntityRuntimeID {
			c.position = pk.Position
		}
	case *packet.ChangeDimension:
		c.dim, c.position = pk.Dimension, pk.Position
		clear(c.columns)
		clear(c.sections)
		clear(c.refused)
	case *packet.ContainerOpen:
		c.opened = &Container{Window: pk.WindowID, Position: pk.ContainerPosition}
	case *packet.InventoryContent:
		if c.opened != nil && pk.WindowID == uint32(c.opened.Window) {
			c.opened.Items = pk.Content
		}
	case *packet.ItemStackResponse:
		for _, r := range pk.Responses {
			c.answers[r.RequestID] = r.Status
		}
	case *packet.Text:
		c.messages = append(c.messages, pk.Message)
	case *packet.CommandOutput:
		for _, m := range pk.OutputMessages {
			c.messages = append(c.messages, m.Message)
		}
	case *packet.Disconnect:
		c.err = fmt.Errorf("the server closed the connection: %s", pk.Message)
	}
}

// forget drops what the client has of the columns for which gone returns true.
func (c *Client) forget(gone func(x, z int32) bool) {
	maps.DeleteFunc(c.columns, func(pos protocol.ChunkPos, _ bool) bool { return gone(pos[0], pos[1]) })
	maps.DeleteFunc(c.sections, func(pos protocol.SubChunkPos, _ *Section) bool { return gone(pos[0], pos[2]) })
	maps.DeleteFunc(c.refused, func(pos protocol.SubChunkPos, _ byte) bool { return gone(pos[0], pos[2]) })
}

// wait blocks until ready, called under the lock whenever something changed, returns true.
func (c *Client) wait(ctx context.Context, what string, ready func() bool) error {
	for {
		c.mu.Lock()
		changed, err, ok := c.changed, c.err, ready()
		c.mu.Unlock()
		switch {
		case ok:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", what, err)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		}
	}
}

// send writes packets and sends them at once.
func (c *Client) send(packets ...packet.Packet) error {
	for _, pk := range packets {
		if err := c.conn.WritePacket(pk); err != nil {
			return err
		}
	}
	return c.conn.Flush()
}

// retry is how long the client waits for an answer before it asks again, as a real client does for chunks that were not there yet.
const retry = 200 * time.Millisecond
