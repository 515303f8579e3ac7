//! VAT numbers: validated by format and by the register (VIES), recorded, and retried when the register does not respond.

mod mails;
mod no_register;
mod retry;
mod staff;

use std::sync::Arc;

use shop_core::base::{CompanyId, CustomerId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::trade::tax_ids::vat::{self, VatNumber};
use shop_core::trade::vat_check::{ANSWER_HOLDS_S, VatAnswer, next_try_after_s};

pub use no_register::NoRegister;
pub use staff::{RecheckOutcome, VatCheckPage};

use crate::accounts::buyer::Buyer;
use crate::cart::{Carts, store_vat};
use crate::platform::context::Context;
use crate::ports::{NewVatCheck, RegisterAnswer, RegisterEntry, StoreError, VatCheckStore, VatCompany, VatRegister};
use crate::records::CartVat;

/// Maximum length of a stored address in characters.
const MAX_EMAIL_CHARS: usize = 200;

/// The requester of a check.
#[derive(Clone, Copy)]
pub struct VatCheckRequest<'a> {
    pub buyer: &'a Buyer,
    /// Postcode of the buyer's address, which distinguishes Northern Ireland from Great Britain. Empty if unknown.
    pub postcode: &'a str,
    /// Address to notify of a later result; empty for none.
    pub email: &'a str,
    /// Origin of the request, for the log.
    pub requested_by: &'a str,
    /// Whether the requester is within the rate limit.
    pub admits: &'a (dyn Fn() -> bool + Send + Sync),
}

/// A checked number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedVat {
    pub number: String,
    pub country: String,
    pub answer: VatAnswer,
    /// When the register responded.
    pub checked_at: i64,
    /// Consultation number; empty if none.
    pub consultation: String,
}

/// Why a number was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VatRefusal {
    /// The format is invalid for its country: the register is not queried.
    Number(FieldError),
    /// Too many checks from one address.
    TooMany,
}

impl VatRefusal {
    /// Returns the error for the form field of this name.
    pub fn error(self, field: &str) -> FieldError {
        match self {
            Self::Number(error) => FieldError { field: field.to_owned(), ..error },
            Self::TooMany => FieldError::new(field, codes::TRADE_VAT_TOO_MANY),
        }
    }
}

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

    /// Checks a number for a buyer of a country: format and check digits first, then the register, whose response is cached for a
    /// day. A number of the shop's own country is not looked up: it makes no sale tax-free, and the register only has companies
    /// that trade with other countries. If the register does not respond the number is retried later ([`Self::retry_waiting_numbers`]).
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn check(
        &self,
        country: &str,
        number: &str,
        request: VatCheckRequest<'_>,
    ) -> Result<Result<CheckedVat, VatRefusal>, StoreError> {
        let number = match parse_number(country, request.postcode, number) {
            Ok(number) => number,
            Err(error) => return Ok(Err(VatRefusal::Number(error))),
        };
        if !(request.admits)() {
            return Ok(Err(VatRefusal::TooMany));
        }
        let Buyer { customer_id, company_id, .. } = *request.buyer;
        let by = Requester { customer_id, company_id, email: request.email, requested_by: request.requested_by };
        self.look_up(country, &number, by).await.map(Ok)
    }

    /// Checks a company's current number after registration or a change; `None` if it has none that can be checked.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn check_company(&self, id: CompanyId) -> Result<Option<VatAnswer>, StoreError> {
        let Some(company) = self.store.vat_company(id).await? else { return Ok(None) };
        let Ok(number) = parse_number(&company.country, "", &company.vat_number) else { return Ok(None) };
        let by =
            Requester { customer_id: None, company_id: Some(id), email: &company.email, requested_by: "registration" };
        Ok(Some(self.look_up(&company.country, &number, by).await?.answer))
    }

    /// Like [`Self::check`], and stores the number in the session's cart unless it is invalid.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn check_for_cart(
        &self,
        session_key: &str,
        country: &str,
        number: &str,
        request: VatCheckRequest<'_>,
    ) -> Result<Result<CheckedVat, VatRefusal>, StoreError> {
        let checked = match self.check(country, number, request).await? {
            Ok(checked) => checked,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let vat = (checked.answer != VatAnswer::Invalid).then(|| CartVat {
            number: checked.number.clone(),
            country: checked.country.clone(),
            answer: checked.answer,
            checked_at: checked.checked_at,
            consultation: checked.consultation.clone(),
            of_company: false,
        });
        store_vat(&self.carts, session_key, request.buyer.customer_id, vat.as_ref()).await?;
        Ok(Ok(checked))
    }

    /// Returns the approved company of an account with its number.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn company_of(&self, customer: CustomerId) -> Result<Option<VatCompany>, StoreError> {
        self.store.vat_company_of(customer).await
    }

    /// Also notifies this address when a pending result arrives.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn notify_also(&self, vat_number: &str, email: &str) -> Result<(), StoreError> {
        if email.is_empty() { Ok(()) } else { self.store.set_vat_recipient(vat_number, email).await }
    }

    async fn look_up(&self, country: &str, number: &VatNumber, by: Requester<'_>) -> Result<CheckedVat, StoreError> {
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
            self.store.save_vat_status(number.as_str(), known.answer, at).await?;
            return Ok(checked(known.answer, at, &known.entry.consultation));
        }
        let answer = if number.country() == settings.shop.country {
            RegisterAnswer::Valid(RegisterEntry::default())
        } else {
            self.query_register(number).await?
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
            requested_by: by.requested_by.to_owned(),
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

/// The person recorded with a check.
#[derive(Clone, Copy)]
struct Requester<'a> {
    customer_id: Option<CustomerId>,
    company_id: Option<CompanyId>,
    email: &'a str,
    requested_by: &'a str,
}

/// Parses a number that can be looked up in a register.
fn parse_number(country: &str, postcode: &str, number: &str) -> Result<VatNumber, FieldError> {
    match VatNumber::parse_at(country, postcode, number) {
        Ok(parsed) if parsed.is_in_vies() => Ok(parsed),
        Ok(_) => Err(FieldError::new("vat_number", codes::VAT_COUNTRY_UNKNOWN)),
        Err(code) => {
            let error = vat::check_at(country, postcode, number).error;
            Err(error.unwrap_or_else(|| FieldError::new("vat_number", code)))
        }
    }
}
