//! The merchant's form for a coupon, and its validation.

use serde::{Deserialize, Serialize};

use super::validity::code_of;
use super::{Coupon, CouponKind};
use crate::accounts::email;
use crate::base::calendar::{day_named, end_of_day, last_day_before, name_of_day};
use crate::base::format::price;
use crate::base::text::{format_fixed, lower_case, parse_fixed};
use crate::base::time::UnixSeconds;
use crate::base::{CategoryId, Cents, FieldError, Lang, ProductId};
use crate::platform::messages::codes;

/// Longest code, in characters, since people type it.
pub const MAX_CODE_CHARS: usize = 50;
/// Longest description, in characters: two lines in the cart.
pub const MAX_DESCRIPTION_CHARS: usize = 200;
/// Highest amount: a million euros.
pub const MAX_AMOUNT: Cents = Cents(100_000_000);
/// Highest limit of uses or pieces.
pub const MAX_LIMIT: i64 = 1_000_000;
/// Maximum number of products, categories or addresses of one condition.
pub const MAX_ENTRIES: usize = 500;
/// A coupon as submitted. Empty texts and lists are conditions that do not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CouponForm {
    /// Code, in any case.
    pub code: String,
    /// `percent`, `fixed_cart` or `fixed_product`.
    pub kind: String,
    /// Percentage or euros, with comma or point.
    pub amount: String,
    /// Description shown where it is offered.
    pub description: String,
    /// Whether it is offered to every shopper in the cart.
    pub shown_in_cart: bool,
    /// Whether it grants free delivery.
    pub free_shipping: bool,
    /// Whether it excludes other coupons.
    pub individual_use: bool,
    /// Whether it excludes products on sale.
    pub excludes_sale_items: bool,
    /// Only for these products or variations.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub product_ids: Vec<ProductId>,
    /// Not for these products or variations.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub excluded_product_ids: Vec<ProductId>,
    /// Only for products of these categories.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub category_ids: Vec<CategoryId>,
    /// Not for products of these categories.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<i64>))]
    pub excluded_category_ids: Vec<CategoryId>,
    /// Minimum value of the goods, in euros.
    pub minimum: String,
    /// Maximum value of the goods, in euros.
    pub maximum: String,
    /// Total usage limit.
    pub usage_limit: String,
    /// Usage limit for each person.
    pub usage_limit_per_user: String,
    /// Maximum number of pieces that it applies to.
    pub item_limit: String,
    /// Last valid day: "2026-12-31".
    pub last_day: String,
    /// E-mail addresses; `*` matches any characters.
    pub emails: Vec<String>,
}

/// Validates a coupon. All errors are returned together, in the order of the form.
///
/// ```
/// use shop_core::cart::coupon::check::{CouponForm, check};
/// let form = CouponForm { code: " Estate10 ".into(), kind: "percent".into(), amount: "10".into(), ..CouponForm::default() };
/// let coupon = check(&form).unwrap();
/// assert_eq!((coupon.code.as_str(), coupon.amount_hundredths), ("estate10", 1000));
/// assert_eq!(check(&CouponForm { amount: "110".into(), ..form }).unwrap_err()[0].field, "amount");
/// ```
pub fn check(form: &CouponForm) -> Result<Coupon, Vec<FieldError>> {
    let mut check = Check::default();
    let code = check.code("code", &form.code);
    let kind = CouponKind::parse(&form.kind).unwrap_or_else(|| {
        check.push(FieldError::new("kind", codes::MERCHANT_VALUE_UNKNOWN).with("value", &form.kind));
        CouponKind::default()
    });
    let coupon = Coupon {
        code,
        kind,
        amount_hundredths: check.discount(form, kind),
        description: check.text("description", &form.description, MAX_DESCRIPTION_CHARS),
        shown_in_cart: form.shown_in_cart,
        free_shipping: form.free_shipping,
        individual_use: form.individual_use,
        excludes_sale_items: form.excludes_sale_items,
        product_ids: check.entries("product_ids", &form.product_ids),
        excluded_product_ids: check.entries("excluded_product_ids", &form.excluded_product_ids),
        category_ids: check.entries("category_ids", &form.category_ids),
        excluded_category_ids: check.entries("excluded_category_ids", &form.excluded_category_ids),
        minimum_cents: check.amount("minimum", &form.minimum),
        maximum_cents: check.amount("maximum", &form.maximum),
        usage_limit: check.number("usage_limit", &form.usage_limit, 1, MAX_LIMIT),
        usage_limit_per_user: check.number("usage_limit_per_user", &form.usage_limit_per_user, 1, MAX_LIMIT),
        item_limit: check.number("item_limit", &form.item_limit, 1, MAX_LIMIT),
        expires_at: check.end("last_day", &form.last_day),
        emails: check.emails("emails", &form.emails),
    };
    check.check_combinations(&coupon);
    check.done(coupon)
}

