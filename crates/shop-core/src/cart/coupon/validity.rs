//! Validity of a coupon for a cart. Of several reasons against it the first in this order is returned: total uses, uses of the
//! person, expiry, minimum and maximum spend, products, categories, then what rules out a whole-cart coupon (products on sale,
//! excluded products, excluded categories), e-mail addresses.

use serde::{Deserialize, Serialize};

use super::{Coupon, CouponGoods, CouponKind};
use crate::base::time::UnixSeconds;
use crate::base::{Cents, FieldError, Lang, format, text};
use crate::platform::messages::codes;

/// Properties of a cart that matter for coupons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CouponCart {
    /// Goods in the cart.
    pub goods: Vec<CouponGoods>,
    /// Sum of the goods before discounts, as displayed to the buyer.
    pub subtotal_cents: Cents,
    /// E-mail addresses of the account and the billing address, as far as known.
    pub emails: Vec<String>,
    pub now: UnixSeconds,
}

/// Usage counts of a coupon, including uses reserved for pending orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CouponUses {
    pub total: i64,
    /// Uses by this person: account, account e-mail and billing e-mail together.
    pub by_person: i64,
    /// Whether one of them is reserved for a recent unpaid order of this person.
    pub held_by_person: bool,
    /// Whether the person is logged in.
    pub logged_in: bool,
}

/// Reason why a coupon is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CouponError {
    /// The platform's number of the reason (100 to 116).
    pub number: u16,
    /// The message, as an error of the field `coupon_code`.
    pub error: FieldError,
}

impl CouponError {
    pub(super) fn new(number: u16, code: &'static str, coupon: &str) -> Self {
        Self { number, error: FieldError::new("coupon_code", code).with("code", coupon) }
    }

    /// Builds the error for a coupon that does not exist (any more).
    pub fn unknown(code: &str) -> Self {
        Self::new(105, codes::COUPON_UNKNOWN, code)
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.error = self.error.with(name, value);
        self
    }
}

/// Normalises an entered code: trimmed, lower case.
pub fn code_of(typed: &str) -> String {
    text::lower_case(typed.trim())
}

/// Returns why a coupon is not valid for a cart; `None`: it is. `lang` is the language of the amounts in the message.
///
/// ```
/// use shop_core::cart::coupon::validity::{CouponCart, CouponUses, refusal};
/// use shop_core::cart::coupon::Coupon;
/// use shop_core::base::{Cents, Lang};
/// let coupon = Coupon { code: "min30".into(), minimum_cents: Some(Cents(3000)), ..Coupon::default() };
/// let cart = |cents| CouponCart { subtotal_cents: Cents(cents), ..CouponCart::default() };
/// let uses = CouponUses::default();
/// assert_eq!(refusal(&coupon, &cart(3000), &uses, Lang::It), None);
/// assert_eq!(refusal(&coupon, &cart(2999), &uses, Lang::It).unwrap().number, 108);
/// ```
pub fn refusal(coupon: &Coupon, cart: &CouponCart, uses: &CouponUses, lang: Lang) -> Option<CouponError> {
    let no = |number, code| Some(CouponError::new(number, code, &coupon.code));
    if reached(coupon.usage_limit, uses.total) {
        return match (uses.held_by_person, uses.logged_in) {
            (false, _) => no(106, codes::COUPON_USED_UP),
            (true, true) => no(115, codes::COUPON_HELD),
            (true, false) => no(116, codes::COUPON_HELD_GUEST),
        };
    }
    if reached(coupon.usage_limit_per_user, uses.by_person) {
        return no(106, codes::COUPON_USED_BY_YOU);
    }
    if coupon.expires_at.is_some_and(|end| cart.now >= end) {
        return no(107, codes::COUPON_EXPIRED);
    }
    if let Some(least) = limit(coupon.minimum_cents).filter(|least| cart.subtotal_cents < *least) {
        return no(108, codes::COUPON_MINIMUM).map(|refusal| refusal.with("minimum", &format::price(least, lang)));
    }
    if let Some(most) = limit(coupon.maximum_cents).filter(|most| cart.subtotal_cents > *most) {
        return no(112, codes::COUPON_MAXIMUM).map(|refusal| refusal.with("maximum", &format::price(most, lang)));
    }
    goods_refusal(coupon, &cart.goods)
        .or_else(|| (!email_allowed(&coupon.emails, &cart.emails)).then_some((102, codes::COUPON_NOT_YOURS)))
        .and_then(|(number, code)| no(number, code))
}

fn reached(limit: Option<i64>, uses: i64) -> bool {
    limit.is_some_and(|limit| limit > 0 && uses >= limit)
}

/// A limit of 0 is no limit, like an empty field of the back office.
fn limit(cents: Option<Cents>) -> Option<Cents> {
    cents.filter(|cents| *cents > Cents::ZERO)
}

fn goods_refusal(coupon: &Coupon, goods: &[CouponGoods]) -> Option<(u16, &'static str)> {
    let not_for_these = Some((109, codes::COUPON_NOT_FOR_GOODS));
    if !goods.is_empty() && goods.iter().all(|one| one.agreed_price) {
        return not_for_these;
    }
    let reducible = |one: &&CouponGoods| !one.agreed_price;
    if !coupon.product_ids.is_empty() && !goods.iter().filter(reducible).any(|one| one.is_one_of(&coupon.product_ids)) {
        return not_for_these;
    }
    let counts = |one: &&CouponGoods| !(one.agreed_price || (coupon.excludes_sale_items && one.on_sale));
    if !coupon.category_ids.is_empty() && !goods.iter().filter(counts).any(|one| one.is_in_one_of(&coupon.category_ids))
    {
        return not_for_these;
    }
    if coupon.kind != CouponKind::FixedCart {
        // An empty cart has no line to exclude: the coupon waits for goods.
        return if goods.is_empty() || goods.iter().any(|one| coupon.acts_on(one)) { None } else { not_for_these };
    }
    if coupon.excludes_sale_items && goods.iter().any(|one| one.on_sale) {
        return Some((110, codes::COUPON_NOT_FOR_SALE));
    }
    if goods.iter().any(|one| one.is_one_of(&coupon.excluded_product_ids)) {
        return Some((113, codes::COUPON_EXCLUDED_PRODUCT));
    }
    if goods.iter().any(|one| one.is_in_one_of(&coupon.excluded_category_ids)) {
        return Some((114, codes::COUPON_EXCLUDED_CATEGORY));
    }
    None
}

pub(super) fn email_allowed(allowed: &[String], emails: &[String]) -> bool {
    let plain = |text: &str| text::lower_case(text.trim());
    allowed.is_empty()
        || emails.iter().any(|email| {
            let email = plain(email);
            !email.is_empty() && allowed.iter().any(|pattern| matches(plain(pattern).as_bytes(), email.as_bytes()))
        })
}

/// Returns whether a text matches a pattern, in which `*` matches any characters or none.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut pattern, mut text) = (pattern, text);
    // Position to resume from if a star has to match one more character.
    let mut star: Option<(&[u8], &[u8])> = None;
    loop {
        match (pattern.split_first(), text.split_first()) {
            (Some((b'*', rest)), _) => {
                star = Some((rest, text));
                pattern = rest;
            }
            (Some((wanted, next)), Some((found, rest))) if wanted == found => (pattern, text) = (next, rest),
            (None, None) => return true,
            _ => {
                let Some((after, from)) = star else { return false };
                let Some((_, from)) = from.split_first() else { return false };
                star = Some((after, from));
                (pattern, text) = (after, from);
            }
        }
    }
}

#[cfg(test)]
#[path = "validity_tests.rs"]
mod tests;
