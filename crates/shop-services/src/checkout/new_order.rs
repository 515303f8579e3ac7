//! Builds the order of a cart, with everything that is stored.

use std::collections::BTreeSet;

use shop_core::base::calendar::local_day;
use shop_core::base::{Cents, CustomerId, OfferId};
use shop_core::cart::coupon::Coupon;
use shop_core::catalogue::price::ReverseCharge;
use shop_core::checkout::address::Address;
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::orders::OrderStatus;
use shop_core::orders::payment::{BY_INVOICE, status_paid_by};
use shop_core::payments::availability::is_gateway_method;

use super::request::CheckedOrder;
use super::subscriptions::new_subscriptions;
use crate::accounts::buyer::Buyer;
use crate::cart::{CartView, OpenCart, recurring_terms};
use crate::checkout::Checkout;
use crate::orders::{hold_until, order_key, order_line, order_taxes};
use crate::ports::{NewCustomer, NewOrder, OrderedCart, RedeemedCoupon, RedeemedCredit, Role};
use crate::records::{
    CartContent, FreeOrder, OrderContent, OrderCoupon, OrderCredit, OrderInvoice, OrderShipping, OrderVat,
};

impl Checkout {
    /// Builds the order of a priced cart.
    pub(super) fn new_order(
        &self,
        view: &CartView<'_>,
        open: &OpenCart,
        buyer: &Buyer,
        checked: &CheckedOrder,
    ) -> NewOrder {
        let status = first_status(view, checked.checkout.payment_method());
        let now = self.context.now();
        let settings = view.settings;
        let is_free = view.totals.total == Cents::ZERO;
        // Until the page of a free order is shown its buyer may go back. A free trial is ordered once.
        let keeps_lines = is_free && !view.has_subscription() && !checked.door.empties_free_cart;
        let payment_method =
            if view.needs_payment() { checked.checkout.payment_method().to_owned() } else { String::new() };
        let mut content = order_content(view, checked, &payment_method);
        let days = settings.buyer.invoice_days.filter(|_| payment_method == BY_INVOICE);
        content.invoice_due_day = days.map(|days| local_day(now) + i64::from(days));
        let key = order_key(self.context.random());
        NewOrder {
            subscriptions: new_subscriptions(view, &content, &payment_method, status.is_paid(), now),
            renewal: None,
            order_key: key.clone(),
            status,
            customer_id: buyer.customer_id,
            company_id: buyer.company_id,
            ordered_by: String::new(),
            approval: None,
            account: new_account(buyer.customer_id, checked),
            instalments: view.due.later.clone(),
            cart_hash: view.hash(),
            idempotency_key: checked.identity.key.clone(),
            hold_until: hold_until(status, settings, now),
            content,
            payment_method,
            lines: view.lines.iter().map(|line| order_line(line, &settings.tax)).collect(),
            coupons: view.coupons.iter().map(|(coupon, _)| redeemed_coupon(coupon)).collect(),
            person: open.person.clone(),
            credits: view
                .credit
                .uses
                .iter()
                .map(|one| RedeemedCredit { code: one.code.clone(), amount: one.used_cents })
                .collect(),
            offers: offers_of(view),
            cart: Some(OrderedCart {
                session_key: open.record.session_key.clone(),
                version: open.record.version,
                after: if keeps_lines {
                    keep_lines(&open.record.content, &key, &view.hash())
                } else {
                    open.record.content.emptied(&key)
                },
            }),
        }
    }
}

/// A cart that keeps its lines after its order.
fn keep_lines(cart: &CartContent, order_key: &str, cart_hash: &str) -> CartContent {
    let free_order = FreeOrder { order_key: order_key.to_owned(), cart_hash: cart_hash.to_owned() };
    CartContent { free_order: Some(free_order), ..cart.clone() }
}

/// Offers of the lines.
fn offers_of(view: &CartView<'_>) -> Vec<OfferId> {
    let offers: BTreeSet<OfferId> = view.lines.iter().filter_map(|line| Some(line.line.offer?.id)).collect();
    offers.into_iter().collect()
}

/// The account that a guest requests.
fn new_account(customer_id: Option<CustomerId>, checked: &CheckedOrder) -> Option<NewCustomer> {
    let password_hash = checked.account_password_hash.clone().filter(|_| customer_id.is_none())?;
    let billing = checked.checkout.billing();
    let email = billing.email.trim().to_lowercase();
    Some(NewCustomer {
        username: NewCustomer::username_for(&email),
        password_hash,
        role: Role::Customer,
        first_name: billing.first_name.clone(),
        last_name: billing.last_name.clone(),
        email,
    })
}

fn redeemed_coupon(coupon: &Coupon) -> RedeemedCoupon {
    RedeemedCoupon { code: coupon.code.clone(), limit_per_person: coupon.usage_limit_per_user }
}

/// Whether a payment method is saved with an order that needs no payment: only the provider's methods can be.
fn keeps_method(view: &CartView<'_>, payment_method: &str) -> bool {
    view.keeps_method() && is_gateway_method(payment_method)
}

