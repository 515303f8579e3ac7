//! VAT numbers: the register that knows them, and what was asked of it.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::VatStanding;
use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::{VatAnswer, VatSilence};

use super::{NewMail, StoreError};

/// What the register says of a number that it has. Empty texts: it does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterEntry {
    /// Whose it is.
    pub name: String,
    /// Where that is.
    pub address: String,
    /// Number of the consultation, which proves that it was asked.
    pub consultation: String,
}

/// What the register answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterAnswer {
    /// It has the number.
    Valid(RegisterEntry),
    /// It does not have it.
    Invalid,
    /// It does not say, or what it says cannot be believed.
    Unanswered(VatSilence),
}

impl RegisterAnswer {
    /// Without its details.
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
    /// Asks for a number; `requester` is the shop's own, for which the consultation is noted. Answers within its time limit,
    /// whatever happens.
    async fn look_up(&self, number: &VatNumber, requester: Option<&VatNumber>) -> RegisterAnswer;
}

/// A check to be noted.
#[derive(Clone, Debug)]
pub struct NewVatCheck {
    /// The account that asked.
    pub customer_id: Option<CustomerId>,
    pub company_id: Option<CompanyId>,
    /// Where the answer is told if it comes later; empty: nowhere.
    pub email: String,
    /// Who asked, in words: `checkout`, `registration`, or the login of staff.
    pub asked_by: String,
    /// Country of the buyer.
    pub country: String,
    /// The number in its normal form.
    pub vat_number: String,
    /// What came of it.
    pub answer: RegisterAnswer,
    /// When it is asked again; `None`: it is answered, or never.
    pub next_try_at: Option<UnixSeconds>,
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VatCheck {
    pub id: i64,
    /// The account that asked; `None`: a guest, or staff.
    pub customer_id: Option<CustomerId>,
    pub company_id: Option<CompanyId>,
    /// Where the answer is told if it comes later; empty: nowhere.
    pub email: String,
    pub asked_by: String,
    /// Country of the buyer.
    pub country: String,
    /// The number in its normal form.
    pub vat_number: String,
    /// What is known.
    pub answer: VatAnswer,
    /// Why nothing is; `None`: something is.
    pub silence: Option<VatSilence>,
    /// What the register says.
    pub entry: RegisterEntry,
    /// How often it was asked.
    pub tries: i64,
    /// When it is asked again.
    pub next_try_at: Option<UnixSeconds>,
    /// When it was asked for.
    pub created_at: UnixSeconds,
    /// When it was answered.
    pub answered_at: Option<UnixSeconds>,
}

#[derive(Clone, Debug, Default)]
pub struct VatCheckFilter {
    /// Only with this answer.
    pub answer: Option<VatAnswer>,
    /// Only with numbers or names that hold this.
    pub search: String,
    /// Left out from the start.
    pub offset: u64,
    /// At most so many.
    pub limit: u64,
}

/// A number that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingVat {
    /// Country of the buyer.
    pub country: String,
    pub vat_number: String,
    /// How often it was asked.
    pub tries: i64,
}

/// A company with a VAT number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VatCompany {
    pub id: CompanyId,
    pub name: String,
    pub country: String,
    /// Its number; empty: it has none.
    pub vat_number: String,
    /// What is known of it.
    pub standing: VatStanding,
    /// When that was found out.
    pub checked_at: Option<UnixSeconds>,
    /// Address of its main account.
    pub email: String,
}

/// Keeps the checks, and what they say of companies.
#[async_trait]
pub trait VatCheckStore: Send + Sync {
    /// Notes a check, and its answer at every company that has the number; gives its id.
    async fn add_vat_check(&self, new: &NewVatCheck, mails: &[NewMail], now: UnixSeconds) -> Result<i64, StoreError>;

    /// Notes a known answer at every company that has the number.
    async fn note_vat_standing(
        &self,
        vat_number: &str,
        answer: VatAnswer,
        checked_at: UnixSeconds,
    ) -> Result<(), StoreError>;

    /// The newest answer about a number since a moment.
    async fn vat_answer_since(&self, vat_number: &str, since: UnixSeconds) -> Result<Option<VatCheck>, StoreError>;

    async fn vat_check(&self, id: i64) -> Result<Option<VatCheck>, StoreError>;

    /// Checks, newest first, and how many there are without the limit.
    async fn list_vat_checks(&self, filter: &VatCheckFilter) -> Result<(Vec<VatCheck>, u64), StoreError>;

    /// Numbers that are to be asked again by now.
    async fn due_vat_numbers(&self, now: UnixSeconds, limit: u64) -> Result<Vec<WaitingVat>, StoreError>;

    /// Takes a number that is due until a moment, and counts a try; `false`: somebody else has taken it.
    async fn claim_vat_number(
        &self,
        vat_number: &str,
        now: UnixSeconds,
        until: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Addresses to which the answer about a number is to be told, each once.
    async fn vat_waiting_addresses(&self, vat_number: &str) -> Result<Vec<String>, StoreError>;

    /// Has the answer about a number told at an address, where a check that waits for it has none.
    async fn tell_vat_answer(&self, vat_number: &str, email: &str) -> Result<(), StoreError>;

    /// Notes the answer about a number at all checks that wait for it and at every company that has it, and queues messages;
    /// `false`: none waits any more, and nothing is sent.
    async fn answer_vat_number(
        &self,
        vat_number: &str,
        answer: &RegisterAnswer,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Notes that a number is still not answered, and when it is asked again.
    async fn vat_still_unanswered(
        &self,
        vat_number: &str,
        silence: VatSilence,
        next_try_at: Option<UnixSeconds>,
    ) -> Result<(), StoreError>;

    /// Companies with a number.
    async fn companies_with_vat(&self, vat_number: &str) -> Result<Vec<VatCompany>, StoreError>;

    /// The approved company that an account buys for.
    async fn vat_company_of(&self, customer: CustomerId) -> Result<Option<VatCompany>, StoreError>;

    async fn vat_company(&self, id: CompanyId) -> Result<Option<VatCompany>, StoreError>;
}