/// Builds the form for editing a coupon.
pub fn form_of(coupon: &Coupon) -> CouponForm {
    let number = |number: Option<i64>| number.filter(|n| *n > 0).map(|n| n.to_string()).unwrap_or_default();
    let amount = |cents: Option<Cents>| cents.filter(|c| c.0 > 0).map(Cents::to_decimal).unwrap_or_default();
    CouponForm {
        code: coupon.code.clone(),
        kind: coupon.kind.as_str().to_owned(),
        amount: format_fixed(coupon.amount_hundredths, 2),
        description: coupon.description.clone(),
        shown_in_cart: coupon.shown_in_cart,
        free_shipping: coupon.free_shipping,
        individual_use: coupon.individual_use,
        excludes_sale_items: coupon.excludes_sale_items,
        product_ids: coupon.product_ids.clone(),
        excluded_product_ids: coupon.excluded_product_ids.clone(),
        category_ids: coupon.category_ids.clone(),
        excluded_category_ids: coupon.excluded_category_ids.clone(),
        minimum: amount(coupon.minimum_cents),
        maximum: amount(coupon.maximum_cents),
        usage_limit: number(coupon.usage_limit),
        usage_limit_per_user: number(coupon.usage_limit_per_user),
        item_limit: number(coupon.item_limit),
        last_day: last_day(coupon.expires_at),
        emails: coupon.emails.clone(),
    }
}

/// Returns the last whole day before a time: "2026-12-31"; empty if there is none.
pub fn last_day(end: Option<UnixSeconds>) -> String {
    end.map_or_else(String::new, |end| name_of_day(last_day_before(end)))
}

/// Status of a coupon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CouponState {
    /// It can be used.
    Active,
    /// It has expired.
    Expired,
    /// Its usage limit is reached.
    UsedUp,
}

impl CouponState {
    /// Returns its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Expired => "expired",
            Self::UsedUp => "used_up",
        }
    }

    /// Parses the name on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Active, Self::Expired, Self::UsedUp].into_iter().find(|state| state.as_str() == text)
    }

    /// Returns the status of a coupon with this total number of uses.
    pub fn new(coupon: &Coupon, uses: i64, now: UnixSeconds) -> Self {
        if coupon.expires_at.is_some_and(|end| now >= end) {
            Self::Expired
        } else if coupon.usage_limit.is_some_and(|limit| limit > 0 && uses >= limit) {
            Self::UsedUp
        } else {
            Self::Active
        }
    }
}

/// Collects errors while values are parsed.
#[derive(Default)]
pub(super) struct Check(Vec<FieldError>);

impl Check {
    pub(super) fn push(&mut self, error: FieldError) {
        self.0.push(error);
    }

