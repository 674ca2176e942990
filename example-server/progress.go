package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far a command is: a bar on a terminal, a line now and then elsewhere. It is safe for concurrent use.
type progress struct {
	mu    sync.Mutex
	bar   *progressbar.ProgressBar
	out   io.Writer
	what  string
	total int
	done  int
	began time.Time
	last  time.Time
	now   func() time.Time
}

// lineInterval is the time between two lines of progress where there is no terminal.
const lineInterval = 10 * time.Second

// settled is how long a rate has to be watched before it tells what is left: files are opened and tables made first.
const settled = 5 * time.Second

// newProgress starts to count towards a total number of things, which are named by what, such as "chunks".
func newProgress(out io.Writer, what string, total int) *progress {
	p := &progress{out: out, what: what, total: total, now: time.Now}
	p.began = p.now()
	p.last = p.began
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
			progressbar.OptionShowIts(), progressbar.OptionSetItsString(what), progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	return p
}

// add counts n more.
func (p *progress) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.bar != nil {
		_ = p.bar.Add(n)
		return
	}
	if now := p.now(); now.Sub(p.last) >= lineInterval {
		p.last = now
		fmt.Fprintln(p.out, p.line(now))
	}
}

// line says how many are done, how fast, and how long the rest will take.
func (p *progress) line(now time.Time) string {
	seconds := now.Sub(p.began).Seconds()
	rate := float64(p.done) / max(seconds, 1e-3)
	text := fmt.Sprintf("%d of %d %s (%d%%), %.0f a second", p.done, p.total, p.what, 100*p.done/max(p.total, 1), rate)
	if rate > 0 && p.done < p.total && seconds >= settled.Seconds() {
		left := time.Duration(float64(p.total-p.done) / rate * float64(time.Second))
		text += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	return text
}

// finish takes the bar away.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
