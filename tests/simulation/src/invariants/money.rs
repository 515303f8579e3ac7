//! Money at the provider.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{View, number};
use crate::world::World;

/// Money at the provider belongs to orders, and orders have what they say was paid. At rest.
pub(crate) async fn money_adds_up(view: &View, world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    let charges = world.at_provider("/v1/charges?limit=100").await;
    let mut by_order: BTreeMap<i64, (i64, u64)> = BTreeMap::new();
    let mut disputed = BTreeSet::new();
    for charge in charges["data"].as_array().into_iter().flatten().filter(|charge| charge["paid"] == true) {
        world.count("charges", 1);
        // One that was set aside and let go counts as refunded, too.
        let captured = charge["amount_captured"].as_i64().unwrap_or_default();
        let left = (captured - charge["amount_refunded"].as_i64().unwrap_or_default()).max(0);
        let intent = charge["payment_intent"].as_str().unwrap_or_default();
        let intent = world.at_provider(&format!("/v1/payment_intents/{intent}")).await;
        match order_of(&intent) {
            Some(order) => {
                if charge["disputed"] == true {
                    disputed.insert(order);
                }
                let sum = by_order.entry(order).or_default();
                sum.0 += left;
                sum.1 += u64::from(captured > 0);
            }
            None if left > 0 => wrong.push(format!("{left} cents were charged for no order: {intent}")),
            None => {}
        }
    }
    let sql = "SELECT id, status, total_cents - refunded_cents FROM orders WHERE payment_method = 'stripe'";
    for [id, status, left] in view.rows(sql) {
        let (id, left) = (number(&id), number(&left));
        let (charged, count) = by_order.remove(&id).unwrap_or_default();
        let expected = if matches!(status.as_str(), "processing" | "completed" | "refunded") { left } else { 0 };
        // A disputed order is on hold and may be cancelled; its money stays in the bank's hands. The merchant may cancel a paid one
        // before giving the money back.
        let may_be_paid =
            status == "on-hold" || (status == "cancelled" && (disputed.contains(&id) || was_paid(view, id)));
        let may_be_unpaid = charged == 0 && world.with_known(|known| known.reopened.contains(&id));
        if charged != expected && !(may_be_paid && charged == left) && !may_be_unpaid {
            wrong.push(format!("order {id} ({status}) has {charged} cents at the provider, not {expected}"));
        }
        if count > 1 {
            wrong.push(format!("order {id} was charged {count} times"));
        }
    }
    wrong.extend(
        by_order
            .into_iter()
            .filter(|(_, (left, _))| *left > 0)
            .map(|(id, (left, _))| format!("{left} cents were charged for order {id}, which is not paid by card")),
    );
    wrong
}

fn order_of(intent: &Value) -> Option<i64> {
    intent["metadata"]["order_id"].as_str()?.parse().ok()
}

/// Whether an order was ever paid.
fn was_paid(view: &View, order: i64) -> bool {
    let sql = "SELECT 1 FROM order_events WHERE to_status IN ('processing', 'completed') AND order_id =";
    view.has(&format!("{sql} {order}"))
}
