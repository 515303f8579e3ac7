//! Content of the instalments widget: the instalments, their dates and the conditions.
//!
//! Its words are advertising of credit (Directive (EU) 2023/2225 art. 8, in force since 20 November 2026; in Italy TUB art. 123):
//! an advertisement with a figure must also state the rates, the amount, the duration and the total, say that credit costs money,
//! and promise nothing about the lender's decision.

use serde::Serialize;

use super::parts::price_parts;
use crate::base::calendar::day;
use crate::base::format::{integer, price};
use crate::base::time::UnixSeconds;
use crate::base::{Cents, Lang, Params};
use crate::platform::messages::{codes, text};

/// Range of the number of interest-free instalments: such plans of lenders have two to four.
pub const FREE_PARTS: (i64, i64) = (2, 4);
/// Days between two instalments.
const EVERY_DAYS: i64 = 30;
const DAY_S: i64 = 86_400;

/// Terms of a plan, from the page's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BnplTerms {
    /// Name of the lender: "Klarna".
    pub provider: String,
    pub parts: i64,
    pub minimum_cents: Cents,
    pub maximum_cents: Cents,
}

/// An instalment and its due date.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BnplPart {
    /// Due date: "Oggi", then "22 dicembre 2026".
    pub day: String,
    pub cents: Cents,
}

/// Texts of the widget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BnplOffer {
    /// "Paga in 3 rate da 12,34 €".
    pub headline: String,
    /// Lender and rates, in one line.
    pub note: String,
    /// Title of the explanation.
    pub title: String,
    /// Label of the button that opens it.
    pub button: String,
    pub parts: Vec<BnplPart>,
    /// Label of the total, and the total.
    pub total_label: String,
    /// Sum of the instalments.
    pub total: Cents,
    /// Conditions, one sentence each.
    pub conditions: Vec<String>,
    /// The warning that the law requires.
    pub warning: String,
}

