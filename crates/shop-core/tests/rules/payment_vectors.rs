//! Compares payment rules with the specification (`tests/vectors/express_checkout.json`).

use serde_json::{Value, json};
use shop_core::host::call;

const FILE: &str = include_str!("../../../../tests/vectors/express_checkout.json");

/// Returns the export for a rule, its arguments, and the file's name for a bare result.
fn question(rule: &str, i: &Value) -> (&'static str, Value, Option<&'static str>) {
    match rule {
        "billing_name" => ("payerName", json!([i["name"], true]), None),
        "shipping_name" => ("payerName", json!([i["name"], false]), None),
        "phone" => ("payerPhone", json!([i["phone"]]), Some("phone")),
        "request_country" => ("requestCountry", json!([i["country"]]), Some("country")),
        "line_item" => ("displayItem", json!([i]), None),
        "line_items_kept" => ("displayItems", json!([i["items"], i["total_price"], i["total_refund"]]), Some("items")),
        "amount_scale" => {
            ("minorAmount", json!([i["amount"], i["currency_decimals"], i["currency_minor_unit"]]), Some("amount"))
        }
        "button_height" | "button_type" | "button_theme" => ("buttonAppearance", json!([i]), None),
        "buttons_shown" => ("expressButtonsShown", json!([i]), Some("shown")),
        "intent_mode" => ("intentMode", json!([i["cart_total"], i["currency"]]), None),
        "update_skipped" => ("intentUpdateSkipped", json!([i["intent_id"]]), Some("skipped")),
        "method_available" => {
            ("paymentMethodAvailable", json!([i["billing_country"], i["countries"]]), Some("available"))
        }
        "endpoint" => ("gatewayEndpoint", json!([i["ajax_url"], i["gateway"], i["action"]]), Some("url")),
        "mobile_code" => ("isMobileCode", json!([i["code"]]), Some("valid")),
        other => panic!("no export for the rule {other}"),
    }
}

#[test]
fn every_sentence_holds() {
    let file: Value = serde_json::from_str(FILE).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let mut failed = Vec::new();
    for case in cases {
        let (name, args, wrapped) = question(case["rule"].as_str().unwrap(), &case["input"]);
        let answer: Value = serde_json::from_str(&call(name, &args.to_string()).unwrap()).unwrap();
        let expect = case["expect"].as_object().unwrap();
        for (key, wanted) in expect {
            let got = if wrapped == Some(key.as_str()) { &answer } else { &answer[key] };
            if got != wanted {
                failed.push(format!("{case}\n  gave {got}"));
            }
        }
    }
    assert!(failed.is_empty(), "{} of {} cases:\n{}", failed.len(), cases.len(), failed.join("\n"));
}
