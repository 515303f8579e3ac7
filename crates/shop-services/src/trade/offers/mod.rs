//! Offers: created and sent by the merchant, put into the cart by the company that they are for.

mod buyer;
mod document;
mod mail;
mod sums;

use std::sync::Arc;

use shop_core::base::{CompanyId, FieldError, OfferId};
use shop_core::platform::messages::codes;
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::{NewOffer, OfferForm, check, form_of};

pub use document::offer_paper;
pub use sums::{OfferSum, OfferSums};

pub use crate::cart::TakeRefusal;
use crate::cart::{Carts, offer_goods_refusal};
use crate::platform::context::Context;
use crate::ports::{OfferCompany, OfferFilter, OfferRecord, OfferStore, StoreError};

/// Maximum number of companies in search results.
const MOST_COMPANIES: u64 = 20;

/// Why a change of an offer failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OfferError {
    #[error("the offer does not exist")]
    Unknown,
    #[error("somebody else changed the offer meanwhile, or it is no longer a draft")]
    Changed,
    #[error("the offer is not open to its buyer")]
    NotSent,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct Offers {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OfferStore>,
    pub(crate) carts: Carts,
}

impl Offers {
    /// Returns a page of offers, newest first, and the total count.
    pub async fn list(&self, filter: &OfferFilter) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        self.store.list_offers(filter).await
    }

    /// Returns any offer, for staff.
    pub async fn offer(&self, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        self.store.offer(id).await
    }

    /// Lists companies whose name, or the address of one of whose accounts, contains a string.
    pub async fn companies(&self, search: &str) -> Result<Vec<OfferCompany>, StoreError> {
        self.store.offer_companies(search, MOST_COMPANIES).await
    }

    /// Returns a company with its accounts.
    pub async fn company(&self, id: CompanyId) -> Result<Option<OfferCompany>, StoreError> {
        self.store.offer_company(id).await
    }

    /// Creates an offer.
    pub async fn add(&self, form: &OfferForm) -> Result<OfferId, OfferError> {
        let (offer, _) = self.checked(form).await?;
        Ok(self.store.add_offer(&offer, self.context.now()).await?)
    }

    /// Saves a draft of this version.
    pub async fn save(&self, id: OfferId, version: i64, form: &OfferForm) -> Result<(), OfferError> {
        if self.store.offer(id).await?.is_none() {
            return Err(OfferError::Unknown);
        }
        let (offer, _) = self.checked(form).await?;
        let saved = self.store.save_offer(id, version, &offer, self.context.now()).await?;
        if saved { Ok(()) } else { Err(OfferError::Changed) }
    }

    /// Sends a draft of this version, with an e-mail to its recipient. It is validated again, because it may have expired or its
    /// goods may be gone.
    pub async fn send(&self, id: OfferId, version: i64) -> Result<(), OfferError> {
        let Some(record) = self.store.offer(id).await? else { return Err(OfferError::Unknown) };
        if record.state != OfferState::Draft || record.version != version {
            return Err(OfferError::Changed);
        }
        let (offer, company) = self.checked(&form_of(&record.offer)).await?;
        let sums = self.sums(&offer.content, id, company.main()).await?;
        let settings = self.context.settings().await?;
        let mail = mail::build_mail(&offer, &company, &sums, self.context.public_url(), &settings);
        let mails = mail.as_slice();
        let sent = self.store.send_offer(id, version, mails, self.context.now()).await?;
        if sent { Ok(()) } else { Err(OfferError::Changed) }
    }

    /// Withdraws an offer. It is removed from carts; orders are not affected.
    pub async fn withdraw(&self, id: OfferId) -> Result<(), OfferError> {
        let withdrawn = self.store.withdraw_offer(id, self.context.now()).await?;
        self.done_or(withdrawn, id, OfferError::NotSent).await
    }

    pub async fn delete(&self, id: OfferId) -> Result<(), OfferError> {
        let deleted = self.store.delete_offer(id).await?;
        self.done_or(deleted, id, OfferError::Changed).await
    }

    /// Creates a copy of an offer, without an expiry date that has passed.
    pub async fn duplicate(&self, id: OfferId) -> Result<OfferId, OfferError> {
        let Some(record) = self.store.offer(id).await? else { return Err(OfferError::Unknown) };
        let now = self.context.now();
        let valid_until = record.offer.valid_until.filter(|end| *end > now);
        let copy = NewOffer { valid_until, ..record.offer };
        Ok(self.store.add_offer(&copy, now).await?)
    }

    async fn done_or(&self, done: bool, id: OfferId, refusal: OfferError) -> Result<(), OfferError> {
        if done {
            return Ok(());
        }
        let known = self.store.offer(id).await?.is_some();
        Err(if known { refusal } else { OfferError::Unknown })
    }

    /// Validates a form, including that company, account and goods exist.
    async fn checked(&self, form: &OfferForm) -> Result<(NewOffer, OfferCompany), OfferError> {
        let offer = check(form, self.context.now()).map_err(OfferError::Fields)?;
        let mut errors = Vec::new();
        let company = self.store.offer_company(offer.company_id).await?;
        match &company {
            None => errors.push(FieldError::new("company_id", codes::OFFER_COMPANY_UNKNOWN)),
            Some(company) => {
                if offer.customer_id.is_some_and(|id| !company.has(id)) {
                    errors.push(FieldError::new("customer_id", codes::OFFER_CUSTOMER_UNKNOWN));
                }
            }
        }
        let catalogue = self.context.newest_catalogue().await?;
        errors.extend(offer.content.goods().filter_map(|(at, goods)| {
            let refusal = offer_goods_refusal(&catalogue, goods)?;
            Some(FieldError { field: format!("lines.{at}.product_id"), ..refusal })
        }));
        match company {
            Some(company) if errors.is_empty() => Ok((offer, company)),
            _ => Err(OfferError::Fields(errors)),
        }
    }
}
