//! Derived prices: per kilogram or litre, and without tax for businesses abroad.

use serde::{Deserialize, Serialize};

use crate::base::{Cents, Half, Lang, format, round_div};
use crate::checkout::address::country::in_eu_vat_area;

/// Content of a pack. Missing or non-positive values are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PackSize {
    /// Drained weight in grams, without the liquid.
    pub drained_weight_g: Option<i64>,
    /// Weight in grams.
    pub net_weight_g: Option<i64>,
    pub net_volume_ml: Option<i64>,
}

/// Price per unit of measure (Codice del consumo art. 13-17).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct UnitPrice {
    /// Price of one unit.
    pub cents: Cents,
    /// "kg" or "l".
    pub unit: String,
}

impl UnitPrice {
    /// Formats it as "66,00 €/kg".
    pub fn words(&self, lang: Lang) -> String {
        format!("{}/{}", format::price(self.cents, lang), self.unit)
    }
}

/// Calculates the price per kilogram or litre (Codice del consumo art. 13-17). The drained weight counts if there is one, then
/// the net weight, then the volume. `None` without a price or a size.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::catalogue::price::{PackSize, unit_price};
/// let jar = PackSize { drained_weight_g: Some(180), net_weight_g: Some(280), ..PackSize::default() };
/// assert_eq!(unit_price(Cents(450), &jar).unwrap().cents, Cents(2500));
/// ```
pub fn unit_price(price: Cents, size: &PackSize) -> Option<UnitPrice> {
    let real = |amount: Option<i64>| amount.filter(|amount| *amount > 0);
    let (per, unit) = match (real(size.drained_weight_g).or(real(size.net_weight_g)), real(size.net_volume_ml)) {
        (Some(grams), _) => (grams, "kg"),
        (None, Some(millilitres)) => (millilitres, "l"),
        (None, None) => return None,
    };
    (price > Cents::ZERO).then(|| UnitPrice {
        cents: Cents(round_div(i128::from(price.0) * 1000, i128::from(per), Half::Up)),
        unit: unit.to_owned(),
    })
}

/// Returns whether a business buyer owes the tax (reverse charge): goods go to another country of the EU's VAT area, and the
/// buyer has a validated VAT number of a country other than the shop's (Directive 2006/112/EC art. 138). `vat_country` is the
/// number's prefix; Greece may be EL. Northern Ireland is XI in both places.
///
/// ```
/// use shop_core::catalogue::price::reverse_charge;
/// assert!(reverse_charge("IT", "GR", "EL", true));
/// assert!(!reverse_charge("IT", "GR", "EL", false));
/// assert!(!reverse_charge("IT", "IT", "DE", true));
/// ```
pub fn reverse_charge(shop_country: &str, delivery_country: &str, vat_country: &str, vat_number_valid: bool) -> bool {
    let vat_country = if vat_country == "EL" { "GR" } else { vat_country };
    let abroad = |country: &str| country != shop_country && (in_eu_vat_area(country) || country == "XI");
    vat_number_valid && in_eu_vat_area(shop_country) && abroad(delivery_country) && abroad(vat_country)
}

crate::base::wire_enum! {
    /// Legal ground for a reverse charge.
    ReverseCharge {
        /// Goods sent to another country of the Union (D.L. 331/1993 art. 41).
        Goods = "goods",
        /// Services to a business in another country of the Union (D.P.R. 633/1972 art. 7-ter).
        Services = "services",
    } default Goods
}

impl ReverseCharge {
    /// Returns the "natura" code that electronic invoices have in place of a rate.
    pub const fn nature(self) -> &'static str {
        match self {
            Self::Goods => "N3.2",
            Self::Services => "N2.1",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_without_size_or_price_has_no_unit_price() {
        let size = |grams| PackSize { net_weight_g: Some(grams), ..PackSize::default() };
        assert_eq!(unit_price(Cents(100), &PackSize::default()), None);
        assert_eq!(unit_price(Cents(100), &size(0)), None);
        assert_eq!(unit_price(Cents(100), &size(-5)), None);
        assert_eq!(unit_price(Cents(0), &size(100)), None);
    }

    #[test]
    fn halves_of_a_unit_price_go_up_and_volume_is_per_litre() {
        let wine = PackSize { net_volume_ml: Some(750), ..PackSize::default() };
        assert_eq!(unit_price(Cents(1235), &wine), Some(UnitPrice { cents: Cents(1647), unit: "l".into() }));
        let tin = PackSize { net_weight_g: Some(80), ..PackSize::default() };
        assert_eq!(unit_price(Cents(1), &tin), Some(UnitPrice { cents: Cents(13), unit: "kg".into() }));
    }

    #[test]
    fn only_a_valid_foreign_number_and_delivery_abroad_shift_the_tax() {
        for (delivery, vat, valid, exempt) in [
            ("DE", "DE", true, true),
            ("GR", "EL", true, true),
            ("FR", "DE", true, true),
            ("XI", "XI", true, true),
            ("GB", "XI", true, false),
            ("DE", "DE", false, false),
            ("IT", "DE", true, false),
            ("DE", "IT", true, false),
            ("CH", "CHE", true, false),
            ("US", "DE", true, false),
        ] {
            assert_eq!(reverse_charge("IT", delivery, vat, valid), exempt, "{delivery} {vat} {valid}");
        }
    }
}
