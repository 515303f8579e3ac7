//! Prices of a role or a company: an own price for a product or variation, and lower ones for larger quantities.

use serde::{Deserialize, Serialize};

use crate::base::{Cents, FieldError};
use crate::catalogue::product::{PriceTier, Prices};
use crate::platform::messages::codes;

/// Maximum number of tiers of a price.
pub const MAX_TIERS: usize = 10;
/// Highest unit price.
pub const MAX_PRICE: Cents = Cents(100_000_000);
/// Highest quantity that a tier can start at.
pub const MAX_TIER_QUANTITY: i64 = 100_000;

/// Price that a role or a company pays for a product or variation, with or without tax as the shop enters prices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TradePrice {
    /// Price that replaces the regular price; `None`: the shop's own price stays, and only the tiers differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cents: Option<Cents>,
    /// Prices for larger quantities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<PriceTier>,
}

impl TradePrice {
    /// Returns whether it sets neither a price nor tiers.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Parses a price as entered: an amount, or nothing; tiers in the format of [`tiers_text`].
    ///
    /// # Errors
    /// Those of [`Self::checked`]; malformed tiers give an error at `tiers`.
    pub fn typed(price: &str, tiers: &str) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let cents = match Cents::parse(price.trim()) {
            None if !price.trim().is_empty() => {
                errors.push(amount_error("price"));
                None
            }
            cents => cents,
        };
        let tiers = read_tiers(tiers).unwrap_or_else(|| {
            errors.push(FieldError::new("tiers", codes::TRADE_PRICE_FORM));
            Vec::new()
        });
        if errors.is_empty() { Self { cents, tiers }.checked() } else { Err(errors) }
    }

    /// Applies this price to the shop's prices. A lower sale price of the shop remains.
    #[must_use]
    pub fn over(&self, shop: &Prices) -> Prices {
        Prices { regular: self.cents.or(shop.regular), tiers: self.tiers.clone(), ..shop.clone() }
    }

    /// Sorts the tiers and validates the price.
    ///
    /// # Errors
    /// Errors at `price` or at `tiers`: an amount below 0 or above [`MAX_PRICE`], more than [`MAX_TIERS`] tiers, a quantity below
    /// 2, above [`MAX_TIER_QUANTITY`] or used twice, a tier that does not cost less than the one for fewer pieces.
    pub fn checked(mut self) -> Result<Self, Vec<FieldError>> {
        self.tiers.sort_by_key(|tier| tier.from_quantity);
        let mut errors = Vec::new();
        if self.cents.is_some_and(|cents| !is_price(cents)) {
            errors.push(amount_error("price"));
        }
        errors.extend(self.tier_error());
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    fn tier_error(&self) -> Option<FieldError> {
        let wrong = |code: &'static str| Some(FieldError::new("tiers", code));
        if self.tiers.len() > MAX_TIERS {
            return wrong(codes::TRADE_PRICE_TIERS).map(|error| error.with("maximum", MAX_TIERS));
        }
        let mut before: Option<(i64, Cents)> = self.cents.map(|cents| (1, cents));
        for tier in &self.tiers {
            if !is_price(tier.cents) {
                return Some(amount_error("tiers"));
            }
            if !(2..=MAX_TIER_QUANTITY).contains(&tier.from_quantity) {
                let error = FieldError::new("tiers", codes::TRADE_PRICE_QUANTITY);
                return Some(error.with("maximum", MAX_TIER_QUANTITY));
            }
            if before.is_some_and(|(quantity, cents)| tier.from_quantity <= quantity || tier.cents >= cents) {
                return wrong(codes::TRADE_PRICE_ORDER);
            }
            before = Some((tier.from_quantity, tier.cents));
        }
        None
    }
}

fn amount_error(field: &str) -> FieldError {
    FieldError::new(field, codes::TRADE_PRICE_AMOUNT).with("maximum", MAX_PRICE.0 / 100)
}

fn is_price(cents: Cents) -> bool {
    (Cents::ZERO..=MAX_PRICE).contains(&cents)
}

/// Reduces a price by basis points, rounded half up to whole cents.
///
/// ```
/// use shop_core::base::Cents;
/// use shop_core::trade::price::reduced;
/// assert_eq!(reduced(Cents(1999), 1500), Cents(1699));
/// ```
pub fn reduced(price: Cents, off_basis_points: i64) -> Cents {
    let left = 10_000 - off_basis_points.clamp(0, 10_000);
    let cents = (i128::from(price.0) * i128::from(left) + 5_000).div_euclid(10_000);
    Cents(i64::try_from(cents).unwrap_or(price.0))
}

/// Formats a price for an input field: "9,50".
pub fn price_text(cents: Cents) -> String {
    cents.to_decimal().replace('.', ",")
}

/// Formats tiers for an input field: "6=9,50 12=8,90".
pub fn tiers_text(tiers: &[PriceTier]) -> String {
    let parts: Vec<String> = tiers.iter().map(|tier| tier_text(tier.from_quantity, tier.cents)).collect();
    parts.join(" ")
}

/// Formats one tier: "6=9,50".
pub fn tier_text(from_quantity: i64, cents: Cents) -> String {
    format!("{from_quantity}={}", price_text(cents))
}

