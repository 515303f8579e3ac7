//! E-mail address rules by field: the checkout, marketing fields and quote requests differ (storefront specification, section 5).

use serde::{Deserialize, Serialize};

use crate::accounts::email;
use crate::privacy::cookies::{self, CookieChange, Scope};

/// Type of an e-mail field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EmailKind {
    /// Orders and accounts: the full rule of [`email::is_valid`].
    Checkout,
    /// Any field whose address is captured for marketing: the last label has 2 to 63 letters or digits.
    Capture,
    /// A quote request: the last label has 2 to 4 letters or digits.
    Quote,
}

/// Returns whether the field accepts the text as it is: surrounding spaces are not trimmed.
///
/// ```
/// use shop_core::accounts::email::field::{EmailKind, is_valid};
/// assert!(is_valid(EmailKind::Capture, "anna@esempio.museum"));
/// assert!(!is_valid(EmailKind::Quote, "anna@esempio.museum"));
/// ```
pub fn is_valid(kind: EmailKind, text: &str) -> bool {
    let longest = match kind {
        EmailKind::Checkout => return email::is_valid(text),
        EmailKind::Capture => 63,
        EmailKind::Quote => 4,
    };
    email::last_label(text)
        .is_some_and(|label| (2..=longest).contains(&label.len()) && label.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns whether an entered address is sent for marketing: it is valid, and not the one already captured.
///
/// ```
/// use shop_core::accounts::email::field::is_captured_anew;
/// assert!(is_captured_anew("anna@esempio.it", ""));
/// assert!(!is_captured_anew("anna@esempio.it", "anna@esempio.it"));
/// assert!(!is_captured_anew("anna@", ""));
/// ```
pub fn is_captured_anew(value: &str, captured: &str) -> bool {
    value != captured && is_valid(EmailKind::Capture, value)
}

/// Values of `subscription_location` in the call: the checkout, the account page, any other page.
pub const LOCATIONS: [&str; 3] = ["order-checkout", "sign-up", ""];

/// Cookie with the last captured address, path `/`.
pub const CAPTURE_COOKIE: &str = "tracking_email";

/// The page on which an address is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum CapturePage {
    Checkout,
    /// The account page.
    Account,
    /// Any other page.
    #[default]
    Other,
}

impl CapturePage {
    /// Returns the page's name in the call.
    fn location(self) -> &'static str {
        let [checkout, account, other] = LOCATIONS;
        match self {
            Self::Checkout => checkout,
            Self::Account => account,
            Self::Other => other,
        }
    }
}

/// An address to send for marketing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct EmailCapture {
    /// Field `tracking_email` of the call.
    pub tracking_email: String,
    /// Field `subscription_location`: "order-checkout", "sign-up" or empty.
    pub subscription_location: String,
    /// Cookie to set.
    pub cookie: CookieChange,
}

/// Returns the request that leaving an e-mail field sends (storefront specification, sections 5 and 7). `None`: nothing, as the
/// text is no address or the cookie already contains it. `cookies` is the cookie header. The caller checks the visitor's consent
/// to marketing first.
///
/// ```
/// use shop_core::accounts::email::field::{CapturePage, capture};
/// let sent = capture("anna@esempio.it", "", CapturePage::Checkout, true).unwrap();
/// assert_eq!(sent.subscription_location, "order-checkout");
/// assert_eq!(sent.cookie.value, "anna%40esempio.it");
/// assert_eq!(capture("anna@esempio.it", "tracking_email=anna%40esempio.it", CapturePage::Checkout, true), None);
/// ```
pub fn capture(value: &str, cookies: &str, page: CapturePage, secure: bool) -> Option<EmailCapture> {
    let captured = cookies::value(cookies, CAPTURE_COOKIE).unwrap_or_default();
    is_captured_anew(value, &captured).then(|| EmailCapture {
        tracking_email: value.to_owned(),
        subscription_location: page.location().to_owned(),
        cookie: Scope { domain: "", path: "/", secure }.set(CAPTURE_COOKIE, value, None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_label_has_the_length_that_the_field_asks() {
        for (label, capture, quote) in [
            ("i", false, false),
            ("it", true, true),
            ("shop", true, true),
            ("p5", true, true),
            ("12", true, true),
            ("museo", true, false),
            (&"a".repeat(63), true, false),
            (&"a".repeat(64), false, false),
            ("a-b", false, false),
            ("t_b", false, false),
            ("tà", false, false),
            ("", false, false),
        ] {
            let address = format!("anna@esempio.{label}");
            assert_eq!(is_valid(EmailKind::Capture, &address), capture, "{address}");
            assert_eq!(is_valid(EmailKind::Quote, &address), quote, "{address}");
        }
    }

    #[test]
    fn what_is_no_address_anywhere_is_none_here() {
        for text in ["", "anna", "anna@it", " anna@esempio.it", "anna@esempio.it ", "a@b@c.it", "Anna <a@b.it>"] {
            for kind in [EmailKind::Checkout, EmailKind::Capture, EmailKind::Quote] {
                assert!(!is_valid(kind, text), "{text:?}");
            }
        }
    }

    #[test]
    fn a_captured_address_is_kept_in_its_cookie_and_not_sent_again() {
        let sent = capture("anna@esempio.it", "", CapturePage::Checkout, true).unwrap();
        assert_eq!(
            (sent.subscription_location.as_str(), sent.cookie.name.as_str()),
            ("order-checkout", "tracking_email")
        );
        assert!(sent.cookie.text.contains("; path=/;"));
        let header = format!("a=1; tracking_email={}", sent.cookie.value);
        for (value, cookies) in [("anna@esempio.it", header.as_str()), ("anna@esempio", ""), ("", "")] {
            assert_eq!(capture(value, cookies, CapturePage::Account, true), None, "{value}");
        }
        let other = capture("bruno@esempio.it", &header, CapturePage::Account, true).unwrap();
        assert_eq!(other.subscription_location, "sign-up");
        assert_eq!(capture("bruno@esempio.it", "", CapturePage::Other, true).unwrap().subscription_location, "");
    }

    #[test]
    fn an_address_is_captured_once() {
        assert!(is_captured_anew("anna@esempio.it", ""));
        assert!(is_captured_anew("anna@esempio.it", "bruno@esempio.it"));
        for (value, captured) in [("anna@esempio.it", "anna@esempio.it"), ("anna", ""), ("", ""), ("", "a@b.it")] {
            assert!(!is_captured_anew(value, captured), "{value}");
        }
    }
}
