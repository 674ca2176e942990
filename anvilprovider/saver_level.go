package anvilprovider

// settings asks for level.dat to be written.
func (s *saver) settings() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.level = true
	s.work.Signal()
}

// writeLevel writes level.dat. The lock is held, but not meanwhile.
func (s *saver) writeLevel() {
	s.level, s.levelBusy = false, true
	s.mu.Unlock()
	err := s.p.writeLevel()
	s.mu.Lock()
	if err != nil && s.levelErr == nil {
		s.p.conf.Log.Error("save settings", "error", err)
	}
	s.levelBusy, s.levelErr = false, err
	s.done.Broadcast()
}
