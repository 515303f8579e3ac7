//! VAT checks for staff.

use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::{VatAnswer, next_try_after_s};

use super::VatChecks;
use crate::ports::{NewVatCheck, RegisterAnswer, StoreError, VatCheck, VatCheckFilter};

/// A page of checks, newest first.
#[derive(Clone, Debug, Default)]
pub struct VatCheckPage {
    pub checks: Vec<VatCheck>,
    pub total: u64,
}

/// Result of repeating a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecheckOutcome {
    Unknown,
    Answered(VatAnswer),
}

impl VatChecks {
    /// Returns a page of checks.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn list_vat_checks(&self, filter: &VatCheckFilter) -> Result<VatCheckPage, StoreError> {
        let (checks, total) = self.store.list_vat_checks(filter).await?;
        Ok(VatCheckPage { checks, total })
    }

    /// Looks the number of a check up again, whatever the earlier result. `author` is the staff member.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn check_again(&self, id: i64, author: &str) -> Result<RecheckOutcome, StoreError> {
        let Some(check) = self.store.vat_check(id).await? else { return Ok(RecheckOutcome::Unknown) };
        let answer = match VatNumber::parse_at(&check.country, "", &check.vat_number) {
            Ok(number) => self.query_register(&number).await?,
            Err(_) => RegisterAnswer::Invalid,
        };
        let now = self.context.now();
        let was_waiting = check.answer == VatAnswer::Unanswered;
        match answer {
            RegisterAnswer::Unanswered(failure) if was_waiting => {
                let next_try_at = next_try_after_s(check.tries).map(|wait_s| now + wait_s);
                self.store.postpone_vat_check(&check.vat_number, failure, next_try_at).await?;
            }
            _ if was_waiting && self.settle_waiting(&check.country, &check.vat_number, &answer).await? => {}
            _ => self.note_again(&check, &answer, author).await?,
        }
        Ok(RecheckOutcome::Answered(answer.answer()))
    }

    async fn note_again(&self, check: &VatCheck, answer: &RegisterAnswer, author: &str) -> Result<(), StoreError> {
        let mails = self.mails_about(&check.country, &check.vat_number, answer, &[]).await?;
        let new = NewVatCheck {
            customer_id: check.customer_id,
            company_id: check.company_id,
            email: check.email.clone(),
            requested_by: author.to_owned(),
            country: check.country.clone(),
            vat_number: check.vat_number.clone(),
            answer: answer.clone(),
            next_try_at: None,
        };
        self.store.add_vat_check(&new, &mails, self.context.now()).await?;
        Ok(())
    }
}
