//! The merchant's settings for attribution.

use serde::{Deserialize, Serialize};

use crate::privacy::cookies;

/// Minutes of a month, for cookie lifetimes (30 days).
const MONTH_MINUTES: i64 = 43_200;

/// Range of a visitor's random promo code, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PromoRange {
    pub min: u32,
    pub max: u32,
}

impl Default for PromoRange {
    /// Returns the default range, 100000 to 999999 (storefront spec, section 9).
    fn default() -> Self {
        Self { min: 100_000, max: 999_999 }
    }
}

/// The shop's attribution settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct AttributionSettings {
    /// Whether tracking is allowed. If not, cookies are deleted and fields are empty.
    pub tracking: bool,
    /// Lifetime of the cookies in months, as a decimal string. "0.00001" (storefront spec, section 9) is less than a minute: the
    /// cookies end with the browser session.
    pub lifetime_months: String,
    /// Minutes without a page view after which a new session begins.
    pub session_minutes: u32,
    /// Promo codes; `None`: the feature is off, as it is by default.
    pub promo: Option<PromoRange>,
    /// An additional query parameter for the campaign; empty: none.
    pub campaign_parameter: String,
    /// An additional query parameter for the content; empty: none.
    pub content_parameter: String,
    /// An additional query parameter for the term; empty: none.
    pub term_parameter: String,
}

impl Default for AttributionSettings {
    fn default() -> Self {
        Self {
            tracking: true,
            lifetime_months: "0.00001".to_owned(),
            session_minutes: 30,
            promo: None,
            campaign_parameter: String::new(),
            content_parameter: String::new(),
            term_parameter: String::new(),
        }
    }
}

impl AttributionSettings {
    /// Returns the cookies' lifetime in seconds; `None`: until the browser is closed. At most 400 days, the limit of browsers.
    pub(super) fn lifetime(&self) -> Option<i64> {
        let months = crate::base::text::parse_fixed(&self.lifetime_months, 8).unwrap_or(0).max(0);
        let minutes = months.saturating_mul(MONTH_MINUTES) / 100_000_000;
        (minutes > 0).then(|| minutes.saturating_mul(60).min(400 * cookies::DAY))
    }
}
