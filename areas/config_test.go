package areas

import (
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

func TestConfig(t *testing.T) {
	if _, err := (Config{}).New(); err != nil {
		t.Errorf("the zero value: %v", err)
	}
	_, err := Config{Sections: 300, MaxArea: 999, ReplayLimit: -1, MaxChanges: -5, MaxAttempts: -1}.New()
	if err == nil {
		t.Fatal("nonsense was accepted")
	}
	for _, field := range []string{"Sections", "MaxArea", "ReplayLimit", "MaxChanges", "MaxAttempts"} {
		if !strings.Contains(err.Error(), field) {
			t.Errorf("%s is not reported: %v", field, err)
		}
	}
}

func TestMisfits(t *testing.T) {
	w, err := Config{Bottom: 0, Sections: 2}.New()
	must(t, err)
	tall, err := lighting.NewColumn(0, 0, 0, 3)
	must(t, err)
	if w.Load(tall) == nil {
		t.Error("a column of another height was taken")
	}
	half, err := lighting.NewColumn(0, 0, 0, 2)
	must(t, err)
	half.SetLit(lighting.Sky, true)
	if w.Load(half) == nil {
		t.Error("a column lit in part was taken")
	}
	if _, err := w.Deliver(w.Expect(Pos{1, 1}), half); err == nil {
		t.Error("a ticket brought another column")
	}
	if w.Change(lighting.Change{X: 16, Y: 32, Z: 16}) || w.Change(lighting.Change{X: 16, Y: -1, Z: 16}) {
		t.Error("a change outside the build height has a column")
	}
	defer func() {
		if recover() == nil {
			t.Error("a class without a shape in the table was taken")
		}
	}()
	w.Change(lighting.Change{X: 16, Y: 0, Z: 16, Class: lighting.MustClass(0, 0, 1)})
}
