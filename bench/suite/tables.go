package suite

import "github.com/kestrel-mc/kestrel/bench/register"

// Tables are the tables of the register, in the order in which they are published.
var Tables = []register.Table{}
