//! VAT numbers: checked by the rules and by the register, noted, asked again where the register was silent.

mod again;
mod desk;
mod mails;
mod no_register;

use std::sync::Arc;

use shop_core::base::{CompanyId, CustomerId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::tax_ids::vat::{self, VatNumber};
use shop_core::trade::vat_check::{ANSWER_HOLDS_S, VatAnswer, next_try_after_s};

pub use desk::{AskedAgain, VatCheckPage};
pub use no_register::NoRegister;

use crate::accounts::buyer::Buyer;
use crate::cart::{Carts, keep_vat};
use crate::platform::context::Context;
use crate::ports::{NewVatCheck, RegisterAnswer, RegisterEntry, StoreError, VatCheckStore, VatCompany, VatRegister};
use crate::records::CartVat;

/// Longest address kept, in characters.
const MAX_EMAIL_CHARS: usize = 200;

/// Who has a number checked.
#[derive(Clone, Copy)]
pub struct VatAsking<'a> {
    pub buyer: &'a Buyer,
    /// Postcode of the buyer's address: it tells Northern Ireland from Great Britain. Empty: not known.
    pub postcode: &'a str,
    /// Where an answer that comes later is told; empty: nowhere.
    pub email: &'a str,
    /// Where it is asked, for the log.
    pub asked_by: &'a str,
    /// Whether whoever asks may have one more number checked.
    pub admits: &'a (dyn Fn() -> bool + Send + Sync),
}

/// A number that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedVat {
    /// The number in its normal form.
    pub number: String,
    /// Country of the buyer.
    pub country: String,
    /// What is known of it.
    pub answer: VatAnswer,
    /// When the register said so.
    pub checked_at: i64,
    /// Number of the consultation; empty: there is none.
    pub consultation: String,
}

/// Why a number is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VatRefusal {
    /// It cannot be one of its country: nobody is asked about it.
    Number(FieldError),
    /// Too many were checked from one place.
    TooMany,
}

impl VatRefusal {
    /// The refusal of a form whose field has this name.
    pub fn error(self, field: &str) -> FieldError {
        match self {
            Self::Number(error) => FieldError { field: field.to_owned(), ..error },
            Self::TooMany => FieldError::new(field, codes::TRADE_VAT_TOO_MANY),
        }
    }
}

/// VAT numbers of buyers.
#[derive(Clone)]
pub struct VatChecks {
    context: Arc<Context>,
    store: Arc<dyn VatCheckStore>,
    carts: Carts,
    register: Arc<dyn VatRegister>,
}

impl VatChecks {
    pub(crate) fn new(
        context: &Arc<Context>,
        store: Arc<dyn VatCheckStore>,
        carts: &Carts,
        register: Arc<dyn VatRegister>,
    ) -> Self {
        Self { context: context.clone(), store, carts: carts.clone(), register }
    }

