//! Next step of the page after a response of the provider or the server: continue, redirect or show an error (payments, section
//! 4). Redirects are limited to the shop; URLs of the provider's own pages are passed to its script.

use serde::{Deserialize, Serialize};

use super::redirect::same_origin_path;
use crate::platform::messages::codes;

/// Next step of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(tag = "next", rename_all = "snake_case")]
pub enum Next {
    /// Nothing more is needed.
    Done,
    /// Confirm with the provider, which redirects only if required.
    Confirm,
    /// Confirm with the provider by the method of the mobile wallet.
    ConfirmWallet,
    /// The shopper must visit the provider's own page: an https URL, to be opened exactly as the provider gave it.
    Provider { url: String },
    /// Go to a page of the shop.
    Page { path: String },
    /// Tell the server that the subscription's method was changed, then act on its response.
    ConfirmChange,
    /// Unlock the form; the shopper tries again.
    Incomplete,
    /// Show an error to the shopper.
    Error {
        /// Code of the message.
        code: String,
    },
}

/// Response to a create-and-confirm of a setup intent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct SetupAnswer {
    /// Status of the intent.
    pub status: String,
    /// Value of `next_action.type`.
    pub action: String,
    /// Value of `next_action.redirect_to_url.url`.
    pub action_url: String,
    /// Type of the payment method.
    pub payment_type: String,
    /// Origin of the sandbox provider, whose pages need no https; `None`: the real provider.
    pub sandbox_origin: Option<String>,
}

/// Returns the step after the server created and confirmed a setup intent. An intent that ended without success (cancelled, or
/// its method rejected) is incomplete.
///
/// ```
/// use shop_core::payments::confirmation::{Next, SetupAnswer, after_setup};
/// let answer = |status: &str| SetupAnswer { status: status.into(), ..SetupAnswer::default() };
/// assert_eq!(after_setup(&answer("succeeded")), Next::Done);
/// assert_eq!(after_setup(&answer("requires_action")), Next::Confirm);
/// assert_eq!(after_setup(&answer("canceled")), Next::Incomplete);
/// ```
pub fn after_setup(answer: &SetupAnswer) -> Next {
    match (answer.status.as_str(), answer.action.as_str()) {
        ("succeeded", _) => Next::Done,
        ("requires_payment_method" | "canceled" | "", _) => Next::Incomplete,
        ("requires_action", "redirect_to_url") => provider_page(&answer.action_url, answer.sandbox_origin.as_deref()),
        _ if answer.payment_type == "cashapp" => Next::ConfirmWallet,
        _ => Next::Confirm,
    }
}

fn provider_page(url: &str, sandbox: Option<&str>) -> Next {
    let plain = url.len() <= 2048 && !url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
    let of_sandbox = sandbox.is_some_and(|origin| {
        let rest = url.strip_prefix(origin.trim_end_matches('/'));
        !origin.is_empty() && rest.is_some_and(|rest| rest.starts_with('/'))
    });
    if plain && (of_sandbox || url.starts_with("https://")) {
        Next::Provider { url: url.to_owned() }
    } else {
        Next::Error { code: codes::PAYMENT_NO_TARGET.to_owned() }
    }
}

/// Returns the step after the mobile wallet confirmed a setup: its return page on success, otherwise incomplete.
///
/// ```
/// use shop_core::payments::confirmation::{Next, after_wallet_setup};
/// let next = |status, url| after_wallet_setup("https://shop.example", status, url);
/// assert_eq!(next("succeeded", "/grazie/"), Next::Page { path: "/grazie/".into() });
/// assert_eq!(next("processing", "/grazie/"), Next::Incomplete);
/// assert_eq!(next("succeeded", "//evil.example"), Next::Error { code: "payment_no_target".into() });
/// ```
pub fn after_wallet_setup(origin: &str, status: &str, return_url: &str) -> Next {
    if status != "succeeded" {
        return Next::Incomplete;
    }
    page(origin, return_url)
}

/// Response of the provider's script to a wallet's confirmation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct WalletAnswer {
    /// Status of the intent.
    pub status: String,
    /// Whether the intent has a `last_payment_error`.
    pub failed: bool,
    /// Whether a subscription's payment method is being changed.
    pub changes_method: bool,
    /// URL to return to, as the server requests.
    pub return_url: String,
}

/// Returns the step after a wallet's confirmation. With an intent that still needs an action the page stays, because the shopper
/// closed the wallet.
///
/// ```
/// use shop_core::payments::confirmation::{Next, WalletAnswer, after_wallet};
/// let [status, return_url] = ["succeeded", "/grazie/"].map(str::to_owned);
/// let answer = WalletAnswer { status, return_url, ..WalletAnswer::default() };
/// assert_eq!(after_wallet("https://shop.example", &answer), Next::Page { path: "/grazie/".into() });
/// let closed = WalletAnswer { status: "requires_action".into(), ..answer };
/// assert_eq!(after_wallet("https://shop.example", &closed), Next::Incomplete);
/// ```
pub fn after_wallet(origin: &str, answer: &WalletAnswer) -> Next {
    if answer.failed {
        return Next::Error { code: codes::PAYMENT_FAILED.to_owned() };
    }
    if answer.changes_method {
        return Next::ConfirmChange;
    }
    if answer.status == "requires_action" {
        return Next::Incomplete;
    }
    page(origin, &answer.return_url)
}

