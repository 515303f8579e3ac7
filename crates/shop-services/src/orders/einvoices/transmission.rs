//! Transmission of documents to the exchange system (SdI), and its responses.

use std::sync::Arc;

use async_trait::async_trait;
use shop_core::orders::document::einvoice::EInvoiceState;
use shop_einvoice::file_name;

use super::{AUTHOR, EInvoiceError, EInvoices};
use crate::platform::settings::CarrierChoice;
use crate::ports::{EInvoiceRecord, EInvoiceStep, StoreError};

/// How long a worker holds a document exclusively.
const LEASE_S: i64 = 300;
/// Documents per batch.
const AT_ONCE: u64 = 20;
/// First delay after a failure; it doubles up to a day.
const WAIT_S: i64 = 60;
const MAX_WAIT_S: i64 = 86_400;
/// First delay and interval of status queries: the exchange system takes minutes to days.
const QUERY_INTERVAL_S: i64 = 900;

/// A file for the exchange system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceFile {
    /// Unique file name: a carrier may use it to detect duplicates.
    pub name: String,
    pub xml: String,
}

/// A carrier's status of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `None` if there is nothing new.
    pub state: Option<EInvoiceState>,
    /// Code of the exchange system; empty if none.
    pub code: String,
    pub words: String,
}

/// Why a carrier request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CarrierError {
    /// The carrier does not respond, or is temporarily unable: the request is retried.
    #[error("the carrier does not answer: {0}")]
    Unavailable(String),
    /// The carrier rejects the document: a retry would not help.
    #[error("the carrier refuses ({code}): {words}")]
    Refused { code: String, words: String },
}

/// A carrier that transmits documents to the exchange system. Transmitting the same file twice must yield one document, because a
/// crash between the transmission and its record leads to a retry.
#[async_trait]
pub trait InvoiceCarrier: Send + Sync {
    /// Transmits a file; returns the carrier's id for it (may be empty).
    async fn carry(&self, file: &InvoiceFile) -> Result<String, CarrierError>;

    /// Queries the status of a document; `None` if this carrier cannot be queried and responses are recorded by hand.
    async fn ask(&self, reference: &str) -> Result<Option<Answer>, CarrierError>;
}

/// Builds the file of a document.
pub(super) fn file_of(record: &EInvoiceRecord) -> InvoiceFile {
    InvoiceFile {
        name: file_name(&record.document.seller.vat, record.file_number),
        xml: record.document.to_xml(record.file_number),
    }
}

fn wait_s(attempts: i64) -> i64 {
    (WAIT_S << attempts.clamp(0, 12)).min(MAX_WAIT_S)
}

impl EInvoices {
    /// Returns the file of a document as transmitted.
    pub fn file(record: &EInvoiceRecord) -> InvoiceFile {
        file_of(record)
    }

    /// Transmits a carrier's due documents and queries the status of those sent; returns how many changed state.
    pub async fn carry_due(
        &self,
        choice: CarrierChoice,
        carrier: &Arc<dyn InvoiceCarrier>,
    ) -> Result<usize, StoreError> {
        let now = self.context.now();
        let mut stepped = 0;
        for record in self.store.claim_einvoices(choice, EInvoiceState::Ready, now, LEASE_S, AT_ONCE).await? {
            let carried = carrier.carry(&file_of(&record)).await;
            let next_at = Some(self.context.now() + QUERY_INTERVAL_S);
            let sent = EInvoiceStep { to: EInvoiceState::Sent, next_at, ..step(&record) };
            match carried {
                Ok(reference) => stepped += usize::from(self.take(EInvoiceStep { reference, ..sent }).await?),
                Err(CarrierError::Refused { code, words }) => {
                    // A refusal by the carrier counts as sent and rejected.
                    let rejected = EInvoiceStep { to: EInvoiceState::Rejected, code, answer: words, ..step(&record) };
                    if self.take(sent).await? {
                        stepped += 1;
                        self.take(EInvoiceStep { from: EInvoiceState::Sent, ..rejected }).await?;
                    }
                }
                Err(CarrierError::Unavailable(words)) => self.waits(&record, "unavailable", &words).await?,
            }
        }
        for record in self.store.claim_einvoices(choice, EInvoiceState::Sent, now, LEASE_S, AT_ONCE).await? {
            stepped += usize::from(self.ask(&record, carrier).await?);
        }
        Ok(stepped)
    }

