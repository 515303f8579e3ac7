//! Stored personal data: how much there is, deletion after the retention period, and breaches.

mod breaches;

use std::sync::Arc;

use shop_core::base::calendar::{day_named, local_day, name_of_day, start_of_day};
use shop_core::base::time::UnixSeconds;

pub use breaches::{BreachForm, Notice, typed_moment};

use crate::platform::context::Context;
use crate::platform::settings::RetentionSettings;
use crate::ports::{BreachStore, ExpiredData, PersonalDataStore, StoreError, WaitingErasure, ports};
use crate::privacy::register::{RetentionPeriod, StoredData, stored_data};

const DAY_S: i64 = 86_400;

/// Rows deleted per statement: in SQLite nobody else can write meanwhile.
const AT_ONCE: u64 = 500;

/// Maximum number of listed pending deletions.
const MAX_ERASURES: u64 = 100;

ports! {
    pub(crate) trait PersonalDataPorts: BreachStore + PersonalDataStore
}

/// Stored personal data.
#[derive(Clone)]
pub struct PersonalData {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PersonalDataPorts>,
}

impl PersonalData {
    /// Returns the register, each entry with its number of rows; `None` if it has no table of its own.
    pub async fn register(&self) -> Result<Vec<(&'static StoredData, Option<u64>)>, StoreError> {
        let mut entries = Vec::new();
        for entry in stored_data() {
            let rows = match entry.tables.first() {
                Some(table) => Some(self.store.rows_of(table).await?),
                None => None,
            };
            entries.push((entry, rows));
        }
        Ok(entries)
    }

    /// Lists at most 100 customers who are still to be deleted at the payment provider, with the total count. The flag says
    /// whether the shop retries by itself: not for an account with the provider whose keys it does not have.
    pub async fn waiting_erasures(&self) -> Result<(Vec<(WaitingErasure, bool)>, u64), StoreError> {
        let current_scope = self.context.gateway().map(|_| self.context.gateway_scope());
        let (rows, total) = self.store.waiting_erasures(MAX_ERASURES).await?;
        let has_current_keys = |one: WaitingErasure| {
            let has_current_keys = current_scope.as_deref() == Some(one.scope.as_str());
            (one, has_current_keys)
        };
        Ok((rows.into_iter().map(has_current_keys).collect(), total))
    }

    /// Records that somebody had the provider delete a customer by hand; `false` if no deletion was pending.
    pub async fn erasure_done(&self, scope: &str, gateway_id: &str) -> Result<bool, StoreError> {
        self.store.erasure_done(scope, gateway_id).await
    }

    /// All kinds of data that are deleted by age, in the order of the register.
    pub fn forgettings() -> impl Iterator<Item = ExpiredData> {
        stored_data().flat_map(|entry| entry.forgets.iter().copied())
    }

    /// Deletes a batch of expired data; returns how many rows, and whether there may be more.
    pub async fn forget_some(&self, what: ExpiredData) -> Result<(u64, bool), StoreError> {
        let settings = self.context.settings().await?;
        let now = self.context.now();
        let Some(before) = forgotten_before(what, &settings.retention, now) else { return Ok((0, false)) };
        let count = self.store.forget(what, before, now, AT_ONCE).await?;
        Ok((count, count >= AT_ONCE))
    }
}

/// The moment before which data is expired; `None` if it does not expire by age.
fn forgotten_before(what: ExpiredData, times: &RetentionSettings, now: UnixSeconds) -> Option<UnixSeconds> {
    let entry = stored_data().find(|entry| entry.forgets.contains(&what))?;
    match entry.time {
        RetentionPeriod::Days { days, .. } => Some(now.saturating_sub(days(times).saturating_mul(DAY_S))),
        RetentionPeriod::Years { years, .. } => years_ago(now, years(times)),
        RetentionPeriod::Until(_) => None,
    }
}

/// The start of the year before which data is older than this many years after the end of its year.
fn years_ago(now: UnixSeconds, years: i64) -> Option<UnixSeconds> {
    let this_year: i64 = name_of_day(local_day(now)).split('-').next()?.parse().ok()?;
    day_named(&format!("{:04}-01-01", this_year - years)).map(start_of_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str) -> UnixSeconds {
        start_of_day(day_named(day).unwrap())
    }

    #[test]
    fn ten_years_begin_when_the_year_of_the_order_ends() {
        assert_eq!(years_ago(at("2026-01-01"), 10), Some(at("2016-01-01")));
        assert_eq!(years_ago(at("2025-12-31"), 10), Some(at("2015-01-01")));
        let before = forgotten_before(ExpiredData::Buyers, &RetentionSettings::default(), at("2026-11-26"));
        assert_eq!(before, Some(at("2016-01-01")));
    }

    #[test]
    fn days_are_those_of_the_settings() {
        let times = RetentionSettings { mail_days: 40, ..RetentionSettings::default() };
        let now = at("2026-11-26");
        assert_eq!(forgotten_before(ExpiredData::MailSent, &times, now), Some(now - 40 * DAY_S));
    }
}