fn page(origin: &str, url: &str) -> Next {
    match same_origin_path(origin, url) {
        Some(path) => Next::Page { path },
        None => Next::Error { code: codes::PAYMENT_NO_TARGET.to_owned() },
    }
}

/// Returns the step after a voucher was confirmed: the target if it is the shop's, else the order-received page of the order,
/// else that page alone. Without any, a message asks to refresh.
///
/// ```
/// use shop_core::payments::confirmation::{Next, after_voucher};
/// let next = |target| after_voucher("https://shop.example", target, "7", "/checkout/order-received/");
/// assert_eq!(next("/grazie/"), Next::Page { path: "/grazie/".into() });
/// assert_eq!(next("https://evil.example/"), Next::Page { path: "/checkout/order-received/7/".into() });
/// ```
pub fn after_voucher(origin: &str, target: &str, order_id: &str, order_received: &str) -> Next {
    if let Some(path) = same_origin_path(origin, target) {
        return Next::Page { path };
    }
    match same_origin_path(origin, order_received) {
        Some(base) if is_order(order_id) => Next::Page { path: format!("{}/{order_id}/", base.trim_end_matches('/')) },
        Some(path) => Next::Page { path },
        None => Next::Error { code: codes::PAYMENT_NO_TARGET.to_owned() },
    }
}

fn is_order(id: &str) -> bool {
    id.bytes().all(|c| c.is_ascii_digit()) && id.parse::<i64>().is_ok_and(|id| id > 0)
}

/// Returns whether the legacy confirmation redirects: the payment succeeded or is authorised.
///
/// ```
/// use shop_core::payments::confirmation::legacy_succeeds;
/// assert!(legacy_succeeds("requires_capture"));
/// assert!(!legacy_succeeds("processing"));
/// ```
pub fn legacy_succeeds(status: &str) -> bool {
    matches!(status, "succeeded" | "requires_capture")
}

/// Response of the checkout to an express order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ExpressAnswer {
    /// Value of `payment_result.payment_status`.
    pub payment_status: String,
    /// Value of `payment_result.redirect_url`.
    pub redirect_url: String,
    /// Value of `redirect` in the payment details, which takes precedence.
    pub redirect: String,
    /// Origin of the sandbox, if the page uses it.
    pub sandbox_origin: Option<String>,
}

