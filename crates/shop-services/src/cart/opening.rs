//! Opening the cart of a session: loads the stored cart and adapts it to the current shop.

use std::sync::Arc;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::checkout::address::Address;
use shop_core::orders::OrderStatus;

use super::changes::{reconcile, report_price_changes};
use super::lines::{self, AddItem};
use super::offer_lines::drop_invalid_offers;
use super::open_cart::OpenCart;
use super::priced_line::{resolve, stock_item};
use super::purchases::StockNow;
use super::service::CartsPorts;
use super::vat::follow_company_vat;
use super::{applied_coupons, credits};
use crate::accounts::buyer::Buyer;
use crate::cart::Carts;
use crate::catalogue::Catalogue;
use crate::platform::settings::ShopSettings;
use crate::ports::{CartRecord, OrderRecord, StoreError};
use crate::records::{CartContent, CartLine};
use crate::trade::buying_terms::BuyerShop;

impl Carts {
    /// Opens the cart of a session: lines whose product is gone are removed, quantities are lowered to the stock, invalid coupons
    /// removed.
    pub async fn open_cart(&self, session_key: &str, customer_id: Option<CustomerId>) -> Result<OpenCart, StoreError> {
        let mut open = self.open_cart_for(session_key, customer_id, &[]).await?;
        if (open.has_new_changes || !open.dropped_coupons.is_empty()) && open.record.version > 0 {
            // On a conflict another request is writing the same changes.
            let _ = self.save_open_cart(&mut open).await?;
        }
        Ok(open)
    }

    pub(super) async fn open_cart_for(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        add: &[AddItem],
    ) -> Result<OpenCart, StoreError> {
        let buyer = buyer(self, customer_id).await?;
        // An empty cart charges nothing, so the catalogue may be a moment behind.
        let charges = !add.is_empty() || !session_key.is_empty();
        let shop =
            if charges { self.context.newest_shop_for(&buyer).await? } else { self.context.shop_for(&buyer).await? };
        let BuyerShop { catalogue, settings, .. } = shop;
        let now = self.context.now();
        let mut record = self.cart_record(session_key, customer_id, &settings, now).await?;
        follow_company_vat(self.store.as_ref(), &mut record.content, customer_id, now).await?;
        let unpaid = self.unpaid_order(&mut record.content).await?;
        let mut changes = drop_invalid_offers(self, &mut record.content, customer_id, now).await?;
        let stock = stock_now(&*self.store, &record.content, &catalogue, add, unpaid.as_ref()).await?;
        changes.extend(reconcile(&mut record.content, &catalogue, &stock));
        let has_new_changes = !changes.is_empty();
        record.content.record_changes(changes);
        report_price_changes(&mut record.content, &catalogue, &settings, now);
        let (coupons, person) = self.coupon_loader.applied_coupons(&record.content, customer_id).await?;
        let credits = self.coupon_loader.applied_credits(&record.content).await?;
        let mut open = OpenCart {
            changes: record.content.unreported.clone(),
            has_new_changes,
            record,
            catalogue,
            settings,
            stock,
            coupons,
            person,
            credits,
            dropped_coupons: Vec::new(),
            now,
        };
        applied_coupons::drop_invalid(&mut open);
        credits::drop_invalid(&mut open);
        Ok(open)
    }

    /// The stored cart of a session, or a new one.
    async fn cart_record(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        settings: &ShopSettings,
        now: UnixSeconds,
    ) -> Result<CartRecord, StoreError> {
        let record = if session_key.is_empty() { None } else { self.store.load_cart(session_key, now).await? };
        Ok(match record {
            Some(record) => record,
            None => CartRecord {
                session_key: session_key.to_owned(),
                customer_id,
                version: 0,
                content: self.first_content(settings, customer_id).await?,
                expires_at: 0,
            },
        })
    }

