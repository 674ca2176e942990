package testclient

import (
	"context"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
	"github.com/sandertv/gophertunnel/minecraft/protocol/packet"
)

// Container is a chest or the like that the server has opened for the player.
type Container struct {
	Window   byte
	Position protocol.BlockPos
	Items    []protocol.ItemInstance
}

// Move puts the player's feet at a position, as a client reports where it is. The server may send the player back.
func (c *Client) Move(to mgl32.Vec3) error {
	c.mu.Lock()
	delta := to.Add(eyes).Sub(c.position)
	c.position = to.Add(eyes)
	c.mu.Unlock()
	return c.input(delta, nil)
}

// Break breaks a block: it starts to, and says that it is done. The server decides whether that holds.
func (c *Client) Break(x, y, z int) error {
	pos := protocol.BlockPos{int32(x), int32(y), int32(z)}
	return c.input(mgl32.Vec3{}, []protocol.PlayerBlockAction{
		{Action: protocol.PlayerActionStartBreak, BlockPos: pos, Face: 1},
		{Action: protocol.PlayerActionPredictDestroyBlock, BlockPos: pos, Face: 1},
	})
}

// input sends what a client sends every tick.
func (c *Client) input(delta mgl32.Vec3, actions []protocol.PlayerBlockAction) error {
	c.mu.Lock()
	c.tick++
	pk := &packet.PlayerAuthInput{
		Position: c.position, Delta: delta, Tick: c.tick, InputData: protocol.NewInputFlags(packet.InputFlagCount),
		InputMode: packet.InputModeMouse, PlayMode: packet.PlayModeNormal,
	}
	c.mu.Unlock()
	if len(actions) > 0 {
		pk.InputData.Set(packet.InputFlagPerformBlockActions)
		pk.BlockActions = protocol.Option(actions)
	}
	return c.send(pk)
}

// Click uses the empty hand on the top of a block, which opens doors and containers.
func (c *Client) Click(x, y, z int) error {
	c.mu.Lock()
	position := c.position
	c.mu.Unlock()
	return c.send(&packet.InventoryTransaction{TransactionData: &protocol.UseItemTransactionData{
		ActionType: protocol.UseItemActionClickBlock, TriggerType: protocol.TriggerTypePlayerInput,
		BlockPosition: protocol.BlockPos{int32(x), int32(y), int32(z)}, BlockFace: 1,
		Position: position, ClickedPosition: mgl32.Vec3{0.5, 1, 0.5}, ClientPrediction: protocol.ClientPredictionSuccess,
	}})
}

// Open clicks a block and waits until the server opens a container there and sends its content.
func (c *Client) Open(ctx context.Context, x, y, z int) (Container, error) {
	c.mu.Lock()
	c.opened = nil
	c.mu.Unlock()
	if err := c.Click(x, y, z); err != nil {
		return Container{}, err
	}
	var opened Container
	err := c.wait(ctx, fmt.Sprintf("open the container at %d, %d, %d", x, y, z), func() bool {
		if c.opened == nil || c.opened.Items == nil {
			return false
		}
		opened = *c.opened
		return true
	})
	return opened, err
}

// Command runs a command, such as "/time", as the player.
func (c *Client) Command(line string) error {
	return c.send(&packet.CommandRequest{CommandLine: line, CommandOrigin: protocol.CommandOrigin{Origin: protocol.CommandOriginPlayer}})
}
