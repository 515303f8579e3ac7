//! From a priced cart to the subscriptions that start with its order.

use shop_core::base::Cents;
use shop_core::base::time::UnixSeconds;

use crate::cart::{CartView, PricedLine, Recurring};
use crate::orders::subscriptions::started;
use crate::orders::{order_line, order_taxes};
use crate::ports::{NewSubscription, SubscriptionContent, SubscriptionLine, SubscriptionState};
use crate::records::{OrderContent, OrderShipping};

/// Builds the subscriptions of a cart whose order has this content: one for each schedule. `paid`: the order is paid on
/// placement.
pub(crate) fn new_subscriptions(
    view: &CartView<'_>,
    order: &OrderContent,
    payment_method: &str,
    paid: bool,
    now: UnixSeconds,
) -> Vec<NewSubscription> {
    let begin = |one: &Recurring<'_>| NewSubscription {
        terms: one.terms.clone(),
        content: content(view, order, one),
        state: if paid { started(&one.terms, now) } else { SubscriptionState::default() },
        payment_method: payment_method.to_owned(),
    };
    view.recurring.iter().map(begin).collect()
}

fn content(view: &CartView<'_>, order: &OrderContent, one: &Recurring<'_>) -> SubscriptionContent {
    let members: Vec<&PricedLine<'_>> = one.lines.iter().filter_map(|at| view.lines.get(*at)).collect();
    let lines = members.iter().zip(&one.totals.lines).map(|(line, sums)| {
        let mut order_line = order_line(line, &view.settings.tax);
        let content = &mut order_line.content;
        // A renewal has no reductions and no one-time charges.
        content.subtotal_cents = sums.subtotal;
        content.subtotal_tax_cents = sums.subtotal_tax;
        content.total_cents = sums.total;
        content.total_tax_cents = sums.total_tax;
        let shown = if order.net_prices { sums.subtotal } else { sums.subtotal + sums.subtotal_tax };
        let unit = unit_price(shown, order_line.quantity);
        content.unit_price_cents = unit;
        content.unit_regular_cents = unit;
        content.shop_price_cents = unit;
        content.shop_regular_cents = unit;
        content.facts.retain(|(name, ..)| !name.starts_with("subscription"));
        SubscriptionLine {
            product_id: order_line.product_id,
            quantity: order_line.quantity,
            sku: order_line.sku,
            name: order_line.name,
            content: order_line.content,
        }
    });
    let totals = &one.totals;
    SubscriptionContent {
        lines: lines.collect(),
        order: OrderContent {
            billing: order.billing.clone(),
            shipping: if one.needs_shipping { order.shipping.clone() } else { Default::default() },
            needs_shipping: one.needs_shipping,
            lang: order.lang,
            delivery: one.rate.as_ref().map(|rate| OrderShipping {
                rate_id: rate.method.rate_id(),
                title: order.lang.select(&rate.method.title, &rate.method.title_en).to_owned(),
                cost_cents: rate.cost,
                tax_cents: totals.shipping_tax,
            }),
            items_cents: totals.items,
            items_tax_cents: totals.items_tax,
            net_prices: order.net_prices,
            taxes: order_taxes(totals, view.settings),
            tax_cents: totals.tax,
            total_cents: totals.total,
            invoice: order.invoice.clone(),
            extra_fields: order.extra_fields.clone(),
            ..OrderContent::default()
        },
    }
}

/// Price of a piece of a line, including its share of charges for the whole line.
fn unit_price(line: Cents, quantity: i64) -> Cents {
    Cents(line.0.checked_div(quantity).unwrap_or(0))
}
