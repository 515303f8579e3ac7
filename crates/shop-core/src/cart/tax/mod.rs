//! Value added tax: the rates of a place, and the tax in a price.
//!
//! Rates are integers: ten-thousandths of a per cent (22 % is 220,000), as finely as rate tables are published. Intermediate
//! amounts are exact fractions; a line's tax is rounded once.

pub mod form;

use std::cmp::Reverse;

use serde::{Deserialize, Deserializer, Serialize};

use crate::base::Fraction;
use crate::checkout::address::postcode_pattern::postcode_matches;

/// 100 % in the unit of [`TaxRate::rate`].
pub const RATE_UNIT: i128 = 1_000_000;

/// Highest rate that is applied, in the unit of [`TaxRate::rate`]: 1,000 %.
const MAX_RATE: i64 = 10_000_000;

/// One row of the rate table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct TaxRate {
    /// Country code, upper case; empty: everywhere.
    pub country: String,
    /// State code; empty: the whole country.
    pub state: String,
    /// Restriction to these postcodes; empty: all. [`crate::checkout::address::postcode_pattern::postcode_matches`] describes the
    /// format.
    pub postcodes: Vec<String>,
    /// Rate in ten-thousandths of a per cent. Values below 0 count as 0, those above 1,000 % as 1,000 %.
    pub rate: i64,
    /// Name on invoices.
    pub name: String,
    /// Slug of the tax class; empty: standard.
    pub class: String,
    /// Priority: among matching rates with the same one, the first applies.
    pub priority: i64,
    /// Whether it applies on top of the other taxes.
    pub compound: bool,
    /// Whether it applies to delivery too.
    pub shipping: bool,
}

impl TaxRate {
    /// Formats the rate as in the store API: "22%", "8.875%".
    pub fn percent(&self) -> String {
        format!("{}%", crate::base::text::format_fixed(self.rate, 4))
    }

    /// Returns whether the rate applies to goods of a class in a place.
    fn applies(&self, class: &str, place: &TaxPlace) -> bool {
        self.class == class
            && !place.country.is_empty()
            && (self.country.is_empty() || self.country == place.country)
            && (self.state.is_empty() || self.state == place.state)
            && (self.postcodes.is_empty() || self.postcodes.iter().any(|one| postcode_matches(one, &place.postcode)))
    }

    /// Returns the rate within the limits.
    fn applied(&self) -> i128 {
        self.rate.clamp(0, MAX_RATE).into()
    }
}

/// Formats the name of a rate with its percentage. Names often end in the figure ("IVA 10"), as the platform's do.
///
/// ```
/// use shop_core::cart::tax::label;
/// assert_eq!(label("IVA 10", "10%"), "IVA 10%");
/// assert_eq!(label("IVA", "8.875%"), "IVA 8.875%");
/// assert_eq!(label("Ridotta 4 %", "4%"), "Ridotta 4 %");
/// ```
pub fn label(name: &str, percent: &str) -> String {
    let figure = percent.trim_end_matches('%');
    if name.contains('%') || figure.is_empty() {
        name.to_owned()
    } else if name.split_whitespace().next_back() == Some(figure) {
        format!("{name}%")
    } else {
        format!("{name} {figure}%").trim_start().to_owned()
    }
}

/// A place, with the parts that matter for tax.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct TaxPlace {
    /// Country code, upper case; empty: unknown, no tax.
    pub country: String,
    pub state: String,
    pub postcode: String,
}

/// A class of goods with its own rates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct TaxClass {
    /// Slug used by goods and rates.
    pub slug: String,
    /// Display name; among several classes the first by name taxes delivery.
    pub name: String,
}

impl TaxClass {
    /// Creates a class whose name is its slug.
    pub fn named_by_slug(slug: &str) -> Self {
        Self { slug: slug.to_owned(), name: slug.to_owned() }
    }

    /// Returns the sort key: name, then slug.
    fn order(&self) -> (String, &str) {
        (self.name.to_lowercase(), &self.slug)
    }
}

/// All rates and the additional classes, each in the order entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct TaxTable {
    /// The classes besides the standard one.
    #[serde(deserialize_with = "classes_or_slugs")]
    pub classes: Vec<TaxClass>,
    pub rates: Vec<TaxRate>,
}

/// Deserialises classes; a string is the slug of a class without a name of its own, as tables were stored before classes had
/// names.
fn classes_or_slugs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<TaxClass>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Slug(String),
        Class(TaxClass),
    }
    let stored = Vec::<Stored>::deserialize(deserializer)?;
    Ok(stored
        .into_iter()
        .map(|one| match one {
            Stored::Slug(slug) => TaxClass::named_by_slug(&slug),
            Stored::Class(class) => class,
        })
        .collect())
}

/// Index of a rate in its table, which identifies it across lines.
#[cfg_attr(feature = "ts", tsify::declare)]
pub type RateIndex = usize;

