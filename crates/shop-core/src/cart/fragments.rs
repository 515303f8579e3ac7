//! Parts of a page that show the cart ("fragments"), cached by the browser between pages, and the page's actions after the cart's
//! calls (storefront specification, sections 2, 4 and 7).

use serde::{Deserialize, Serialize};

use super::timings::TIMINGS;

/// Metadata of the browser's cached fragments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CachedFragments {
    /// Hash of the cart that they show; empty: an empty cart, or nothing cached.
    pub cart_hash: String,
    /// Time when they were created, in milliseconds since 1970; `None`: nothing is cached.
    pub made_at_ms: Option<i64>,
}

/// Returns whether the cached fragments can be shown: they are not older than 24 hours and show the current cart. Otherwise they
/// are fetched again. A time in the future means a wrong clock and counts as old. `cart_hash` is that of the current cart.
///
/// ```
/// use shop_core::cart::fragments::{CachedFragments, usable};
/// let cached = CachedFragments { cart_hash: "a1".into(), made_at_ms: Some(0) };
/// assert!(usable(&cached, "a1", 86_400_000));
/// assert!(!usable(&cached, "b2", 1));
/// ```
pub fn usable(cached: &CachedFragments, cart_hash: &str, now_ms: i64) -> bool {
    let age = cached.made_at_ms.and_then(|made| now_ms.checked_sub(made));
    cached.cart_hash == cart_hash && age.is_some_and(|age| (0..=TIMINGS.fragments_live_ms).contains(&age))
}

/// Returns whether the mini-cart's contents are shown: the cart is not empty.
///
/// ```
/// use shop_core::cart::fragments::mini_cart_shown;
/// assert!(mini_cart_shown(1));
/// assert!(!mini_cart_shown(0));
/// ```
pub fn mini_cart_shown(items: i64) -> bool {
    items > 0
}

/// Context of an add-to-cart button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AddContext {
    /// Whether the page is the cart.
    pub on_cart_page: bool,
    /// Whether adding redirects to the cart (`cart_redirect_after_add`, off in this shop).
    pub redirect: bool,
    /// URL of the cart.
    pub cart_url: String,
}

/// The response to adding, with the fields that matter here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AddAnswer {
    /// Whether it failed.
    pub error: bool,
    /// The product's page, which explains the failure; empty: none.
    pub product_url: String,
}

/// The page's action after a call of the cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AfterCartCall {
    /// Replace the fragments of the page.
    Replace {
        /// Whether to show a link to the cart (message `view_cart`) next to the button.
        view_cart_link: bool,
    },
    /// Go to a URL.
    Go {
        url: String,
    },
    Nothing,
}

/// Returns whether a button adds by a call. One without a product is an ordinary link.
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

/// Returns the action after adding: the product's page after a failure, the cart if adding redirects there, else the new
/// fragments, with a link to the cart unless the page is the cart.
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

/// Returns the action after removing: the new fragments, or the remove link's own URL if there are none or the call failed.
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
        let cached = |made_at_ms| CachedFragments { cart_hash: "a1".into(), made_at_ms };
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
            assert_eq!(usable(&cached(made), hash, now), ok, "{made:?} {hash:?} {now}");
        }
        assert!(usable(&CachedFragments { made_at_ms: Some(1), ..CachedFragments::default() }, "", 2), "an empty cart");
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
