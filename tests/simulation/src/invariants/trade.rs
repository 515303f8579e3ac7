//! Companies that pay by invoice.

use shop_services::records::OrderContent;

use super::{View, number};
use crate::set_up::APPROVAL_ABOVE_CENTS;
use crate::world::World;

pub(super) fn nobody_owes_more_than_allowed(view: &View) -> Vec<String> {
    view.texts(
        "SELECT name || ' owes ' || open || ' of ' || credit_limit_cents FROM
         (SELECT c.name, c.credit_limit_cents, (SELECT SUM(owed.cents) FROM
              (SELECT r.company_id, o.total_cents - o.refunded_cents - r.paid_cents AS cents FROM receivables r
               JOIN orders o ON o.id = r.order_id WHERE o.status NOT IN ('cancelled', 'failed')) AS owed
              WHERE owed.company_id = c.id AND owed.cents > 0) AS open
          FROM companies c WHERE c.credit_limited) AS debts
         WHERE open > credit_limit_cents",
    )
}

/// Each of a company's payments is noted once, and no order gets more of it than there is.
pub(super) fn payments_add_up(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'payment ' || id || ' of ' || amount_cents || ' pays ' || paid FROM
         (SELECT p.id, p.amount_cents, p.reversed_at,
              COALESCE((SELECT SUM(x.amount_cents) FROM received_payment_orders x WHERE x.payment_id = p.id), 0) AS paid
          FROM received_payments p) AS payments
         WHERE paid > amount_cents",
    )
}

pub(super) fn payments_were_intended(view: &View, world: &World) -> Vec<String> {
    let intended = world.with_known(|known| known.intended_company_payments);
    let noted = view.counts("SELECT 'all', COUNT(*) FROM received_payments");
    let more = noted.into_iter().filter(|(_, count)| u64::try_from(*count).unwrap_or_default() > intended);
    more.map(|(_, count)| format!("{count} payments were noted, and {intended} were intended")).collect()
}

/// An offer that holds once is one order.
pub(super) fn offers_are_taken_once(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'offer ' || f.id || ' is ' || COUNT(*) || ' orders' FROM offers f JOIN offer_orders x ON x.offer_id = f.id
         JOIN orders o ON o.id = x.order_id WHERE f.once AND o.status NOT IN ('cancelled', 'failed') GROUP BY f.id HAVING COUNT(*) > 1",
    )
}

/// An order above what its buyer may order alone has an approval of its own, of as much.
pub(super) fn orders_above_the_limit_were_approved(view: &View, _world: &World) -> Vec<String> {
    let orders = view.rows(
        "SELECT o.id, o.content, COALESCE((SELECT MAX(a.goods_cents) FROM cart_approvals a WHERE a.order_id = o.id AND a.state = 'ordered'), 0)
         FROM orders o JOIN customers c ON c.id = o.customer_id
         WHERE c.subaccount LIKE '%approval_above_cents%' AND o.status NOT IN ('cancelled', 'failed')",
    );
    let mut wrong = Vec::new();
    for [order, content, approved] in orders {
        let content: OrderContent = serde_json::from_str(&content).expect("the content of an order");
        let taxes: i64 = content.taxes.iter().map(|tax| tax.items_cents.0).sum();
        let goods = content.items_cents.0 - content.discount_cents.0 + taxes;
        if goods > APPROVAL_ABOVE_CENTS && goods != number(&approved) {
            wrong.push(format!("order {order} is about {goods} cents of goods, and {approved} were approved"));
        }
    }
    wrong
}

pub(super) fn standing_orders_are_announced_once(view: &View, _world: &World) -> Vec<String> {
    view.texts(
        "SELECT 'standing order ' || id || ' was announced ' || announced || ' times in ' || weeks || ' weeks' FROM
         (SELECT s.id, (s.next_on - s.first_on) / 7 AS weeks,
              (SELECT COUNT(*) FROM outbox m WHERE m.kind = 'standing_order_due'
               AND m.body_text LIKE '%/standing-orders/' || s.id || '/%') AS announced
          FROM standing_orders s) AS announcements
         WHERE announced > weeks",
    )
}