    /// Initial content of a cart: the shop's location, or the saved addresses of its customer.
    pub(super) async fn first_content(
        &self,
        settings: &ShopSettings,
        customer_id: Option<CustomerId>,
    ) -> Result<CartContent, StoreError> {
        let mut content = new_content(settings);
        let Some(id) = customer_id else { return Ok(content) };
        let Some(account) = self.store.account(id).await? else { return Ok(content) };
        let saved = |address: &Address| !address.address_1.is_empty();
        if saved(&account.details.billing) {
            content.billing = account.details.billing.clone();
        }
        content.billing.email = account.email;
        if saved(&account.details.shipping) {
            content.shipping = account.details.shipping;
        } else if saved(&account.details.billing) {
            content.shipping = Address { email: String::new(), ..account.details.billing };
        }
        Ok(content)
    }

    /// Returns the order that a cart was restored from, while it waits for its payment. If it was paid after all, on its own page
    /// or late by the bank, the cart is emptied.
    pub(crate) async fn unpaid_order(&self, content: &mut CartContent) -> Result<Option<OrderRecord>, StoreError> {
        let Some(id) = content.unpaid else { return Ok(None) };
        let order = self.store.order(id).await?;
        let waits = |order: &OrderRecord| order.needs_payment() || order.status == OrderStatus::Cancelled;
        if order.as_ref().is_none_or(waits) {
            return Ok(order);
        }
        let untouched = content.ordered.as_ref().is_some_and(|ordered| ordered.lines == content.lines);
        content.unpaid = None;
        if untouched {
            *content = content.emptied("");
            content.ordered = None;
        }
        Ok(None)
    }
}

/// The buyer: a cart has the terms of its customer, whoever opens it.
async fn buyer(carts: &Carts, customer_id: Option<CustomerId>) -> Result<Buyer, StoreError> {
    let Some(id) = customer_id else { return Ok(Buyer::GUEST) };
    Ok(carts.store.customer(id).await?.as_ref().map(Buyer::of).unwrap_or_default())
}

/// The settings on a customer's terms.
pub(crate) async fn settings_for(
    carts: &Carts,
    customer_id: Option<CustomerId>,
) -> Result<Arc<ShopSettings>, StoreError> {
    Ok(carts.context.shop_for(&buyer(carts, customer_id).await?).await?.settings)
}

fn new_content(settings: &ShopSettings) -> CartContent {
    let base =
        Address { country: settings.shop.country.clone(), state: settings.shop.state.clone(), ..Address::default() };
    CartContent { billing: base.clone(), shipping: base, ..CartContent::default() }
}

fn booked_time(catalogue: &Catalogue, line: &CartLine) -> Option<(ProductId, UnixSeconds)> {
    let (product, _) = resolve(catalogue, line)?;
    let booking = shop_core::catalogue::purchase::check(&product.purchase, &line.choices).ok()?.booking?;
    Some((product.item.id, booking.starts_at))
}

fn stock_id(catalogue: &Catalogue, line: &CartLine) -> Option<ProductId> {
    let (product, variation) = resolve(catalogue, line)?;
    let holder = stock_item(product, variation);
    holder.stock.managed.then_some(holder.id)
}

/// Stock and booked places needed for the lines of a cart and for what is to be added.
async fn stock_now(
    store: &dyn CartsPorts,
    content: &CartContent,
    catalogue: &Catalogue,
    add: &[AddItem],
    unpaid: Option<&OrderRecord>,
) -> Result<StockNow, StoreError> {
    let mut ids: Vec<ProductId> = content.lines.iter().filter_map(|line| stock_id(catalogue, line)).collect();
    ids.extend(add.iter().flat_map(|add| lines::stock_ids(catalogue, add)));
    ids.sort_unstable();
    ids.dedup();
    let mut stock = StockNow::default();
    if !ids.is_empty() {
        let levels = store.stock_levels(&ids).await?;
        stock.pieces = levels.into_iter().map(|level| (level.id, level.quantity)).collect();
        // Stock reserved by the cart's own pending order is available to this cart.
        for (id, quantity) in unpaid.into_iter().flat_map(OrderRecord::unrefunded_pieces) {
            stock.pieces.entry(id).and_modify(|left| *left += quantity);
        }
    }
    let mut times: Vec<(ProductId, UnixSeconds)> =
        content.lines.iter().filter_map(|line| booked_time(catalogue, line)).collect();
    times.extend(add.iter().filter_map(|add| lines::booked_time(catalogue, add)));
    if !times.is_empty() {
        stock.booked = store.occupied_places(&times).await?;
    }
    Ok(stock)
}
