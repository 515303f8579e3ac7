//! Companies that buy: registered and edited by their main account, approved by the merchant.

mod files;
mod mails;
mod management;
mod own;
mod setup;

use std::sync::Arc;

use shop_core::base::FieldError;

pub use files::{FILE_LIFE_S, NewFile};
pub(crate) use mails::mails_of_new;
pub use own::{AddressesError, OwnCompanyError};
pub use setup::RegistrationSetup;

use crate::platform::context::Context;
use crate::ports::{AccountStore, CompanyStore, RoleStore, StoreError, ports};

ports! {
    pub(crate) trait CompaniesPorts: AccountStore + CompanyStore + RoleStore
}

/// Why the merchant's change of a company failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompanyError {
    #[error("the company does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct Companies {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CompaniesPorts>,
}

/// Maximum number of attempts when other requests change the same company.
const TRIES: usize = 5;

/// Error after too many conflicting changes.
fn contended() -> StoreError {
    StoreError::Unavailable("a company is changed by many at once".into())
}
