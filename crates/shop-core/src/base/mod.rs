//! The foundation of all rules: money, ids, errors, languages, time, texts. It depends on nothing else in the crate.

pub mod calendar;
pub mod format;
mod fraction;
mod ids;
pub(crate) mod json;
mod lang;
pub(crate) mod light;
pub mod localised_url;
mod money;
mod problem;
pub mod search_text;
pub mod text;
pub mod time;
mod timings;
mod wire_enum;

pub use fraction::Fraction;
pub use ids::{
    ApprovalId, AttributeId, CategoryId, CompanyId, ConversationId, CustomerId, CustomerRoleId, ImageId, OfferId,
    OrderId, ProductId, SubscriptionId, TagId, TermId,
};
pub use lang::Lang;
pub use money::{Cents, Half, round_div};
pub use problem::{FieldError, Params};
pub(crate) use timings::timings;
pub(crate) use wire_enum::wire_enum;
