//! Shopping events for an analytics service and a tag manager (storefront spec, sections 3, 7, 8 and 9). Reporting only: they
//! change nothing in the shop. None may be sent without consent to statistics, which the caller checks.
//!
//! An event is JSON text. Amounts in it are written from whole minor units as decimal numbers (7250 with 2 decimals is `72.5`),
//! so that no binary fraction is ever computed; the recipient parses the text where it sends it.

mod amount;
mod consent;
mod count;
mod event;
mod form;
mod item;
mod kind;
mod person;
mod tag_id;
mod timings;

pub use consent::{consent_default, consent_update};
pub use count::{CountedEvent, check_counted};
pub use event::{AnalyticsOutcome, event};
pub use form::AnalyticsForm;
pub use item::AnalyticsItem;
pub use kind::{AnalyticsEventName, AnalyticsVariant};
pub use person::without_personal_data;
pub use tag_id::TagKind;
pub use timings::{AnalyticsTimings, TIMINGS};
