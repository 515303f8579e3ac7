//! VAT numbers: the register (VIES), and the checks made with it.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::VatNumberState;
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::{RegisterFailure, VatAnswer};

use super::{NewMail, StoreError};

/// The register's data for a valid number. Empty strings: not disclosed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterEntry {
    /// Name of the holder.
    pub name: String,
    /// Address of the holder.
    pub address: String,
    /// Consultation number, which proves that the check was made.
    pub consultation: String,
}

/// Response of the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterAnswer {
    Valid(RegisterEntry),
    Invalid,
    /// The register did not respond, or its response cannot be trusted.
    Unanswered(RegisterFailure),
}

impl RegisterAnswer {
    /// The response without its details.
    pub const fn answer(&self) -> VatAnswer {
        match self {
            Self::Valid(_) => VatAnswer::Valid,
            Self::Invalid => VatAnswer::Invalid,
            Self::Unanswered(_) => VatAnswer::Unanswered,
        }
    }
}

/// A register of VAT numbers.
#[async_trait]
pub trait VatRegister: Send + Sync {
    /// Looks up a number; `requester` is the shop's own number, for which the consultation is recorded. Always returns within its
    /// time limit.
    async fn look_up(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer;
}

/// A check to store.
#[derive(Clone, Debug)]
pub struct NewVatCheck {
    /// The account that requested it.
    pub customer_id: Option<CustomerId>,
    pub company_id: Option<CompanyId>,
    /// Address to notify if the response comes later; empty for none.
    pub email: String,
    /// Origin of the request: `checkout`, `registration`, or a staff login.
    pub requested_by: String,
    pub country: String,
    pub vat_number: String,
    pub answer: RegisterAnswer,
    /// When to retry; `None` if it is answered, or never.
    pub next_try_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VatCheck {
    pub id: i64,
    /// The account that requested it; `None` for a guest or staff.
    pub customer_id: Option<CustomerId>,
    pub company_id: Option<CompanyId>,
    /// Address to notify if the response comes later; empty for none.
    pub email: String,
    pub requested_by: String,
    pub country: String,
    pub vat_number: String,
    pub answer: VatAnswer,
    /// Why there is no result yet; `None` if there is one.
    pub failure: Option<RegisterFailure>,
    /// The register's data.
    pub entry: RegisterEntry,
    pub tries: i64,
    pub next_try_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
    pub answered_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, Default)]
pub struct VatCheckFilter {
    pub answer: Option<VatAnswer>,
    /// Substring of number or name.
    pub search: String,
    pub offset: u64,
    pub limit: u64,
}

/// A number that waits for its response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingVat {
    pub country: String,
    pub vat_number: String,
    /// Number of attempts.
    pub tries: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VatCompany {
    pub id: CompanyId,
    pub name: String,
    pub country: String,
    /// Its number; empty if none.
    pub vat_number: String,
    /// Result of the last check.
    pub standing: VatNumberState,
    /// When it was checked.
    pub checked_at: Option<UnixSeconds>,
    /// E-mail address of its main account.
    pub email: String,
}

/// Stores checks, and their results for companies.
#[async_trait]
pub trait VatCheckStore: Send + Sync {
    /// Stores a check, and its result for every company with the number; returns its id.
    async fn add_vat_check(&self, new: &NewVatCheck, mails: &[NewMail], now: UnixSeconds) -> Result<i64, StoreError>;

    /// Stores a known result for every company with the number.
    async fn save_vat_status(
        &self,
        vat_number: &str,
        answer: VatAnswer,
        checked_at: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// Returns the newest result for a number since a moment.
    async fn vat_answer_since(&self, vat_number: &str, since: UnixSeconds) -> Result<Option<VatCheck>, StoreError>;

    async fn vat_check(&self, id: i64) -> Result<Option<VatCheck>, StoreError>;

    /// Lists checks, newest first, and the total count.
    async fn list_vat_checks(&self, filter: &VatCheckFilter) -> Result<(Vec<VatCheck>, u64), StoreError>;

    /// Lists numbers that are due for a retry.
    async fn due_vat_numbers(&self, now: UnixSeconds, limit: u64) -> Result<Vec<WaitingVat>, StoreError>;

    /// Claims a due number until a moment and counts an attempt; `false` if somebody else has claimed it.
    async fn claim_vat_number(
        &self,
        vat_number: &str,
        now: UnixSeconds,
        until: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Lists the addresses to notify of the result for a number, without duplicates.
    async fn vat_waiting_addresses(&self, vat_number: &str) -> Result<Vec<String>, StoreError>;

    /// Sets the address to notify of the result for a number, on a pending check that has none.
    async fn set_vat_recipient(&self, vat_number: &str, email: &str) -> Result<(), StoreError>;

    /// Stores the result for a number at all checks that wait for it and at every company with it, and queues e-mails; `false`,
    /// with nothing sent, if none waits any more.
    async fn answer_vat_number(
        &self,
        vat_number: &str,
        answer: &RegisterAnswer,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Records that a number still has no result, and when to retry.
    async fn postpone_vat_check(
        &self,
        vat_number: &str,
        failure: RegisterFailure,
        next_try_at: Option<UnixSeconds>,
    ) -> Result<(), StoreError>;

    /// Lists companies with a number.
    async fn companies_with_vat(&self, vat_number: &str) -> Result<Vec<VatCompany>, StoreError>;

    /// Returns the approved company of an account.
    async fn vat_company_of(&self, customer: CustomerId) -> Result<Option<VatCompany>, StoreError>;

    async fn vat_company(&self, id: CompanyId) -> Result<Option<VatCompany>, StoreError>;
}
