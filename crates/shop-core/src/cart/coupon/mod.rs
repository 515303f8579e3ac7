//! Coupons: their value, their conditions ([`validity`], [`applied`]) and the distribution of their discount over the lines
//! ([`spread`]). Store credit, which is a means of payment rather than a discount, is in [`credit`]. The merchant's forms are in
//! [`check`], [`bulk`] and [`credit_check`]; [`offer`] decides what a shopper is offered.

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

/// Kind of discount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CouponKind {
    /// A percentage of each line's price.
    Percent,
    /// An amount off the whole cart, divided among its lines.
    #[default]
    FixedCart,
    /// An amount off each piece.
    FixedProduct,
}

impl CouponKind {
    /// Returns the platform's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Percent => "percent",
            Self::FixedCart => "fixed_cart",
            Self::FixedProduct => "fixed_product",
        }
    }

    /// Parses the platform's name.
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
    /// Kind of discount.
    pub kind: CouponKind,
    /// Amount in hundredths: cents, or hundredths of a percent.
    pub amount_hundredths: i64,
    /// Only for these products or variations.
    pub product_ids: Vec<ProductId>,
    /// Not for these products or variations.
    pub excluded_product_ids: Vec<ProductId>,
    /// Only for products of these categories.
    pub category_ids: Vec<CategoryId>,
    /// Not for products of these categories.
    pub excluded_category_ids: Vec<CategoryId>,
    /// Whether it excludes products on sale.
    pub excludes_sale_items: bool,
    /// Minimum value of the goods.
    pub minimum_cents: Option<Cents>,
    /// Maximum value of the goods.
    pub maximum_cents: Option<Cents>,
    /// Whether it excludes other coupons.
    pub individual_use: bool,
    /// Total usage limit.
    pub usage_limit: Option<i64>,
    /// Usage limit for each person.
    pub usage_limit_per_user: Option<i64>,
    /// Maximum number of pieces that it applies to.
    pub item_limit: Option<i64>,
    /// First second at which it is expired.
    pub expires_at: Option<UnixSeconds>,
    /// Only for these e-mail addresses; `*` matches any characters.
    pub emails: Vec<String>,
    /// Whether it enables delivery methods that need a coupon.
    pub free_shipping: bool,
    /// Description shown where it is offered; plain text, may be empty.
    pub description: String,
    /// Whether it is offered to every shopper in the cart, not only to the addresses it is for.
    pub shown_in_cart: bool,
}

/// Properties of a cart line that matter for coupons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CouponGoods {
    /// The product, or the variation chosen.
    pub product_id: ProductId,
    /// Parent product of a variation.
    pub parent_id: Option<ProductId>,
    /// Categories of the product (of the parent for a variation), including their ancestors.
    pub category_ids: Vec<CategoryId>,
    /// Whether it is on sale.
    pub on_sale: bool,
    /// Whether it has an agreed price, which no coupon reduces.
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
    /// Returns whether a percent or per-piece coupon applies to these goods. Included products and included categories are
    /// alternatives; each exclusion overrides them.
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
