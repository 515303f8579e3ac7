//! Rate limits per address: attempts of an action within a span of time.

pub(crate) mod cart_gate;
pub mod connections;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use shop_core::platform::messages::codes;
use shop_services::cart::CouponDenial;

/// Most entries of the table. Beyond it, expired spans are removed, then the half with the lowest counts: an attacker who floods
/// the table with single attempts does not wipe the counters that hold him back.
const MAX_ENTRIES: usize = 50_000;

/// Counters by action and address. They are in memory: a restart resets them, which an attacker cannot rely on, and no request
/// needs the database for them.
#[derive(Debug, Default)]
pub struct Limits {
    counters: Mutex<HashMap<(&'static str, String), Span>>,
}

/// Start, end and attempts of a span.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: i64,
    end: i64,
    count: u32,
}

impl Limits {
    /// Counts an attempt; `Err(seconds to wait)` when the budget of `limit` attempts in `span_s` seconds is used up.
    pub fn count(&self, action: &'static str, who: &str, limit: u32, span_s: i64, now: i64) -> Result<u32, i64> {
        let Ok(mut counters) = self.counters.lock() else { return Ok(limit) };
        make_room(&mut counters, now);
        let fresh = Span { start: now, end: now + span_s, count: 0 };
        let span = counters.entry((action, counted_as(who))).or_insert(fresh);
        if now >= span.end {
            *span = fresh;
        }
        if span.count >= limit {
            return Err((span.end - now).max(1));
        }
        span.count += 1;
        Ok(limit - span.count)
    }

    /// Counts an attempt in two budgets: the client's (an address), then the target's (a login). A client that exhausted the
    /// first is not counted in the second.
    pub fn count_both(&self, first: &Budget<'_>, second: &Budget<'_>, now: i64) -> Result<(), i64> {
        for one in [first, second] {
            self.count(one.action, one.who, one.limit, one.span_s, now)?;
        }
        Ok(())
    }
}

/// Returns the network of one subscriber: for IPv6 the /64, which belongs to whoever has an address in it.
pub(crate) fn network_of(address: IpAddr) -> IpNet {
    match address.to_canonical() {
        IpAddr::V4(address) => Ipv4Net::from(address).into(),
        IpAddr::V6(address) => Ipv6Net::new_assert(address, 64).trunc().into(),
    }
}

/// Key of a counter: replaces an address, alone or before its target, by its network. Otherwise each of the 2^64 IPv6 addresses
/// of a subscriber would have a budget of its own.
fn counted_as(who: &str) -> String {
    let (first, rest) = who.split_at(who.find(' ').unwrap_or(who.len()));
    match first.parse::<IpAddr>() {
        Ok(address) => format!("{}{rest}", network_of(address)),
        Err(_) => who.to_owned(),
    }
}

/// A budget of attempts.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Action that is counted.
    pub action: &'static str,
    /// Address, account or other subject that is counted.
    pub who: &'a str,
    pub limit: u32,
    /// Span of the count, in seconds.
    pub span_s: i64,
}

