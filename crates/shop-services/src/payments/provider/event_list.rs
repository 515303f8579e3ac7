//! From when on the provider's messages are listed.

use std::sync::atomic::{AtomicI64, Ordering};

use shop_core::base::time::UnixSeconds;

/// How often they are listed.
const EVERY_S: i64 = 300;
/// The provider repeats failed deliveries for three days: a process that starts looks as far back.
const FIRST_S: i64 = 3 * 86_400;
/// Lists overlap, as messages of one moment may come one after the other.
const OVERLAP_S: i64 = 600;

/// How far this process has listed. By the provider's times: the own clock may have been wrong meanwhile, and what was created then must not be
/// skipped.
#[derive(Debug, Default)]
pub(crate) struct EventList {
    /// When the last list began; zero: none did, or it failed.
    begun_at: AtomicI64,
    /// When the newest listed message was created; zero: none was listed.
    newest_created_at: AtomicI64,
}

impl EventList {
    /// From when on to list now; `None`: that was done a moment ago.
    pub(crate) fn begin(&self, now: UnixSeconds) -> Option<UnixSeconds> {
        let before = self.begun_at.load(Ordering::Acquire);
        // Not "less than so long ago": after a clock was set back that would hold until it is as late again.
        if (before..before + EVERY_S).contains(&now) {
            return None;
        }
        self.begun_at.store(now, Ordering::Release);
        let newest = self.newest_created_at.load(Ordering::Acquire);
        Some(if newest == 0 { now - FIRST_S } else { newest - OVERLAP_S })
    }

    /// The list came, with messages created up to then.
    pub(crate) fn listed(&self, newest_created_at: UnixSeconds) {
        self.newest_created_at.fetch_max(newest_created_at, Ordering::AcqRel);
    }

    /// The list did not come: it is tried again the next time.
    pub(crate) fn failed(&self) {
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
        list.listed(NOW - 50);
        list.listed(NOW - 90);
        assert_eq!(list.begin(NOW + EVERY_S), Some(NOW - 50 - OVERLAP_S));
    }

    #[test]
    fn a_clock_that_was_ahead_skips_nothing_and_puts_nothing_off() {
        let list = EventList::default();
        list.begin(NOW);
        list.listed(NOW - 50);
        assert_eq!(list.begin(NOW + 7200), Some(NOW - 50 - OVERLAP_S));
        assert_eq!(list.begin(NOW + EVERY_S), Some(NOW - 50 - OVERLAP_S));
    }

    #[test]
    fn a_list_that_failed_is_tried_again_from_where_it_began() {
        let list = EventList::default();
        list.listed(NOW - 50);
        let since = list.begin(NOW);
        list.failed();
        assert_eq!(list.begin(NOW + 1), since);
    }
}
