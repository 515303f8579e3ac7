//! Placing an order: the cart is priced anew, its stock taken and the order written in one transaction.

use std::collections::BTreeMap;

use rand::Rng;
use shop_core::address::Address;
use shop_core::coupon::Coupon;
use shop_core::coupon::validity::CouponRefusal;
use shop_core::ids::{CustomerId, OrderId};
use shop_core::messages::codes;
use shop_core::money::Cents;
use shop_core::order::OrderStatus;
use shop_core::order::payment::status_paid_by;
use shop_core::totals::Totals;
use shop_core::{FieldError, Params};

use super::attempt::Attempt;
use super::content::{OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderShipping, OrderTax};
use super::mails;
use super::new_line::order_line;
use super::pay::hold_until;
use crate::cart::{CartView, OpenCart, recurring_terms};
use crate::catalogue::SoldPieces;
use crate::ports::{
    NewCustomer, NewOrder, NewOrderLine, OrderedCart, PlaceRefusal, Role, StoreError, TakenCoupon, TakenCredit,
};
use crate::settings::ShopSettings;
use crate::shop::Shop;
use crate::subscriptions::beginning;

/// What the buyer says at checkout, already checked field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buyer {
    /// Billing address with e-mail.
    pub billing: Address,
    /// Delivery address.
    pub shipping: Address,
    /// Whether an order without delivery keeps the delivery address: it was asked for, and not merely filled in by the
    /// form.
    pub keeps_shipping: bool,
    /// Note; `None`: the one kept in the cart.
    pub note: Option<String>,
    /// Way of payment; empty: none chosen.
    pub payment_method: String,
    /// The buyer said to be of age.
    pub age_confirmed: bool,
    /// Further fields.
    pub extra_fields: BTreeMap<String, String>,
    /// The invoice that the buyer asks for.
    pub invoice: Option<OrderInvoice>,
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

    fn with(mut self, name: &str, value: impl ToString) -> Self {
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
    /// Path of the page that thanks the buyer. It tells programs that follow campaigns not to count this arrival as a new one
    /// (storefront specification, section 2).
    pub fn received_path(&self) -> String {
        format!("/checkout/order-received/{}/?key={}&utm_nooverride=1", self.id, self.order_key)
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
        if let Some(refusal) = dropped_coupon(&open) {
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
        if let Err(refusal) = check_choices(&view, buyer) {
            return Ok(Err((open.clone(), refusal)));
        }
        let order = self.new_order(&view, open, customer_id, buyer);
        let settings = &open.settings;
        let links = self.mail_links(&order.lines).await?;
        let make = |id: OrderId| mails::for_new_order(id, &order, settings, &links);
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
            Err(PlaceRefusal::CartChanged) if self.was_placed(buyer).await? => {
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
                content.billing = buyer.billing.clone();
                content.shipping = Address { email: String::new(), ..buyer.shipping.clone() };
                if let Some(note) = &buyer.note {
                    content.order_note.clone_from(note);
                }
                if !buyer.payment_method.is_empty() {
                    content.payment_method.clone_from(&buyer.payment_method);
                }
                Ok(())
            })
            .await?;
        Ok(done.ok())
    }

    fn new_order(
        &self,
        view: &CartView<'_>,
        open: &OpenCart,
        customer_id: Option<CustomerId>,
        buyer: &Buyer,
    ) -> NewOrder {
        let status = first_status(view, buyer);
        let now = self.now();
        let settings = view.settings;
        let free = view.totals.total == Cents::ZERO;
        let payment_method = if view.needs_payment() { buyer.payment_method.clone() } else { String::new() };
        let content = order_content(view, open, buyer, &payment_method);
        NewOrder {
            subscriptions: beginning(view, &content, &payment_method, status.is_paid(), now),
            renewal: None,
            order_key: order_key(),
            status,
            customer_id,
            account: new_account(customer_id, buyer),
            total_cents: view.to_pay().0,
            instalments: view.due.later.clone(),
            cart_hash: view.hash(),
            idempotency_key: buyer.attempt.as_ref().map(|attempt| attempt.key.clone()),
            hold_until: hold_until(status, settings, now),
            content,
            payment_method,
            lines: view.lines.iter().map(order_line).collect(),
            coupons: view.coupons.iter().map(|(coupon, _)| taken_coupon(coupon)).collect(),
            person: open.person.clone(),
            credits: view
                .credit
                .uses
                .iter()
                .map(|one| TakenCredit { code: one.code.clone(), amount: one.used_cents })
                .collect(),
            // A free order's cart is emptied when its page is shown: until then the buyer may go back. What is tried free of
            // charge is ordered once.
            cart: (!free || view.has_subscription()).then(|| OrderedCart {
                session_key: open.record.session_key.clone(),
                version: open.record.version,
                emptied: open.record.content.emptied(),
            }),
        }
    }
}

/// The account that a guest wishes.
fn new_account(customer_id: Option<CustomerId>, buyer: &Buyer) -> Option<NewCustomer> {
    let password_hash = buyer.account_password_hash.clone().filter(|_| customer_id.is_none())?;
    let email = buyer.billing.email.trim().to_lowercase();
    Some(NewCustomer {
        username: NewCustomer::username_for(&email),
        password_hash,
        role: Role::Customer,
        first_name: buyer.billing.first_name.clone(),
        last_name: buyer.billing.last_name.clone(),
        email,
    })
}

