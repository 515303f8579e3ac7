//! A memory budget: callers wait until enough of it is free.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A budget in bytes, shared by all callers.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    bytes: u64,
    reserved: Mutex<u64>,
    released: Condvar,
}

/// A reservation, released on drop.
#[derive(Debug)]
pub(crate) struct Reservation<'a> {
    budget: &'a MemoryBudget,
    bytes: u64,
}

impl MemoryBudget {
    /// Creates a budget with nothing reserved.
    pub(crate) const fn new(bytes: u64) -> Self {
        Self { bytes, reserved: Mutex::new(0), released: Condvar::new() }
    }

    /// Waits until the bytes are free, and reserves them. A request larger than the whole budget waits until nothing is reserved.
    pub(crate) fn reserve(&self, bytes: u64) -> Reservation<'_> {
        let bytes = bytes.min(self.bytes);
        let mut reserved = self.reserved();
        while *reserved + bytes > self.bytes {
            reserved = self.released.wait(reserved).unwrap_or_else(PoisonError::into_inner);
        }
        *reserved += bytes;
        Reservation { budget: self, bytes }
    }

    fn reserved(&self) -> MutexGuard<'_, u64> {
        self.reserved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        *self.budget.reserved() -= self.bytes;
        self.budget.released.notify_all();
    }
}
