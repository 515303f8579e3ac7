//! Orders, their sums and their invoices.

use shop_services::records::{OrderContent, OrderLineContent};

use super::{View, exceeding, number};
use crate::world::World;

pub(super) fn add_up(view: &View, _world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    for [id, total, content] in view.rows("SELECT id, total_cents, content FROM orders") {
        let content: OrderContent = serde_json::from_str(&content).expect("the content of an order");
        let total_cents = number(&total);
        let lines = view.texts(&format!("SELECT content FROM order_lines WHERE order_id = {id}"));
        let lines: Vec<OrderLineContent> =
            lines.iter().map(|line| serde_json::from_str(line).expect("the content of a line")).collect();
        let shipping: i64 = content.delivery.iter().map(|delivery| delivery.cost_cents.0).sum();
        let credits: i64 = content.credits.iter().map(|credit| credit.used_cents.0).sum();
        let whole = content.items_cents.0 - content.discount_cents.0 + shipping + content.tax_cents.0;
        let taxes: i64 = content.taxes.iter().map(|tax| tax.items_cents.0 + tax.shipping_cents.0).sum();
        let net: i64 = lines.iter().map(|line| line.total_cents.0).sum();
        let sums = [
            ("the total", total_cents + credits + content.uncaptured_cents.0, whole),
            ("the taxes", content.tax_cents.0, taxes),
            ("the lines", net, content.items_cents.0 - content.discount_cents.0),
        ];
        for (what, one, other) in sums.into_iter().filter(|(_, one, other)| one != other) {
            wrong.push(format!("order {id}: {what}: {one}, not {other}"));
        }
    }
    wrong
}

pub(super) fn buyers_bought_what_they_wanted(view: &View, world: &World) -> Vec<String> {
    let orders = view.counts(
        "SELECT billing_email, COUNT(*) FROM orders o WHERE status NOT IN ('pending', 'failed', 'cancelled')
         AND NOT EXISTS (SELECT 1 FROM subscription_orders r WHERE r.order_id = o.id) GROUP BY 1",
    );
    let intended = world.with_known(|known| known.purchases.clone());
    let more = exceeding(orders, &intended).into_iter();
    more.map(|(email, count, most)| format!("{email} has {count} orders and wanted {most}")).collect()
}

pub(super) fn invoice_numbers_have_no_gap(view: &View) -> Vec<String> {
    view.texts(
        "SELECT year || ': ' || COUNT(*) || ' invoices up to ' || MAX(number) FROM invoices GROUP BY year
         HAVING COUNT(*) <> MAX(number)",
    )
}
