//! Compares carts with coupons to the totals of the platform (`tests/vectors/cart_totals.json`).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shop_core::base::text::parse_fixed;
use shop_core::host::call;

fn rates(case: &Value) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for item in case["items"].as_array().unwrap() {
        let rate = item["rate"].to_string();
        if !out.contains(&rate) {
            out.push(rate);
        }
    }
    out
}

fn form(case: &Value) -> Value {
    let home = json!({ "country": "IT", "state": "" });
    let lines: Vec<Value> = case["items"].as_array().unwrap().iter().map(|item| {
        json!({ "line": { "unit_price": item["price"], "quantity": item["qty"], "taxable": true, "tax_class": item["rate"].to_string() } })
    }).collect();
    let coupons: Vec<Value> = case["coupons"].as_array().unwrap().iter().map(|coupon| {
        let places = if coupon["type"] == "percent" { 2 } else { 0 };
        json!({ "code": coupon["code"], "kind": coupon["type"], "amount_hundredths": parse_fixed(&coupon["amount"].to_string(), places).unwrap() })
    }).collect();
    let table: Vec<Value> = rates(case)
        .iter()
        .map(|rate| json!({ "country": "IT", "class": rate, "rate": parse_fixed(rate, 4).unwrap(), "priority": 1 }))
        .collect();
    json!({
        "lines": lines,
        "coupons": coupons,
        "sequential_coupons": false,
        "shipping": null,
        "taxes": { "classes": rates(case), "rates": table },
        "rules": {
            "taxes": true, "prices_include_tax": true, "base": home,
            "round_at_subtotal": case["rounding"] == "subtotal", "shipping_tax_class": null
        },
        "place": home,
        "exempt": false,
        "credits": [],
        "now": 0
    })
}

fn shown(case: &Value) -> Value {
    let answer: Value = serde_json::from_str(&call("cartTotals", &json!([form(case)]).to_string()).unwrap()).unwrap();
    let rates = rates(case);
    let totals = &answer["totals"];
    let list = |value: &Value| value.as_array().unwrap().clone();
    let discounts: BTreeMap<String, Value> = list(&answer["coupons"])
        .iter()
        .map(|coupon| (coupon["code"].as_str().unwrap().to_owned(), coupon["entered"].clone()))
        .collect();
    let tax: BTreeMap<String, Value> = list(&totals["tax_by_rate"])
        .iter()
        .map(|row| (rates[usize::try_from(row[0].as_u64().unwrap()).unwrap()].clone(), row[1].clone()))
        .collect();
    let subtotal: i64 =
        list(&case["items"]).iter().map(|item| item["price"].as_i64().unwrap() * item["qty"].as_i64().unwrap()).sum();
    let mut out = json!({
        "subtotal": subtotal,
        "total": totals["total"],
        "discounts": discounts,
        "tax": tax,
        "tax_total": totals["tax"],
        "line_discounts": answer["line_discounts"]
    });
    if case["expect"].get("line_tax").is_some() {
        out["line_tax"] = list(&totals["lines"]).iter().map(|line| line["total_tax"].clone()).collect();
    }
    out
}

#[test]
fn all_carts_come_to_the_platforms_cents() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/cart_totals.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for name in ["totals", "discount_spread"] {
        for (at, case) in file[name].as_array().unwrap().iter().enumerate() {
            count += 1;
            let answer = shown(case);
            if answer != case["expect"] {
                wrong.push(format!("{name}[{at}] {case}\n   gives {answer}"));
            }
        }
    }
    assert_eq!(count, 100);
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}