fn first_status(view: &CartView<'_>, payment_method: &str) -> OrderStatus {
    let nothing_to_do = view.lines.iter().all(|l| l.item().is_virtual && l.item().downloadable);
    let nothing_to_pay = view.due.now <= Cents::ZERO && !keeps_method(view, payment_method);
    if nothing_to_pay {
        return if nothing_to_do { OrderStatus::Completed } else { OrderStatus::Processing };
    }
    status_paid_by(payment_method)
}

fn order_content(view: &CartView<'_>, checked: &CheckedOrder, payment_method: &str) -> OrderContent {
    let checkout = &checked.checkout;
    OrderContent {
        billing: checkout.billing().clone(),
        shipping: if view.needs_shipping || checked.door.stores_shipping {
            checkout.shipping().clone()
        } else {
            Address::default()
        },
        needs_shipping: view.needs_shipping,
        customer_note: checkout.order_comments().to_owned(),
        buyer_reference: checkout.buyer_reference().to_owned(),
        delivery_day: checkout.delivery_day(),
        request_hash: checked.identity.hash.clone(),
        has_request_key: checked.identity.key.is_some(),
        lang: view.lang,
        payment_title: payment_title(view, checked, payment_method),
        wallet: checked.wallet,
        attribution: checked.attribution.clone(),
        invoice: order_invoice(view, checkout.invoice().map(OrderInvoice::from)),
        extra_fields: checkout.extra().clone(),
        ip: checked.ip.clone(),
        recurring: view.recurring.iter().map(|one| (one.row_label(view.lang), one.totals.total)).collect(),
        recurring_terms: recurring_terms(view),
        renewal: None,
        keeps_method: keeps_method(view, payment_method),
        terms: None,
        vat: order_vat(view),
        invoice_due_day: None,
        files_consent_at: None,
        ..order_totals(view)
    }
}

/// The totals of an order, from which all its documents are printed.
pub(super) fn order_totals(view: &CartView<'_>) -> OrderContent {
    let totals = &view.totals;
    OrderContent {
        delivery: delivery(view),
        items_cents: totals.items,
        items_tax_cents: totals.items_tax,
        discount_cents: totals.discount,
        discount_tax_cents: view.discount.1,
        net_prices: view.shows_net(),
        taxes: order_taxes(totals, view.settings),
        tax_cents: totals.tax,
        total_cents: view.to_pay(),
        due_later_cents: view.due.later_cents(),
        credits: used_credits(view),
        coupons: used_coupons(view),
        ..OrderContent::default()
    }
}

fn order_vat(view: &CartView<'_>) -> Option<OrderVat> {
    let basis = if view.needs_shipping { ReverseCharge::Goods } else { ReverseCharge::Services };
    view.content.buyer_vat().map(|vat| OrderVat {
        number: vat.number.clone(),
        answer: vat.answer,
        checked_at: vat.checked_at,
        consultation: vat.consultation.clone(),
        reverse_charge: view.exempt.then_some(basis),
    })
}

/// The invoice of an order. A buyer under reverse charge gets one for the number that makes the sale tax-free, whatever was
/// requested (D.L. 331/1993, art. 46).
fn order_invoice(view: &CartView<'_>, requested: Option<OrderInvoice>) -> Option<OrderInvoice> {
    let Some(vat) = view.content.buyer_vat().filter(|_| view.exempt) else { return requested };
    let is_to_number = |one: &OrderInvoice| one.buyer != InvoiceBuyer::Consumer && one.vat_number == vat.number;
    requested.filter(is_to_number).or_else(|| {
        Some(OrderInvoice { buyer: InvoiceBuyer::Business, vat_number: vat.number.clone(), ..OrderInvoice::default() })
    })
}

/// Displayed name of the payment: a wallet, or the method; empty if nothing is paid.
fn payment_title(view: &CartView<'_>, checked: &CheckedOrder, payment_method: &str) -> String {
    if let Some(wallet) = checked.wallet.filter(|_| !payment_method.is_empty()) {
        return wallet.title().to_owned();
    }
    let method = view.settings.payment_methods.iter().find(|m| m.id == payment_method);
    method.map_or_else(String::new, |m| view.lang.select(&m.title, &m.title_en).to_owned())
}

fn delivery(view: &CartView<'_>) -> Option<OrderShipping> {
    view.selected_rate().map(|rate| OrderShipping {
        rate_id: rate.method.rate_id(),
        title: view.lang.select(&rate.method.title, &rate.method.title_en).to_owned(),
        cost_cents: rate.cost,
        tax_cents: rate.tax,
    })
}

fn used_credits(view: &CartView<'_>) -> Vec<OrderCredit> {
    let uses = view.credit.uses.iter();
    uses.map(|one| OrderCredit { code: one.code.clone(), used_cents: one.used_cents }).collect()
}

fn used_coupons(view: &CartView<'_>) -> Vec<OrderCoupon> {
    let used = view.coupons.iter().map(|(coupon, off)| OrderCoupon {
        code: coupon.code.clone(),
        kind: coupon.kind,
        discount_cents: off.discount,
        discount_tax_cents: off.discount_tax,
    });
    used.collect()
}
