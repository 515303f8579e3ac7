//! The parts of a page that show the cart ("fragments"), kept by the browser between pages, and what the answers of the
//! cart's calls come to (storefront specification, sections 2, 4 and 7).

use serde::{Deserialize, Serialize};

use super::timings::TIMINGS;

/// What the browser has kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct KeptFragments {
    /// Hash of the cart that they show; empty: an empty cart's, or none kept.
    pub cart_hash: String,
    /// When they were made, in milliseconds since 1970; `None`: nothing is kept.
    pub made_at_ms: Option<i64>,
}

/// Whether the kept parts can be shown: they are not older than 24 hours and show the cart that there is. Otherwise they are
/// asked for anew. A time in the future is a wrong clock and counts as old. `cart_hash` is that of the cart now.
///
/// ```
/// use shop_core::cart::fragments::{KeptFragments, usable};
/// let kept = KeptFragments { cart_hash: "a1".into(), made_at_ms: Some(0) };
/// assert!(usable(&kept, "a1", 86_400_000));
/// assert!(!usable(&kept, "b2", 1));
/// ```
pub fn usable(kept: &KeptFragments, cart_hash: &str, now_ms: i64) -> bool {
    let age = kept.made_at_ms.and_then(|made| now_ms.checked_sub(made));
    kept.cart_hash == cart_hash && age.is_some_and(|age| (0..=TIMINGS.fragments_live_ms).contains(&age))
}

/// Whether the mini-cart's contents are shown: there is something in the cart.
///
/// ```
/// use shop_core::cart::fragments::mini_cart_shown;
/// assert!(mini_cart_shown(1));
/// assert!(!mini_cart_shown(0));
/// ```
pub fn mini_cart_shown(items: i64) -> bool {
    items > 0
}

/// Where an add-to-cart button stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AddContext {
    /// The page is the cart.
    pub on_cart_page: bool,
    /// Adding leads to the cart (`cart_redirect_after_add`, off in this shop).
    pub redirect: bool,
    /// The cart's address.
    pub cart_url: String,
}

/// The answer to adding, as far as it is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AddAnswer {
    /// It was refused.
    pub error: bool,
    /// The product's page, where the refusal is explained; empty: none.
    pub product_url: String,
}

/// What follows a call of the cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AfterCartCall {
    /// The parts of the page are replaced.
    Replace {
        /// A link to the cart (message `view_cart`) appears next to the button.
        view_cart_link: bool,
    },
    /// The browser goes to an address.
    Go {
        url: String,
    },
    Nothing,
}

/// Whether a button adds by a call. One without a product is an ordinary link.
///
/// ```
/// use shop_core::cart::fragments::adds_by_call;
/// assert!(adds_by_call("12"));
/// assert!(!adds_by_call("0") && !adds_by_call(""));
/// ```
pub fn adds_by_call(product_id: &str) -> bool {
    let text = product_id.trim();
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0')
}

/// What follows the answer to adding: the product's page after a refusal, the cart where adding leads there, else the parts
/// of the page, with a link to the cart unless the page is the cart.
///
/// ```
/// use shop_core::cart::fragments::{AddAnswer, AddContext, AfterCartCall, after_add};
/// let context = AddContext::default();
/// let added = after_add(&AddAnswer::default(), &context);
/// assert_eq!(added, AfterCartCall::Replace { view_cart_link: true });
/// let refused = AddAnswer { error: true, product_url: "/prodotto/olio/".into() };
/// assert_eq!(after_add(&refused, &context), AfterCartCall::Go { url: "/prodotto/olio/".into() });
/// ```
pub fn after_add(answer: &AddAnswer, context: &AddContext) -> AfterCartCall {
    if answer.error {
        let url = answer.product_url.clone();
        return if url.is_empty() { AfterCartCall::Nothing } else { AfterCartCall::Go { url } };
    }
    if context.redirect && !context.cart_url.is_empty() {
        return AfterCartCall::Go { url: context.cart_url.clone() };
    }
    AfterCartCall::Replace { view_cart_link: !context.on_cart_page }
}

/// What follows the answer to removing: the parts of the page, or, where it has none or the call failed, the remove link's
/// own address.
///
/// ```
/// use shop_core::cart::fragments::{AfterCartCall, after_remove};
/// assert_eq!(after_remove(true, "/carrello/?togli=1"), AfterCartCall::Replace { view_cart_link: false });
/// assert_eq!(after_remove(false, "/carrello/?togli=1"), AfterCartCall::Go { url: "/carrello/?togli=1".into() });
/// ```
pub fn after_remove(has_fragments: bool, link: &str) -> AfterCartCall {
    if has_fragments {
        AfterCartCall::Replace { view_cart_link: false }
    } else {
        AfterCartCall::Go { url: link.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_page_are_kept_a_day_and_for_one_cart() {
        let kept = |made_at_ms| KeptFragments { cart_hash: "a1".into(), made_at_ms };
        for (made, hash, now, ok) in [
            (Some(0), "a1", 0, true),
            (Some(0), "a1", 86_400_000, true),
            (Some(0), "a1", 86_400_001, false),
            (Some(0), "b2", 1, false),
            (Some(0), "", 1, false),
            (Some(10), "a1", 9, false),
            (Some(i64::MIN), "a1", i64::MAX, false),
            (None, "a1", 0, false),
        ] {
            assert_eq!(usable(&kept(made), hash, now), ok, "{made:?} {hash:?} {now}");
        }
        assert!(usable(&KeptFragments { made_at_ms: Some(1), ..KeptFragments::default() }, "", 2), "an empty cart");
    }

    #[test]
    fn a_refusal_leads_to_the_product_and_success_stays_on_the_page() {
        let url = |url: &str| AfterCartCall::Go { url: url.into() };
        let refused = AddAnswer { error: true, product_url: "/prodotto/x/".into() };
        let context = AddContext { cart_url: "/cart/".into(), ..AddContext::default() };
        assert_eq!(after_add(&refused, &context), url("/prodotto/x/"));
        assert_eq!(after_add(&AddAnswer { error: true, ..AddAnswer::default() }, &context), AfterCartCall::Nothing);
        let added = AddAnswer::default();
        assert_eq!(after_add(&added, &context), AfterCartCall::Replace { view_cart_link: true });
        let cart = AddContext { on_cart_page: true, ..context.clone() };
        assert_eq!(after_add(&added, &cart), AfterCartCall::Replace { view_cart_link: false });
        assert_eq!(after_add(&added, &AddContext { redirect: true, ..context.clone() }), url("/cart/"));
        assert_eq!(after_add(&refused, &AddContext { redirect: true, ..context }), url("/prodotto/x/"));
    }

    #[test]
    fn a_failed_removal_follows_its_link() {
        assert_eq!(
            after_remove(false, "/cart/?remove_item=1"),
            AfterCartCall::Go { url: "/cart/?remove_item=1".into() }
        );
        assert_eq!(after_remove(true, "x"), AfterCartCall::Replace { view_cart_link: false });
    }

    #[test]
    fn a_button_without_a_product_is_a_link() {
        for text in ["", " ", "0", "abc", "-1", "1x"] {
            assert!(!adds_by_call(text), "{text:?}");
        }
        assert!(adds_by_call("12") && mini_cart_shown(1) && !mini_cart_shown(0) && !mini_cart_shown(-1));
    }
}
