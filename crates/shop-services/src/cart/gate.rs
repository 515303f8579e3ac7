//! Limits the number of new carts per client.

use shop_core::base::time::UnixSeconds;

/// Called before a guest's cart is stored for the first time: a visitor without cookies has a new one with every request, and
/// each is stored for a month. Stored carts, and those of customers, are changed without it.
pub trait CartGate: Send + Sync {
    /// Whether the current client may store another cart; counts it.
    fn admits(&self, now: UnixSeconds) -> bool;
}

/// Admits everybody: for tests, commands, workers.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenGate;

impl CartGate for OpenGate {
    fn admits(&self, _now: UnixSeconds) -> bool {
        true
    }
}
