//! Retries numbers for which the register did not respond.

use shop_core::trade::tax_ids::vat::VatNumber;
use shop_core::trade::vat_check::next_try_after_s;

use super::VatChecks;
use crate::ports::{RegisterAnswer, StoreError, WaitingVat};

/// Numbers per batch.
const AT_ONCE: u64 = 20;
/// How long a worker holds a number exclusively.
const LEASE_S: i64 = 120;

impl VatChecks {
    /// Retries numbers that are due; returns how many got a result. When the register does not respond, the others wait for the
    /// next run.
    ///
    /// # Errors
    ///
    /// The database does not respond.
    pub async fn retry_waiting_numbers(&self) -> Result<u64, StoreError> {
        let mut answered = 0;
        for waiting in self.store.due_vat_numbers(self.context.now(), AT_ONCE).await? {
            let now = self.context.now();
            if !self.store.claim_vat_number(&waiting.vat_number, now, now + LEASE_S).await? {
                continue;
            }
            if !self.retry_waiting(&waiting).await? {
                break;
            }
            answered += 1;
        }
        Ok(answered)
    }

    /// Looks a waiting number up; returns whether there is a result.
    async fn retry_waiting(&self, waiting: &WaitingVat) -> Result<bool, StoreError> {
        let WaitingVat { country, vat_number, tries } = waiting;
        let answer = match VatNumber::parse_at(country, "", vat_number) {
            Ok(number) => self.query_register(&number).await?,
            Err(_) => RegisterAnswer::Invalid,
        };
        let now = self.context.now();
        if let RegisterAnswer::Unanswered(failure) = answer {
            let next_try_at = next_try_after_s(tries + 1).map(|wait_s| now + wait_s);
            self.store.postpone_vat_check(vat_number, failure, next_try_at).await?;
            return Ok(false);
        }
        self.settle_waiting(country, vat_number, &answer).await?;
        Ok(true)
    }

    /// Looks a number up in the register, with the shop's own number as requester.
    pub(super) async fn query_register(&self, number: &VatNumber) -> Result<RegisterAnswer, StoreError> {
        let settings = self.context.settings().await?;
        let own = VatNumber::parse(&settings.shop.country, &settings.own_vat_number()).ok();
        Ok(self.register.look_up(number, own.as_ref()).await)
    }

    /// Stores a result for all checks that wait for it and sends the notifications; `false` if none waits.
    pub(super) async fn settle_waiting(
        &self,
        country: &str,
        vat_number: &str,
        answer: &RegisterAnswer,
    ) -> Result<bool, StoreError> {
        let recipients = self.store.vat_waiting_addresses(vat_number).await?;
        let mails = self.mails_about(country, vat_number, answer, &recipients).await?;
        self.store.answer_vat_number(vat_number, answer, &mails, self.context.now()).await
    }
}
