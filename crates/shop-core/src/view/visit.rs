//! What pages know of noting a visit.

use serde::Serialize;

use crate::privacy::attribution::AttributionSettings;
use crate::privacy::consent::Category;

/// Service of consent under which it is noted where a visitor came from.
pub const ATTRIBUTION_SERVICE: &str = "attribution";

/// How it is noted where a visitor came from, once consent to it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AttributionFrame {
    /// Service whose consent it needs.
    pub service: String,
    pub category: Category,
    /// The shop's settings of attribution.
    pub settings: AttributionSettings,
}

/// Service of consent under which addresses are kept for marketing when they are typed.
pub const CAPTURE_SERVICE: &str = "email_capture";

/// That addresses are kept for marketing when they are typed, once consent to it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct EmailCaptureFrame {
    /// Service whose consent it needs.
    pub service: String,
    pub category: Category,
}
