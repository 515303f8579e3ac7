//! The lowest price of the thirty days before a reduction (Codice del consumo art. 17-bis; Directive 98/6/EC art. 6a).

use crate::base::Cents;
use crate::base::time::UnixSeconds;
use crate::catalogue::product::Prices;

/// Length of the period before the reduction, in seconds.
const WINDOW_S: i64 = 30 * 86_400;

/// A price with its start; it applies until the next one starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceStep {
    /// Start of the price.
    pub since: UnixSeconds,
    pub price: Cents,
}

/// Returns the lowest price in the thirty days before the current price at `now` started. `steps` are in chronological order;
/// those after `now` are ignored. `None`: there was no other price before, or none in that period.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::lowest_price::{PriceStep, lowest_before};
/// let day = |n: i64, cents| PriceStep { since: n * 86_400, price: Cents(cents) };
/// // Full price, a reduction that ended, and the present one ten days later.
/// let steps = [day(0, 1000), day(60, 700), day(70, 1000), day(80, 800)];
/// assert_eq!(lowest_before(&steps, 90 * 86_400), Some(Cents(700)));
/// ```
pub fn lowest_before(steps: &[PriceStep], now: UnixSeconds) -> Option<Cents> {
    lowest_within(steps, now, WINDOW_S)
}

fn lowest_within(steps: &[PriceStep], now: UnixSeconds, window: i64) -> Option<Cents> {
    let held = steps.get(..steps.partition_point(|step| step.since <= now))?;
    let present = held.last()?.price;
    // A price that was recorded twice started at the first record.
    let began = held.iter().rposition(|step| step.price != present).map_or(0, |last| last + 1);
    let (before, run) = held.split_at_checked(began)?;
    let start = run.first()?.since.saturating_sub(window);
    // The price that applied when the period started counts too.
    let first = before.iter().rposition(|step| step.since <= start).unwrap_or(0);
    before.get(first..)?.iter().map(|step| step.price).min()
}

/// Returns the price changes that a schedule causes after `now`, in chronological order.
pub fn scheduled(prices: &Prices, now: UnixSeconds) -> Vec<PriceStep> {
    let mut out: Vec<PriceStep> = Vec::new();
    let mut last = prices.current(now);
    let mut moments: Vec<UnixSeconds> = [prices.sale_from, prices.sale_to].into_iter().flatten().collect();
    moments.sort_unstable();
    for since in moments.into_iter().filter(|moment| *moment > now) {
        let price = prices.current(since);
        if let Some(price) = price.filter(|_| price != last) {
            out.push(PriceStep { since, price });
        }
        last = price;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn step(since: i64, cents: i64) -> PriceStep {
        PriceStep { since, price: Cents(cents) }
    }

    #[test]
    fn a_first_price_has_none_before_it() {
        assert_eq!(lowest_before(&[], 5), None);
        assert_eq!(lowest_before(&[step(0, 100)], 5), None);
        assert_eq!(lowest_before(&[step(0, 100), step(10, 80)], 5), None, "what is to come does not count");
    }

    #[test]
    fn the_window_opens_with_the_price_that_held_then() {
        let steps = [step(0, 100), step(50, 60), step(60, 90), step(100, 80)];
        assert_eq!(lowest_within(&steps, 120, 50), Some(Cents(60)), "60 held when the window opened at 50");
        assert_eq!(lowest_within(&steps, 120, 41), Some(Cents(60)), "and at 59, the window's first moment");
        assert_eq!(lowest_within(&steps, 120, 40), Some(Cents(90)), "at 60 no longer");
    }

    #[test]
    fn a_price_written_again_began_the_first_time() {
        let steps = [step(0, 100), step(200, 80), step(300, 80)];
        assert_eq!(lowest_within(&steps, 400, 50), Some(Cents(100)));
    }

    #[test]
    fn a_schedule_brings_its_reduction_and_its_end() {
        let prices = Prices {
            regular: Some(Cents(100)),
            sale: Some(Cents(80)),
            sale_from: Some(10),
            sale_to: Some(20),
            ..Prices::default()
        };
        assert_eq!(scheduled(&prices, 5), [step(10, 80), step(20, 100)]);
        assert_eq!(scheduled(&prices, 10), [step(20, 100)]);
        assert_eq!(scheduled(&prices, 20), []);
        assert_eq!(scheduled(&Prices { sale: None, ..prices.clone() }, 5), [], "nothing is reduced");
        assert_eq!(scheduled(&Prices { regular: None, ..prices }, 5), [], "nothing is sold");
    }

    proptest! {
        /// Finds the lowest price of the period by checking one moment after the other.
        #[test]
        fn it_is_the_lowest_of_all_moments_of_the_window(
            gaps in prop::collection::vec((1_i64..12, 1_i64..6), 1..12), now in 0_i64..80, window in 1_i64..30,
        ) {
            let mut at = 0;
            let steps: Vec<PriceStep> = gaps.iter().map(|(gap, cents)| { at += gap; step(at, *cents) }).collect();
            let price_at = |t: i64| steps.iter().rfind(|s| s.since <= t).map(|s| s.price);
            let began = price_at(now).map(|present| {
                let mut start = now;
                while price_at(start - 1) == Some(present) { start -= 1; }
                start
            });
            let expected = began.and_then(|start| (start - window..start).filter_map(price_at).min());
            prop_assert_eq!(lowest_within(&steps, now, window), expected);
        }
    }
}
