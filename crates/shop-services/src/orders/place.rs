//! Placing an order: the cart is priced anew, its stock taken and the order written in one transaction.

use std::collections::BTreeMap;

use shop_core::address::Address;
use shop_core::coupon::validity::CouponRefusal;
use shop_core::format::price;
use shop_core::ids::{CustomerId, OrderId};
use shop_core::messages::codes;
use shop_core::order::OrderStatus;
use shop_core::payment::express::wallet::ExpressWallet;
use shop_core::{Cents, FieldError, Params};

use super::attempt::Attempt;
use super::content::{OrderContent, OrderInvoice};
use super::legal::{self, terms_in_force};
use super::mails;
use crate::cart::{CartView, OpenCart};
use crate::catalogue::SoldPieces;
use crate::ports::{NewOrder, NewOrderLine, PlaceRefusal, QUIET, StoreError, received_path};
use crate::shop::Shop;

/// What the buyer says at checkout, already checked field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buyer {
    /// Billing address with e-mail.
    pub billing: Address,
    /// Delivery address.
    pub shipping: Address,
    /// Id of the rate that the form names; it is taken where it is on offer. `None`: as the cart has it.
    pub rate: Option<String>,
    /// Whether an order without delivery keeps the delivery address: it was asked for, and not merely filled in by the
    /// form.
    pub keeps_shipping: bool,
    /// Whether a free order empties its cart at once: the classic form's does, the Store API's when its page is shown.
    pub empties_free_cart: bool,
    /// Note; `None`: the one kept in the cart.
    pub note: Option<String>,
    /// Way of payment; empty: none chosen.
    pub payment_method: String,
    /// What the buyer saw as to be paid now; `None`: the client does not say.
    pub shown: Option<Cents>,
    /// The buyer said to be of age.
    pub age_confirmed: bool,
    /// The buyer accepted the terms.
    pub terms: bool,
    /// The buyer wants digital content before the period of withdrawal ends.
    pub files_consent: bool,
    /// Further fields.
    pub extra_fields: BTreeMap<String, String>,
    /// The invoice that the buyer asks for.
    pub invoice: Option<OrderInvoice>,
    /// The wallet of an express button; `None`: another way.
    pub wallet: Option<ExpressWallet>,
    /// Where the buyer came from, as it is kept.
    pub attribution: BTreeMap<String, String>,
    /// The try that this is; `None`: the client names none.
    pub attempt: Option<Attempt>,
    /// Address of the browser, shortened.
    pub ip: String,
    /// Argon2id hash of the password of an account to be made with the order.
    pub account_password_hash: Option<String>,
}

/// Why the order was not placed. The cart is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckoutRefusal {
    /// Code of the message.
    pub code: &'static str,
    /// Placeholders.
    pub params: Params,
    /// The refusal is about the state of the cart, which the client should read again.
    pub about_cart: bool,
    /// What stands behind the code, where it is more telling.
    pub reason: Option<FieldError>,
    /// Coupons that were taken off the cart, with the reason.
    pub removed_coupons: Vec<CouponRefusal>,
}

impl CheckoutRefusal {
    fn new(code: &'static str) -> Self {
        Self { code, params: Params::new(), about_cart: false, reason: None, removed_coupons: Vec::new() }
    }

    pub(super) fn about_cart(code: &'static str) -> Self {
        Self { about_cart: true, ..Self::new(code) }
    }

    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// A placed order.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedOrder {
    /// Id, which is its number.
    pub id: OrderId,
    /// Key that opens its page.
    pub order_key: String,
    /// Status.
    pub status: OrderStatus,
    /// Everything else.
    pub content: OrderContent,
    /// Way of payment.
    pub payment_method: String,
    /// The account that was made with it.
    pub account: Option<CustomerId>,
}

