//! The store notice and the foot banner, which a visitor can close permanently (storefront specification, sections 2, 3, 4 and
//! 7).

use crate::base::text::md5_hex;
use crate::privacy::cookies::{self, CookieChange, DAY, Scope};

/// Prefix of the notice's cookie, followed by the notice's id.
pub const COOKIE: &str = "store_notice";
/// Value of the cookie once the notice is closed.
pub const HIDDEN: &str = "hidden";
/// Lifetime of the cookie in days. "The notice stays hidden on later visits" (section 4), so it outlives the browser session; a
/// year is the lifetime of the cookie choices (section 9).
pub const LIFETIME_DAYS: i64 = 365;
/// Name of the banner's entry in a user's data, set once the banner is closed (section 3).
pub const BANNER_FIELD: &str = "coming_soon_banner_dismissed";
/// Value of [`BANNER_FIELD`] once the banner is closed.
pub const BANNER_DISMISSED: &str = "yes";

/// The store notice for one visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreNotice {
    /// Id: a notice with another text is a new one, which is shown again.
    pub id: String,
    /// Whether it is shown.
    pub shown: bool,
    /// Cookie that closing sets.
    pub dismissed: CookieChange,
}

/// Returns the id of a notice, derived from its text so that a new text is shown again. Surrounding spaces do not matter.
pub fn id(text: &str) -> String {
    md5_hex(text.trim().as_bytes())
}

/// Returns the store notice for a visitor. `cookies` is the cookie header; `secure`: the site is served over https.
///
/// ```
/// use shop_core::content::widget::notice::{id, notice};
/// let cookies = format!("store_notice{}=hidden", id("Spedizione gratuita"));
/// assert!(!notice("Spedizione gratuita", &cookies, true).shown);
/// assert!(notice("Chiusi ad agosto", &cookies, true).shown);
/// ```
pub fn notice(text: &str, cookies: &str, secure: bool) -> StoreNotice {
    let id = id(text);
    let name = format!("{COOKIE}{id}");
    let hidden = cookies::value(cookies, &name).is_some_and(|value| value == HIDDEN);
    let scope = Scope { domain: "", path: "/", secure };
    let dismissed = scope.set(&name, HIDDEN, Some(LIFETIME_DAYS * DAY));
    StoreNotice { shown: !text.trim().is_empty() && !hidden, id, dismissed }
}

/// The foot banner for one visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FootBanner {
    /// Whether it is shown.
    pub shown: bool,
    /// Cookie that closing sets besides the user's entry, because guests have no such entry.
    pub dismissed: CookieChange,
}

/// Returns the foot banner for a visitor. `cookies` is the cookie header; `entry` that of the user's data, empty for a guest.
///
/// ```
/// use shop_core::content::widget::notice::banner;
/// assert!(banner("In arrivo", "", "", true).shown);
/// assert!(!banner("In arrivo", "", "yes", true).shown);
/// assert!(!banner("In arrivo", "coming_soon_banner_dismissed=yes", "", true).shown);
/// ```
pub fn banner(text: &str, cookies: &str, entry: &str, secure: bool) -> FootBanner {
    let sent = cookies::value(cookies, BANNER_FIELD).unwrap_or_default();
    let scope = Scope { domain: "", path: "/", secure };
    FootBanner {
        shown: !text.trim().is_empty() && !banner_hidden(entry) && !banner_hidden(&sent),
        dismissed: scope.set(BANNER_FIELD, BANNER_DISMISSED, Some(LIFETIME_DAYS * DAY)),
    }
}

/// Returns whether the foot banner is hidden for a user with this entry.
///
/// ```
/// use shop_core::content::widget::notice::banner_hidden;
/// assert!(banner_hidden("yes"));
/// assert!(!banner_hidden("") && !banner_hidden("YES"));
/// ```
pub fn banner_hidden(entry: &str) -> bool {
    entry == BANNER_DISMISSED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_notice_stays_hidden_and_a_new_text_is_shown() {
        let first = notice("Spedizione gratuita", "", false);
        assert!(first.shown && first.dismissed.text.ends_with("=hidden; path=/; max-age=31536000; samesite=lax"));
        assert_eq!(first.dismissed.name, format!("store_notice{}", first.id));
        let sent = format!("{}={}", first.dismissed.name, first.dismissed.value);
        assert!(!notice(" Spedizione gratuita\n", &sent, false).shown);
        assert!(notice("Spedizione gratuita!", &sent, false).shown);
    }

    #[test]
    fn other_cookies_hide_nothing_and_no_text_is_no_notice() {
        let name = format!("store_notice{}", id("x"));
        for sent in [format!("{name}=no"), format!("{name}="), "store_notice=hidden".into(), format!("x{name}=hidden")]
        {
            assert!(notice("x", &sent, true).shown, "{sent}");
        }
        assert!(!notice(" ", "", true).shown);
    }

    #[test]
    fn no_text_is_no_banner_and_a_closed_one_stays_closed_by_cookie_or_entry() {
        let first = banner("In arrivo", "coming_soon_banner_dismissed=no", "no", false);
        assert!(first.shown);
        assert_eq!(first.dismissed.text, "coming_soon_banner_dismissed=yes; path=/; max-age=31536000; samesite=lax");
        assert!(!banner(" ", "", "", false).shown);
        let sent = format!("{}={}", first.dismissed.name, first.dismissed.value);
        assert!(!banner("In arrivo", &sent, "", true).shown);
    }

    #[test]
    fn only_the_word_hides_the_banner() {
        assert!(banner_hidden("yes") && !banner_hidden("") && !banner_hidden("no") && !banner_hidden("YES"));
    }
}
