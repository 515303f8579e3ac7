//! The provider's objects, apart from events: account, intents, customers, methods, tokens, charges, refunds, disputes, reviews.

mod account;
mod bank;
mod card_data;
mod charge;
mod customer;
mod dispute;
pub(crate) mod intent;
mod method;
mod method_data;
mod refund;
mod required_action;
mod review;
mod token;

pub(crate) use account::{Domain, Webhook, with};
pub(crate) use bank::TEST_ACCOUNTS;
pub(crate) use charge::{Charge, ChargeState};
pub(crate) use customer::Customer;
pub(crate) use dispute::{Dispute, DisputeState};
pub(crate) use intent::{Intent, Usage};
pub(crate) use method::{DebitOutcome, Details, Method};
pub(crate) use method_data::{billing, for_use, from_data};
pub(crate) use refund::{Refund, RefundState};
pub(crate) use required_action::{ActionKind, AppAnswer, RequiredAction};
pub(crate) use review::Review;
pub(crate) use token::ConfirmationToken;
