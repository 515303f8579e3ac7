//! Offers to companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, OfferId, OrderId};
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::NewOffer;

use super::{NewMail, StoreError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRecord {
    /// Id, also the offer's number.
    pub id: OfferId,
    /// Recipient, validity and lines.
    pub offer: NewOffer,
    pub company: String,
    pub state: OfferState,
    /// The latest order placed with it.
    pub used_order_id: Option<OrderId>,
    /// Version for optimistic locking, incremented by each change of a draft.
    pub version: i64,
    pub sent_at: Option<UnixSeconds>,
    /// When the company first opened it.
    pub seen_at: Option<UnixSeconds>,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferFilter {
    /// Substring of title or company.
    pub search: String,
    pub state: Option<OfferState>,
    /// Page number, from 1.
    pub page: u64,
    pub per_page: u64,
}

/// The account whose offers are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferOwner {
    pub company_id: CompanyId,
    /// The requesting sub-account, which sees no offers made to others of the company; `None` for the main account, which sees
    /// all.
    pub subaccount: Option<CustomerId>,
}

/// What a cart needs to know about an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferInCart {
    pub id: OfferId,
    pub state: OfferState,
    /// First second at which it has expired.
    pub valid_until: Option<UnixSeconds>,
    /// The latest order placed with it.
    pub used_order_id: Option<OrderId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyPerson {
    pub customer_id: CustomerId,
    pub company_id: CompanyId,
    /// First and last name; may be empty.
    pub name: String,
    pub email: String,
    pub is_main: bool,
}

/// A company that can receive offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferCompany {
    pub company_id: CompanyId,
    pub name: String,
    /// Its accounts, the main one first.
    pub people: Vec<CompanyPerson>,
}

impl OfferCompany {
    /// Returns the main account; `None` if it is blocked.
    pub fn main(&self) -> Option<CustomerId> {
        self.people.iter().find(|one| one.is_main).map(|one| one.customer_id)
    }

    /// Whether an account belongs to the company.
    pub fn has(&self, id: CustomerId) -> bool {
        self.people.iter().any(|one| one.customer_id == id)
    }
}

/// Stores offers. Buyers only see sent offers to their own company.
#[async_trait]
pub trait OfferStore: Send + Sync {
    /// Creates a draft.
    async fn add_offer(&self, offer: &NewOffer, now: UnixSeconds) -> Result<OfferId, StoreError>;

    /// Saves a draft if it still has this version; `false` if it was changed, sent or deleted meanwhile.
    async fn save_offer(
        &self,
        id: OfferId,
        version: i64,
        offer: &NewOffer,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Returns any offer, for staff.
    async fn offer(&self, id: OfferId) -> Result<Option<OfferRecord>, StoreError>;

    /// Returns a page of offers, newest first, and the total count.
    async fn list_offers(&self, filter: &OfferFilter) -> Result<(Vec<OfferRecord>, u64), StoreError>;

    /// Sends a draft of this version, with its e-mails in the same transaction; `false` in the cases of [`Self::save_offer`].
    async fn send_offer(
        &self,
        id: OfferId,
        version: i64,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Withdraws a sent offer; `false` if it is not, or no longer, open.
    async fn withdraw_offer(&self, id: OfferId, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Deletes a draft; `false` if there is no such draft.
    async fn delete_offer(&self, id: OfferId) -> Result<bool, StoreError>;

    /// Returns a page of the offers visible to a buyer, newest first, and the total count.
    async fn offers_of(
        &self,
        owner: OfferOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OfferRecord>, u64), StoreError>;

    /// Returns an offer visible to a buyer; `None` if it is unknown, a draft, or another company's.
    async fn offer_of(&self, owner: OfferOwner, id: OfferId) -> Result<Option<OfferRecord>, StoreError>;

    /// Marks offers as seen, unless they already are.
    async fn mark_offers_seen(&self, ids: &[OfferId], now: UnixSeconds) -> Result<(), StoreError>;

    /// Counts the valid offers that a buyer has not seen.
    async fn count_new_offers(&self, owner: OfferOwner, now: UnixSeconds) -> Result<u64, StoreError>;

    /// Returns those of these offers that an account may put into its cart: offers to its approved company, and among those for a
    /// single account only its own.
    async fn offers_in_cart(&self, customer: CustomerId, ids: &[OfferId]) -> Result<Vec<OfferInCart>, StoreError>;

    /// Lists companies whose name, or the address of one of whose accounts, contains a string, sorted by name, at limit `limit`.
    async fn offer_companies(&self, search: &str, limit: u64) -> Result<Vec<OfferCompany>, StoreError>;

    async fn offer_company(&self, id: CompanyId) -> Result<Option<OfferCompany>, StoreError>;
}
