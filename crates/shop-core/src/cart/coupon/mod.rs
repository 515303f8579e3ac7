//! Coupons: what one is worth, for which carts it holds ([`validity`], [`applied`]) and how its discount spreads over the
//! lines ([`spread`]). Store credit, which pays instead of making cheaper, is in [`credit`]. What a merchant types becomes a
//! coupon in [`check`], many at once in [`bulk`], a credit in [`credit_check`]; what a shopper is offered is in [`offer`].

pub mod applied;
pub mod bulk;
pub mod check;
pub mod click;
pub mod credit;
pub mod credit_check;
pub mod offer;
pub mod spread;
pub mod validity;

use serde::{Deserialize, Serialize};

use crate::base::time::UnixSeconds;
use crate::base::{CategoryId, Cents, ProductId};

/// What a coupon takes off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CouponKind {
    /// A part of each line's price.
    Percent,
    /// A sum of the whole cart, shared by its lines.
    #[default]
    FixedCart,
    /// A sum of each piece.
    FixedProduct,
}

impl CouponKind {
    /// The platform's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Percent => "percent",
            Self::FixedCart => "fixed_cart",
            Self::FixedProduct => "fixed_product",
        }
    }

    /// Reads the platform's word.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Percent, Self::FixedCart, Self::FixedProduct].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A coupon. Conditions that are empty or `None` do not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct Coupon {
    pub code: String,
    /// What it takes off.
    pub kind: CouponKind,
    /// Hundredths: cents of a sum, hundredths of a percent.
    pub amount_hundredths: i64,
    /// Only for these products or variations.
    pub product_ids: Vec<ProductId>,
    /// Not for these products or variations.
    pub excluded_product_ids: Vec<ProductId>,
    /// Only for products of these categories.
    pub category_ids: Vec<CategoryId>,
    /// Not for products of these categories.
    pub excluded_category_ids: Vec<CategoryId>,
    /// Not for reduced products.
    pub excludes_sale_items: bool,
    /// Least sum of the goods.
    pub minimum_cents: Option<Cents>,
    /// Greatest sum of the goods.
    pub maximum_cents: Option<Cents>,
    /// Not together with other coupons.
    pub individual_use: bool,
    /// How often it can be used in all.
    pub usage_limit: Option<i64>,
    /// How often one person can use it.
    pub usage_limit_per_user: Option<i64>,
    /// For how many pieces at most.
    pub item_limit: Option<i64>,
    /// First second at which it no longer holds.
    pub expires_at: Option<UnixSeconds>,
    /// Only for these e-mail addresses; `*` stands for any characters.
    pub emails: Vec<String>,
    /// Opens ways of delivery that need a coupon.
    pub free_shipping: bool,
    /// What is told of it where it is offered; plain text, may be empty.
    pub description: String,
    /// Offered to every shopper in the cart, not only to the addresses it is for.
    pub shown_in_cart: bool,
}

/// What a cart line is, as far as coupons ask.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CouponGoods {
    /// The product, or the variation chosen.
    pub product_id: ProductId,
    /// The variable product of a variation.
    pub parent_id: Option<ProductId>,
    /// Categories of the product (of the parent for a variation), with the categories above them.
    pub category_ids: Vec<CategoryId>,
    /// Sold at a reduced price.
    pub on_sale: bool,
    /// Sold at a price that was agreed upon, which no coupon reduces.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub agreed_price: bool,
}

impl CouponGoods {
    fn is_one_of(&self, ids: &[ProductId]) -> bool {
        ids.iter().any(|id| *id == self.product_id || Some(*id) == self.parent_id)
    }

    fn is_in_one_of(&self, ids: &[CategoryId]) -> bool {
        ids.iter().any(|id| self.category_ids.contains(id))
    }
}

impl Coupon {
    /// Whether a percent or per-piece coupon acts on these goods. Included products and included categories are
    /// alternatives; each exclusion outweighs them.
    pub fn acts_on(&self, goods: &CouponGoods) -> bool {
        let open = self.product_ids.is_empty() && self.category_ids.is_empty();
        let included = open || goods.is_one_of(&self.product_ids) || goods.is_in_one_of(&self.category_ids);
        included && !self.excludes(goods)
    }

    fn excludes(&self, goods: &CouponGoods) -> bool {
        goods.agreed_price
            || goods.is_one_of(&self.excluded_product_ids)
            || goods.is_in_one_of(&self.excluded_category_ids)
            || (self.excludes_sale_items && goods.on_sale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_as_they_are_written() {
        for kind in [CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct] {
            assert_eq!(CouponKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(CouponKind::parse("gift"), None);
    }
}
