//! Adding an offer to the cart after checking its owner and validity.

use shop_core::base::OfferId;
use shop_core::trade::account::{TradeAccount, TradeAction};
use shop_core::trade::offer::OfferStatus;

use super::lines::CartRefusal;
use super::offer_lines::{OfferItems, add_offer};
use super::open_cart::OpenCart;
use super::service::Carts;
use crate::accounts::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::ports::{OfferOwner, StoreError};

/// Why an offer was not added to the cart.
#[derive(Debug)]
pub enum TakeRefusal {
    /// The account may not use offers.
    Buyer(TradeRefusal),
    /// The buyer's company has no such offer.
    Unknown,
    Over {
        standing: OfferStatus,
        /// Title of the offer.
        title: String,
    },
    /// Its goods are unavailable.
    Goods(CartRefusal),
}

/// Adds an offer to the buyer's cart: all its goods at its prices, or none. An offer that is already in the cart stays unchanged.
/// Returns the cart and the offer's title.
pub(crate) async fn take_offer(
    carts: &Carts,
    session_key: &str,
    buyer: &Buyer,
    id: OfferId,
) -> Result<Result<(OpenCart, String), TakeRefusal>, StoreError> {
    let trade = match buyer.trade(TradeAction::TakeOffer) {
        Ok(trade) => trade,
        Err(refusal) => return Ok(Err(TakeRefusal::Buyer(refusal))),
    };
    let Some(record) = carts.store.offer_of(offer_owner(&trade), id).await? else {
        return Ok(Err(TakeRefusal::Unknown));
    };
    let offer = &record.offer;
    match OfferStatus::from_state(record.state, offer.valid_until, carts.context.now()) {
        None => return Ok(Err(TakeRefusal::Unknown)),
        Some(OfferStatus::Open) => {}
        Some(standing) => return Ok(Err(TakeRefusal::Over { standing, title: offer.title.clone() })),
    }
    let goods: Vec<_> = offer.content.goods().collect();
    let items = OfferItems { id, valid_until: offer.valid_until, goods: &goods };
    let done = add_offer(carts, session_key, Some(trade.customer_id), items).await?;
    Ok(match done {
        Ok(open) => Ok((open, record.offer.title)),
        Err((_, refusal)) => Err(TakeRefusal::Goods(refusal)),
    })
}

/// The scope of offers visible to a buyer.
pub(crate) fn offer_owner(buyer: &TradeBuyer) -> OfferOwner {
    let subaccount = matches!(buyer.account, TradeAccount::Sub(_)).then_some(buyer.customer_id);
    OfferOwner { company_id: buyer.company_id, subaccount }
}
