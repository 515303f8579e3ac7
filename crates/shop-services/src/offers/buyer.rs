//! Offers as their buyers see and take them. Another company's is as if it were not there.

use shop_core::base::OfferId;
use shop_core::trade::account::{TradeAccount, TradeAction};
use shop_core::trade::offer::OfferStanding;

use super::Offers;
use crate::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::cart::{CartRefusal, OfferItems, OpenCart, add_offer};
use crate::ports::{OfferOwner, OfferRecord, StoreError};

/// Why an offer does not come into the cart.
#[derive(Debug)]
pub enum TakeRefusal {
    /// The account may not take offers.
    Buyer(TradeRefusal),
    /// There is no such offer to the buyer's company.
    Unknown,
    /// It no longer holds.
    Over {
        /// Why.
        standing: OfferStanding,
        /// What it is called.
        title: String,
    },
    /// Its goods cannot be had, as when they are added by themselves.
    Goods(CartRefusal),
}

impl Offers {
    /// A page of the offers to a buyer, newest first, and how many there are.
    pub async fn of_buyer(
        &self,
        buyer: &TradeBuyer,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        self.store.offers_of(owner(buyer), page, per_page).await
    }

    /// One offer to a buyer.
    pub async fn own_offer(&self, buyer: &TradeBuyer, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        self.store.offer_of(owner(buyer), id).await
    }

    /// Notes that a company has seen offers.
    pub async fn seen(&self, offers: &[OfferRecord]) -> Result<(), StoreError> {
        let new: Vec<OfferId> = offers.iter().filter(|offer| offer.seen_at.is_none()).map(|offer| offer.id).collect();
        self.store.mark_offers_seen(&new, self.context.now()).await
    }

    /// How many offers wait to be seen; none for who may not see them.
    pub async fn unseen(&self, buyer: &Buyer) -> Result<u64, StoreError> {
        match buyer.trade(TradeAction::ViewOffers) {
            Ok(buyer) => self.store.count_new_offers(owner(&buyer), self.context.now()).await,
            Err(_) => Ok(0),
        }
    }

    /// Puts an offer into the buyer's cart: all its goods at its prices, or none. One that is there already stays as it is. Gives the
    /// cart, and what the offer is called.
    pub async fn take(
        &self,
        session_key: &str,
        buyer: &Buyer,
        id: OfferId,
    ) -> Result<Result<(OpenCart, String), TakeRefusal>, StoreError> {
        let trade = match buyer.trade(TradeAction::TakeOffer) {
            Ok(trade) => trade,
            Err(refusal) => return Ok(Err(TakeRefusal::Buyer(refusal))),
        };
        let Some(record) = self.store.offer_of(owner(&trade), id).await? else {
            return Ok(Err(TakeRefusal::Unknown));
        };
        let offer = &record.offer;
        match OfferStanding::of(record.state, offer.valid_until, self.context.now()) {
            None => return Ok(Err(TakeRefusal::Unknown)),
            Some(OfferStanding::Open) => {}
            Some(standing) => return Ok(Err(TakeRefusal::Over { standing, title: offer.title.clone() })),
        }
        let goods: Vec<_> = offer.content.goods().collect();
        let items = OfferItems { id, valid_until: offer.valid_until, goods: &goods };
        let done = add_offer(&self.carts, session_key, Some(trade.customer_id), items).await?;
        Ok(match done {
            Ok(open) => Ok((open, record.offer.title)),
            Err((_, refusal)) => Err(TakeRefusal::Goods(refusal)),
        })
    }
}

fn owner(buyer: &TradeBuyer) -> OfferOwner {
    let subaccount = matches!(buyer.account, TradeAccount::Sub(_)).then_some(buyer.customer_id);
    OfferOwner { company_id: buyer.company_id, subaccount }
}
