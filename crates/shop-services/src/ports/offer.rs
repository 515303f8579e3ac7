//! Offers to companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, OfferId, OrderId};
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::NewOffer;

use super::{NewMail, StoreError};

/// An offer as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRecord {
    /// Id, which is its number.
    pub id: OfferId,
    /// For whom, how long, what.
    pub offer: NewOffer,
    /// Name of the company.
    pub company: String,
    /// Where it stands.
    pub state: OfferState,
    /// The order that was made of it last.
    pub used_order_id: Option<OrderId>,
    /// Grows with each change of a draft.
    pub version: i64,
    /// When it was sent.
    pub sent_at: Option<UnixSeconds>,
    /// When the company saw it first.
    pub seen_at: Option<UnixSeconds>,
    /// When it was begun.
    pub created_at: UnixSeconds,
    /// When it changed last.
    pub updated_at: UnixSeconds,
}

/// Which offers staff list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferFilter {
    /// Title or company contains this.
    pub search: String,
    /// Only of this state.
    pub state: Option<OfferState>,
    /// Page, from 1.
    pub page: u64,
    /// Rows on a page.
    pub per_page: u64,
}

/// Whose offers are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferOwner {
    pub company_id: CompanyId,
    /// The sub-account that asks, which sees no offers to others of the company; `None`: its main account, which sees all.
    pub subaccount: Option<CustomerId>,
}

/// What a cart asks of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferInCart {
    pub id: OfferId,
    /// Where it stands.
    pub state: OfferState,
    /// First second at which it no longer holds.
    pub valid_until: Option<UnixSeconds>,
    /// The order that was made of it last.
    pub used_order_id: Option<OrderId>,
}

/// One of a company's accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyPerson {
    pub customer_id: CustomerId,
    pub company_id: CompanyId,
    /// First and last name; may be empty.
    pub name: String,
    pub email: String,
    /// Whether it is the main account.
    pub is_main: bool,
}

/// Who may be offered something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferCompany {
    pub company_id: CompanyId,
    pub name: String,
    /// Its accounts, the main one first.
    pub people: Vec<CompanyPerson>,
}

impl OfferCompany {
    /// Its main account; `None`: it is blocked.
    pub fn main(&self) -> Option<CustomerId> {
        self.people.iter().find(|one| one.is_main).map(|one| one.customer_id)
    }

    /// Whether an account is one of its own.
    pub fn has(&self, id: CustomerId) -> bool {
        self.people.iter().any(|one| one.customer_id == id)
    }
}

/// Stores offers. Buyers see what was sent to their own company, nobody else's.
#[async_trait]
pub trait OfferStore: Send + Sync {
    /// Begins a draft.
    async fn add_offer(&self, offer: &NewOffer, now: UnixSeconds) -> Result<OfferId, StoreError>;

    /// Changes a draft if it still has this version. `false`: it has another one, was sent meanwhile, or is gone.
    async fn save_offer(
        &self,
        id: OfferId,
        version: i64,
        offer: &NewOffer,
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// One offer, for staff.
    async fn offer(&self, id: OfferId) -> Result<Option<OfferRecord>, StoreError>;

    /// A page of offers, newest first, and how many match.
    async fn list_offers(&self, filter: &OfferFilter) -> Result<(Vec<OfferRecord>, u64), StoreError>;

    /// Sends a draft of this version, with its messages in the same transaction. `false`: as for [`Self::save_offer`].
    async fn send_offer(
        &self,
        id: OfferId,
        version: i64,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError>;

    /// Takes a sent offer back. `false`: it is not (or no longer) to be had.
    async fn withdraw_offer(&self, id: OfferId, now: UnixSeconds) -> Result<bool, StoreError>;

    /// Deletes a draft. `false`: it is none.
    async fn delete_offer(&self, id: OfferId) -> Result<bool, StoreError>;

    /// A page of the offers that a buyer sees, newest first, and how many there are.
    async fn offers_of(
        &self,
        owner: OfferOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OfferRecord>, u64), StoreError>;

    /// One of them; `None`: unknown, a draft, or another's.
    async fn offer_of(&self, owner: OfferOwner, id: OfferId) -> Result<Option<OfferRecord>, StoreError>;

    /// Notes that offers were seen, those that were not before.
    async fn mark_offers_seen(&self, ids: &[OfferId], now: UnixSeconds) -> Result<(), StoreError>;

    /// How many offers that hold a buyer has not seen.
    async fn count_new_offers(&self, owner: OfferOwner, now: UnixSeconds) -> Result<u64, StoreError>;

    /// Those of some offers that an account may have in its cart: offers to its approved company, and to itself where they are for
    /// one account.
    async fn offers_in_cart(&self, customer: CustomerId, ids: &[OfferId]) -> Result<Vec<OfferInCart>, StoreError>;

    /// Companies whose name, or the address of whose account, contains a text, by name, at most so many.
    async fn offer_companies(&self, search: &str, most: u64) -> Result<Vec<OfferCompany>, StoreError>;

    async fn offer_company(&self, id: CompanyId) -> Result<Option<OfferCompany>, StoreError>;
}
