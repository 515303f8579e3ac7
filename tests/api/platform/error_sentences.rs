//! Every refusal of every call of the store API is a finished sentence in the visitor's language. The calls and their arguments are
//! those of its description, so that a new one is tried too.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, TestShop, Visitor, checkout, rules};

/// What is sent in the place of a right value.
fn wrong_values() -> [Value; 9] {
    [
        json!(null),
        json!(""),
        json!("non valido"),
        json!("x".repeat(3_000)),
        json!(-7),
        json!(1e15),
        json!(true),
        json!([["a"]]),
        json!({ "a": { "b": 1 } }),
    ]
}

/// A call as it would be right, and a name for it.
struct Call {
    method: Method,
    path: String,
    body: Value,
}

fn call(method: Method, path: &str, body: Value) -> Call {
    Call { method, path: path.to_owned(), body }
}

/// Every call of the description, with the right arguments where the test knows them.
fn calls(description: &Value, key: &str, oil: i64) -> Vec<Call> {
    let mut out = Vec::new();
    for (path, operations) in description["paths"].as_object().expect("paths") {
        let route = path.strip_prefix(API).expect("a route of the store API");
        for name in operations.as_object().expect("operations").keys() {
            let Ok(method) = name.to_ascii_uppercase().parse::<Method>() else { continue };
            if !["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&method.as_str()) {
                continue;
            }
            let body = match (method.as_str(), route) {
                ("POST", "/cart/add-item" | "/cart/items") => {
                    json!({ "id": oil, "quantity": 1, "variation": [], "key": "" })
                }
                ("POST", "/cart/update-item") => json!({ "key": key, "quantity": 2 }),
                ("PUT", "/cart/items/{key}") => json!({ "quantity": 2 }),
                ("POST", "/cart/remove-item" | "/cart/restore-item") => json!({ "key": "0" }),
                ("POST", "/cart/apply-coupon" | "/cart/remove-coupon" | "/cart/coupons") => json!({ "code": "no" }),
                ("POST", "/cart/select-shipping-rate") => json!({ "package_id": 0, "rate_id": "flat_rate:1" }),
                ("POST", "/cart/update-customer") => {
                    let order = checkout("bacs");
                    json!({ "billing_address": order["billing_address"], "shipping_address": order["shipping_address"] })
                }
                ("POST", "/checkout" | "/checkout/{id}") => {
                    let mut order = checkout("nessuno");
                    let further = json!({
                        "customer_note": "", "customer_password": "", "create_account": false, "payment_data": [],
                        "additional_fields": {}, "extensions": {}
                    });
                    order.as_object_mut().expect("an order").extend(further.as_object().expect("fields").clone());
                    order
                }
                ("PUT" | "PATCH", "/checkout") => json!({ "payment_method": "bacs", "order_notes": "" }),
                ("POST", "/batch") => json!({ "requests": [{ "path": "/wc/store/v1/cart", "method": "GET" }] }),
                _ => json!({}),
            };
            let parameters = operations[name]["parameters"].as_array().cloned().unwrap_or_default();
            let mut query = serde_json::Map::new();
            for one in parameters.iter().filter(|one| one["in"] == "query") {
                query.insert(one["name"].as_str().expect("a name").to_owned(), Value::Null);
            }
            let body = if method == Method::GET { Value::Object(query) } else { body };
            out.push(call(method, route, body));
        }
    }
    out
}

/// The body with each of its members, and those of its addresses, replaced by each wrong value, and without it.
fn spoiled(body: &Value) -> Vec<Value> {
    let mut out = vec![body.clone(), json!({})];
    for (name, value) in body.as_object().expect("members") {
        for wrong in wrong_values() {
            let mut changed = body.clone();
            changed[name] = wrong.clone();
            out.push(changed);
            for inner in value.as_object().into_iter().flatten().map(|(inner, _)| inner) {
                let mut changed = body.clone();
                changed[name][inner] = wrong.clone();
                out.push(changed);
            }
        }
    }
    out
}

