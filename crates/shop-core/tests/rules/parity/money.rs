//! Totals, coupons, prices, the kinds of cart lines.

use serde_json::json;

use super::Cases;

pub(super) fn money() -> Cases {
    let mut cases = Cases::default();
    let home = json!({ "country": "IT", "state": "" });
    let coupon = json!({ "code": "ten", "kind": "percent", "amount_hundredths": 1000, "minimum_cents": 1000, "emails": ["*@shop.example"] });
    let alone = json!({ "code": "alone", "kind": "fixed_cart", "amount_hundredths": 500, "individual_use": true });
    for (country, exempt, at_subtotal) in
        [("IT", false, false), ("IT", false, true), ("DE", false, false), ("DE", true, false)]
    {
        let rate = |country: &str, rate: i64, class: &str| json!({ "country": country, "rate": rate, "class": class, "name": "IVA", "priority": 1, "shipping": true });
        let line = |cents: i64, quantity: i64, class: &str| {
            json!({
                "line": { "unit_price": cents, "quantity": quantity, "taxable": true, "tax_class": class, "needs_shipping": true },
                "goods": { "product_id": cents, "category_ids": [1], "on_sale": false }
            })
        };
        cases.ask("cartTotals", &[json!({
            "lines": [line(1800, 2, ""), line(733, 1, "reduced-10")],
            "coupons": [coupon, alone],
            "sequential_coupons": false,
            "shipping": { "cost": 500, "taxable": true },
            "taxes": { "classes": ["reduced-10"], "rates": [rate("IT", 220_000, ""), rate("IT", 100_000, "reduced-10"), rate("DE", 190_000, "")] },
            "rules": { "taxes": true, "prices_include_tax": true, "base": home, "round_at_subtotal": at_subtotal, "shipping_tax_class": null },
            "place": { "country": country, "state": "" },
            "exempt": exempt,
            "credits": [{ "code": "dono", "balance_cents": 1000, "expires_at": null }],
            "now": 0
        })]);
    }
    for typed in ["0", "2", "-1"] {
        cases.ask("groupedChoice", &[json!([{ "product_id": 1, "name": "Olio", "typed": typed }, { "product_id": 2, "name": "Riso", "typed": "" }])]);
    }
    cases
}
