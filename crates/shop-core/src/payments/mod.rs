//! Payment: which methods are offered and saved, intents, confirmation after a redirect, express wallets, what becomes of
//! the order, errors. The gateway's names are those of the wire contract, section C.
//!
//! | Subject | Module |
//! | --- | --- |
//! | the methods and when they are offered | [`method`], [`market`], [`combinations`], [`availability`], [`mobile_code`] |
//! | the payment form | [`intent`], [`saving`], [`form_fields`], [`appearance`], [`storage`] |
//! | what a bank statement shows | [`statement`] |
//! | after the form | [`route`], [`redirect`], [`confirmation`], [`error`] |
//! | what the order is then | [`state`] |
//! | a renewal that was refused | [`renewal`] |
//! | wallets beside the form | [`express`], [`amount`] |
//! | buy now, pay later | [`bnpl`] |
//! | keys, account, webhook and domain at the provider | [`setup`] |

pub mod amount;
pub mod appearance;
pub mod availability;
pub mod bnpl;
pub mod combinations;
pub mod confirmation;
pub mod error;
pub mod express;
pub mod form_fields;
pub mod intent;
pub mod market;
pub mod method;
pub mod mobile_code;
pub mod redirect;
pub mod renewal;
pub mod route;
pub mod saving;
pub mod setup;
pub mod state;
pub mod statement;
pub mod storage;
