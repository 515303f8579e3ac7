//! The time from which webhook events are listed.

use std::sync::atomic::{AtomicI64, Ordering};

use shop_core::base::time::UnixSeconds;

const EVERY_S: i64 = 300;
/// The provider retries failed deliveries for three days, so a new process looks back that far.
const FIRST_S: i64 = 3 * 86_400;
/// Overlap of listings, because events of the same moment may become visible one after the other.
const OVERLAP_S: i64 = 600;

/// How far this process has listed events, in the provider's time: the local clock may have been wrong meanwhile, and no event
/// may be skipped.
#[derive(Debug, Default)]
pub(crate) struct EventList {
    /// When the last listing started; zero if none did, or it failed.
    begun_at: AtomicI64,
    /// Creation time of the newest listed event; zero if none was listed.
    newest_created_at: AtomicI64,
}

impl EventList {
    /// Returns the time to list from; `None` if the last listing was recent.
    pub(crate) fn begin(&self, now: UnixSeconds) -> Option<UnixSeconds> {
        let before = self.begun_at.load(Ordering::Acquire);
        // Not `now < before + EVERY_S` alone: after the clock was set back that would hold until it catches up.
        if (before..before + EVERY_S).contains(&now) {
            return None;
        }
        self.begun_at.store(now, Ordering::Release);
        let newest = self.newest_created_at.load(Ordering::Acquire);
        Some(if newest == 0 { now - FIRST_S } else { newest - OVERLAP_S })
    }

    /// Records a successful listing of events created up to this time.
    pub(crate) fn record_success(&self, newest_created_at: UnixSeconds) {
        self.newest_created_at.fetch_max(newest_created_at, Ordering::AcqRel);
    }

    /// Records a failed listing, which is retried next time.
    pub(crate) fn record_failure(&self) {
        self.begun_at.store(0, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixSeconds = 1_800_000_000;

    #[test]
    fn the_first_list_goes_as_far_back_as_the_provider_repeats() {
        let list = EventList::default();
        assert_eq!(list.begin(NOW), Some(NOW - FIRST_S));
        assert_eq!(list.begin(NOW + EVERY_S - 1), None);
        assert_eq!(list.begin(NOW + EVERY_S), Some(NOW + EVERY_S - FIRST_S), "nothing was listed yet");
    }

    #[test]
    fn the_next_list_begins_before_the_newest_message() {
        let list = EventList::default();
        list.begin(NOW);
        list.record_success(NOW - 50);
        list.record_success(NOW - 90);
        assert_eq!(list.begin(NOW + EVERY_S), Some(NOW - 50 - OVERLAP_S));
    }

    #[test]
    fn a_clock_that_was_ahead_skips_nothing_and_puts_nothing_off() {
        let list = EventList::default();
        list.begin(NOW);
        list.record_success(NOW - 50);
        assert_eq!(list.begin(NOW + 7200), Some(NOW - 50 - OVERLAP_S));
        assert_eq!(list.begin(NOW + EVERY_S), Some(NOW - 50 - OVERLAP_S));
    }

    #[test]
    fn a_list_that_failed_is_tried_again_from_where_it_began() {
        let list = EventList::default();
        list.record_success(NOW - 50);
        let since = list.begin(NOW);
        list.record_failure();
        assert_eq!(list.begin(NOW + 1), since);
    }
}
