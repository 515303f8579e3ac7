//! What the provider keeps beside intents and events: the account, customers, methods, tokens, charges, refunds, disputes, reviews.

mod account;
mod bank;
mod card_new;
mod charge;
mod customer;
mod dispute;
mod method;
pub(crate) mod method_calls;
mod method_new;
mod refund;
mod review;
mod token;

pub(crate) use account::{Account, Domain, Webhook};
pub(crate) use bank::TEST_ACCOUNTS;
pub(crate) use charge::{Charge, ChargeState};
pub(crate) use customer::Customer;
pub(crate) use dispute::{Dispute, DisputeState};
pub(crate) use method::{DebitCourse, Details, Method};
pub(crate) use refund::{Refund, RefundState};
pub(crate) use review::Review;
pub(crate) use token::ConfirmationToken;

pub(crate) mod calls {
    //! What the API's calls on these objects do.
    pub(crate) use super::account::calls as account;
    pub(crate) use super::charge::calls as charges;
    pub(crate) use super::customer::calls as customers;
    pub(crate) use super::dispute::calls as disputes;
    pub(crate) use super::method_calls as methods;
    pub(crate) use super::refund::calls as refunds;
    pub(crate) use super::review::calls as reviews;
    pub(crate) use super::token::calls as tokens;
}

pub(crate) use method_new::{for_use, from_data};