impl TaxTable {
    /// Returns the rates for goods of a class in a place, by priority; one for each priority. The most specific one applies, as
    /// on the platform: a rate for the state before one for the whole country, then one with more postcodes before one with
    /// fewer.
    pub fn rates_for(&self, class: &str, place: &TaxPlace) -> Vec<(RateIndex, &TaxRate)> {
        let mut found: Vec<(RateIndex, &TaxRate)> =
            self.rates.iter().enumerate().filter(|(_, rate)| rate.applies(class, place)).collect();
        found.sort_unstable_by_key(|(index, rate)| {
            (rate.priority, rate.country.is_empty(), rate.state.is_empty(), Reverse(rate.postcodes.len()), *index)
        });
        found.dedup_by_key(|(_, rate)| rate.priority);
        found
    }

    /// Returns whether a class exists; the standard one, without a slug, always does.
    pub fn knows(&self, slug: &str) -> bool {
        slug.is_empty() || self.classes.iter().any(|class| class.slug == slug)
    }

    /// Returns the rates for delivery that is taxed like the goods in the cart: the standard class if any goods have it, else, of
    /// the classes in the cart, the first one by name, compared as text ("Reduced 10" before "Reduced 4"), regardless of the
    /// order in which they were entered.
    pub fn shipping_rates_for(&self, goods_classes: &[&str], place: &TaxPlace) -> Vec<(RateIndex, &TaxRate)> {
        let class = if goods_classes.is_empty() || goods_classes.contains(&"") {
            ""
        } else {
            let occurring = self.classes.iter().filter(|class| goods_classes.contains(&class.slug.as_str()));
            occurring.min_by_key(|class| class.order()).map_or("", |class| class.slug.as_str())
        };
        self.rates_for(class, place).into_iter().filter(|(_, rate)| rate.shipping).collect()
    }
}

/// Net amount and taxes of a price, not rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    pub net: Fraction,
    /// Tax amounts by rate.
    pub taxes: Vec<(RateIndex, Fraction)>,
}

/// Splits a price that includes its taxes. Compound rates are removed first, last to first; the regular ones share `net = gross /
/// (1 + sum of rates)`.
pub fn split_inclusive(gross: Fraction, rates: &[(RateIndex, &TaxRate)]) -> Split {
    let mut rest = gross;
    let mut taxes = Vec::with_capacity(rates.len());
    for (index, rate) in rates.iter().rev().filter(|(_, rate)| rate.compound) {
        let without = rest.scale(RATE_UNIT, RATE_UNIT + rate.applied());
        taxes.push((*index, rest.minus_fraction(without)));
        rest = without;
    }
    let sum: i128 = rates.iter().filter(|(_, rate)| !rate.compound).map(|(_, rate)| rate.applied()).sum();
    let net = rest.scale(RATE_UNIT, RATE_UNIT + sum);
    for (index, rate) in rates.iter().filter(|(_, rate)| !rate.compound) {
        taxes.push((*index, net.scale(rate.applied(), RATE_UNIT)));
    }
    taxes.sort_unstable_by_key(|(index, _)| rates.iter().position(|(i, _)| i == index));
    Split { net, taxes }
}

