//! Totals, coupons, prices, the kinds of cart lines.

use serde_json::{Value, json};

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
    for (cents, email) in [(500, "anna@shop.example"), (1000, "anna@shop.example"), (1000, "bea@other.example")] {
        let cart = json!({ "goods": [{ "product_id": 1 }], "subtotal_cents": cents, "emails": [email], "now": 0 });
        let used = |coupon: &Value| json!({ "coupon": coupon, "uses": {} });
        for lang in ["it", "en"] {
            cases.ask("couponRefusal", &[coupon.clone(), cart.clone(), json!({}), json!(lang)]);
            for (typed, found) in
                [("", Value::Null), ("no-such", Value::Null), (" ALONE ", used(&alone)), ("ten", used(&coupon))]
            {
                cases.ask("addCoupon", &[json!(typed), found, json!([used(&coupon)]), cart.clone(), json!(lang)]);
            }
            cases.ask("keepValidCoupons", &[json!([used(&coupon), used(&alone)]), cart.clone(), json!(lang)]);
        }
    }
    let credits = json!([{ "code": "b", "balance_cents": 900, "expires_at": null }, { "code": "a", "balance_cents": 300, "expires_at": 20 }]);
    for (total, now) in [(1000, 0), (1000, 20), (5000, 0), (0, 0)] {
        cases.ask("payWithCredit", &[json!(total), credits.clone(), json!(now)]);
    }
    for size in [json!({}), json!({ "drained_weight_g": 180, "net_weight_g": 280 }), json!({ "net_volume_ml": 750 })] {
        cases.ask("unitPrice", &[json!(1235), size]);
    }
    for rule in [json!({ "kind": "net", "cents": 1000 }), json!({ "kind": "percent", "hundredths": 1500 })] {
        for with_tax in [true, false] {
            cases.ask("rolePrice", &[json!(1299), rule.clone(), json!(220_000), json!(with_tax)]);
        }
    }
    for (delivery, vat, valid) in
        [("DE", "DE", true), ("GR", "EL", true), ("DE", "DE", false), ("IT", "DE", true), ("US", "DE", true)]
    {
        cases.ask("reverseCharge", &[json!("IT"), json!(delivery), json!(vat), json!(valid)]);
    }
    let add_ons = json!([{ "kind": "flat", "cents": 500 }, { "kind": "per_piece", "cents": 100 }, { "kind": "percent", "hundredths": 1250 }]);
    cases.ask("addOnPrice", &[json!(999), json!(2), add_ons]);
    let line = json!({ "unit_price": 999, "quantity": 2, "taxable": true, "tax_class": "ten", "needs_shipping": true });
    for add_ons in [add_ons_of(500), add_ons_of(-500), add_ons_of(0), json!([])] {
        cases.ask("addOnLines", &[line.clone(), add_ons]);
    }
    let entry = |peso: &str, quantity: i64| json!({ "product_id": 7, "variation_id": 8, "chosen": [["peso", peso]], "add_ons": [["Biglietto", "Auguri"]], "quantity": quantity });
    cases.ask("lineKey", &[entry("35 g", 1)]);
    cases.ask("lineKey", &[json!({ "product_id": 7 })]);
    cases.ask("mergedLines", &[json!([entry("35 g", 1), entry("50 g", 2), entry("35 g", 3), entry("15 g", 0)])]);
    for typed in ["0", "2", "-1"] {
        cases.ask("groupedChoice", &[json!([{ "product_id": 1, "name": "Olio", "typed": typed }, { "product_id": 2, "name": "Riso", "typed": "" }])]);
    }
    let parts = json!([{ "share_hundredths": 3333, "months_after": 1, "days_after": 0 }, { "share_hundredths": 6667, "months_after": 2, "days_after": 5 }]);
    for deposit in [
        json!({ "kind": "percent", "hundredths": 3000 }),
        json!({ "kind": "fixed", "cents": 10_001 }),
        json!({ "kind": "fixed", "cents": 5000 }),
    ] {
        cases.ask("depositPlan", &[json!(10_001), deposit, parts.clone(), json!("2027-12-31")]);
    }
    let rules = json!({ "slots": [{ "starts_at": 1000, "ends_at": 2000, "capacity": 10 }], "min_persons": 2, "base_cents": 1000, "person_cents": 2500 });
    for (end, persons) in [(2000, 4), (2000, 9), (2000, 1), (1500, 4)] {
        let wanted = json!({ "starts_at": 1000, "ends_at": end, "persons": persons });
        let other = json!({ "starts_at": 0, "ends_at": 1500, "persons": 5 });
        cases.ask("checkBooking", &[rules.clone(), wanted, json!([other]), json!(0)]);
    }
    cases
}

/// One add-on of each kind, that of all pieces together costing so much.
fn add_ons_of(once: i64) -> Value {
    json!([{ "kind": "flat", "cents": once }, { "kind": "per_piece", "cents": 100 }])
}
