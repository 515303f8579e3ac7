//! Offers for buyers. Another company's offer is reported like an unknown one.

use shop_core::base::OfferId;
use shop_core::trade::account::TradeAction;

use super::Offers;
use crate::accounts::buyer::{Buyer, TradeBuyer};
use crate::cart::{OpenCart, TakeRefusal, offer_owner, take_offer};
use crate::ports::{OfferRecord, StoreError};

impl Offers {
    /// Returns a page of a buyer's offers, newest first, and the total count.
    pub async fn of_buyer(
        &self,
        buyer: &TradeBuyer,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        self.store.offers_of(offer_owner(buyer), page, per_page).await
    }

    /// Returns a buyer's offer.
    pub async fn own_offer(&self, buyer: &TradeBuyer, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        self.store.offer_of(offer_owner(buyer), id).await
    }

    /// Marks offers as seen by their company.
    pub async fn seen(&self, offers: &[OfferRecord]) -> Result<(), StoreError> {
        let new: Vec<OfferId> = offers.iter().filter(|offer| offer.seen_at.is_none()).map(|offer| offer.id).collect();
        self.store.mark_offers_seen(&new, self.context.now()).await
    }

    /// Counts unseen offers; 0 for accounts that may not see them.
    pub async fn unseen(&self, buyer: &Buyer) -> Result<u64, StoreError> {
        match buyer.trade(TradeAction::ViewOffers) {
            Ok(buyer) => self.store.count_new_offers(offer_owner(&buyer), self.context.now()).await,
            Err(_) => Ok(0),
        }
    }

    /// Puts an offer into the buyer's cart: all its goods at its prices, or none. An offer that is already in the cart stays
    /// unchanged. Returns the cart and the offer's name.
    pub async fn take(
        &self,
        session_key: &str,
        buyer: &Buyer,
        id: OfferId,
    ) -> Result<Result<(OpenCart, String), TakeRefusal>, StoreError> {
        take_offer(&self.carts, session_key, buyer, id).await
    }
}
