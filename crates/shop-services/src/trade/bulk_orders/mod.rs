//! Bulk orders of trade buyers: products searched for row by row, lines pasted from a spreadsheet, all of them put into the cart at
//! once.

mod found;
mod read;

pub use found::BulkFound;

use std::sync::Arc;

use shop_core::base::{Cents, FieldError, ProductId};
use shop_core::catalogue::food::Label;
use shop_core::trade::account::TradeAction;
use shop_core::trade::packs::whole_packs;
use shop_core::trade::pasted::{BulkReport, MAX_LINES};
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::search_answer::{FoundProduct, SearchBy};

use crate::accounts::buyer::{Buyer, TradeRefusal};
use crate::cart::{AddItem, CartRefusal, Carts, OpenCart, cart_alone, ordered_as_is};
use crate::catalogue::Catalogue;
use crate::platform::context::Context;
use crate::platform::settings::{ShopSettings, TaxDisplay};
use crate::ports::StoreError;
use crate::trade::buying_terms::ShopSeen;

/// What became of lines that were to be put into the cart.
#[derive(Clone, Debug)]
pub struct BulkAdded {
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
    pub lines: Vec<(String, i64, Cents)>,
    /// What all of them cost.
    pub total: Cents,
    /// Quantities that are others than asked for, and why.
    pub changed: Vec<FieldError>,
    /// Why each of the other lines cannot be had.
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
    ) -> Result<Result<BulkFound, TradeRefusal>, StoreError> {
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

    /// Why some products are not sold to this buyer: they are not there, not shown to him, or cannot be bought as they are.
    ///
    /// # Errors
    /// The buyer may neither order in bulk nor use lists.
    pub async fn refusals(
        &self,
        buyer: &Buyer,
        ids: &[ProductId],
    ) -> Result<Result<Vec<FieldError>, TradeRefusal>, StoreError> {
        if let Err(refusal) = may_search(buyer) {
            return Ok(Err(refusal));
        }
        let (catalogue, settings) = self.goods(buyer).await?;
        Ok(Ok(ids.iter().filter_map(|id| refused(&catalogue, &settings, *id)).collect()))
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
        let Asked { wishes, changed, mut left_out } = wishes(&catalogue, lines);
        let (open, refusals) = self.carts.add_all_to_cart(trade.customer_id, &wishes, day).await?;
        let added = refusals.iter().filter(|refusal| refusal.is_none()).count();
        left_out.extend(told(refusals));
        Ok(Ok(BulkAdded { open, added, changed, left_out }))
    }

    /// What lines come to now, as the buyer's cart would have them if it held nothing else; nothing is put into it.
    pub(crate) async fn outlook(&self, buyer: &Buyer, lines: &[ProductLine]) -> Result<BulkOutlook, StoreError> {
        let Some(customer) = buyer.customer_id else { return Ok(BulkOutlook::default()) };
        let (catalogue, _) = self.goods(buyer).await?;
        let Asked { wishes, changed, mut left_out } = wishes(&catalogue, lines);
        let (open, refusals) = cart_alone(&self.carts, customer, &wishes).await?;
        left_out.extend(told(refusals));
        let view = open.view();
        let with_tax = open.settings.taxes.cart_prices == TaxDisplay::Included;
        let priced = view.lines.iter().map(|line| {
            let sums = &line.totals;
            let cents = if with_tax { sums.subtotal + sums.subtotal_tax } else { sums.subtotal };
            (found::with_sku(&line.full_name, &line.item().sku), line.line.quantity, cents)
        });
        Ok(BulkOutlook { lines: priced.collect(), total: view.displayed_subtotal(), changed, left_out })
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

/// Name of the field that lists send their lines in.
const LINES_FIELD: &str = "productstring";

/// Why a product is not sold; `None`: it is. What is out of stock comes again.
pub(crate) fn refused(catalogue: &Catalogue, settings: &ShopSettings, id: ProductId) -> Option<FieldError> {
    let sold = found::found(catalogue, settings, id).is_some();
    (!sold).then(|| FieldError { field: LINES_FIELD.into(), ..found::not_sold(catalogue, id) })
}

fn may_search(buyer: &Buyer) -> Result<(), TradeRefusal> {
    buyer.trade(TradeAction::BulkOrder).or_else(|_| buyer.trade(TradeAction::UseLists)).map(|_| ())
}

/// What lines ask of a cart.
struct Asked {
    wishes: Vec<AddItem>,
    changed: Vec<FieldError>,
    left_out: Vec<FieldError>,
}

fn wishes(catalogue: &Catalogue, lines: &[ProductLine]) -> Asked {
    let mut all = Asked { wishes: Vec::new(), changed: Vec::new(), left_out: Vec::new() };
    for line in lines.iter().filter(|line| line.counts()).take(MAX_LINES) {
        match wish(catalogue, *line) {
            // There is none left.
            Ok((wish, told)) if wish.quantity_milli == Some(0) => all.left_out.extend(told),
            Ok((wish, told)) => {
                all.wishes.push(wish);
                all.changed.extend(told);
            }
            Err(error) => all.left_out.push(error),
        }
    }
    all
}

/// Why wishes are not in the cart.
fn told(refusals: Vec<Option<CartRefusal>>) -> impl Iterator<Item = FieldError> {
    let refusals = refusals.into_iter().flatten();
    refusals.map(|refusal| FieldError { params: refusal.params, ..FieldError::new("", refusal.code) })
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
