//! Taking an offer into the cart: whose it is and whether it holds is asked first.

use shop_core::base::OfferId;
use shop_core::trade::account::{TradeAccount, TradeAction};
use shop_core::trade::offer::OfferStanding;

use super::lines::CartRefusal;
use super::offer_lines::{OfferItems, add_offer};
use super::service::{Carts, OpenCart};
use crate::accounts::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::ports::{OfferOwner, StoreError};

/// Why an offer does not come into the cart.
#[derive(Debug)]
pub enum TakeRefusal {
    /// The account may not take offers.
    Buyer(TradeRefusal),
    /// There is no such offer to the buyer's company.
    Unknown,
    /// It no longer holds.
    Over {
        standing: OfferStanding,
        /// What it is called.
        title: String,
    },
    /// Its goods cannot be had, as when they are added by themselves.
    Goods(CartRefusal),
}

/// Puts an offer into the buyer's cart: all its goods at its prices, or none. One that is there already stays as it is. Gives the
/// cart, and what the offer is called.
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
    match OfferStanding::of(record.state, offer.valid_until, carts.context.now()) {
        None => return Ok(Err(TakeRefusal::Unknown)),
        Some(OfferStanding::Open) => {}
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

/// Whose offers a buyer sees.
pub(crate) fn offer_owner(buyer: &TradeBuyer) -> OfferOwner {
    let subaccount = matches!(buyer.account, TradeAccount::Sub(_)).then_some(buyer.customer_id);
    OfferOwner { company_id: buyer.company_id, subaccount }
}
