//! Pieces in stock.

use std::collections::BTreeMap;

use super::View;

pub(super) fn is_never_negative(view: &View) -> Vec<String> {
    view.texts(
        "SELECT sku || ': ' || stock_quantity FROM products WHERE stock_managed AND stock_quantity < 0 AND backorders = 'no'",
    )
}

pub(super) fn is_what_was_not_sold(view: &View) -> Vec<String> {
    let sold: BTreeMap<i64, i64> = view
        .numbers(
            "SELECT l.stock_product_id, SUM(l.quantity - l.restocked) FROM order_lines l JOIN orders o ON o.id = l.order_id
             WHERE o.stock_reduced AND l.stock_product_id IS NOT NULL GROUP BY 1",
        )
        .into_iter()
        .collect();
    let now = view.numbers("SELECT id, stock_quantity FROM products WHERE stock_managed");
    let wrong = now.into_iter().filter_map(|(id, quantity)| {
        let expected = view.stock_before.get(&id)? - sold.get(&id).copied().unwrap_or_default();
        (expected != quantity).then(|| format!("product {id} has {quantity} pieces, not {expected}"))
    });
    wrong.collect()
}
