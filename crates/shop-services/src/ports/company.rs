//! Companies that buy, and the files uploaded with their registration.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, CompanyContent, Subaccount, VatNumberState};
use shop_core::trade::registration::CompanyData;
use shop_core::trade::registration_file::FileKind;

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyRecord {
    pub id: CompanyId,
    /// Its main account.
    pub owner_id: CustomerId,
    pub role_id: CustomerRoleId,
    /// The merchant's decision on the registration.
    pub approval: Approval,
    pub name: String,
    pub country: String,
    /// VAT number, normalised; empty if none.
    pub vat_number: String,
    /// Result of the last VAT number check.
    pub vat_status: VatNumberState,
    /// Credit limit for open invoices; `None` for no limit.
    pub credit_limit: Option<Cents>,
    pub content: CompanyContent,
    /// When its name, country or number were changed after approval.
    pub changed_at: Option<UnixSeconds>,
    /// Version for optimistic locking, incremented by each change.
    pub version: i64,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyRow {
    pub id: CompanyId,
    pub name: String,
    pub country: String,
    /// VAT number; empty if none.
    pub vat_number: String,
    /// Result of the last VAT number check.
    pub vat_status: VatNumberState,
    pub role_id: CustomerRoleId,
    /// The merchant's decision on the registration.
    pub approval: Approval,
    /// Address of its main account.
    pub email: String,
    /// When it was changed after approval.
    pub changed_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompanyFilter {
    /// Substring of name, VAT number or e-mail.
    pub search: String,
    pub approval: Option<Approval>,
    pub role_id: Option<CustomerRoleId>,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyMember {
    pub id: CustomerId,
    pub email: String,
    pub username: String,
    /// Sub-account settings; `None` for the main account.
    pub subaccount: Option<Subaccount>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCompany {
    pub role_id: CustomerRoleId,
    /// Whether it waits for the merchant's approval.
    pub approval: Approval,
    pub data: CompanyData,
}

/// Data of a registration, stored with the link until the link is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Registration {
    /// A trade buyer.
    Company(NewCompany),
    /// A private customer, with the fields of the registration form.
    Consumer {
        role_id: CustomerRoleId,
        /// Answers by field name.
        fields: std::collections::BTreeMap<String, String>,
    },
}

impl Registration {
    /// Returns the chosen role.
    pub const fn role_id(&self) -> CustomerRoleId {
        match self {
            Self::Company(company) => company.role_id,
            Self::Consumer { role_id, .. } => *role_id,
        }
    }
}

/// A file uploaded with a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrationFile {
    /// Unguessable name under which it is stored.
    pub stored_name: String,
    /// Original file name.
    pub name: String,
    pub kind: FileKind,
    pub size_bytes: i64,
    /// Its company; `None` if none exists yet, or no longer.
    pub company_id: Option<CompanyId>,
    pub created_at: UnixSeconds,
}

#[async_trait]
pub trait CompanyStore: Send + Sync {
    async fn company(&self, id: CompanyId) -> Result<Option<CompanyRecord>, StoreError>;

    /// Returns the company whose main account this is.
    async fn company_of_owner(&self, owner: CustomerId) -> Result<Option<CompanyRecord>, StoreError>;

    /// Returns a page of companies, pending ones first, then the newest, and the total count.
    async fn list_companies(&self, filter: &CompanyFilter) -> Result<(Vec<CompanyRow>, u64), StoreError>;

    /// Counts companies with an approval state.
    async fn count_companies(&self, approval: Approval) -> Result<u64, StoreError>;

    /// Lists the people of a company, the main account first; at most 200.
    async fn company_members(&self, id: CompanyId) -> Result<Vec<CompanyMember>, StoreError>;

    /// Creates the company of an account, with e-mails about it; `None` if the account has one or belongs to one.
    async fn add_company(
        &self,
        owner: CustomerId,
        new: &NewCompany,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<Option<CompanyId>, StoreError>;

    /// Saves a company with e-mails about the change; `false` if somebody else changed it meanwhile. The result of the VAT check
    /// is deleted when number or country change. If the company is no longer approved, its people are logged out.
    async fn save_company(
        &self,
        company: &CompanyRecord,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Records an uploaded file.
    async fn add_registration_file(&self, file: &RegistrationFile) -> Result<(), StoreError>;

    /// Finds a file by its stored name.
    async fn registration_file(&self, stored_name: &str) -> Result<Option<RegistrationFile>, StoreError>;

    async fn company_files(&self, id: CompanyId) -> Result<Vec<RegistrationFile>, StoreError>;

    /// Deletes records of a few files at a time that belong to no company and were uploaded before a moment; returns their stored
    /// names.
    async fn take_stray_files(&self, before: UnixSeconds) -> Result<Vec<String>, StoreError>;
}
