//! Rules of the running shop, by subject. Each title is a rule; refusals outnumber what works.

mod accounts;
mod cart;
mod catalogue;
mod checkout;
mod content;
mod orders;
mod payments;
mod platform;
mod privacy;
mod trade;