/// Calculates the taxes on top of a price. Compound rates apply to the price with the taxes before them.
pub fn split_exclusive(net: Fraction, rates: &[(RateIndex, &TaxRate)]) -> Split {
    let mut taxes = Vec::with_capacity(rates.len());
    let mut with_taxes = net;
    for (index, rate) in rates.iter().filter(|(_, rate)| !rate.compound) {
        let tax = net.scale(rate.applied(), RATE_UNIT);
        with_taxes = with_taxes.plus_fraction(tax);
        taxes.push((*index, tax));
    }
    for (index, rate) in rates.iter().filter(|(_, rate)| rate.compound) {
        let tax = with_taxes.scale(rate.applied(), RATE_UNIT);
        with_taxes = with_taxes.plus_fraction(tax);
        taxes.push((*index, tax));
    }
    Split { net, taxes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Half;

    fn table() -> TaxTable {
        let rate = |country: &str, rate: i64, class: &str| TaxRate {
            country: country.into(),
            rate,
            class: class.into(),
            priority: 1,
            shipping: true,
            ..TaxRate::default()
        };
        TaxTable {
            classes: [
                ("reduced-5", "Reduced 5"),
                ("reduced-4", "Reduced 4"),
                ("x", "Books"),
                ("reduced-10", "Reduced 10"),
            ]
            .map(|(slug, name)| TaxClass { slug: slug.into(), name: name.into() })
            .to_vec(),
            rates: vec![
                rate("IT", 220_000, ""),
                rate("IT", 100_000, "reduced-10"),
                rate("IT", 50_000, "reduced-5"),
                rate("IT", 40_000, "reduced-4"),
                rate("IT", 10_000, "x"),
                rate("DE", 190_000, ""),
            ],
        }
    }

    fn place(country: &str) -> TaxPlace {
        TaxPlace { country: country.into(), ..TaxPlace::default() }
    }

    #[test]
    fn a_rate_for_postcodes_applies_there_alone_and_before_that_of_the_country() {
        let rate = |rate: i64, postcodes: &[&str]| TaxRate {
            country: "IT".into(),
            rate,
            postcodes: postcodes.iter().map(|one| (*one).to_owned()).collect(),
            ..TaxRate::default()
        };
        let rates = vec![rate(220_000, &[]), rate(0, &["23041", "22060...22061"]), rate(40_000, &["23*"])];
        let table = TaxTable { rates, ..TaxTable::default() };
        for (postcode, expected) in
            [("20121", 220_000), ("", 220_000), ("23041", 0), ("22061", 0), ("22062", 220_000), ("23100", 40_000)]
        {
            let place = TaxPlace { postcode: postcode.into(), ..place("IT") };
            let found: Vec<i64> = table.rates_for("", &place).iter().map(|(_, rate)| rate.rate).collect();
            assert_eq!(found, [expected], "{postcode}");
        }
        let abroad = TaxPlace { postcode: "23041".into(), ..place("DE") };
        assert!(table.rates_for("", &abroad).is_empty());
    }

    #[test]
    fn a_class_without_a_rate_in_the_country_is_not_taxed() {
        let table = table();
        assert!(table.rates_for("reduced-10", &place("DE")).is_empty());
        assert!(table.rates_for("", &place("US")).is_empty());
        assert!(table.rates_for("", &place("")).is_empty());
        assert_eq!(table.rates_for("", &place("DE"))[0].1.percent(), "19%");
    }

    #[test]
    fn delivery_follows_the_goods_standard_class_first_then_the_first_by_name() {
        let table = table();
        let rate = |classes: &[&str]| table.shipping_rates_for(classes, &place("IT"))[0].1.rate;
        assert_eq!(rate(&["reduced-4", ""]), 220_000);
        assert_eq!(rate(&["reduced-4", "reduced-10"]), 100_000);
        assert_eq!(rate(&["reduced-5", "reduced-4"]), 40_000);
        assert_eq!(rate(&["reduced-10", "x", "reduced-4"]), 10_000, "by name, not by slug");
        assert_eq!(rate(&["reduced-5"]), 50_000);
    }

    #[test]
    fn classes_stored_as_slugs_are_read() {
        let table: TaxTable = serde_json::from_str(r#"{"classes": ["a", {"slug": "b", "name": "Libri"}]}"#).unwrap();
        assert_eq!(table.classes[0], TaxClass::named_by_slug("a"));
        assert_eq!(table.classes[1].name, "Libri");
    }

    #[test]
    fn net_and_tax_of_a_price_with_tax_add_up() {
        let table = table();
        let rates = table.rates_for("", &place("IT"));
        let split = split_inclusive(Fraction::cents(3600), &rates);
        assert_eq!(split.net.round(Half::Up), 2951);
        assert_eq!(split.taxes[0].1.round(Half::Down), 649);
    }

    #[test]
    fn compound_rates_are_unwound_before_the_others() {
        let regular = TaxRate { rate: 50_000, priority: 1, ..TaxRate::default() };
        let compound = TaxRate { rate: 100_000, priority: 2, compound: true, ..TaxRate::default() };
        let rates = [(0, &regular), (1, &compound)];
        let forth = split_exclusive(Fraction::cents(10_000), &rates);
        assert_eq!(forth.taxes.iter().map(|t| t.1.round(Half::Up)).collect::<Vec<_>>(), [500, 1050]);
        let back = split_inclusive(Fraction::cents(11_550), &rates);
        assert_eq!(back.net, Fraction::cents(10_000));
        assert_eq!(back.taxes.iter().map(|t| t.1.round(Half::Up)).collect::<Vec<_>>(), [500, 1050]);
    }

    #[test]
    fn a_rate_is_named_with_its_per_cent_once() {
        for (name, percent, expected) in [
            ("IVA 4", "4%", "IVA 4%"),
            ("IVA", "4%", "IVA 4%"),
            ("IVA 4%", "4%", "IVA 4%"),
            ("USt 5.5", "5.5%", "USt 5.5%"),
            ("IVA 14", "4%", "IVA 14 4%"),
            ("Esente", "", "Esente"),
            ("", "4%", "4%"),
        ] {
            assert_eq!(label(name, percent), expected, "{name} {percent}");
        }
    }

    #[test]
    fn rates_below_nothing_and_beyond_all_bounds_neither_fail_nor_pay_the_buyer() {
        for (rate, net, tax) in [(-1_000_000, 1000, 0), (i64::MIN, 1000, 0), (i64::MAX, 91, 909)] {
            let row = TaxRate { rate, ..TaxRate::default() };
            let compound = TaxRate { compound: true, ..row.clone() };
            let split = split_inclusive(Fraction::cents(1000), &[(0, &row)]);
            assert_eq!((split.net.round(Half::Up), split.taxes[0].1.round(Half::Up)), (net, tax), "{rate}");
            let both = split_exclusive(Fraction::cents(i64::MAX), &[(0, &row), (1, &compound)]);
            assert!(both.taxes.iter().all(|(_, tax)| tax.round(Half::Up) >= 0), "{rate}");
        }
    }
}
