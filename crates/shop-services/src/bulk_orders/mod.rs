//! Bulk orders of trade buyers: products searched for row by row, lines pasted from a spreadsheet, all of them put into the cart at
//! once.

mod found;
mod read;

use std::sync::Arc;

use shop_core::base::{Cents, FieldError, ProductId};
use shop_core::catalogue::food::Label;
use shop_core::trade::account::TradeAction;
use shop_core::trade::packs::whole_packs;
use shop_core::trade::pasted::{BulkReport, MAX_LINES};
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::search_answer::{FoundProduct, SearchBy};

use crate::buyer::{Buyer, TradeRefusal};
use crate::buying_terms::ShopSeen;
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

/// What lines come to now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkOutlook {
    /// Lines that can be had: name, pieces and what they cost as the buyer sees prices.
    pub lines: Vec<(String, u32, Cents)>,
    /// Quantities that are others than asked for, and why.
    pub changed: Vec<FieldError>,
    /// Why each of the other lines cannot be had.
    pub left_out: Vec<FieldError>,
}

impl BulkOutlook {
    /// What all of it costs.
    pub fn total(&self) -> Cents {
        self.lines.iter().map(|(_, _, cents)| *cents).sum()
    }
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
        let (catalogue, settings) = self.goods(buyer).await?;
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
        let (catalogue, settings) = self.goods(buyer).await?;
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
        let (catalogue, settings) = self.goods(buyer).await?;
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
        self.add_for_day(buyer, lines, None).await
    }

    /// The same, with the day on which the buyer wishes the delivery; `None`: as the cart has it.
    pub(crate) async fn add_for_day(
        &self,
        buyer: &Buyer,
        lines: &[ProductLine],
        day: Option<i64>,
    ) -> Result<Result<BulkAdded, TradeRefusal>, StoreError> {
        let trade = match buyer.trade(TradeAction::BulkOrder) {
            Ok(trade) => trade,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (catalogue, _) = self.goods(buyer).await?;
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
        let (open, refusals) = self.carts.add_all_to_cart(trade.customer_id, &wishes, day).await?;
        let added = refusals.iter().filter(|refusal| refusal.is_none()).count();
        let refusals = refusals.into_iter().flatten();
        left_out
            .extend(refusals.map(|refusal| FieldError { params: refusal.params, ..FieldError::new("", refusal.code) }));
        Ok(Ok(BulkAdded { open, added, changed, left_out }))
    }

    /// What lines come to now, on the buyer's terms; nothing is put into the cart.
    pub(crate) async fn outlook(&self, buyer: &Buyer, lines: &[ProductLine]) -> Result<BulkOutlook, StoreError> {
        let (catalogue, settings) = self.goods(buyer).await?;
        let mut out = BulkOutlook::default();
        for line in lines.iter().filter(|line| line.counts()).take(MAX_LINES) {
            let sold_now = wish(&catalogue, *line).and_then(|(_, told)| {
                let sold = found::found(&catalogue, &settings, line.product_id);
                Ok((sold.ok_or_else(|| found::not_sold(&catalogue, line.product_id))?, told))
            });
            match sold_now {
                Ok((sold, told)) => {
                    let (quantity, _) = whole_packs(&sold.label, line.quantity, &sold.pack);
                    if quantity > 0 {
                        out.lines.push((sold.label.clone(), quantity, sold.line_cents(quantity)));
                        out.changed.extend(told);
                    } else {
                        out.left_out.extend(told);
                    }
                }
                Err(error) => out.left_out.push(error),
            }
        }
        Ok(out)
    }

    /// Whether anything of some lines goes off soon.
    pub(crate) async fn has_fresh(&self, lines: &[ProductLine]) -> Result<bool, StoreError> {
        let catalogue = self.context.catalogue().await?;
        let mut sold = lines.iter().filter_map(|line| ordered_as_is(&catalogue, line.product_id));
        Ok(sold.any(|(product, variation)| Label::of(product, variation).perishable()))
    }

    /// Catalogue and settings on the buyer's terms.
    async fn goods(&self, buyer: &Buyer) -> Result<(Arc<Catalogue>, Arc<ShopSettings>), StoreError> {
        let ShopSeen { catalogue, settings, .. } = self.context.shop_for(buyer).await?;
        Ok((catalogue, settings))
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
