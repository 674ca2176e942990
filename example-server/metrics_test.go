package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

var monitorLine = regexp.MustCompile(`(?m)^Monitoring +(http://\S+)/metrics$`)

// TestMetrics asks a running server for its numbers.
func TestMetrics(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	dir := t.TempDir()
	conf := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(conf, []byte("[metrics]\naddress = \"127.0.0.1:0\"\nprofile = true\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	srv := serve(t, "--config", conf)
	m := monitorLine.FindStringSubmatch(srv.stdout.String())
	if m == nil {
		t.Fatalf("the summary does not say where the monitor is:\n%s", srv.stdout)
	}
	c := srv.join(ctx, t)
	if err := c.LoadColumn(ctx, 0, 0, 48, 79); err != nil {
		t.Fatal(err)
	}
	metrics := get(ctx, t, m[1]+"/metrics", http.StatusOK)
	for _, want := range []string{
		`(?m)^kestrel_columns_loaded_total [1-9]`, `(?m)^kestrel_save_queue 0$`, `(?m)^kestrel_saves_refused_total 0$`, `(?m)^kestrel_players 1$`,
		`(?m)^kestrel_light_columns\{dimension="overworld"\} \d`, `(?m)^kestrel_light_passes_total\{dimension="nether"\} 0$`, `(?m)^go_goroutines `,
		`(?m)^kestrel_world_wait_seconds [0-9.e-]+$`,
	} {
		if !regexp.MustCompile(want).MatchString(metrics) {
			t.Errorf("%s is not in\n%s", want, metrics)
		}
	}
	var health map[string]any
	if err := json.Unmarshal([]byte(get(ctx, t, m[1]+"/health", http.StatusOK)), &health); err != nil || health["status"] != "ok" || health["players"] != 1.0 {
		t.Errorf("health is %v, %v", health, err)
	}
	if page := get(ctx, t, m[1]+"/debug/pprof/", http.StatusOK); !strings.Contains(page, "goroutine") {
		t.Errorf("the profiles are %s", page)
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestRefusedMetric tells refused saves from failed ones.
func TestRefusedMetric(t *testing.T) {
	for _, m := range providerMetrics {
		want := map[string]float64{"saves_refused_total": 3, "save_failures_total": 5}[m.name]
		if got := m.value(anvilprovider.Stats{Failed: 5, Refused: 3}); got != want {
			t.Errorf("%s is %v, want %v", m.name, got, want)
		}
	}
}

// TestHealth is well again once a failed save has been made good, and not once anything is lost.
func TestHealth(t *testing.T) {
	for want, s := range map[string]anvilprovider.Stats{
		"ok":                    {Queued: 7, Failed: 3},
		"saving fails":          {Queued: 7, Failed: 3, Kept: 2},
		"changes are not saved": {Failed: 3, Refused: 3, Kept: 1},
		"changes were lost":     {Failed: 3, Unsaved: 1, Kept: 1},
	} {
		if got := saving(s); got != want {
			t.Errorf("%+v: %s, want %s", s, got, want)
		}
	}
}

// get fetches a page.
func get(ctx context.Context, t *testing.T, url string, status int) string {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status {
		t.Fatalf("%s: %s, %v", url, resp.Status, err)
	}
	return string(body)
}
