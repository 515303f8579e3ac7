//! Room for what takes much memory: who finds none waits.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many bytes for all that enter.
#[derive(Debug)]
pub(crate) struct Room {
    bytes: u64,
    taken: Mutex<u64>,
    left: Condvar,
}

/// A place in it, given back when dropped.
#[derive(Debug)]
pub(crate) struct Place<'a> {
    room: &'a Room,
    bytes: u64,
}

impl Room {
    /// An empty room.
    pub(crate) const fn new(bytes: u64) -> Self {
        Self { bytes, taken: Mutex::new(0), left: Condvar::new() }
    }

    /// Waits until there is room. What is larger than the whole room enters when it is empty.
    pub(crate) fn enter(&self, bytes: u64) -> Place<'_> {
        let bytes = bytes.min(self.bytes);
        let mut taken = self.taken();
        while *taken + bytes > self.bytes {
            taken = self.left.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken += bytes;
        Place { room: self, bytes }
    }

    fn taken(&self) -> MutexGuard<'_, u64> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.room.taken() -= self.bytes;
        self.room.left.notify_all();
    }
}
