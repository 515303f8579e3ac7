//! Order attribution and e-mail capture in pages.

use serde::Serialize;

use crate::privacy::attribution::AttributionSettings;
use crate::privacy::consent::Category;

/// Service id under which order attribution needs consent.
pub const ATTRIBUTION_SERVICE: &str = "attribution";

/// Order attribution, active once the visitor consents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AttributionFrame {
    /// Id of the service whose consent it needs.
    pub service: String,
    pub category: Category,
    /// The shop's attribution settings.
    pub settings: AttributionSettings,
}

/// Service id under which e-mail capture needs consent.
pub const CAPTURE_SERVICE: &str = "email_capture";

/// Capture of e-mail addresses for marketing as they are typed, active once the visitor consents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct EmailCaptureFrame {
    /// Id of the service whose consent it needs.
    pub service: String,
    pub category: Category,
}
