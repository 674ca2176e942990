package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/plugin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// monitor serves the endpoint for monitoring.
type monitor struct {
	http *http.Server
	done chan struct{}
}

// startMonitor serves /metrics and /health on an address, and with profile /debug/pprof/ too.
func startMonitor(address string, profile bool, source source) (*monitor, string, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, "", fmt.Errorf("listen for monitoring (metrics.address): %w", err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(source, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("/health", source.health)
	if profile {
		mux.HandleFunc("/debug/pprof/", pprof.Index)
		mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	}
	m := &monitor{http: &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}, done: make(chan struct{})}
	go func() {
		defer close(m.done)
		_ = m.http.Serve(l) // ends with http.ErrServerClosed
	}()
	return m, l.Addr().String(), nil
}

// close ends the endpoint at once and waits until it has.
func (m *monitor) close() error {
	err := m.http.Close()
	<-m.done
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// source is where the numbers come from. Lights is nil if live light is off.
type source struct {
	server   *server.Server
	provider *anvilprovider.Provider
	lights   *plugin.Server
	began    time.Time
	// pulse is nil where the world's waits are not measured.
	pulse *pulse
}

// metric is one number of the provider or of a dimension's light.
type metric[T any] struct {
	name, help string
	counter    bool
	value      func(T) float64
}

var providerMetrics = []metric[anvilprovider.Stats]{
	{"columns_loaded_total", "Chunks that the server loaded.", true, func(s anvilprovider.Stats) float64 { return float64(s.Loaded) }},
	{"columns_ahead_total", "Loaded chunks that were decoded before they were asked for.", true, func(s anvilprovider.Stats) float64 { return float64(s.Ahead) }},
	{"columns_absent_total", "Chunks that the server asked for and the world does not have.", true, func(s anvilprovider.Stats) float64 { return float64(s.Absent) }},
	{"columns_unreadable_total", "Chunks that are stored and could not be read.", true, func(s anvilprovider.Stats) float64 { return float64(s.Unreadable) }},
	{"columns_stored_total", "Chunks that the server gave to be saved.", true, func(s anvilprovider.Stats) float64 { return float64(s.Stored) }},
	{"columns_written_total", "Chunks that were written to region files.", true, func(s anvilprovider.Stats) float64 { return float64(s.Written) }},
	{"columns_untouched_total", "New chunks that were given to be saved and hold nothing, or what was generated.", true, func(s anvilprovider.Stats) float64 { return float64(s.Untouched) }},
	{"columns_unchanged_total", "Chunks that were given to be saved and had not changed.", true, func(s anvilprovider.Stats) float64 { return float64(s.Unchanged) }},
	{"save_failures_total", "Attempts to write a chunk that failed.", true, func(s anvilprovider.Stats) float64 { return float64(s.Failed) }},
	{"saves_refused_total", "Chunks that were not saved because anvil.upgrade refuses to upgrade them; they count as failures, too.", true, func(s anvilprovider.Stats) float64 { return float64(s.Refused) }},
	{"save_queue", "Chunks that wait to be written.", false, func(s anvilprovider.Stats) float64 { return float64(s.Queued) }},
	{"saves_kept", "Of the chunks that wait to be written, those that could not be and are tried again.", false, func(s anvilprovider.Stats) float64 { return float64(s.Kept) }},
	{"saves_lost", "Chunks that could not be kept for another attempt, and have not been saved since.", false, func(s anvilprovider.Stats) float64 { return float64(s.Unsaved) }},
	{"read_ahead_ready", "Chunks that are decoded and wait to be asked for.", false, func(s anvilprovider.Stats) float64 { return float64(s.Ready) }},
}

var lightMetrics = []metric[plugin.Stats]{
	{"light_changes_total", "Changes of blocks that matter to light.", true, func(s plugin.Stats) float64 { return float64(s.Changes) }},
	{"light_replays_total", "Areas in which changes were replayed.", true, func(s plugin.Stats) float64 { return float64(s.Replays) }},
	{"light_passes_total", "Areas that were lit in full.", true, func(s plugin.Stats) float64 { return float64(s.Passes) }},
	{"light_cells_total", "Light levels that were written to the server.", true, func(s plugin.Stats) float64 { return float64(s.Cells) }},
	{"light_verified_total", "Chunks that were verified in the background.", true, func(s plugin.Stats) float64 { return float64(s.Verified) }},
	{"light_wrong_total", "Chunks that were verified in the background and were not right.", true, func(s plugin.Stats) float64 { return float64(s.Wrong) }},
	{"light_failures_total", "Light passes that failed.", true, func(s plugin.Stats) float64 { return float64(s.Failures) }},
	{"light_columns", "Chunks in view, whose light is kept true.", false, func(s plugin.Stats) float64 { return float64(s.Columns) }},
	{"light_waiting", "Chunks whose light is not up to date.", false, func(s plugin.Stats) float64 { return float64(s.Waiting) }},
	{"light_tick_seconds_p50", "Median time on the world's goroutine in an interval.", false, func(s plugin.Stats) float64 { return s.Time.P50.Seconds() }},
	{"light_tick_seconds_p99", "99th percentile of the time on the world's goroutine in an interval.", false, func(s plugin.Stats) float64 { return s.Time.P99.Seconds() }},
}

// Describe sends nothing: the metrics depend on what is switched on.
func (s source) Describe(chan<- *prometheus.Desc) {}

// Collect sends the numbers of this moment.
func (s source) Collect(out chan<- prometheus.Metric) {
	send(out, providerMetrics, s.provider.Stats())
	send(out, []metric[int]{{"players", "Players on the server.", false, func(n int) float64 { return float64(n) }}}, s.server.PlayerCount())
	if s.pulse != nil {
		send(out, []metric[*pulse]{{"world_wait_seconds", "Longest time of the last minute that a task waited for the overworld's goroutine.", false,
			func(p *pulse) float64 { return p.worst().Seconds() }}}, s.pulse)
	}
	if s.lights == nil {
		return
	}
	for _, l := range []struct {
		dimension world.Dimension
		light     *plugin.Light
	}{{world.Overworld, s.lights.Overworld}, {world.Nether, s.lights.Nether}, {world.End, s.lights.End}} {
		send(out, lightMetrics, l.light.Stats(), "dimension", strings.ToLower(fmt.Sprint(l.dimension)))
	}
}

// send sends a set of metrics, with a label and its value if given.
func send[T any](out chan<- prometheus.Metric, metrics []metric[T], stats T, label ...string) {
	var names, values []string
	if len(label) == 2 {
		names, values = label[:1], label[1:]
	}
	for _, m := range metrics {
		kind := prometheus.GaugeValue
		if m.counter {
			kind = prometheus.CounterValue
		}
		desc := prometheus.NewDesc("kestrel_"+m.name, m.help, names, nil)
		out <- prometheus.MustNewConstMetric(desc, kind, m.value(stats), values...)
	}
}

// health answers a probe: 200 while all that was played is saved or waits for its turn, 503 otherwise.
func (s source) health(w http.ResponseWriter, _ *http.Request) {
	stats := s.provider.Stats()
	answer := struct {
		Status        string `json:"status"`
		UptimeSeconds int    `json:"uptime_seconds"`
		Players       int    `json:"players"`
		SaveQueue     int    `json:"save_queue"`
		SaveFailures  int64  `json:"save_failures"`
		Unreadable    int64  `json:"unreadable"`
	}{saving(stats), int(time.Since(s.began).Seconds()), s.server.PlayerCount(), stats.Queued, stats.Failed, stats.Unreadable}
	w.Header().Set("Content-Type", "application/json")
	if answer.Status != savingWell {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// savingWell is the status of a server that has lost nothing.
const savingWell = "ok"

// saving says how saving goes. A failure that a later attempt has made good is none any more; what is lost stays lost.
func saving(s anvilprovider.Stats) string {
	switch {
	case s.Unsaved > 0:
		return "changes were lost"
	case s.Refused > 0:
		return "changes are not saved"
	case s.Kept > 0:
		return "saving fails"
	}
	return savingWell
}
