//! The order that a cart comes to: everything that is kept of it.

use shop_core::address::Address;
use shop_core::coupon::Coupon;
use shop_core::ids::CustomerId;
use shop_core::money::Cents;
use shop_core::order::OrderStatus;
use shop_core::order::payment::status_paid_by;
use shop_core::payment::availability::is_gateway_method;
use shop_core::totals::Totals;

use super::content::{OrderContent, OrderCoupon, OrderCredit, OrderShipping, OrderTax};
use super::new_line::order_line;
use super::pay::hold_until;
use super::place::Buyer;
use crate::Random;
use crate::cart::{CartView, OpenCart, recurring_terms};
use crate::ports::{NewCustomer, NewOrder, OrderedCart, Role, TakenCoupon, TakenCredit};
use crate::random::ALPHANUMERIC;
use crate::settings::ShopSettings;
use crate::shop::Shop;
use crate::subscriptions::beginning;

impl Shop {
    /// The order of a priced cart, as it is to be written.
    pub(super) fn new_order(
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
        let key = order_key(self.random());
        NewOrder {
            subscriptions: beginning(view, &content, &payment_method, status.is_paid(), now),
            renewal: None,
            order_key: key.clone(),
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
            // Until the page of a free order is shown its buyer may go back. What is tried free of charge is ordered once.
            cart: (!free || view.has_subscription() || buyer.empties_free_cart).then(|| OrderedCart {
                session_key: open.record.session_key.clone(),
                version: open.record.version,
                emptied: open.record.content.emptied(&key),
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

fn taken_coupon(coupon: &Coupon) -> TakenCoupon {
    TakenCoupon { code: coupon.code.clone(), limit_per_person: coupon.usage_limit_per_user }
}

/// Whether a method is kept with an order on which nothing is paid: only the provider's can be.
fn keeps_method(view: &CartView<'_>, payment_method: &str) -> bool {
    view.keeps_method() && is_gateway_method(payment_method)
}

fn first_status(view: &CartView<'_>, buyer: &Buyer) -> OrderStatus {
    let nothing_to_do = view.lines.iter().all(|l| l.item().is_virtual && l.item().downloadable);
    let nothing_to_pay = view.due.now <= Cents::ZERO && !keeps_method(view, &buyer.payment_method);
    if nothing_to_pay {
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
        payment_title: match buyer.wallet.filter(|_| !payment_method.is_empty()) {
            Some(wallet) => wallet.title().to_owned(),
            None => settings
                .payment_methods
                .iter()
                .find(|m| m.id == payment_method)
                .map_or_else(String::new, |m| title(&m.title, &m.title_en)),
        },
        wallet: buyer.wallet,
        uncaptured_cents: Cents::ZERO,
        attribution: buyer.attribution.clone(),
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
        keeps_method: keeps_method(view, payment_method),
        terms: None,
        files_consent_at: None,
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
pub(crate) fn order_key(random: &dyn Random) -> String {
    format!("wc_order_{}", random.word(ALPHANUMERIC, 22))
}