/// Builds the offer for a number of pieces at a price, ordered now. `None`: no plan for this amount.
///
/// ```
/// use shop_core::payments::bnpl::offer::{BnplTerms, bnpl_offer};
/// use shop_core::base::{Cents, Lang};
/// let terms = BnplTerms { provider: "Klarna".into(), parts: 3, minimum_cents: Cents(3500), maximum_cents: Cents(150_000) };
/// let offer = bnpl_offer(&terms, Cents(1851), 2, 0, Lang::It).unwrap();
/// assert_eq!(offer.headline, "Paga in 3 rate da 12,34\u{a0}€");
/// assert_eq!(bnpl_offer(&terms, Cents(1749), 2, 0, Lang::It), None);
/// ```
pub fn bnpl_offer(
    terms: &BnplTerms,
    unit_price: Cents,
    quantity: i64,
    now: UnixSeconds,
    lang: Lang,
) -> Option<BnplOffer> {
    let total = Cents(unit_price.0.checked_mul(quantity)?);
    let within = total >= terms.minimum_cents && total <= terms.maximum_cents && total > Cents::ZERO;
    if !within || terms.parts < FREE_PARTS.0 || terms.parts > FREE_PARTS.1 || terms.provider.is_empty() {
        return None;
    }
    let parts = price_parts(total, terms.parts).parts;
    let (first, last) = (*parts.first()?, *parts.last()?);
    let days = (terms.parts - 1) * EVERY_DAYS;
    let params: Params = [
        ("parts", integer(terms.parts, lang)),
        ("each", price(last, lang)),
        ("first", price(first, lang)),
        ("provider", terms.provider.clone()),
        ("total", price(total, lang)),
        ("credit", price(total - first, lang)),
        ("days", integer(days, lang)),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    let say = |code| text(code, &params, lang);
    let part = |(at, cents): (i64, Cents)| BnplPart {
        day: if at == 0 { say(codes::BNPL_TODAY) } else { day(now.saturating_add(at * EVERY_DAYS * DAY_S), lang) },
        cents,
    };
    Some(BnplOffer {
        headline: say(if first == last { codes::BNPL_HEADLINE } else { codes::BNPL_HEADLINE_ODD }),
        note: say(codes::BNPL_NOTE),
        title: say(codes::BNPL_TITLE),
        button: say(codes::BNPL_BUTTON),
        parts: (0..).zip(parts).map(part).collect(),
        total_label: say(codes::BNPL_TOTAL),
        total,
        conditions: [
            codes::BNPL_RATES,
            codes::BNPL_LENDER,
            codes::BNPL_LATE,
            codes::BNPL_ADULTS,
            codes::BNPL_DAYS,
            codes::BNPL_INFORMATION,
        ]
        .map(say)
        .to_vec(),
        warning: say(codes::BNPL_WARNING),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> BnplTerms {
        BnplTerms { provider: "Klarna".into(), parts: 3, minimum_cents: Cents(3500), maximum_cents: Cents(150_000) }
    }

    fn of(terms: &BnplTerms, unit: i64, quantity: i64) -> Option<BnplOffer> {
        bnpl_offer(terms, Cents(unit), quantity, 1_790_000_000, Lang::It)
    }

    #[test]
    fn nothing_is_said_outside_the_limits() {
        for (unit, quantity) in [(3499, 1), (150_001, 1), (0, 3), (-3500, 1), (3500, 0), (3500, -1), (i64::MAX, 2)] {
            assert_eq!(of(&terms(), unit, quantity), None, "{unit} {quantity}");
        }
        for wrong in [
            BnplTerms { parts: 1, ..terms() },
            BnplTerms { parts: 5, ..terms() },
            BnplTerms { provider: String::new(), ..terms() },
            BnplTerms::default(),
        ] {
            assert_eq!(of(&wrong, 5000, 1), None, "{wrong:?}");
        }
        assert!(of(&terms(), 3500, 1).is_some() && of(&terms(), 150_000, 1).is_some());
    }

    #[test]
    fn the_parts_are_the_price_and_unequal_ones_are_told_as_such() {
        let even = of(&terms(), 1851, 2).unwrap();
        assert_eq!(even.headline, "Paga in 3 rate da 12,34\u{a0}€");
        assert_eq!(even.parts.iter().map(|part| part.cents).sum::<Cents>(), even.total);
        let odd = of(&terms(), 5000, 1).unwrap();
        assert_eq!(odd.headline, "Paga in 3 rate: la prima da 16,67\u{a0}€, l'ultima da 16,66\u{a0}€");
    }

    #[test]
    fn the_days_are_thirty_apart_from_today() {
        let days: Vec<String> = of(&terms(), 5000, 1).unwrap().parts.into_iter().map(|part| part.day).collect();
        assert_eq!(days, ["Oggi", "21 ottobre 2026", "20 novembre 2026"]);
    }

    #[test]
    fn a_clock_at_its_end_fails_no_offer() {
        for now in [i64::MAX, i64::MIN] {
            assert_eq!(bnpl_offer(&terms(), Cents(5000), 1, now, Lang::It).unwrap().parts.len(), 3, "{now}");
        }
    }

    #[test]
    fn what_the_law_wants_told_is_told_in_both_languages() {
        for (lang, wanted) in [
            (Lang::It, ["TAN", "TAEG", "maggiorenni", "Prendere in prestito denaro costa denaro"]),
            (Lang::En, ["APR", "annual nominal rate", "adults", "Borrowing money costs money"]),
        ] {
            let offer = bnpl_offer(&terms(), Cents(5000), 1, 0, lang).unwrap();
            let all = [offer.conditions.join(" "), offer.note, offer.warning].join(" ");
            for word in wanted {
                assert!(all.contains(word), "{word}: {all}");
            }
            assert!(!all.contains('{'), "{all}");
        }
    }
}
