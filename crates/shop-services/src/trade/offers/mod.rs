//! Offers: made and sent by the merchant, taken into the cart by the company that they are for.

mod buyer;
mod mail;
mod paper;
mod sums;

use std::sync::Arc;

use shop_core::base::{CompanyId, FieldError, OfferId};
use shop_core::platform::messages::codes;
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::{NewOffer, OfferForm, check, form_of};

pub use paper::offer_paper;
pub use sums::{OfferSum, OfferSums};

pub use crate::cart::TakeRefusal;
use crate::cart::{Carts, offer_goods_refusal};
use crate::platform::context::Context;
use crate::ports::{OfferCompany, OfferFilter, OfferRecord, OfferStore, StoreError};

/// Companies that a search names.
const MOST_COMPANIES: u64 = 20;

/// Why the merchant's act came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfferDenied {
    /// There is no such offer.
    Unknown,
    /// Somebody else changed it meanwhile, or it is no draft any more.
    Changed,
    /// It is not in its buyer's hands.
    NotSent,
    Fields(Vec<FieldError>),
}

/// Offers to companies.
#[derive(Clone)]
pub struct Offers {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn OfferStore>,
    pub(crate) carts: Carts,
}

impl Offers {
    /// A page of offers, newest first, and how many match.
    pub async fn list(&self, filter: &OfferFilter) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        self.store.list_offers(filter).await
    }

    /// One offer, for staff.
    pub async fn offer(&self, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        self.store.offer(id).await
    }

    /// Companies whose name, or an account's address, contains a text.
    pub async fn companies(&self, search: &str) -> Result<Vec<OfferCompany>, StoreError> {
        self.store.offer_companies(search, MOST_COMPANIES).await
    }

    /// One company with its accounts.
    pub async fn company(&self, id: CompanyId) -> Result<Option<OfferCompany>, StoreError> {
        self.store.offer_company(id).await
    }

    /// Begins an offer.
    pub async fn add(&self, form: &OfferForm) -> Result<Result<OfferId, Vec<FieldError>>, StoreError> {
        match self.checked(form).await? {
            Ok((offer, _)) => self.store.add_offer(&offer, self.context.now()).await.map(Ok),
            Err(errors) => Ok(Err(errors)),
        }
    }

    /// Changes a draft of this version.
    pub async fn save(
        &self,
        id: OfferId,
        version: i64,
        form: &OfferForm,
    ) -> Result<Result<(), OfferDenied>, StoreError> {
        if self.store.offer(id).await?.is_none() {
            return Ok(Err(OfferDenied::Unknown));
        }
        let offer = match self.checked(form).await? {
            Ok((offer, _)) => offer,
            Err(errors) => return Ok(Err(OfferDenied::Fields(errors))),
        };
        let saved = self.store.save_offer(id, version, &offer, self.context.now()).await?;
        Ok(if saved { Ok(()) } else { Err(OfferDenied::Changed) })
    }

    /// Sends a draft of this version, with a message to whom it is for. It is checked anew: its last day may be over, its goods gone.
    pub async fn send(&self, id: OfferId, version: i64) -> Result<Result<(), OfferDenied>, StoreError> {
        let Some(record) = self.store.offer(id).await? else { return Ok(Err(OfferDenied::Unknown)) };
        if record.state != OfferState::Draft || record.version != version {
            return Ok(Err(OfferDenied::Changed));
        }
        let (offer, company) = match self.checked(&form_of(&record.offer)).await? {
            Ok(checked) => checked,
            Err(errors) => return Ok(Err(OfferDenied::Fields(errors))),
        };
        let sums = self.sums(&offer.content, id, company.main()).await?;
        let settings = self.context.settings().await?;
        let mail = mail::letter(&offer, &company, &sums, self.context.public_url(), &settings);
        let mails = mail.as_slice();
        let sent = self.store.send_offer(id, version, mails, self.context.now()).await?;
        Ok(if sent { Ok(()) } else { Err(OfferDenied::Changed) })
    }

    /// Takes an offer back. It leaves the carts that it is in; orders keep it.
    pub async fn withdraw(&self, id: OfferId) -> Result<Result<(), OfferDenied>, StoreError> {
        let withdrawn = self.store.withdraw_offer(id, self.context.now()).await?;
        self.done_or(withdrawn, id, OfferDenied::NotSent).await
    }

    /// Deletes a draft.
    pub async fn delete(&self, id: OfferId) -> Result<Result<(), OfferDenied>, StoreError> {
        let deleted = self.store.delete_offer(id).await?;
        self.done_or(deleted, id, OfferDenied::Changed).await
    }

    /// Begins an offer as another one is, without its last day if that is over.
    pub async fn duplicate(&self, id: OfferId) -> Result<Result<OfferId, OfferDenied>, StoreError> {
        let Some(record) = self.store.offer(id).await? else { return Ok(Err(OfferDenied::Unknown)) };
        let now = self.context.now();
        let valid_until = record.offer.valid_until.filter(|end| *end > now);
        let copy = NewOffer { valid_until, ..record.offer };
        self.store.add_offer(&copy, now).await.map(Ok)
    }

    async fn done_or(
        &self,
        done: bool,
        id: OfferId,
        refusal: OfferDenied,
    ) -> Result<Result<(), OfferDenied>, StoreError> {
        if done {
            return Ok(Ok(()));
        }
        let known = self.store.offer(id).await?.is_some();
        Ok(Err(if known { refusal } else { OfferDenied::Unknown }))
    }

    /// A form whose company, account and goods are there.
    async fn checked(&self, form: &OfferForm) -> Result<Result<(NewOffer, OfferCompany), Vec<FieldError>>, StoreError> {
        let offer = match check(form, self.context.now()) {
            Ok(offer) => offer,
            Err(errors) => return Ok(Err(errors)),
        };
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
            let refused = offer_goods_refusal(&catalogue, goods)?;
            Some(FieldError { field: format!("lines.{at}.product_id"), ..refused })
        }));
        match company {
            Some(company) if errors.is_empty() => Ok(Ok((offer, company))),
            _ => Ok(Err(errors)),
        }
    }
}
