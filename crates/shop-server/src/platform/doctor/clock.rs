//! Checks this machine's clock, on which prices, coupons and the provider's signatures depend.

use shop_payments::stripe::{BASE_URL, server_time};
use shop_services::{Clock, SystemClock};
use shop_storage::transfer;

use super::{Found, Report};
use crate::platform::config::Config;

const SUBJECT: &str = "clock";
const SLIGHT_S: i64 = 5;
/// Deviation that is an error; the payment provider's webhooks are rejected beyond five minutes.
const WRONG_S: i64 = 60;

pub(super) async fn check(config: &Config, db: Option<&Found>, report: &mut Report) {
    let mut known = false;
    if let Some(db) = db
        && let Ok(Some(time)) = transfer::server_time(db).await
    {
        compare("the database", time - now(), report);
        known = true;
    }
    let url = if config.stripe_url.is_empty() { BASE_URL } else { &config.stripe_url };
    if let Some(time) = server_time(url).await {
        compare("the payment provider", time - now(), report);
        known = true;
    }
    if !known {
        report.warn(SUBJECT, "nobody could be asked for the time: see that it is kept by a time service");
    }
}

fn now() -> i64 {
    SystemClock.now_ms() / 1000
}

fn compare(other: &str, ahead_s: i64, report: &mut Report) {
    match ahead_s.abs() {
        ..=SLIGHT_S => report.ok(SUBJECT, format!("it agrees with that of {other}")),
        apart if apart <= WRONG_S => {
            report.warn(SUBJECT, format!("{other} is {apart} seconds off: start a time service"));
        }
        apart => {
            report.fail(SUBJECT, format!("{other} is {apart} seconds off: set the clock, and start a time service"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::doctor::Level;

    #[test]
    fn a_clock_that_is_off_either_way_is_told() {
        for (ahead_s, level) in [
            (0, Level::Ok),
            (-5, Level::Ok),
            (6, Level::Warn),
            (-60, Level::Warn),
            (61, Level::Fail),
            (-3600, Level::Fail),
        ] {
            let mut report = Report::default();
            compare("the database", ahead_s, &mut report);
            assert_eq!(report.findings[0].level, level, "{ahead_s}");
        }
    }
}
