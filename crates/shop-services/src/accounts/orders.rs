//! What owners do with their orders: cancel them in time, order the same again.

use shop_core::base::OrderId;
use shop_core::platform::messages::codes;

use crate::accounts::Accounts;
use crate::cart::AddItem;
use crate::ports::{NewOrderLine, OrderOwner, StoreError};

/// Result of ordering the same again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderAgain {
    /// Everything was added to the cart.
    Whole,
    /// Part of it was added.
    Part,
    /// Nothing of it can be bought any more.
    Nothing,
}

impl OrderAgain {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Whole => codes::ORDER_AGAIN,
            Self::Part => codes::ORDER_AGAIN_PARTLY,
            Self::Nothing => codes::ORDER_AGAIN_NOTHING,
        }
    }
}

impl Accounts {
    /// Adds the products of an order to the owner's cart, as far as they can be bought. `None` if there is no such order.
    pub async fn order_again(&self, id: OrderId, owner: OrderOwner) -> Result<Option<OrderAgain>, StoreError> {
        let Some(order) = self.orders.own_order(id, owner).await? else { return Ok(None) };
        let to_item = |line: &NewOrderLine| AddItem {
            id: line.product_id,
            quantity_milli: Some(line.quantity.saturating_mul(1000)),
            variation: line.content.variation.iter().map(|(key, _, value)| (key.clone(), value.clone())).collect(),
            choices: line.content.choices.clone(),
        };
        let items: Vec<AddItem> = order.lines.iter().map(to_item).collect();
        let (_, left_out) = self.carts.add_all_to_cart(owner.customer_id, &items, None).await?;
        let added = left_out.iter().filter(|refusal| refusal.is_none()).count();
        Ok(Some(match added {
            0 => OrderAgain::Nothing,
            n if n == order.lines.len() => OrderAgain::Whole,
            _ => OrderAgain::Part,
        }))
    }
}
