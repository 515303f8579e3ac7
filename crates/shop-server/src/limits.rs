//! Budgets per address: how many tries of an action in a span of time.

use std::collections::HashMap;
use std::sync::Mutex;

use shop_core::messages::codes;
use shop_services::cart::CouponDenial;

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

/// Codes that no coupon has, tried from one address in the span below: people mistype, programs guess.
const COUPON_GUESSES: u32 = 30;
/// Span in which they are counted.
const COUPON_SPAN_S: i64 = 600;

impl Limits {
    /// Whether an address may try another code; `Err(seconds to wait)` when it guessed too often.
    pub fn coupon_guess_allowed(&self, address: &str, now: i64) -> Result<(), i64> {
        let Ok(counters) = self.counters.lock() else { return Ok(()) };
        match counters.get(&("coupon", address.to_owned())) {
            Some((start, count)) if *count >= COUPON_GUESSES && now - *start < COUPON_SPAN_S => {
                Err((COUPON_SPAN_S - (now - *start)).max(1))
            }
            _ => Ok(()),
        }
    }

    /// Counts a code that no coupon and no credit has.
    pub fn count_coupon_guess(&self, denial: &CouponDenial, address: &str, now: i64) {
        if matches!(denial, CouponDenial::Refused(refusal) if refusal.error.code == codes::COUPON_UNKNOWN) {
            let _ = self.count("coupon", address, COUPON_GUESSES, COUPON_SPAN_S, now);
        }
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

    #[test]
    fn guessing_codes_ends_after_a_while_and_other_refusals_do_not_count() {
        use shop_core::coupon::validity::CouponRefusal;
        let (limits, unknown) = (Limits::default(), CouponDenial::Refused(CouponRefusal::unknown("x")));
        for _ in 0..COUPON_GUESSES {
            limits.count_coupon_guess(&CouponDenial::Disabled, "b", 0);
            assert_eq!(limits.coupon_guess_allowed("a", 0), Ok(()));
            limits.count_coupon_guess(&unknown, "a", 0);
        }
        assert_eq!(limits.coupon_guess_allowed("a", 1), Err(COUPON_SPAN_S - 1));
        assert_eq!(limits.coupon_guess_allowed("b", 1), Ok(()));
        assert_eq!(limits.coupon_guess_allowed("a", COUPON_SPAN_S), Ok(()));
    }
}
