//! Capabilities of each payment method, as Stripe documents them for API version 2024-06-20. The sandbox has a table of its own,
//! because one shared with the shop would hide the shop's mistakes.
//!
//! Sources: `payment_method_options.{kind}` of payment intents (`setup_future_usage` lists how it may be saved, `capture_method`
//! is present if it supports manual capture), Stripe's pages of the payment methods (currencies, amounts) and of mandates.

use shop_core::payments::method::PaymentMethod;

/// How a saved method may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// Cannot be saved.
    No,
    OffSession,
    /// On-session and off-session.
    Both,
}
use Saved::{Both, No, OffSession};

/// When a server's confirmation must contain mandate data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mandate {
    Never,
    /// When the method is saved.
    Saving,
    /// With every payment that has no mandate yet.
    Always,
}
use Mandate::{Always, Never, Saving};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    id: &'static str,
    pub(crate) saved: Saved,
    /// Whether manual capture is supported.
    pub(crate) manual: bool,
    pub(crate) mandate: Mandate,
    /// Lower-case codes; empty: any currency.
    pub(crate) currencies: &'static [&'static str],
    /// Minimum and maximum amount in minor units.
    pub(crate) limits: Option<(i64, i64)>,
}

const fn row(
    id: &'static str,
    saved: Saved,
    manual: bool,
    mandate: Mandate,
    currencies: &'static [&'static str],
    limits: Option<(i64, i64)>,
) -> Rules {
    Rules { id, saved, manual, mandate, currencies, limits }
}

const WALLETS: &[&str] = &["aud", "cad", "cny", "eur", "gbp", "hkd", "jpy", "myr", "nzd", "sgd", "usd"];
const WECHAT: &[&str] = &["aud", "cad", "chf", "cny", "dkk", "eur", "gbp", "hkd", "jpy", "nok", "sek", "sgd", "usd"];
const AMAZON: &[&str] = &["aud", "chf", "dkk", "eur", "gbp", "hkd", "jpy", "nok", "nzd", "sek", "usd", "zar"];
const AFTERPAY: &[&str] = &["aud", "cad", "gbp", "nzd", "usd"];
const KLARNA: &[&str] = &["aud", "cad", "chf", "czk", "dkk", "eur", "gbp", "nok", "nzd", "pln", "ron", "sek", "usd"];

const TABLE: &[Rules] = &[
    row("card", Both, true, Never, &[], None),
    row("link", OffSession, true, Saving, &[], None),
    row("sepa_debit", Both, false, Always, &["eur"], None),
    row("us_bank_account", Both, false, Always, &["usd"], None),
    row("acss_debit", Both, false, Always, &["cad", "usd"], None),
    row("bacs_debit", Both, false, Always, &["gbp"], None),
    row("au_becs_debit", Both, false, Always, &["aud"], None),
    row("blik", No, false, Never, &["pln"], None),
    row("bancontact", OffSession, false, Saving, &["eur"], None),
    row("eps", No, false, Never, &["eur"], None),
    row("giropay", No, false, Never, &["eur"], None),
    row("ideal", OffSession, false, Saving, &["eur"], None),
    row("sofort", OffSession, false, Saving, &["eur"], None),
    row("p24", No, false, Never, &["eur", "pln"], None),
    row("boleto", Both, false, Saving, &["brl"], Some((500, 4_999_999))),
    row("oxxo", No, false, Never, &["mxn"], Some((1000, 1_000_000))),
    row("multibanco", No, false, Never, &["eur"], None),
    row("alipay", OffSession, false, Saving, WALLETS, None),
    row("wechat_pay", No, false, Never, WECHAT, None),
    row("cashapp", Both, true, Saving, &["usd"], None),
    row("amazon_pay", OffSession, true, Saving, AMAZON, None),
    row("affirm", No, true, Never, &["cad", "usd"], Some((5000, 3_000_000))),
    row("afterpay_clearpay", No, true, Never, AFTERPAY, Some((100, 400_000))),
    row("klarna", No, true, Never, KLARNA, None),
];

/// Rules of a payment method. A test checks that every method of the shop has some.
pub(crate) fn rules(kind: PaymentMethod) -> Rules {
    let found = TABLE.iter().find(|row| row.id == kind.as_str());
    found.copied().unwrap_or(row("", No, false, Never, &[""], None))
}

/// Minimum charge amounts in minor units; none are documented for other currencies.
const MINIMUM_AMOUNTS: &[(&str, i64)] = &[
    ("aed", 200),
    ("aud", 50),
    ("bgn", 100),
    ("brl", 50),
    ("cad", 50),
    ("chf", 50),
    ("czk", 1500),
    ("dkk", 250),
    ("eur", 50),
    ("gbp", 30),
    ("hkd", 400),
    ("huf", 17_500),
    ("inr", 50),
    ("jpy", 50),
    ("mxn", 1000),
    ("myr", 200),
    ("nok", 300),
    ("nzd", 50),
    ("pln", 200),
    ("ron", 200),
    ("sek", 300),
    ("sgd", 50),
    ("thb", 1000),
    ("usd", 50),
];

/// Minimum charge amount of a currency.
pub(crate) fn minimum_amount(currency: &str) -> i64 {
    MINIMUM_AMOUNTS.iter().find(|(own, _)| *own == currency).map_or(1, |(_, minimum)| *minimum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_row() {
        for kind in PaymentMethod::ALL {
            assert_eq!(rules(*kind).id, kind.as_str());
        }
    }
}
