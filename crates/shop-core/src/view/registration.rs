//! The registration form, and the company's page of the account.

use serde::Serialize;

use crate::checkout::address::Address;
use crate::checkout::form::CheckoutRules;
use crate::trade::company::Approval;
use crate::trade::registration::{RegistrationForm, RegistrationRules};
use crate::trade::registration_field::RoleField;

/// The registration form and its submitted values.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RegistrationView {
    /// Available roles; with only one there is no choice.
    pub roles: Vec<RoleChoice>,
    /// Fields of all roles, in page order.
    pub fields: Vec<RoleField>,
    /// Values of the form.
    pub form: RegistrationForm,
    /// Files stored from an earlier attempt.
    pub stored_files: Vec<StoredFile>,
    /// Accepted file extensions, for the `accept` attribute.
    pub accepted_files: String,
    /// Token for the call that validates a VAT number.
    pub vat_token: String,
}

/// A role in the registration form.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RoleChoice {
    pub slug: String,
    pub name: String,
    /// Validation rules for this role.
    pub rules: RegistrationRules,
}

/// A file that the shop has stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct StoredFile {
    /// Form field that it belongs to.
    pub field: String,
    /// Original name of the file.
    pub name: String,
    /// Name under which it is stored.
    pub stored_name: String,
}

/// The company page of the account.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountCompany {
    /// Decision of the merchant; `None`: the account has no company yet.
    pub approval: Option<Approval>,
    /// Why it was rejected; empty: it was not.
    pub rejection_reason: String,
    /// Name of its role; empty: none yet.
    pub role_name: String,
    pub form: RegistrationView,
    /// Delivery addresses of the company.
    pub addresses: Vec<CompanyAddress>,
    /// Whether another address can be added.
    pub may_add: bool,
    /// Amounts owed by invoice; `None`: it is not approved.
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
    /// URL that the form is submitted to.
    pub path: String,
    /// Content of the form.
    pub address: Address,
    /// Validation rules for it.
    pub rules: CheckoutRules,
    /// Whether it already exists, and can be deleted.
    pub stored: bool,
}

/// An address that can be filled into the checkout form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CompanyDelivery {
    /// The address on one line.
    pub label: String,
    pub address: Address,
    /// URL of the checkout page filled in with it.
    pub path: String,
}
