//! Bulk orders of trade buyers: products searched row by row or pasted from a spreadsheet, and added to the cart at once.

mod resolve;
mod search;

pub use search::BulkFound;

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
use crate::trade::buying_terms::BuyerShop;

/// Result of adding lines to the cart.
#[derive(Clone, Debug)]
pub struct BulkAdded {
    pub open: OpenCart,
    /// Number of lines added.
    pub added: usize,
    /// Quantities that were adjusted, and why.
    pub changed: Vec<FieldError>,
    /// Why each of the other lines was not added.
    pub left_out: Vec<FieldError>,
}

/// Availability and current prices of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkOutlook {
    /// Available lines: name, pieces, and price as displayed to the buyer.
    pub lines: Vec<(String, i64, Cents)>,
    pub total: Cents,
    /// Quantities that would be adjusted, and why.
    pub changed: Vec<FieldError>,
    /// Why each of the other lines is not available.
    pub left_out: Vec<FieldError>,
}

#[derive(Clone)]
pub struct BulkOrders {
    pub(crate) context: Arc<Context>,
    pub(crate) carts: Carts,
}

impl BulkOrders {
    /// Searches products for a row of the form or for editing a list, best match first. An empty text finds nothing.
    ///
    /// # Errors
    ///
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
        Ok(Ok(search::find_products(&catalogue, &settings, text, by)))
    }

    /// Returns those of some products that are sold to this buyer, with current prices.
    ///
    /// # Errors
    ///
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
        Ok(Ok(ids.take(MAX_LINES).filter_map(|id| search::search_result(&catalogue, &settings, id)).collect()))
    }

    /// Explains why some products are not sold to this buyer: they do not exist, are hidden from him, or cannot be bought on
    /// their own.
    ///
    /// # Errors
    ///
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
        Ok(Ok(ids.iter().filter_map(|id| unsold_error(&catalogue, &settings, *id)).collect()))
    }

    /// Resolves the lines of a spreadsheet or file to products, line by line.
    ///
    /// # Errors
    ///
    /// The buyer may neither order in bulk nor use lists.
    pub async fn read(&self, buyer: &Buyer, text: &str) -> Result<Result<BulkReport, TradeRefusal>, StoreError> {
        if let Err(refusal) = may_search(buyer) {
            return Ok(Err(refusal));
        }
        let (catalogue, settings) = self.goods(buyer).await?;
        Ok(Ok(resolve::report(&catalogue, &settings, text)))
    }

    /// Adds lines to the buyer's cart in one update, in whole packs; lines that cannot be bought are left out and reported.
    ///
    /// # Errors
    ///
    /// The buyer may not order.
    pub async fn add_to_cart(
        &self,
        buyer: &Buyer,
        lines: &[ProductLine],
    ) -> Result<Result<BulkAdded, TradeRefusal>, StoreError> {
        self.add_for_day(buyer, lines, None).await
    }

    /// Like [`Self::add_to_cart`], and sets the buyer's requested delivery day; `None` leaves the cart's day unchanged.
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
        let CartChanges { items, changed, mut left_out } = cart_changes(&catalogue, lines);
        let (open, refusals) = self.carts.add_all_to_cart(trade.customer_id, &items, day).await?;
        let added = refusals.iter().filter(|refusal| refusal.is_none()).count();
        left_out.extend(form_errors(refusals));
        Ok(Ok(BulkAdded { open, added, changed, left_out }))
    }

    /// Computes availability and prices of lines as if they were alone in the buyer's cart, without adding them.
    pub(crate) async fn outlook(&self, buyer: &Buyer, lines: &[ProductLine]) -> Result<BulkOutlook, StoreError> {
        let Some(customer) = buyer.customer_id else { return Ok(BulkOutlook::default()) };
        let (catalogue, _) = self.goods(buyer).await?;
        let CartChanges { items, changed, mut left_out } = cart_changes(&catalogue, lines);
        let (open, refusals) = cart_alone(&self.carts, customer, &items).await?;
        left_out.extend(form_errors(refusals));
        let view = open.view();
        let with_tax = open.settings.taxes.cart_prices == TaxDisplay::Included;
        let priced = view.lines.iter().map(|line| {
            let sums = &line.totals;
            let cents = if with_tax { sums.subtotal + sums.subtotal_tax } else { sums.subtotal };
            (search::with_sku(&line.full_name, &line.item().sku), line.line.quantity, cents)
        });
        Ok(BulkOutlook { lines: priced.collect(), total: view.displayed_subtotal(), changed, left_out })
    }

    /// Whether any of the products is perishable.
    pub(crate) async fn has_fresh(&self, lines: &[ProductLine]) -> Result<bool, StoreError> {
        let catalogue = self.context.catalogue().await?;
        let mut sold = lines.iter().filter_map(|line| ordered_as_is(&catalogue, line.product_id));
        Ok(sold.any(|(product, variation)| Label::new(product, variation).perishable()))
    }

    /// Returns catalogue and settings on the buyer's terms.
    async fn goods(&self, buyer: &Buyer) -> Result<(Arc<Catalogue>, Arc<ShopSettings>), StoreError> {
        let BuyerShop { catalogue, settings, .. } = self.context.shop_for(buyer).await?;
        Ok((catalogue, settings))
    }
}

