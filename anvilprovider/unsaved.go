package anvilprovider

// unsaved remembers columns that the saver did not take, because too many that could not be written wait already. Such a column is
// saved after all when a later save of it reaches its file, unless it was loaded from there meanwhile: then what was played in it is
// gone, whatever is saved later. The zero value is empty. It is guarded by the saver's lock.
type unsaved struct {
	// gone says of each column that is remembered whether it was loaded meanwhile.
	gone map[key]bool
	// further counts those beyond maxUnsaved, which are not told apart.
	further int
}

// maxUnsaved bounds the columns that are told apart.
const maxUnsaved = 1 << 14

// refused notes a column that was not taken.
func (u *unsaved) refused(k key) {
	if u.gone == nil {
		u.gone = make(map[key]bool)
	}
	if _, known := u.gone[k]; known {
		return
	}
	if len(u.gone) >= maxUnsaved {
		u.further++
		return
	}
	u.gone[k] = false
}

// loaded notes that a column was asked for and is not one that waits.
func (u *unsaved) loaded(k key) {
	if _, known := u.gone[k]; known {
		u.gone[k] = true
	}
}

// saved notes that a save of a column is in its file.
func (u *unsaved) saved(k key) {
	if !u.gone[k] {
		delete(u.gone, k)
	}
}

// count returns how many columns are not saved.
func (u *unsaved) count() int { return len(u.gone) + u.further }