/// Parses tiers in the format of [`tiers_text`], with a comma or a point; `None`: malformed.
fn read_tiers(text: &str) -> Option<Vec<PriceTier>> {
    let tier = |part: &str| {
        let (quantity, price) = part.split_once('=')?;
        Some(PriceTier { from_quantity: quantity.trim().parse().ok()?, cents: Cents::parse(price.trim())? })
    };
    text.split_whitespace().map(tier).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier(from_quantity: i64, cents: i64) -> PriceTier {
        PriceTier { from_quantity, cents: Cents(cents) }
    }

    fn field_errors(cents: Option<i64>, tiers: &[PriceTier]) -> Vec<(String, String)> {
        let price = TradePrice { cents: cents.map(Cents), tiers: tiers.to_vec() };
        let errors = price.checked().err().unwrap_or_default();
        errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn a_price_of_its_own_takes_the_place_of_the_full_price_and_a_better_reduction_stays() {
        let shop = Prices { regular: Some(Cents(1000)), sale: Some(Cents(700)), ..Prices::default() };
        let own = |cents: i64| TradePrice { cents: Some(Cents(cents)), ..TradePrice::default() }.over(&shop).current(0);
        assert_eq!(own(800), Some(Cents(700)));
        assert_eq!(own(600), Some(Cents(600)));
        let tiers = TradePrice { cents: None, tiers: vec![tier(6, 650)] }.over(&shop);
        assert_eq!((tiers.current(0), tiers.of_quantity(6, 0)), (Some(Cents(700)), Some(Cents(650))));
    }

    #[test]
    fn a_price_can_be_given_to_what_the_shop_sells_to_nobody_else() {
        let own = TradePrice { cents: Some(Cents(500)), ..TradePrice::default() };
        assert_eq!(own.over(&Prices::default()).current(0), Some(Cents(500)));
    }

    #[test]
    fn tiers_are_put_in_order_and_must_become_cheaper() {
        let checked = TradePrice { cents: Some(Cents(1000)), tiers: vec![tier(12, 800), tier(6, 900)] }.checked();
        assert_eq!(checked.map(|price| price.tiers), Ok(vec![tier(6, 900), tier(12, 800)]));
        let order = vec![("tiers".to_owned(), codes::TRADE_PRICE_ORDER.to_owned())];
        assert_eq!(field_errors(Some(1000), &[tier(6, 1000)]), order);
        assert_eq!(field_errors(None, &[tier(6, 900), tier(12, 950)]), order);
        assert_eq!(field_errors(None, &[tier(6, 900), tier(6, 800)]), order);
    }

    #[test]
    fn amounts_quantities_and_the_number_of_tiers_have_limits() {
        let at = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
        assert_eq!(field_errors(Some(-1), &[]), at("price", codes::TRADE_PRICE_AMOUNT));
        assert_eq!(field_errors(Some(MAX_PRICE.0 + 1), &[]), at("price", codes::TRADE_PRICE_AMOUNT));
        assert_eq!(field_errors(None, &[tier(6, -1)]), at("tiers", codes::TRADE_PRICE_AMOUNT));
        for quantity in [i64::MIN, 0, 1, MAX_TIER_QUANTITY + 1] {
            assert_eq!(field_errors(None, &[tier(quantity, 5)]), at("tiers", codes::TRADE_PRICE_QUANTITY));
        }
        let many: Vec<PriceTier> = (0..11).map(|n| tier(n + 2, 1000 - n)).collect();
        assert_eq!(field_errors(None, &many), at("tiers", codes::TRADE_PRICE_TIERS));
        assert_eq!(field_errors(Some(0), &[]), []);
    }

    #[test]
    fn what_is_typed_is_read_and_what_cannot_be_read_is_refused_at_its_field() {
        let price = TradePrice { cents: Some(Cents(1000)), tiers: vec![tier(6, 950)] };
        assert_eq!(TradePrice::typed(" 10 ", "6=9,50"), Ok(price));
        assert_eq!(TradePrice::typed("", ""), Ok(TradePrice::default()));
        let typed_errors = |price: &str, tiers: &str| {
            let errors = TradePrice::typed(price, tiers).err().unwrap_or_default();
            errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect::<Vec<_>>()
        };
        let amount = ("price".to_owned(), codes::TRADE_PRICE_AMOUNT.to_owned());
        let form = ("tiers".to_owned(), codes::TRADE_PRICE_FORM.to_owned());
        assert_eq!(typed_errors("dieci", "6 a 9"), [amount.clone(), form]);
        for price in ["0,001", "-1"] {
            assert_eq!(typed_errors(price, ""), std::slice::from_ref(&amount), "{price}");
        }
    }

    #[test]
    fn per_cents_are_rounded_half_up() {
        assert_eq!(reduced(Cents(999), 1000), Cents(899));
        assert_eq!(reduced(Cents(999), 1500), Cents(849));
        assert_eq!(reduced(Cents(5), 1000), Cents(5));
        assert_eq!(reduced(Cents(1000), 0), Cents(1000));
        assert_eq!(reduced(Cents(1000), 20_000), Cents(0));
    }

    #[test]
    fn tiers_are_read_as_they_are_written() {
        let tiers = vec![tier(6, 950), tier(12, 890)];
        assert_eq!(tiers_text(&tiers), "6=9,50 12=8,90");
        assert_eq!(read_tiers("6=9,50  12=8.9"), Some(tiers));
        assert_eq!(read_tiers(""), Some(Vec::new()));
        for wrong in ["6", "x=1", "6=x", "6=1=2"] {
            assert_eq!(read_tiers(wrong), None, "{wrong}");
        }
    }
}
