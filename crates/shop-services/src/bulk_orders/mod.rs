//! Bulk orders of trade buyers: products searched for row by row, lines pasted from a spreadsheet, all of them put into the cart at
//! once.

mod found;
mod read;

use std::sync::Arc;

use shop_core::base::{FieldError, ProductId};
use shop_core::trade::account::TradeAction;
use shop_core::trade::packs::whole_packs;
use shop_core::trade::pasted::{BulkReport, MAX_LINES};
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::search_answer::{FoundProduct, SearchBy};

use crate::buyer::{Buyer, TradeRefusal};
use crate::cart::{AddItem, Carts, OpenCart, ordered_as_is};
use crate::catalogue::Catalogue;
use crate::context::Context;
use crate::ports::StoreError;
use crate::settings::ShopSettings;

/// What became of lines that were to be put into the cart.
#[derive(Clone, Debug)]
pub struct BulkAdded {
    /// The cart.
    pub open: OpenCart,
    /// How many lines are in it.
    pub added: usize,
    /// Quantities that are others than asked for, and why.
    pub changed: Vec<FieldError>,
    /// Why each of the other lines is not in the cart.
    pub left_out: Vec<FieldError>,
}

/// Bulk orders of trade buyers.
#[derive(Clone)]
pub struct BulkOrders {
    pub(crate) context: Arc<Context>,
    pub(crate) carts: Carts,
}

impl BulkOrders {
    /// Products for a row of the form, the best first; lists are edited with it too. Nothing typed: nothing found.
    ///
    /// # Errors
    /// The buyer may neither order in bulk nor use lists.
    pub async fn search(
        &self,
        buyer: &Buyer,
        text: &str,
        by: SearchBy,
    ) -> Result<Result<Vec<FoundProduct>, TradeRefusal>, StoreError> {
        if let Err(refusal) = may_search(buyer) {
            return Ok(Err(refusal));
        }
        let (catalogue, settings) = self.goods().await?;
        Ok(Ok(found::search(&catalogue, &settings, text, by)))
    }

    /// Those of some products that are sold to this buyer, with what they cost now.
    ///
    /// # Errors
    /// The buyer may neither order in bulk nor use lists.
    pub async fn sold(
        &self,
        buyer: &Buyer,
        ids: impl Iterator<Item = ProductId> + Send,
    ) -> Result<Result<Vec<FoundProduct>, TradeRefusal>, StoreError> {
        if let Err(refusal) = may_search(buyer) {
            return Ok(Err(refusal));
        }
        let (catalogue, settings) = self.goods().await?;
        Ok(Ok(ids.take(MAX_LINES).filter_map(|id| found::found(&catalogue, &settings, id)).collect()))
    }

    /// What lines from a spreadsheet or a file mean, line by line.
    ///
    /// # Errors
    /// The buyer may neither order in bulk nor use lists.
    pub async fn read(&self, buyer: &Buyer, text: &str) -> Result<Result<BulkReport, TradeRefusal>, StoreError> {
        if let Err(refusal) = may_search(buyer) {
            return Ok(Err(refusal));
        }
        let (catalogue, settings) = self.goods().await?;
        Ok(Ok(read::report(&catalogue, &settings, text)))
    }

    /// Puts lines into the buyer's cart in one change of it, in whole packs; what cannot be bought is left out and told.
    ///
    /// # Errors
    /// The buyer may not order.
    pub async fn add_to_cart(
        &self,
        buyer: &Buyer,
        lines: &[ProductLine],
    ) -> Result<Result<BulkAdded, TradeRefusal>, StoreError> {
        let trade = match buyer.trade(TradeAction::BulkOrder) {
            Ok(trade) => trade,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (catalogue, _) = self.goods().await?;
        let (mut wishes, mut changed, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines.iter().filter(|line| line.counts()).take(MAX_LINES) {
            match wish(&catalogue, *line) {
                Ok((wish, told)) => {
                    wishes.push(wish);
                    changed.extend(told);
                }
                Err(error) => left_out.push(error),
            }
        }
        let (open, refusals) = self.carts.add_all_to_cart(trade.customer_id, &wishes).await?;
        let added = refusals.iter().filter(|refusal| refusal.is_none()).count();
        let refusals = refusals.into_iter().flatten();
        left_out
            .extend(refusals.map(|refusal| FieldError { params: refusal.params, ..FieldError::new("", refusal.code) }));
        Ok(Ok(BulkAdded { open, added, changed, left_out }))
    }

    async fn goods(&self) -> Result<(Arc<Catalogue>, Arc<ShopSettings>), StoreError> {
        Ok((self.context.catalogue().await?, self.context.settings().await?))
    }
}

fn may_search(buyer: &Buyer) -> Result<(), TradeRefusal> {
    buyer.trade(TradeAction::BulkOrder).or_else(|_| buyer.trade(TradeAction::UseLists)).map(|_| ())
}

/// A line as a wish of the cart, in whole packs, with what is said of another quantity.
fn wish(catalogue: &Catalogue, line: ProductLine) -> Result<(AddItem, Option<FieldError>), FieldError> {
    let Some((product, variation)) = ordered_as_is(catalogue, line.product_id) else {
        return Err(found::not_sold(catalogue, line.product_id));
    };
    let (quantity, told) =
        whole_packs(found::name(product, variation), line.quantity, &found::pack(product, variation));
    Ok((AddItem { id: line.product_id, quantity_milli: Some(i64::from(quantity) * 1000), ..AddItem::default() }, told))
}