impl PlacedOrder {
    /// Path of the page that thanks the buyer. From the shop's own forms, which name their tries, it tells programs that follow
    /// campaigns not to count this arrival as a new one (storefront specification, section 2); other clients of the platform
    /// compare the address with the one that they know.
    pub fn received_path(&self) -> String {
        let quiet = if self.content.request_hash.is_empty() { "" } else { QUIET };
        received_path(self.id, &self.order_key) + quiet
    }
}

impl Shop {
    /// Places the order of a session's cart.
    pub async fn place_order(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> Result<Result<PlacedOrder, (OpenCart, CheckoutRefusal)>, StoreError> {
        let mut open = self.open_cart(session_key, customer_id).await?;
        if open.record.content.lines.is_empty() {
            return self.nothing_left(&open, customer_id, buyer).await;
        }
        if let Some(refusal) = changed_meanwhile(&open) {
            return Ok(Err((open, refusal)));
        }
        if let Some(refusal) = stock_refusal(&open.view()) {
            return Ok(Err((open, refusal)));
        }
        // The addresses are kept whatever comes of the order: nothing typed is lost.
        let open = if let Some(saved) = self.remember_buyer(session_key, customer_id, buyer).await? {
            saved
        } else {
            open.record.content.billing = buyer.billing.clone();
            open
        };
        self.place_remembered(&open, customer_id, buyer).await
    }

    /// Places the order of a cart that keeps this buyer's words already ([`Shop::remember_buyer`]).
    pub async fn place_remembered(
        &self,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> Result<Result<PlacedOrder, (OpenCart, CheckoutRefusal)>, StoreError> {
        let session_key = open.record.session_key.as_str();
        let mut judged = open.clone();
        self.judge_coupons_for_order(&mut judged, customer_id).await?;
        if let Some(refusal) = buyer_coupon_refusal(&judged) {
            judged.dropped_coupons.clear();
            return Ok(Err((judged, refusal)));
        }
        let open = &judged;
        let view = open.view();
        if view.lines.is_empty() {
            return self.nothing_left(open, customer_id, buyer).await;
        }
        if let Some(refusal) = stock_refusal(&view) {
            return Ok(Err((open.clone(), refusal)));
        }
        let has_account = customer_id.is_some() || buyer.account_password_hash.is_some();
        if view.has_subscription() && !has_account {
            return Ok(Err((open.clone(), CheckoutRefusal::new(codes::SUBSCRIPTION_ACCOUNT))));
        }
        if let Some(refusal) = another_amount(&view, buyer) {
            return Ok(Err((open.clone(), refusal)));
        }
        if let Err(refusal) = check_choices(&view, buyer) {
            return Ok(Err((open.clone(), refusal)));
        }
        let pages = self.pages().await?;
        let settings = &open.settings;
        let mut order = self.new_order(&view, open, customer_id, buyer);
        order.content.terms = buyer.terms.then(|| terms_in_force(&pages, settings, self.now())).flatten();
        let has_files = order.lines.iter().any(|line| line.content.downloadable);
        order.content.files_consent_at = (has_files && buyer.files_consent).then(|| self.now());
        let legal = legal::sections(&order.lines, order.content.lang, &pages, settings, self.now());
        let links = self.mail_links(&order.lines).await?;
        let make = |id: OrderId| mails::for_new_order(id, &order, settings, &links, &legal);
        if let Some(taken_up) = Box::pin(self.taken_up(open, &order)).await? {
            return Ok(match taken_up {
                Ok(placed) => Ok(placed),
                Err(refusal) => Err((self.open_cart(session_key, customer_id).await?, refusal)),
            });
        }
        let now = self.now();
        match self.store().place_order(&order, &make, now).await? {
            // Another request with this attempt was faster: its order is this one's answer.
            Ok(placed) if !placed.new => self.faster_twin(open, customer_id, buyer).await,
            Ok(placed) => {
                self.sold(&sale(&order));
                self.keep_addresses(placed.account.or(customer_id), buyer).await;
                Ok(Ok(PlacedOrder {
                    id: placed.id,
                    order_key: placed.order_key,
                    status: order.status,
                    payment_method: order.payment_method,
                    content: order.content,
                    account: placed.account,
                }))
            }
            Err(PlaceRefusal::CartChanged | PlaceRefusal::SubscriptionChanged) if self.was_placed(buyer).await? => {
                self.faster_twin(open, customer_id, buyer).await
            }
            Err(PlaceRefusal::CartChanged | PlaceRefusal::SubscriptionChanged) => {
                let open = self.open_cart(session_key, customer_id).await?;
                let code = if open.record.content.lines.is_empty() { codes::CART_EMPTY } else { codes::CART_CHANGED };
                Ok(Err((open, CheckoutRefusal::about_cart(code))))
            }
            Err(PlaceRefusal::EmailTaken) => {
                let open = self.open_cart(session_key, customer_id).await?;
                Ok(Err((open, CheckoutRefusal::new(codes::EMAIL_EXISTS))))
            }
            Err(PlaceRefusal::CouponUsedUp { code }) => {
                let open = self.open_cart(session_key, customer_id).await?;
                Ok(Err((open, CheckoutRefusal::new(codes::COUPON_RESERVE_FAILED).with("code", code))))
            }
            Err(PlaceRefusal::CreditShort { code }) => {
                let open = self.open_cart(session_key, customer_id).await?;
                Ok(Err((open, CheckoutRefusal::about_cart(codes::CREDIT_CHANGED).with("code", code))))
            }
            Err(PlaceRefusal::NotEnoughPlaces { product_id, available }) => {
                let named = view.lines.iter().find(|line| line.product.item.id == product_id);
                let name = named.map_or_else(String::new, |line| line.product.item.name.clone());
                let mut refusal = CheckoutRefusal::about_cart(codes::BOOKING_GONE).with("name", name);
                refusal.reason = Some(FieldError::new("", codes::BOOKING_FULL).with("available", available));
                let open = self.open_cart(session_key, customer_id).await?;
                Ok(Err((open, refusal)))
            }
            Err(PlaceRefusal::NotEnoughStock { product_id, available }) => {
                let name = view
                    .lines
                    .iter()
                    .find(|l| l.item().id == product_id || l.stock_item().id == product_id)
                    .map_or_else(String::new, |l| l.product.item.name.clone());
                self.catalogue_changed();
                let code = if available > 0 { codes::PARTIALLY_OUT_OF_STOCK } else { codes::OUT_OF_STOCK };
                let refusal = CheckoutRefusal::about_cart(code).with("name", name).with("available", available);
                let open = self.open_cart(session_key, customer_id).await?;
                Ok(Err((open, refusal)))
            }
        }
    }

    /// Keeps the addresses of an order for the next one. The order is placed: a failure here must not seem to be one of it.
    async fn keep_addresses(&self, customer_id: Option<CustomerId>, buyer: &Buyer) {
        let Some(id) = customer_id else { return };
        let shipping = Address { email: String::new(), ..buyer.shipping.clone() };
        let _ = self.store().save_addresses(id, Some(&buyer.billing), Some(&shipping)).await;
    }

    /// The cart as it would be with this buyer's addresses, without saving them.
    pub async fn open_cart_at(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> Result<OpenCart, StoreError> {
        let mut open = self.open_cart(session_key, customer_id).await?;
        open.record.content.billing = buyer.billing.clone();
        open.record.content.shipping = Address { email: String::new(), ..buyer.shipping.clone() };
        if let Some(rate) = &buyer.rate {
            open.choose_delivery(rate);
        }
        Ok(open)
    }

    /// Keeps what the buyer typed with the cart.
    pub async fn remember_buyer(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> Result<Option<OpenCart>, StoreError> {
        let done = self
            .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
                let content = &mut open.record.content;
                content.address_open = false;
                content.billing = buyer.billing.clone();
                content.shipping = Address { email: String::new(), ..buyer.shipping.clone() };
                if let Some(note) = &buyer.note {
                    content.order_note.clone_from(note);
                }
                if !buyer.payment_method.is_empty() {
                    content.payment_method.clone_from(&buyer.payment_method);
                }
                if let Some(rate) = &buyer.rate {
                    open.choose_delivery(rate);
                }
                Ok(())
            })
            .await?;
        Ok(done.ok())
    }
}

fn sale(order: &NewOrder) -> Vec<SoldPieces> {
    let sold = |line: &NewOrderLine| SoldPieces {
        stock_of: line.stock_product_id,
        product: line.content.parent_id.into(),
        quantity: line.quantity,
    };
    order.lines.iter().map(sold).collect()
}

/// What is no longer as the buyer saw it: fewer pieces, a line that is gone, a coupon that others used up or that expired. The order
/// would be another one than was agreed to.
pub fn changed_meanwhile(open: &OpenCart) -> Option<CheckoutRefusal> {
    if let Some(first) = open.changed.first() {
        let params = first.params.clone();
        let code =
            if first.code == codes::QUANTITY_LOWERED { codes::PARTIALLY_OUT_OF_STOCK } else { codes::CART_CHANGED };
        return Some(CheckoutRefusal { params, ..CheckoutRefusal::about_cart(code) });
    }
    let first = open.dropped_coupons.first()?;
    let mut refusal = CheckoutRefusal::about_cart(codes::COUPON_ERROR);
    refusal.reason = Some(first.error.clone());
    Some(refusal)
}

/// Nobody orders for another amount than the one beside the button, which an address typed last may have changed (D.Lgs. 206/2005,
/// art. 51: the consumer knows the total right before the order).
fn another_amount(view: &CartView<'_>, buyer: &Buyer) -> Option<CheckoutRefusal> {
    let now = view.due.now;
    let shown = buyer.shown.filter(|shown| *shown != now)?;
    let refusal = CheckoutRefusal::about_cart(codes::AMOUNT_CHANGED);
    Some(refusal.with("shown", price(shown, view.lang)).with("now", price(now, view.lang)))
}

/// A buyer who loses a coupon by his address is asked again: the price is another one now.
fn buyer_coupon_refusal(open: &OpenCart) -> Option<CheckoutRefusal> {
    let first = open.dropped_coupons.first()?;
    let mut refusal = CheckoutRefusal::about_cart(codes::CART_COUPON_ERRORS);
    refusal.params.clone_from(&first.error.params);
    refusal.removed_coupons.clone_from(&open.dropped_coupons);
    Some(refusal)
}

fn stock_refusal(view: &CartView<'_>) -> Option<CheckoutRefusal> {
    if let Some((_, error)) = view.unbookable.first() {
        let mut refusal = CheckoutRefusal::about_cart(codes::BOOKING_GONE);
        refusal.reason = Some(error.clone());
        return Some(refusal);
    }
    let (n, available) = view.short_of_stock.first()?;
    let name = view.lines.get(*n).map_or_else(String::new, |l| l.product.item.name.clone());
    let code = if *available > 0 { codes::PARTIALLY_OUT_OF_STOCK } else { codes::OUT_OF_STOCK };
    Some(CheckoutRefusal::about_cart(code).with("name", name).with("available", available))
}

fn check_choices(view: &CartView<'_>, buyer: &Buyer) -> Result<(), CheckoutRefusal> {
    if view.needs_shipping && view.selected_rate().is_none() {
        return Err(CheckoutRefusal::new(codes::SHIPPING_OPTION_INVALID));
    }
    if let Some(years) = view.min_age_years().filter(|_| !buyer.age_confirmed) {
        return Err(CheckoutRefusal::new(codes::AGE_REQUIRED).with("years", years));
    }
    if view.needs_payment() {
        if buyer.payment_method.is_empty() {
            return Err(CheckoutRefusal::new(codes::PAYMENT_METHOD_MISSING));
        }
        if !view.settings.enabled_payment_methods().any(|m| m.id == buyer.payment_method) {
            return Err(CheckoutRefusal::new(codes::PAYMENT_METHOD_DISABLED));
        }
    }
    Ok(())
}
