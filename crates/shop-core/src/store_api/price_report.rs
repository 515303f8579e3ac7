//! Report to the shop about a page that displayed other totals than the server returned.

use serde::{Deserialize, Serialize};

use super::CartChange;
use crate::cart::pricing::input::PricingInput;

/// Totals of a cart, in minor units as in the API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CartSums {
    /// Key, quantity, total and tax after discounts of each line.
    pub lines: Vec<(String, i64, String, String)>,
    /// Code, discount and its tax of each coupon and credit.
    pub coupons: Vec<(String, String, String)>,
    /// Delivery cost, if it is shown.
    pub shipping: Option<String>,
    pub tax: String,
    pub price: String,
}

/// Two results for the same cart, for the merchant's log: with locations, but no other personal data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PriceReport {
    /// Input of the calculation.
    pub input: PricingInput,
    /// Changes that were applied to it.
    pub changes: Vec<CartChange>,
    /// Totals that the page displayed.
    pub shown: CartSums,
    /// Totals that the server returned.
    pub answered: CartSums,
}

impl CartSums {
    /// Returns whether the totals of the same cart differ. With different lines, quantities or coupons it is a different cart,
    /// about which the server knows more.
    pub fn contradict(&self, other: &Self) -> bool {
        let lines = |sums: &Self| sums.lines.iter().map(|(key, pieces, ..)| (key.clone(), *pieces)).collect::<Vec<_>>();
        let codes = |sums: &Self| sums.coupons.iter().map(|(code, ..)| code.clone()).collect::<Vec<_>>();
        self != other && lines(self) == lines(other) && codes(self) == codes(other)
    }
}

impl PriceReport {
    /// Removes personal data before logging: coupon and credit codes are replaced by numbers.
    #[must_use]
    pub fn without_person(mut self) -> Self {
        let coupons = self.input.coupons.iter().map(|one| one.code.clone());
        let codes: Vec<String> = coupons.chain(self.input.credits.iter().map(|one| one.code.clone())).collect();
        let number = |code: &str| codes.iter().position(|one| one == code).unwrap_or(codes.len()).to_string();
        for coupon in &mut self.input.coupons {
            (coupon.code, coupon.description) = (number(&coupon.code), String::new());
            coupon.emails.clear();
        }
        for credit in &mut self.input.credits {
            credit.code = number(&credit.code);
        }
        for change in &mut self.changes {
            if let CartChange::RemoveCoupon { code } = change {
                *code = number(code);
            }
        }
        for (code, ..) in self.shown.coupons.iter_mut().chain(&mut self.answered.coupons) {
            *code = number(code);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(pieces: i64, price: &str) -> CartSums {
        CartSums {
            lines: vec![("a".into(), pieces, "100".into(), "22".into())],
            coupons: vec![("dieci".into(), "10".into(), "2".into())],
            shipping: None,
            tax: "22".into(),
            price: price.into(),
        }
    }

    #[test]
    fn a_cent_of_the_same_cart_contradicts() {
        assert!(sums(1, "122").contradict(&sums(1, "123")));
        assert!(!sums(1, "122").contradict(&sums(1, "122")));
    }

    #[test]
    fn another_cart_contradicts_nothing() {
        let without = CartSums { coupons: Vec::new(), ..sums(1, "130") };
        assert!(!sums(1, "122").contradict(&sums(2, "244")));
        assert!(!sums(1, "122").contradict(&without));
    }
}