    async fn ask(&self, record: &EInvoiceRecord, carrier: &Arc<dyn InvoiceCarrier>) -> Result<bool, StoreError> {
        match carrier.ask(&record.reference).await {
            Ok(Some(Answer { state: Some(to), code, words })) if record.state.can_become(to) => {
                self.take(EInvoiceStep { to, code, answer: words, ..step(record) }).await
            }
            Ok(Some(_)) => {
                self.waits(record, "", "").await?;
                Ok(false)
            }
            // Not queried again.
            Ok(None) => self.take(EInvoiceStep { to: record.state, ..step(record) }).await.map(|_| false),
            Err(CarrierError::Unavailable(words) | CarrierError::Refused { words, .. }) => {
                self.waits(record, "unavailable", &words).await?;
                Ok(false)
            }
        }
    }

    async fn waits(&self, record: &EInvoiceRecord, code: &str, words: &str) -> Result<(), StoreError> {
        let now = self.context.now();
        let first = if record.state == EInvoiceState::Sent { QUERY_INTERVAL_S } else { 0 };
        let next_at = now + wait_s(record.attempts).max(first);
        self.store.postpone_einvoice(record.id, code, &cut(words), next_at, now).await
    }

    async fn take(&self, step: EInvoiceStep) -> Result<bool, StoreError> {
        let step = EInvoiceStep { code: step.code.chars().take(40).collect(), answer: cut(&step.answer), ..step };
        self.store.step_einvoice(&step, self.context.now()).await
    }

    /// Transmits a document by the configured carrier, or records that staff transmitted it.
    pub async fn send(&self, id: i64, author: &str) -> Result<(), EInvoiceError> {
        let Some(record) = self.store.einvoice(id).await? else { return Err(EInvoiceError::Unknown) };
        let carrier = self.context.settings().await?.einvoices.carrier;
        let by_hand = carrier == CarrierChoice::Download;
        let to = if by_hand { EInvoiceState::Sent } else { EInvoiceState::Ready };
        let next_at = (!by_hand).then(|| self.context.now());
        let step = EInvoiceStep { to, carrier, next_at, author: author.to_owned(), ..step(&record) };
        self.step_by_hand(&record, EInvoiceState::Ready, step).await
    }

    /// Records the exchange system's response to a transmitted document.
    pub async fn mark(
        &self,
        id: i64,
        (to, code, words): (EInvoiceState, &str, &str),
        author: &str,
    ) -> Result<(), EInvoiceError> {
        let Some(record) = self.store.einvoice(id).await? else { return Err(EInvoiceError::Unknown) };
        let answers = [EInvoiceState::Delivered, EInvoiceState::Undelivered, EInvoiceState::Rejected];
        if !answers.contains(&to) || !record.state.can_become(to) {
            return Err(EInvoiceError::State);
        }
        let response = (code.trim().to_owned(), words.trim().to_owned());
        let step =
            EInvoiceStep { to, code: response.0, answer: response.1, author: author.to_owned(), ..step(&record) };
        let from = record.state;
        self.step_by_hand(&record, from, step).await
    }

    async fn step_by_hand(
        &self,
        record: &EInvoiceRecord,
        from: EInvoiceState,
        step: EInvoiceStep,
    ) -> Result<(), EInvoiceError> {
        let is_applied = record.state == from && self.take(step).await?;
        if is_applied { Ok(()) } else { Err(EInvoiceError::State) }
    }
}

/// A step that changes nothing yet.
fn step(record: &EInvoiceRecord) -> EInvoiceStep {
    EInvoiceStep {
        id: record.id,
        from: record.state,
        to: record.state,
        carrier: record.carrier,
        reference: record.reference.clone(),
        code: String::new(),
        answer: String::new(),
        next_at: None,
        author: AUTHOR.to_owned(),
    }
}

/// Truncates a carrier's message for storage.
fn cut(words: &str) -> String {
    words.chars().take(500).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_day() {
        assert_eq!([0, 1, 3, 11, 99].map(wait_s), [60, 120, 480, MAX_WAIT_S, MAX_WAIT_S]);
    }
}