    pub(super) fn done<T>(self, value: T) -> Result<T, Vec<FieldError>> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }

    pub(super) fn code(&mut self, field: &'static str, typed: &str) -> String {
        let code = code_of(typed);
        if code.is_empty() {
            self.push(FieldError::new(field, codes::MERCHANT_REQUIRED));
        } else if code.chars().count() > MAX_CODE_CHARS {
            self.push(FieldError::new(field, codes::MERCHANT_TOO_LONG).with("maximum", MAX_CODE_CHARS));
        } else if !code.chars().all(is_code_character) {
            self.push(FieldError::new(field, codes::MERCHANT_CODE_INVALID));
        }
        code
    }

    pub(super) fn text(&mut self, field: &'static str, typed: &str, maximum: usize) -> String {
        if typed.chars().count() > maximum {
            self.push(FieldError::new(field, codes::MERCHANT_TOO_LONG).with("maximum", maximum));
        }
        typed.trim().to_owned()
    }

    fn discount(&mut self, form: &CouponForm, kind: CouponKind) -> i64 {
        if form.amount.trim().is_empty() {
            if !form.free_shipping {
                self.push(FieldError::new("amount", codes::MERCHANT_NOTHING_GIVEN));
            }
            return 0;
        }
        let Some(amount) = parse_fixed(form.amount.trim(), 2) else {
            self.push(FieldError::new("amount", codes::MERCHANT_AMOUNT_INVALID));
            return 0;
        };
        if amount == 0 && !form.free_shipping {
            self.push(FieldError::new("amount", codes::MERCHANT_NOTHING_GIVEN));
        } else if kind == CouponKind::Percent && !(0..=10_000).contains(&amount) {
            self.push(FieldError::new("amount", codes::MERCHANT_PERCENT_RANGE));
        } else if !(0..=MAX_AMOUNT.0).contains(&amount) {
            self.push(out_of_range("amount", Cents::ZERO));
        }
        amount
    }

    /// Parses an amount of money; empty: none.
    pub(super) fn amount(&mut self, field: &'static str, typed: &str) -> Option<Cents> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let Some(amount) = Cents::parse(typed) else {
            self.push(FieldError::new(field, codes::MERCHANT_AMOUNT_INVALID));
            return None;
        };
        if amount < Cents(1) || amount > MAX_AMOUNT {
            self.push(out_of_range(field, Cents(1)));
        }
        Some(amount)
    }

    /// Parses a whole number; empty: none.
    pub(super) fn number(&mut self, field: &'static str, typed: &str, minimum: i64, maximum: i64) -> Option<i64> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let number = typed.parse().ok().filter(|number| (minimum..=maximum).contains(number));
        if number.is_none() {
            self.push(
                FieldError::new(field, codes::MERCHANT_NUMBER_INVALID)
                    .with("minimum", minimum)
                    .with("maximum", maximum),
            );
        }
        number
    }

    /// Parses a last day and returns its end in Rome, exclusive; empty: none.
    pub(super) fn end(&mut self, field: &'static str, typed: &str) -> Option<UnixSeconds> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let end = day_named(typed).map(end_of_day);
        if end.is_none() {
            self.push(FieldError::new(field, codes::MERCHANT_DAY_INVALID));
        }
        end
    }

    fn entries<T: Copy + Ord>(&mut self, field: &'static str, typed: &[T]) -> Vec<T> {
        if typed.len() > MAX_ENTRIES {
            self.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_ENTRIES));
            return Vec::new();
        }
        let mut entries = typed.to_vec();
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    fn emails(&mut self, field: &'static str, typed: &[String]) -> Vec<String> {
        if typed.len() > MAX_ENTRIES {
            self.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_ENTRIES));
            return Vec::new();
        }
        let mut emails: Vec<String> =
            typed.iter().map(|one| lower_case(one.trim())).filter(|one| !one.is_empty()).collect();
        emails.sort_unstable();
        emails.dedup();
        // A pattern is valid if replacing its stars gives an address.
        if let Some(wrong) = emails.iter().find(|one| !email::is_valid(&one.replace('*', "x"))) {
            self.push(FieldError::new(field, codes::MERCHANT_EMAIL_INVALID).with("value", wrong));
        }
        emails
    }

    /// Checks conditions across several values.
    fn check_combinations(&mut self, coupon: &Coupon) {
        if let (Some(least), Some(most)) = (coupon.minimum_cents, coupon.maximum_cents)
            && most < least
        {
            self.push(FieldError::new("maximum", codes::MERCHANT_MAXIMUM_BELOW));
        }
        if let (Some(all), Some(each)) = (coupon.usage_limit, coupon.usage_limit_per_user)
            && each > all
        {
            self.push(FieldError::new("usage_limit_per_user", codes::MERCHANT_PER_USER_ABOVE));
        }
        if coupon.kind == CouponKind::FixedCart && coupon.item_limit.is_some() {
            self.push(FieldError::new("item_limit", codes::MERCHANT_NOT_FOR_CART));
        }
        if coupon.product_ids.iter().any(|id| coupon.excluded_product_ids.contains(id)) {
            self.push(FieldError::new("excluded_product_ids", codes::MERCHANT_BOTH_WAYS));
        }
        if coupon.category_ids.iter().any(|id| coupon.excluded_category_ids.contains(id)) {
            self.push(FieldError::new("excluded_category_ids", codes::MERCHANT_BOTH_WAYS));
        }
    }
}

/// Returns whether a character is allowed in codes: easy to say on the telephone and to type.
pub(super) fn is_code_character(c: char) -> bool {
    c.is_alphanumeric() || "-_.%".contains(c)
}

/// The minimum in the sentence is formatted as prices are in Italian; the symbol is the same in both languages.
fn out_of_range(field: &'static str, minimum: Cents) -> FieldError {
    FieldError::new(field, codes::MERCHANT_AMOUNT_RANGE)
        .with("minimum", price(minimum, Lang::It))
        .with("maximum", price(MAX_AMOUNT, Lang::It))
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
