//! Companies that buy: registered, corrected and kept by their main account; approved by the merchant.

mod desk;
mod files;
mod mails;
mod own;
mod setup;

use std::sync::Arc;

use shop_core::base::FieldError;

pub use files::{FILE_LIFE_S, NewFile};
pub(crate) use mails::mails_of_new;
pub use own::{AddressesDenied, OwnDenied};
pub use setup::RegistrationSetup;

use crate::platform::context::Context;
use crate::ports::{AccountStore, CompanyStore, RoleStore, StoreError, ports};

ports! {
    /// Ports of [`Companies`].
    pub(crate) trait CompaniesPorts: AccountStore + CompanyStore + RoleStore
}

/// Why the merchant's change of a company was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompanyDenied {
    /// There is no such company.
    Unknown,
    /// These fields are wrong.
    Fields(Vec<FieldError>),
}

/// Companies that buy.
#[derive(Clone)]
pub struct Companies {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CompaniesPorts>,
}

/// How often a change is tried when somebody else changes the same company.
const TRIES: usize = 5;

/// What is told when they never come to an end.
fn contended() -> StoreError {
    StoreError::Unavailable("a company is changed by many at once".into())
}