    /// Checks a number for a buyer of a country: shape and check digits by the rules, then the register, whose answer holds for a day.
    /// A number of the shop's own country is not asked about: it takes no tax off, and the register has those alone that trade with
    /// other countries. Where the register is silent it is asked again later ([`Self::ask_again`]).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn check(
        &self,
        country: &str,
        number: &str,
        asking: VatAsking<'_>,
    ) -> Result<Result<CheckedVat, VatRefusal>, StoreError> {
        let read = match read(country, asking.postcode, number) {
            Ok(read) => read,
            Err(error) => return Ok(Err(VatRefusal::Number(error))),
        };
        if !(asking.admits)() {
            return Ok(Err(VatRefusal::TooMany));
        }
        let Buyer { customer_id, company_id, .. } = *asking.buyer;
        let by = Asker { customer_id, company_id, email: asking.email, asked_by: asking.asked_by };
        self.look_up(country, &read, by).await.map(Ok)
    }

    /// Checks the number of a company as it stands, after it was registered or changed; `None`: it has none that could be checked.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn check_company(&self, id: CompanyId) -> Result<Option<VatAnswer>, StoreError> {
        let Some(company) = self.store.vat_company(id).await? else { return Ok(None) };
        let Ok(read) = read(&company.country, "", &company.vat_number) else { return Ok(None) };
        let by = Asker { customer_id: None, company_id: Some(id), email: &company.email, asked_by: "registration" };
        Ok(Some(self.look_up(&company.country, &read, by).await?.answer))
    }

    /// The same as [`Self::check`], and the session's cart keeps the number, unless it is wrong.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn check_for_cart(
        &self,
        session_key: &str,
        country: &str,
        number: &str,
        asking: VatAsking<'_>,
    ) -> Result<Result<CheckedVat, VatRefusal>, StoreError> {
        let checked = match self.check(country, number, asking).await? {
            Ok(checked) => checked,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let kept = (checked.answer != VatAnswer::Invalid).then(|| CartVat {
            number: checked.number.clone(),
            country: checked.country.clone(),
            answer: checked.answer,
            checked_at: checked.checked_at,
            consultation: checked.consultation.clone(),
            of_company: false,
        });
        keep_vat(&self.carts, session_key, asking.buyer.customer_id, kept.as_ref()).await?;
        Ok(Ok(checked))
    }

    /// The approved company that an account buys for, with its number.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn company_of(&self, customer: CustomerId) -> Result<Option<VatCompany>, StoreError> {
        self.store.vat_company_of(customer).await
    }

    /// From now on an answer about a number that comes later is told at this address too.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn tell_also(&self, vat_number: &str, email: &str) -> Result<(), StoreError> {
        if email.is_empty() { Ok(()) } else { self.store.tell_vat_answer(vat_number, email).await }
    }

    async fn look_up(&self, country: &str, number: &VatNumber, by: Asker<'_>) -> Result<CheckedVat, StoreError> {
        let (now, settings) = (self.context.now(), self.context.settings().await?);
        let checked = |answer, checked_at, consultation: &str| CheckedVat {
            number: number.as_str().to_owned(),
            country: country.to_owned(),
            answer,
            checked_at,
            consultation: consultation.to_owned(),
        };
        let known = self.store.vat_answer_since(number.as_str(), now - ANSWER_HOLDS_S).await?;
        if let Some(known) = &known {
            let at = known.answered_at.unwrap_or(now);
            self.store.note_vat_standing(number.as_str(), known.answer, at).await?;
            return Ok(checked(known.answer, at, &known.entry.consultation));
        }
        let answer = if number.country() == settings.shop.country {
            RegisterAnswer::Valid(RegisterEntry::default())
        } else {
            self.ask_register(number).await?
        };
        let next_try_at = match answer.answer() {
            VatAnswer::Unanswered => next_try_after_s(1).map(|wait_s| now + wait_s),
            VatAnswer::Valid | VatAnswer::Invalid => None,
        };
        let mails = self.mails_about(country, number.as_str(), &answer, &[]).await?;
        let new = NewVatCheck {
            customer_id: by.customer_id,
            company_id: by.company_id,
            email: by.email.chars().take(MAX_EMAIL_CHARS).collect(),
            asked_by: by.asked_by.to_owned(),
            country: country.to_owned(),
            vat_number: number.as_str().to_owned(),
            answer: answer.clone(),
            next_try_at,
        };
        self.store.add_vat_check(&new, &mails, now).await?;
        let consultation = if let RegisterAnswer::Valid(entry) = &answer { entry.consultation.as_str() } else { "" };
        Ok(checked(answer.answer(), now, consultation))
    }
}

/// Who is noted with a check.
#[derive(Clone, Copy)]
struct Asker<'a> {
    customer_id: Option<CustomerId>,
    company_id: Option<CompanyId>,
    email: &'a str,
    asked_by: &'a str,
}

/// A number that a register can be asked about.
fn read(country: &str, postcode: &str, number: &str) -> Result<VatNumber, FieldError> {
    match VatNumber::parse_at(country, postcode, number) {
        Ok(read) if read.is_in_vies() => Ok(read),
        Ok(_) => Err(FieldError::new("vat_number", codes::VAT_COUNTRY_UNKNOWN)),
        Err(code) => {
            let refused = vat::check_at(country, postcode, number).error;
            Err(refused.unwrap_or_else(|| FieldError::new("vat_number", code)))
        }
    }
}