/// All sentences of a refusal: of itself, of its parameters, of its details and fields.
fn sentences(value: &Value, out: &mut Vec<String>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        match (name.as_str(), inner) {
            ("message", Value::String(text)) => out.push(text.clone()),
            ("params" | "removed_coupons", Value::Object(texts)) => {
                out.extend(texts.values().filter_map(Value::as_str).map(str::to_owned));
            }
            ("errors", Value::Object(groups)) => {
                let texts = groups.values().filter_map(Value::as_array).flatten();
                out.extend(texts.filter_map(Value::as_str).map(str::to_owned));
            }
            ("cart", _) => {}
            (_, Value::Array(list)) => list.iter().for_each(|one| sentences(one, out)),
            _ => sentences(inner, out),
        }
    }
}

/// Whether a template's place was left open.
fn is_unfinished(sentence: &str) -> bool {
    let open =
        sentence.split('{').skip(1).any(|rest| rest.split_once('}').is_some_and(|(name, _)| !name.contains(' ')));
    open || sentence.contains('…') || sentence.trim().is_empty()
}

async fn refusal(visitor: &mut Visitor, language: &str, call: &Call, body: &Value) -> Option<Vec<String>> {
    let path = call.path.replace("{id}", "999999").replace("{key}", "nessuno").replace("{code}", "nessuno");
    let pairs: Vec<(String, String)> = match (&call.method, body) {
        (&Method::GET, Value::Object(members)) => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            members
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.clone(), text(value)))
                .collect()
        }
        _ => Vec::new(),
    };
    let address = reqwest::Url::parse_with_params("http://shop.example", pairs).expect("an address");
    let query = address.query().filter(|query| !query.is_empty()).map(|query| format!("?{query}")).unwrap_or_default();
    let nonce = visitor.nonce.clone().expect("a nonce");
    let request = visitor.request(call.method.clone(), &format!("{language}{API}{path}{query}")).header("Nonce", nonce);
    let request = if call.method == Method::GET { request } else { request.json(body) };
    let answer = visitor.send(request).await;
    assert!(answer.status < 500, "{} {path} {body}: {} {}", call.method, answer.status, answer.text());
    if answer.status < 400 {
        return None;
    }
    assert_eq!(answer.header("x-wp-total"), None, "{} {path}: a refused list counts nothing", call.method);
    let mut out = Vec::new();
    sentences(&answer.json(), &mut out);
    assert!(!out.is_empty(), "{} {path} {body}: {}", call.method, answer.text());
    Some(out)
}

async fn full_cart(shop: &TestShop) -> (Visitor, String, i64) {
    let mut visitor = shop.visitor();
    let oil = visitor.id("t-oil").await;
    let cart = visitor.add("t-oil", 1).await;
    (visitor, cart["items"][0]["key"].as_str().expect("a line").to_owned(), oil)
}

rules! {
    async fn every_refusal_of_every_call_is_a_finished_sentence_in_the_visitors_language(shop) {
        let description: Value = serde_json::from_str(&shop_server::store_api::openapi()).expect("a description");
        let (mut visitor, key, oil) = full_cart(&shop).await;
        let (mut same, mut refused) = (BTreeSet::new(), 0);
        for call in calls(&description, &key, oil) {
            for body in spoiled(&call.body) {
                let italian = refusal(&mut visitor, "", &call, &body).await;
                let english = refusal(&mut visitor, "/en", &call, &body).await;
                let (Some(italian), Some(english)) = (italian, english) else { continue };
                refused += 1;
                let place = format!("{} {} {body}", call.method, call.path);
                assert_eq!(italian.len(), english.len(), "{place}: {italian:?} {english:?}");
                for sentence in italian.iter().chain(&english) {
                    assert!(!is_unfinished(sentence), "{place}: {sentence}");
                }
                same.extend(italian.into_iter().zip(english).filter(|(it, en)| it == en).map(|(it, _)| it));
            }
        }
        assert!(refused > 300, "{refused}");
        assert_eq!(same, BTreeSet::new(), "each language has its own sentence");
    }
}
