//! Data about a visitor besides the choices.

use serde::{Deserialize, Serialize};

/// A visitor as the browser presents itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct ConsentVisitor {
    /// Cookie header: "a=1; b=2".
    pub cookies: String,
    /// Host of the page; empty: unknown.
    pub host: String,
    /// User agent of the browser.
    pub user_agent: String,
    /// Whether Do-Not-Track is on.
    pub do_not_track: bool,
    /// Whether Global Privacy Control is on.
    pub global_privacy_control: bool,
    /// Seconds since 1970.
    pub now: i64,
}

impl ConsentVisitor {
    /// Returns whether the visitor is a bot.
    pub fn is_bot(&self) -> bool {
        is_bot(&self.user_agent)
    }
}

/// Words in the user agents of crawlers, previews and speed tests.
const BOTS: [&str; 14] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "facebookexternalhit",
    "mediapartners",
    "lighthouse",
    "pagespeed",
    "speed insights",
    "gtmetrix",
    "pingdom",
    "headlesschrome",
    "ptst",
    "bingpreview",
];

/// Returns whether a user agent belongs to a crawler or a speed test. Phones of the maker Cubot do not count.
pub fn is_bot(user_agent: &str) -> bool {
    let mut name = user_agent.to_ascii_lowercase();
    if name.contains("cubot") {
        name = name.replace("cubot", "");
    }
    BOTS.iter().any(|word| name.contains(word))
}