/// Returns the step after an express order was placed: only "success" continues. The redirect may be a hash that requests a
/// confirmation, so a bare hash is accepted as it is.
///
/// ```
/// use shop_core::payments::confirmation::{ExpressAnswer, Next, after_express};
/// let [payment_status, redirect] = ["success", "/grazie/"].map(str::to_owned);
/// let answer = ExpressAnswer { payment_status, redirect, ..ExpressAnswer::default() };
/// assert_eq!(after_express("https://shop.example", &answer), Next::Page { path: "/grazie/".into() });
/// let failed = ExpressAnswer { payment_status: "failure".into(), ..answer };
/// let error = Next::Error { code: "express_order_failed".into() };
/// assert_eq!(after_express("https://shop.example", &failed), error);
/// ```
pub fn after_express(origin: &str, answer: &ExpressAnswer) -> Next {
    if answer.payment_status != "success" {
        return Next::Error { code: codes::EXPRESS_ORDER_FAILED.to_owned() };
    }
    let target = if answer.redirect.is_empty() { &answer.redirect_url } else { &answer.redirect };
    if super::route::parse_hash(target, origin).is_some() && target.starts_with('#') {
        return Next::Page { path: target.clone() };
    }
    match page(origin, target) {
        Next::Error { .. } => provider_page(target, answer.sandbox_origin.as_deref()),
        next => next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "https://shop.example";

    fn setup(status: &str, action: &str, url: &str, payment_type: &str) -> Next {
        let [status, action, action_url, payment_type] = [status, action, url, payment_type].map(str::to_owned);
        after_setup(&SetupAnswer { status, action, action_url, payment_type, sandbox_origin: None })
    }

    fn no_target() -> Next {
        Next::Error { code: codes::PAYMENT_NO_TARGET.to_owned() }
    }

    #[test]
    fn a_setup_goes_where_its_status_says() {
        assert_eq!(setup("succeeded", "redirect_to_url", "x", "card"), Next::Done);
        assert_eq!(setup("requires_action", "use_sdk", "", "card"), Next::Confirm);
        assert_eq!(setup("requires_action", "cashapp_handle", "", "cashapp"), Next::ConfirmWallet);
        assert_eq!(setup("canceled", "", "", "card"), Next::Incomplete);
        for url in ["javascript:alert(1)", "http://bank.example", "//bank.example", "https://bank.example/\n", ""] {
            assert_eq!(setup("requires_action", "redirect_to_url", url, "card"), no_target(), "{url}");
        }
        let url = "https://bank.example/a".to_owned();
        assert_eq!(setup("requires_action", "redirect_to_url", &url, "card"), Next::Provider { url });
    }

    #[test]
    fn only_the_sandbox_may_have_pages_without_https() {
        let next = |origin: &str, url: &str| {
            let [status, action] = ["requires_action", "redirect_to_url"].map(str::to_owned);
            let sandbox_origin = Some(origin.to_owned());
            after_setup(&SetupAnswer { status, action, action_url: url.into(), sandbox_origin, ..Default::default() })
        };
        let url = "http://127.0.0.1:8081/3ds/1".to_owned();
        assert_eq!(next("http://127.0.0.1:8081", &url), Next::Provider { url });
        for (origin, url) in [
            ("http://127.0.0.1:8081", "http://127.0.0.1:80810/3ds"),
            ("http://127.0.0.1:8081", "http://127.0.0.1:8081@evil.example/"),
            ("http://127.0.0.1:8081", "http://evil.example/"),
            ("", "/3ds"),
            ("", "http://evil.example/"),
        ] {
            assert_eq!(next(origin, url), no_target(), "{origin} {url}");
        }
    }

    #[test]
    fn a_wallet_that_failed_or_was_closed_goes_nowhere() {
        let answer = WalletAnswer { status: "succeeded".into(), return_url: "/grazie/".into(), ..Default::default() };
        assert_eq!(after_wallet(SHOP, &answer), Next::Page { path: "/grazie/".into() });
        let failed = WalletAnswer { failed: true, ..answer.clone() };
        assert_eq!(after_wallet(SHOP, &failed), Next::Error { code: codes::PAYMENT_FAILED.to_owned() });
        let closed = WalletAnswer { status: "requires_action".into(), ..answer.clone() };
        assert_eq!(after_wallet(SHOP, &closed), Next::Incomplete);
        let changes = WalletAnswer { changes_method: true, ..closed };
        assert_eq!(after_wallet(SHOP, &changes), Next::ConfirmChange);
        let foreign = WalletAnswer { return_url: "https://evil.example/".into(), ..answer };
        assert_eq!(after_wallet(SHOP, &foreign), no_target());
        assert_eq!(after_wallet_setup(SHOP, "processing", "/a"), Next::Incomplete);
    }

    #[test]
    fn a_voucher_falls_back_to_the_received_page() {
        let at = |target, order| after_voucher(SHOP, target, order, "https://shop.example/checkout/order-received/");
        let page = |path: &str| Next::Page { path: path.into() };
        assert_eq!(at("/grazie", "7"), page("/grazie"));
        assert_eq!(at("https://evil.example", "7"), page("/checkout/order-received/7/"));
        for order in ["", "7a", "-7", "0", "99999999999999999999", "7/../8"] {
            assert_eq!(at("", order), page("/checkout/order-received/"), "{order}");
        }
        assert_eq!(after_voucher(SHOP, "", "7", ""), no_target());
    }

    #[test]
    fn an_express_order_goes_on_only_with_success() {
        let answer = |status: &str, redirect: &str| {
            let (payment_status, redirect) = (status.to_owned(), redirect.to_owned());
            let redirect_url = "/grazie/".into();
            after_express(SHOP, &ExpressAnswer { payment_status, redirect, redirect_url, sandbox_origin: None })
        };
        for status in ["failure", "pending", "error", "", "Success"] {
            assert_eq!(answer(status, "/a"), Next::Error { code: codes::EXPRESS_ORDER_FAILED.to_owned() }, "{status}");
        }
        assert_eq!(answer("success", ""), Next::Page { path: "/grazie/".into() });
        let hash = "#wc-stripe-confirm-pi:7:pi_1_secret:n";
        assert_eq!(answer("success", hash), Next::Page { path: hash.into() });
        assert_eq!(answer("success", "javascript:alert(1)"), no_target());
        assert_eq!(
            answer("success", "https://bank.example/a"),
            Next::Provider { url: "https://bank.example/a".into() }
        );
        assert_eq!(answer("success", "http://127.0.0.1:9/pages/a"), no_target());
        let [payment_status, redirect] = ["success", "http://127.0.0.1:9/pages/a"].map(str::to_owned);
        let sandbox_origin = Some("http://127.0.0.1:9".to_owned());
        let of_sandbox = ExpressAnswer { payment_status, redirect, sandbox_origin, ..ExpressAnswer::default() };
        let url = "http://127.0.0.1:9/pages/a".to_owned();
        assert_eq!(after_express(SHOP, &of_sandbox), Next::Provider { url });
    }

    #[test]
    fn money_set_aside_counts_and_money_awaited_does_not() {
        for status in ["processing", "requires_action", "canceled", ""] {
            assert!(!legacy_succeeds(status), "{status}");
        }
        assert!(legacy_succeeds("succeeded") && legacy_succeeds("requires_capture"));
    }
}