fn sale(order: &NewOrder) -> Vec<SoldPieces> {
    let sold = |line: &NewOrderLine| SoldPieces {
        stock_of: line.stock_product_id,
        product: line.content.parent_id.into(),
        quantity: line.quantity,
    };
    order.lines.iter().map(sold).collect()
}

fn taken_coupon(coupon: &Coupon) -> TakenCoupon {
    TakenCoupon { code: coupon.code.clone(), limit_per_person: coupon.usage_limit_per_user }
}

/// A coupon of the cart that others used up, or that expired, since the buyer saw the total.
pub fn dropped_coupon(open: &OpenCart) -> Option<CheckoutRefusal> {
    let first = open.dropped_coupons.first()?;
    let mut refusal = CheckoutRefusal::about_cart(codes::COUPON_ERROR);
    refusal.reason = Some(first.error.clone());
    Some(refusal)
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

fn first_status(view: &CartView<'_>, buyer: &Buyer) -> OrderStatus {
    let nothing_to_do = view.lines.iter().all(|l| l.item().is_virtual && l.item().downloadable);
    if !view.needs_payment() {
        return if nothing_to_do { OrderStatus::Completed } else { OrderStatus::Processing };
    }
    status_paid_by(&buyer.payment_method)
}

fn order_content(view: &CartView<'_>, open: &OpenCart, buyer: &Buyer, payment_method: &str) -> OrderContent {
    let settings = view.settings;
    let totals = &view.totals;
    let taxes = order_taxes(totals, settings);
    let title = |it: &str, en: &str| {
        if view.lang == shop_core::Lang::En && !en.is_empty() { en.to_owned() } else { it.to_owned() }
    };
    OrderContent {
        billing: buyer.billing.clone(),
        shipping: if view.needs_shipping || buyer.keeps_shipping { buyer.shipping.clone() } else { Address::default() },
        needs_shipping: view.needs_shipping,
        customer_note: buyer.note.clone().unwrap_or_else(|| open.record.content.order_note.clone()),
        request_hash: buyer.attempt.as_ref().map(|attempt| attempt.request_hash.clone()).unwrap_or_default(),
        lang: view.lang,
        payment_title: settings
            .payment_methods
            .iter()
            .find(|m| m.id == payment_method)
            .map_or_else(String::new, |m| title(&m.title, &m.title_en)),
        delivery: view.selected_rate().map(|rate| OrderShipping {
            rate_id: rate.method.rate_id(),
            title: title(&rate.method.title, &rate.method.title_en),
            cost_cents: rate.cost,
            tax_cents: rate.tax,
        }),
        items_cents: totals.items,
        items_tax_cents: totals.items_tax,
        discount_cents: totals.discount,
        discount_tax_cents: view.discount.1,
        taxes,
        tax_cents: totals.tax,
        total_cents: view.to_pay(),
        due_later_cents: view.due.later_cents(),
        credits: view
            .credit
            .uses
            .iter()
            .map(|one| OrderCredit { code: one.code.clone(), used_cents: one.used_cents })
            .collect(),
        refunded_cents: Cents::ZERO,
        coupons: view
            .coupons
            .iter()
            .map(|(coupon, off)| OrderCoupon {
                code: coupon.code.clone(),
                kind: coupon.kind,
                discount_cents: off.discount,
                discount_tax_cents: off.discount_tax,
            })
            .collect(),
        invoice: buyer.invoice.clone(),
        extra_fields: buyer.extra_fields.clone(),
        ip: buyer.ip.clone(),
        recurring: view.recurring.iter().map(|one| (one.row_label(view.lang), one.totals.total)).collect(),
        recurring_terms: recurring_terms(view),
        renewal: None,
    }
}

/// The taxes of a sum, goods and delivery apart.
pub(crate) fn order_taxes(totals: &Totals, settings: &ShopSettings) -> Vec<OrderTax> {
    let mut taxes: Vec<OrderTax> = Vec::new();
    // Rates of the goods first, in the order of the lines; then those of the delivery alone.
    let mut indices: Vec<_> = totals.lines.iter().flat_map(|line| line.taxes.iter().map(|(index, _)| *index)).collect();
    indices.extend(totals.tax_by_rate.iter().map(|(index, _)| *index));
    let mut seen = std::collections::BTreeSet::new();
    indices.retain(|index| seen.insert(*index));
    for index in &indices {
        let Some((_, tax)) = totals.tax_by_rate.iter().find(|(other, _)| other == index) else { continue };
        let Some(rate) = settings.tax.rates.get(*index) else { continue };
        let items: Cents =
            totals.lines.iter().flat_map(|l| &l.taxes).filter(|(i, _)| i == index).map(|(_, tax)| *tax).sum();
        taxes.push(OrderTax {
            name: rate.name.clone(),
            percent: rate.percent(),
            items_cents: items,
            shipping_cents: *tax - items,
        });
    }
    taxes
}

/// Random enough that nobody guesses the page of an order: 22 characters of 62 are 130 bits.
pub(crate) fn order_key() -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut rng = rand::rng();
    let random: String =
        (0..22).filter_map(|_| LETTERS.get(rng.random_range(0..LETTERS.len())).map(|b| char::from(*b))).collect();
    format!("wc_order_{random}")
}
