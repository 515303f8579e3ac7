//! Order attribution: the traffic source of a visitor, which is stored with an order (storefront spec, sections 3, 4 and 9).
//!
//! Everything is a function of the cookies sent, the page's URL, the referrer, the user agent, the time and the settings. Cookies
//! have the platform's names and format (`sbjs_current` and others, pairs joined by `|||`), so that visitors of a shop that moves
//! here keep theirs.

mod cookie;
mod device;
mod fields;
mod settings;
mod source;
mod url;
mod visit;

pub use device::DeviceType;
pub use fields::{AttributionFields, FIELD_PREFIX, RENEWAL, origin_label, received, stored};
pub use settings::{AttributionSettings, PromoRange};
pub use source::SourceType;
pub use visit::{AttributionOutcome, AttributionVisit, visit};
