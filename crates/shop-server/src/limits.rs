//! Budgets per address: how many tries of an action in a span of time.

use std::collections::HashMap;
use std::sync::Mutex;

/// Most entries kept; beyond it the oldest spans are dropped.
const MAX_ENTRIES: usize = 50_000;

/// Counters by action and address. In memory: a process that restarts forgets, which costs an attacker nothing he could
/// count on, and keeps the database out of every request.
#[derive(Debug, Default)]
pub struct Limits {
    counters: Mutex<HashMap<(&'static str, String), Span>>,
}

/// When a span began, and the tries in it.
type Span = (i64, u32);

impl Limits {
    /// Counts a try; `Err(seconds to wait)` when the budget of `limit` tries in `span_s` seconds is used up.
    pub fn count(&self, action: &'static str, who: &str, limit: u32, span_s: i64, now: i64) -> Result<u32, i64> {
        let Ok(mut counters) = self.counters.lock() else { return Ok(limit) };
        if counters.len() > MAX_ENTRIES {
            counters.retain(|_, (start, _)| now - *start < span_s);
            if counters.len() > MAX_ENTRIES {
                counters.clear();
            }
        }
        let (start, count) = counters.entry((action, who.to_owned())).or_insert((now, 0));
        if now - *start >= span_s {
            (*start, *count) = (now, 0);
        }
        if *count >= limit {
            return Err((span_s - (now - *start)).max(1));
        }
        *count += 1;
        Ok(limit - *count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_ends_and_comes_back_with_the_next_span() {
        let limits = Limits::default();
        assert_eq!(limits.count("login", "a", 2, 60, 0), Ok(1));
        assert_eq!(limits.count("login", "a", 2, 60, 1), Ok(0));
        assert_eq!(limits.count("login", "a", 2, 60, 20), Err(40));
        assert_eq!(limits.count("login", "b", 2, 60, 20), Ok(1), "another address has its own budget");
        assert_eq!(limits.count("login", "a", 2, 60, 60), Ok(1));
    }
}
