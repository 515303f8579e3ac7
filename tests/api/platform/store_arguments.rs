//! Arguments of the store API count wherever the platform's clients write them: in a JSON body, in a form, in the query.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{API, Answer, Visitor, checkout, rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Json,
    Form,
    Query,
}

const WAYS: [Way; 3] = [Way::Json, Way::Form, Way::Query];

/// Arguments as pairs, nested in brackets.
fn pairs(arguments: &Value) -> Vec<(String, String)> {
    fn below(name: String, value: &Value, out: &mut Vec<(String, String)>) {
        let inner = |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}[{part}]") };
        match value {
            Value::Object(map) => map.iter().for_each(|(part, value)| below(inner(part), value, out)),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(at, value)| below(inner(&at.to_string()), value, out));
            }
            Value::String(text) => out.push((name, text.clone())),
            other => out.push((name, other.to_string())),
        }
    }
    let mut out = Vec::new();
    below(String::new(), arguments, &mut out);
    out
}

async fn call(visitor: &mut Visitor, way: Way, method: Method, path: &str, arguments: &Value) -> Answer {
    if visitor.nonce.is_none() {
        visitor.cart().await;
    }
    let address = reqwest::Url::parse_with_params("http://shop.example", pairs(arguments)).expect("an address");
    let encoded = address.query().unwrap_or_default().to_owned();
    let address = if way == Way::Query { format!("{API}{path}?{encoded}") } else { format!("{API}{path}") };
    let request = visitor.request(method, &address).header("Nonce", visitor.nonce.clone().expect("a nonce"));
    let request = match way {
        Way::Json => request.json(arguments),
        Way::Form => request.header("Content-Type", "application/x-www-form-urlencoded").body(encoded),
        Way::Query => request,
    };
    visitor.send(request).await
}

/// What a cart comes to, without what changes by the visit.
fn content(cart: &Value) -> Value {
    let item = |item: &Value| json!([item["id"], item["quantity"], item["variation"]]);
    let items: Vec<Value> = cart["items"].as_array().expect("items").iter().map(item).collect();
    let codes: Vec<&Value> = cart["coupons"].as_array().expect("coupons").iter().map(|one| &one["code"]).collect();
    json!([items, codes, cart["billing_address"], cart["shipping_address"], cart["totals"]])
}

rules! {
    async fn every_call_of_the_cart_takes_its_arguments_from_body_form_and_query(shop) {
        let mut seen: Vec<Vec<Value>> = Vec::new();
        for way in WAYS {
            let mut visitor = shop.visitor();
            let (oil, caviar) = (visitor.id("t-oil").await, visitor.id("t-caviar").await);
            let mut states = Vec::new();
            let weight = json!([{ "attribute": "Formato", "value": "15 g" }]);
            let chosen = json!({ "id": caviar, "quantity": 1, "variation": weight });
            call(&mut visitor, way, Method::POST, "/cart/add-item", &json!({ "id": oil, "quantity": 2 })).await.expect(201);
            states.push(visitor.cart().await);
            let key = states[0]["items"][0]["key"].as_str().expect("a key").to_owned();
            for (method, path, arguments, status) in [
                (Method::POST, "/cart/add-item".to_owned(), chosen, 201),
                (Method::POST, "/cart/update-item".to_owned(), json!({ "key": key, "quantity": 3 }), 200),
                (Method::PUT, format!("/cart/items/{key}"), json!({ "quantity": 5 }), 200),
                (Method::POST, "/cart/items".to_owned(), json!({ "id": oil, "quantity": 1 }), 201),
                (Method::POST, "/cart/apply-coupon".to_owned(), json!({ "code": "meno5" }), 200),
                (Method::POST, "/cart/remove-coupon".to_owned(), json!({ "code": "meno5" }), 200),
                (Method::POST, "/cart/coupons".to_owned(), json!({ "code": "meno5" }), 201),
                (
                    Method::POST,
                    "/cart/update-customer".to_owned(),
                    json!({ "shipping_address": { "country": "IT", "state": "MI", "city": "Milano", "postcode": "20121" } }),
                    200,
                ),
                (Method::POST, "/cart/remove-item".to_owned(), json!({ "key": key }), 200),
            ] {
                let answer = call(&mut visitor, way, method.clone(), &path, &arguments).await;
                assert_eq!(answer.status, status, "{way:?} {method} {path}: {}", answer.text());
                states.push(visitor.cart().await);
            }
            let quantities = |at: usize| states[at]["items"][0]["quantity"].clone();
            assert_eq!((quantities(0), quantities(2), quantities(3), quantities(4)), (json!(2), json!(3), json!(5), json!(6)), "{way:?}");
            seen.push(states.iter().map(content).collect());
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0], seen[2]);
    }

    async fn an_order_is_placed_by_json_form_and_query(shop) {
        for way in WAYS {
            let mut visitor = shop.visitor();
            visitor.add("t-oil", 1).await;
            let mut order = checkout("bacs");
            order.as_object_mut().expect("an object").remove("extensions");
            let placed = call(&mut visitor, way, Method::POST, "/checkout", &order).await;
            assert_eq!(placed.status, 200, "{way:?}: {}", placed.text());
            assert_eq!(placed.json()["billing_address"]["email"], order["billing_address"]["email"]);
        }
    }

    async fn the_body_counts_before_the_query(shop) {
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        visitor.cart().await;
        let path = format!("/cart/add-item?id={id}&quantity=7");
        let cart = call(&mut visitor, Way::Json, Method::POST, &path, &json!({ "quantity": 2 })).await.expect(201);
        assert_eq!(cart["items"][0]["quantity"], 2);
    }

    async fn a_reading_takes_nothing_from_its_query_as_if_it_wrote(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let answer = visitor.get("/cart?_method=DELETE").await.expect(200);
        assert_eq!(answer["items_count"], 1);
    }

    async fn a_client_that_can_only_post_names_the_method_that_it_means(shop) {
        for (by_header, method) in [(true, "PUT"), (false, "put"), (true, "DELETE"), (false, "DELETE")] {
            let mut visitor = shop.visitor();
            let cart = visitor.add("t-oil", 1).await;
            let key = cart["items"][0]["key"].as_str().expect("a key");
            let query = if by_header { String::new() } else { format!("?_method={method}") };
            let path = format!("{API}/cart/items/{key}{query}");
            let mut request = visitor.request(Method::POST, &path).header("Nonce", visitor.nonce.clone().expect("a nonce"));
            if by_header {
                request = request.header("X-HTTP-Method-Override", method);
            }
            let answer = visitor.send(request.json(&json!({ "quantity": 4 }))).await;
            let deletes = method == "DELETE";
            assert_eq!(answer.status, if deletes { 204 } else { 200 }, "{method}: {}", answer.text());
            assert_eq!(visitor.cart().await["items_count"], if deletes { 0 } else { 4 });
        }
        let mut visitor = shop.visitor();
        let cart = visitor.add("t-oil", 1).await;
        let path = format!("{API}/cart/items/{}?_method=TRACE", cart["items"][0]["key"].as_str().expect("a key"));
        let request = visitor.request(Method::POST, &path).header("Nonce", visitor.nonce.clone().expect("a nonce"));
        assert_eq!(visitor.send(request.json(&json!({ "quantity": 4 }))).await.status, 405, "what no route takes stays a POST");
    }
}