fn make_room(counters: &mut HashMap<(&'static str, String), Span>, now: i64) {
    if counters.len() <= MAX_ENTRIES {
        return;
    }
    counters.retain(|_, span| now < span.end);
    if counters.len() <= MAX_ENTRIES {
        return;
    }
    let mut ranks: Vec<(u32, i64)> = counters.values().map(|span| (span.count, span.start)).collect();
    let middle = ranks.len() / 2;
    let (_, least, _) = ranks.select_nth_unstable(middle);
    let least = *least;
    counters.retain(|_, span| (span.count, span.start) > least);
}

/// Unknown coupon codes that one address may try in the span below: people mistype, programs guess.
const COUPON_GUESSES: u32 = 30;
/// Span of the count, in seconds.
const COUPON_SPAN_S: i64 = 600;

impl Limits {
    /// Checks whether an address may try another code; `Err(seconds to wait)` after too many guesses.
    pub fn coupon_guess_allowed(&self, address: &str, now: i64) -> Result<(), i64> {
        let Ok(counters) = self.counters.lock() else { return Ok(()) };
        match counters.get(&("coupon", counted_as(address))) {
            Some(span) if span.count >= COUPON_GUESSES && now < span.end => Err((span.end - now).max(1)),
            _ => Ok(()),
        }
    }

    /// Counts a code that matches no coupon and no credit.
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
    fn all_addresses_of_one_customers_network_are_one() {
        let network = |text: &str| network_of(text.parse().unwrap()).to_string();
        assert_eq!(network("203.0.113.7"), "203.0.113.7/32");
        assert_eq!(network("::ffff:203.0.113.7"), "203.0.113.7/32");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::9"));
        assert_ne!(network("2001:db8:1:2::9"), network("2001:db8:1:3::9"));
    }

    #[test]
    fn all_addresses_of_one_customers_network_share_a_budget_and_two_networks_do_not() {
        let limits = Limits::default();
        for (n, who) in ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::1 anna"].into_iter().enumerate() {
            let expected = if n == 1 { Err(60) } else { Ok(0) };
            assert_eq!(limits.count("login", who, 1, 60, 0), expected, "{who}");
        }
        assert_eq!(limits.count("login", "2001:db8:1:2:3::7 anna", 1, 60, 0), Err(60));
        for other in ["2001:db8:1:3::1", "203.0.113.7", "203.0.113.8", "anna"] {
            assert_eq!(limits.count("login", other, 1, 60, 0), Ok(0), "{other}");
        }
        assert_eq!(limits.count("login", "::ffff:203.0.113.7", 1, 60, 0), Err(60));
        let unknown = CouponDenial::Refused(shop_core::cart::coupon::validity::CouponError::unknown("x"));
        for n in 0..COUPON_GUESSES {
            limits.count_coupon_guess(&unknown, &format!("2001:db8::{n:x}"), 0);
        }
        assert!(limits.coupon_guess_allowed("2001:db8::ffff", 1).is_err());
    }

    #[test]
    fn a_flood_of_names_tried_once_leaves_the_used_up_budgets() {
        let limits = Limits::default();
        for _ in 0..3 {
            let _ = limits.count("login", "guessed", 3, 900, 0);
        }
        for name in 0..=u32::try_from(2 * MAX_ENTRIES).unwrap() {
            let _ = limits.count("search", &name.to_string(), 5, 10, i64::from(name % 9));
        }
        assert_eq!(limits.count("login", "guessed", 3, 900, 8), Err(892));
        assert!(limits.counters.lock().unwrap().len() <= MAX_ENTRIES + 1);
    }

    #[test]
    fn who_used_up_the_first_budget_leaves_no_trace_in_the_second() {
        let limits = Limits::default();
        let budget = |action, who| Budget { action, who, limit: 1, span_s: 60 };
        assert_eq!(limits.count_both(&budget("address", "a"), &budget("login", "x"), 0), Ok(()));
        assert_eq!(limits.count_both(&budget("address", "a"), &budget("login", "y"), 0), Err(60));
        assert_eq!(limits.count_both(&budget("address", "b"), &budget("login", "y"), 0), Ok(()));
        assert_eq!(limits.count_both(&budget("address", "c"), &budget("login", "y"), 0), Err(60));
    }

    #[test]
    fn guessing_codes_ends_after_a_while_and_other_refusals_do_not_count() {
        use shop_core::cart::coupon::validity::CouponError;
        let (limits, unknown) = (Limits::default(), CouponDenial::Refused(CouponError::unknown("x")));
        for _ in 0..30 {
            limits.count_coupon_guess(&CouponDenial::Disabled, "b", 0);
            assert_eq!(limits.coupon_guess_allowed("a", 0), Ok(()));
            limits.count_coupon_guess(&unknown, "a", 0);
        }
        assert_eq!(limits.coupon_guess_allowed("a", 1), Err(599));
        assert_eq!(limits.coupon_guess_allowed("b", 1), Ok(()));
        assert_eq!(limits.coupon_guess_allowed("a", 600), Ok(()));
    }
}
