//! What the provider keeps beside events: the account, intents, customers, methods, tokens, charges, refunds, disputes, reviews.

mod account;
mod act;
mod bank;
mod card_new;
mod charge;
mod customer;
mod dispute;
pub(crate) mod intent;
mod method;
mod method_new;
mod refund;
mod review;
mod token;

pub(crate) use account::{Domain, Webhook, with};
pub(crate) use act::{Act, ActKind, AppAnswer};
pub(crate) use bank::TEST_ACCOUNTS;
pub(crate) use charge::{Charge, ChargeState};
pub(crate) use customer::Customer;
pub(crate) use dispute::{Dispute, DisputeState};
pub(crate) use intent::{Intent, Usage};
pub(crate) use method::{DebitCourse, Details, Method};
pub(crate) use method_new::{billing, for_use, from_data};
pub(crate) use refund::{Refund, RefundState};
pub(crate) use review::Review;
pub(crate) use token::ConfirmationToken;
