//! Coupons applied by a click, and the page's actions afterwards (storefront specification, sections 2, 3, 4 and 7).

use serde::{Deserialize, Serialize};

/// Class of a clickable coupon.
pub const ACTIVE_CLASS: &str = "active-coupon";

/// A clickable coupon of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CouponElement {
    /// Value of its class attribute, separated by spaces.
    pub class: String,
    /// Attribute `data-code`; empty: missing.
    pub data_code: String,
    /// Text of its code element.
    pub code_text: String,
    /// Attribute `data-id`; empty: missing.
    pub data_id: String,
}

/// Request of a clicked coupon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ClickedCoupon {
    /// Field `coupon_code`, exactly as on the page.
    pub coupon_code: String,
    /// Field `coupon_id`; 0: not on the page, so only the code counts.
    pub coupon_id: i64,
    /// Whether the page notifies its own script instead of calling the shop, as on the block-based cart and checkout.
    pub by_event: bool,
}

/// Returns the request of a coupon that is clicked, or chosen with Enter: its code from `data-code`, else from the text of its
/// code element. `None`: it is not active, another key was pressed, or it has no code. `key`: empty for a click.
///
/// ```
/// use shop_core::cart::coupon::click::{CouponElement, clicked};
/// let coupon = CouponElement { class: "card active-coupon".into(), code_text: " ESTATE10 ".into(), ..CouponElement::default() };
/// assert_eq!(clicked(&coupon, "", false).unwrap().coupon_code, "ESTATE10");
/// ```
pub fn clicked(coupon: &CouponElement, key: &str, block_page: bool) -> Option<ClickedCoupon> {
    let active = coupon.class.split_ascii_whitespace().any(|class| class == ACTIVE_CLASS);
    let code = [&coupon.data_code, &coupon.code_text].into_iter().map(|text| text.trim()).find(|text| !text.is_empty());
    let coupon_id = coupon.data_id.trim().parse().ok().filter(|id| *id > 0).unwrap_or(0);
    code.filter(|_| active && matches!(key, "" | "Enter")).map(|code| ClickedCoupon {
        coupon_code: code.to_owned(),
        coupon_id,
        by_event: block_page,
    })
}

/// Classes that mark the response to an entered coupon as an error.
const ERROR_CLASSES: [&str; 2] = ["woocommerce-error", "is-error"];

/// Returns whether the HTML response to an entered coupon is an error, by its class. It is then shown as an alert under the
/// coupon field.
///
/// ```
/// use shop_core::cart::coupon::click::is_refusal;
/// assert!(is_refusal("<ul class=\"woocommerce-error\"><li>Il codice non esiste.</li></ul>"));
/// assert!(!is_refusal("<div class=\"woocommerce-message\">Codice applicato.</div>"));
/// ```
pub fn is_refusal(html: &str) -> bool {
    ERROR_CLASSES.iter().any(|class| html.contains(class))
}

/// The page's action after a coupon was applied and the cart form fetched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AfterCoupon {
    /// Replace form and totals, and disable the button "update cart".
    Replace,
    /// Reload the page.
    Reload,
    /// Show the empty cart.
    ShowEmpty,
}

/// Returns the page's action: it reloads if its cart form is gone, or if the response has none on the checkout; elsewhere a
/// response without a form is the empty cart.
///
/// ```
/// use shop_core::cart::coupon::click::{AfterCoupon, after_coupon};
/// assert_eq!(after_coupon(true, true, false), AfterCoupon::Replace);
/// assert_eq!(after_coupon(true, false, false), AfterCoupon::ShowEmpty);
/// assert_eq!(after_coupon(true, false, true), AfterCoupon::Reload);
/// ```
pub fn after_coupon(form_on_page: bool, form_in_answer: bool, on_checkout: bool) -> AfterCoupon {
    match (form_on_page, form_in_answer, on_checkout) {
        (true, true, _) => AfterCoupon::Replace,
        (true, false, false) => AfterCoupon::ShowEmpty,
        (false, _, _) | (true, false, true) => AfterCoupon::Reload,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coupon(class: &str, data_code: &str, code_text: &str, data_id: &str) -> CouponElement {
        CouponElement {
            class: class.into(),
            data_code: data_code.into(),
            code_text: code_text.into(),
            data_id: data_id.into(),
        }
    }

    #[test]
    fn the_attribute_comes_before_the_text() {
        for (data, text, code) in
            [("a", "b", Some("a")), ("", " b ", Some("b")), (" ", "b", Some("b")), ("", "", None), (" ", "\n", None)]
        {
            let sent = clicked(&coupon("active-coupon", data, text, ""), "", false);
            assert_eq!(sent.as_ref().map(|sent| sent.coupon_code.as_str()), code, "{data:?} {text:?}");
        }
    }

    #[test]
    fn only_active_coupons_react_and_only_to_a_click_or_enter() {
        for (class, key, reacts) in [
            ("active-coupon", "", true),
            ("x active-coupon y", "Enter", true),
            ("active-coupon", " ", false),
            ("active-coupon", "Tab", false),
            ("inactive-coupon", "", false),
            ("active-coupon-x", "", false),
            ("", "", false),
        ] {
            assert_eq!(clicked(&coupon(class, "a", "", "7"), key, false).is_some(), reacts, "{class:?} {key:?}");
        }
    }

    #[test]
    fn a_number_that_is_none_is_not_sent_and_block_pages_make_no_call() {
        for (id, number) in [("7", 7), (" 7 ", 7), ("", 0), ("-3", 0), ("7x", 0), ("99999999999999999999", 0)] {
            assert_eq!(clicked(&coupon("active-coupon", "a", "", id), "", true).unwrap().coupon_id, number, "{id}");
        }
        assert!(clicked(&coupon("active-coupon", "a", "", ""), "", true).unwrap().by_event);
    }

    #[test]
    fn a_refusal_is_told_by_its_class() {
        assert!(is_refusal("<ul class=\"woocommerce-error\">") && is_refusal("<div class=\"notice is-error\">"));
        assert!(!is_refusal("<div class=\"woocommerce-message\">Errore") && !is_refusal(""));
    }

    #[test]
    fn a_page_without_its_form_is_loaded_anew() {
        for (page, answer, checkout, then) in [
            (true, true, true, AfterCoupon::Replace),
            (true, true, false, AfterCoupon::Replace),
            (true, false, false, AfterCoupon::ShowEmpty),
            (true, false, true, AfterCoupon::Reload),
            (false, true, false, AfterCoupon::Reload),
            (false, false, false, AfterCoupon::Reload),
            (false, false, true, AfterCoupon::Reload),
        ] {
            assert_eq!(after_coupon(page, answer, checkout), then, "{page} {answer} {checkout}");
        }
    }
}
