package testclient

import (
	"context"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
	"github.com/sandertv/gophertunnel/minecraft/protocol/packet"
)

// ItemName returns the name that the server gave to the network ID of an item, such as minecraft:stick, or "" if it gave none or the
// item is nothing.
func (c *Client) ItemName(item protocol.ItemInstance) string {
	if item.Stack.Count == 0 {
		return ""
	}
	return c.items[item.Stack.NetworkID]
}

// Take moves items from a slot of the open container to a slot of the hotbar, which must be empty, and waits until the server agrees.
// A barrel or a shulker box is not such a container: their slots have other names.
func (c *Client) Take(ctx context.Context, from Container, slot, count, hotbar int) error {
	if slot >= len(from.Items) {
		return fmt.Errorf("take from slot %d: the container has %d", slot, len(from.Items))
	}
	c.mu.Lock()
	c.asked -= 2 // a client counts its requests down, in odd numbers
	id := c.asked
	c.mu.Unlock()
	action := &protocol.TakeStackRequestAction{}
	action.Count = byte(count)
	action.Source = protocol.StackRequestSlotInfo{
		Container: protocol.FullContainerName{ContainerID: protocol.ContainerLevelEntity}, Slot: byte(slot), StackNetworkID: from.Items[slot].StackNetworkID,
	}
	action.Destination = protocol.StackRequestSlotInfo{Container: protocol.FullContainerName{ContainerID: protocol.ContainerHotBar}, Slot: byte(hotbar)}
	err := c.send(&packet.ItemStackRequest{Requests: []protocol.ItemStackRequest{{RequestID: id, Actions: []protocol.StackRequestAction{action}}}})
	if err != nil {
		return err
	}
	var status uint8
	err = c.wait(ctx, fmt.Sprintf("take from slot %d", slot), func() (answered bool) {
		status, answered = c.answers[id]
		return answered
	})
	if err == nil && status != protocol.ItemStackResponseStatusOK {
		err = fmt.Errorf("take from slot %d: the server refused with status %d", slot, status)
	}
	return err
}

// CloseContainer closes an open container.
func (c *Client) CloseContainer(opened Container) error {
	return c.send(&packet.ContainerClose{WindowID: opened.Window})
}

// Use uses the item in a slot of the hotbar on a face of a block, which places a block. The server decides what comes of it.
func (c *Client) Use(hotbar int, held protocol.ItemInstance, x, y, z int, face int32) error {
	c.mu.Lock()
	position := c.position
	c.mu.Unlock()
	return c.send(&packet.InventoryTransaction{TransactionData: &protocol.UseItemTransactionData{
		ActionType: protocol.UseItemActionClickBlock, TriggerType: protocol.TriggerTypePlayerInput, HotBarSlot: int32(hotbar), HeldItem: held,
		BlockPosition: protocol.BlockPos{int32(x), int32(y), int32(z)}, BlockFace: face,
		Position: position, ClickedPosition: mgl32.Vec3{0.5, 0.5, 0.5}, ClientPrediction: protocol.ClientPredictionSuccess,
	}})
}