/// Form field in which lists send their lines.
const LINES_FIELD: &str = "productstring";

/// Explains why a product is not sold; `None` if it is. A product that is out of stock counts as sold, because it may come back.
pub(crate) fn unsold_error(catalogue: &Catalogue, settings: &ShopSettings, id: ProductId) -> Option<FieldError> {
    let sold = search::search_result(catalogue, settings, id).is_some();
    (!sold).then(|| FieldError { field: LINES_FIELD.into(), ..search::not_sold(catalogue, id) })
}

fn may_search(buyer: &Buyer) -> Result<(), TradeRefusal> {
    buyer.trade(TradeAction::BulkOrder).or_else(|_| buyer.trade(TradeAction::UseLists)).map(|_| ())
}

/// Cart changes requested by lines.
struct CartChanges {
    items: Vec<AddItem>,
    changed: Vec<FieldError>,
    left_out: Vec<FieldError>,
}

fn cart_changes(catalogue: &Catalogue, lines: &[ProductLine]) -> CartChanges {
    let mut all = CartChanges { items: Vec::new(), changed: Vec::new(), left_out: Vec::new() };
    for line in lines.iter().filter(|line| line.counts()).take(MAX_LINES) {
        match to_item(catalogue, *line) {
            // None in stock.
            Ok((item, notice)) if item.quantity_milli == Some(0) => all.left_out.extend(notice),
            Ok((item, notice)) => {
                all.items.push(item);
                all.changed.extend(notice);
            }
            Err(error) => all.left_out.push(error),
        }
    }
    all
}

/// Turns the cart's refusals into form errors.
fn form_errors(refusals: Vec<Option<CartRefusal>>) -> impl Iterator<Item = FieldError> {
    let refusals = refusals.into_iter().flatten();
    refusals.map(|refusal| FieldError { params: refusal.params, ..FieldError::new("", refusal.code) })
}

/// Converts a line to a cart item in whole packs, with a notice if the quantity was adjusted.
fn to_item(catalogue: &Catalogue, line: ProductLine) -> Result<(AddItem, Option<FieldError>), FieldError> {
    let Some((product, variation)) = ordered_as_is(catalogue, line.product_id) else {
        return Err(search::not_sold(catalogue, line.product_id));
    };
    let (quantity, notice) =
        whole_packs(search::name(product, variation), line.quantity, &search::pack(product, variation));
    Ok((
        AddItem { id: line.product_id, quantity_milli: Some(i64::from(quantity) * 1000), ..AddItem::default() },
        notice,
    ))
}
