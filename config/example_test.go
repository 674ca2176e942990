package config_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/config"
)

func ExampleParse() {
	c, err := config.Parse([]byte(`
[Network]
Address = ":19132"

[World]
Folder = "survival"
`))
	fmt.Println(c.World.Folder, c.Players.MaximumChunkRadius, c.Server.AuthEnabled.Required(c.Network.Address), err)

	_, err = config.Parse([]byte("[World]\nfolder = \"survival\"\nSaveData = 1\n"))
	fmt.Println(err)
	// Output:
	// survival 32 true <nil>
	// line 2: World.folder: there is no such key: did you mean World.Folder?
	// line 3: World.SaveData: want true or false, found 1
}
