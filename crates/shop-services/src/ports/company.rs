//! Companies that buy, and the files that came with their registration.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, CompanyId, CustomerId, CustomerRoleId};
use shop_core::trade::company::{Approval, CompanyContent, Subaccount, VatStanding};
use shop_core::trade::registration::CompanyData;
use shop_core::trade::registration_file::FileKind;

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyRecord {
    pub id: CompanyId,
    /// Its main account.
    pub owner_id: CustomerId,
    pub role_id: CustomerRoleId,
    /// What the merchant says to it.
    pub approval: Approval,
    pub name: String,
    pub country: String,
    /// VAT number in its normal form; empty: none.
    pub vat_number: String,
    /// What is known of the number.
    pub vat_status: VatStanding,
    /// What it may owe by invoice; `None`: there is no limit.
    pub credit_limit: Option<Cents>,
    pub content: CompanyContent,
    /// Since when its name, country or number are others than those that were approved.
    pub changed_at: Option<UnixSeconds>,
    /// Which state of it this is: changed by each change.
    pub version: i64,
    /// When it was registered.
    pub created_at: UnixSeconds,
}

/// A company in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyRow {
    pub id: CompanyId,
    pub name: String,
    pub country: String,
    /// VAT number; empty: none.
    pub vat_number: String,
    /// What is known of the number.
    pub vat_status: VatStanding,
    pub role_id: CustomerRoleId,
    /// What the merchant says to it.
    pub approval: Approval,
    /// Address of its main account.
    pub email: String,
    /// Since when it differs from what was approved.
    pub changed_at: Option<UnixSeconds>,
    /// When it was registered.
    pub created_at: UnixSeconds,
}

/// Which companies to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompanyFilter {
    /// Name, VAT number or e-mail contains this.
    pub search: String,
    pub approval: Option<Approval>,
    /// Only of this role.
    pub role_id: Option<CustomerRoleId>,
    /// Counted from 1.
    pub page: u64,
    /// At most 100.
    pub per_page: u64,
}

/// A person of a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyMember {
    pub id: CustomerId,
    pub email: String,
    pub username: String,
    /// What makes it a sub-account; `None`: it is the main account.
    pub subaccount: Option<Subaccount>,
}

/// A company to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCompany {
    pub role_id: CustomerRoleId,
    /// Whether it waits for the merchant.
    pub approval: Approval,
    /// What it is.
    pub data: CompanyData,
}

/// What somebody registers as, kept with the link until it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Registration {
    /// A trade buyer.
    Company(NewCompany),
    /// A private customer, with what the form asked for.
    Consumer {
        role_id: CustomerRoleId,
        /// What was filled in, by name of the field.
        fields: std::collections::BTreeMap<String, String>,
    },
}

impl Registration {
    /// The chosen role.
    pub const fn role_id(&self) -> CustomerRoleId {
        match self {
            Self::Company(company) => company.role_id,
            Self::Consumer { role_id, .. } => *role_id,
        }
    }
}

/// A file that came with a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrationFile {
    /// Name under which it is kept: nobody can guess it.
    pub stored_name: String,
    /// Name that it came with.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    pub size_bytes: i64,
    /// Its company; `None`: none yet, or no longer.
    pub company_id: Option<CompanyId>,
    /// When it came.
    pub created_at: UnixSeconds,
}

#[async_trait]
pub trait CompanyStore: Send + Sync {
    async fn company(&self, id: CompanyId) -> Result<Option<CompanyRecord>, StoreError>;

    /// The company that an account is the main account of.
    async fn company_of_owner(&self, owner: CustomerId) -> Result<Option<CompanyRecord>, StoreError>;

    /// A page of companies, those that wait first, then the newest, with their number in all.
    async fn list_companies(&self, filter: &CompanyFilter) -> Result<(Vec<CompanyRow>, u64), StoreError>;

    /// How many companies the merchant says this to.
    async fn count_companies(&self, approval: Approval) -> Result<u64, StoreError>;

    /// The people of a company, its main account first; at most 200.
    async fn company_members(&self, id: CompanyId) -> Result<Vec<CompanyMember>, StoreError>;

    /// Makes the company of an account, with messages about it; `None`: the account has one, or is of one.
    async fn add_company(
        &self,
        owner: CustomerId,
        new: &NewCompany,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<Option<CompanyId>, StoreError>;

    /// Saves a company as it was changed, with messages about it; `false`: somebody else changed it meanwhile. What is known of
    /// its VAT number is forgotten when number or country change. One that is no longer approved has its people logged out.
    async fn save_company(
        &self,
        company: &CompanyRecord,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Notes a file that was kept.
    async fn add_registration_file(&self, file: &RegistrationFile) -> Result<(), StoreError>;

    /// A file by the name that it is kept under.
    async fn registration_file(&self, stored_name: &str) -> Result<Option<RegistrationFile>, StoreError>;

    /// The files of a company.
    async fn company_files(&self, id: CompanyId) -> Result<Vec<RegistrationFile>, StoreError>;

    /// Forgets files that are no company's and came before a moment, a few at a time; gives the names they are kept under.
    async fn take_stray_files(&self, before: UnixSeconds) -> Result<Vec<String>, StoreError>;
}
