//! The registration form, and the company's page of the account.

use serde::Serialize;

use crate::checkout::address::Address;
use crate::checkout::form::CheckoutRules;
use crate::trade::company::Approval;
use crate::trade::registration::{RegistrationForm, RegistrationRules};
use crate::trade::registration_field::RoleField;

/// What is asked of who registers, and what was filled in.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RegistrationView {
    /// Roles that can be chosen; with one there is no choice.
    pub roles: Vec<RoleChoice>,
    /// Fields of all roles, in page order.
    pub fields: Vec<RoleField>,
    /// What the form is filled with.
    pub form: RegistrationForm,
    /// Files that the shop has from an earlier try.
    pub kept_files: Vec<KeptFile>,
    /// Endings of files that can be chosen, as the control takes them.
    pub accepted_files: String,
    /// Token of the call that has a VAT number validated.
    pub vat_token: String,
}

/// A role that can be chosen.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RoleChoice {
    pub slug: String,
    pub name: String,
    /// What the form is checked by with this role.
    pub rules: RegistrationRules,
}

/// A file that the shop has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct KeptFile {
    /// Field that it is for.
    pub field: String,
    /// Name that it came with.
    pub name: String,
    /// Name under which it is kept.
    pub stored_name: String,
}

/// The company's page of the account.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountCompany {
    /// What the merchant says to it; `None`: the account has no company yet.
    pub approval: Option<Approval>,
    /// Why it was rejected; empty: it was not.
    pub rejection_reason: String,
    /// Name of the role that it has; empty: none yet.
    pub role_name: String,
    pub form: RegistrationView,
    /// Where its goods may go.
    pub addresses: Vec<CompanyAddress>,
    /// Whether another address can be added.
    pub may_add: bool,
    /// What it owes by invoice; `None`: it is not approved.
    pub invoices: Option<super::AccountInvoices>,
}

/// A delivery address of a company.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CompanyAddress {
    pub lines: Vec<String>,
    pub path: String,
}

/// The form of a company's delivery address.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CompanyAddressForm {
    /// Where the form goes.
    pub path: String,
    /// What is in it.
    pub address: Address,
    /// What it is checked by.
    pub rules: CheckoutRules,
    /// Whether it is there already, and can be taken away.
    pub stored: bool,
}

/// An address that the checkout's form can be filled with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CompanyDelivery {
    /// On one line.
    pub label: String,
    pub address: Address,
    /// Page of the checkout that is filled with it.
    pub path: String,
}
