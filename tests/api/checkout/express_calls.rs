//! The calls of a wallet's sheet: what they answer, and what they do to the cart.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, on_both_databases, rules};
use tokio::task::JoinSet;

use crate::catalogue::food::with_food;
use crate::catalogue::purchase_rules::gift;
use crate::checkout::express::{nonce, sum, with_wallets};
use crate::orders::bookings::{first_slot, tasting};
use crate::orders::deposits::payable_in_parts;

const CALLS: [(&str, &str); 8] = [
    ("get_cart_details", "get_cart_details"),
    ("get_shipping_options", "shipping"),
    ("update_shipping_method", "update_shipping"),
    ("normalize_address", "normalize_address"),
    ("add_to_cart", "add_to_cart"),
    ("get_selected_product_data", "get_selected_product_data"),
    ("clear_cart", "clear_cart"),
    ("log_errors", "log_errors"),
];

/// A call with the nonce of the visitor's session.
async fn call(visitor: &mut Visitor, name: &str, fields: &[(&str, &str)]) -> Answer {
    let of = CALLS.iter().find(|(call, _)| *call == name).map(|(_, nonce)| *nonce).expect("a call");
    let security = nonce(visitor, of).await;
    let mut all = vec![("security", security.as_str())];
    all.extend(fields);
    visitor.ajax(&format!("wc_stripe_{name}"), &all).await
}

async fn deliver(visitor: &mut Visitor, fields: &[(&str, &str)]) -> Value {
    call(visitor, "get_shipping_options", fields).await.expect(200)
}

async fn in_cart(visitor: &mut Visitor) -> Vec<(i64, i64)> {
    let cart = visitor.cart().await;
    let items = cart["items"].as_array().expect("lines");
    items.iter().map(|item| (item["id"].as_i64().expect("an id"), item["quantity"].as_i64().expect("pieces"))).collect()
}

async fn shop_of_wallets(shop: &mut TestShop) -> Visitor {
    let server = with_wallets(shop, |_| {}).await;
    shop.visitor_of(server)
}

rules! {
    async fn no_call_is_answered_without_its_own_nonce(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 2).await;
        let mut other = shop.visitor_of(server);
        other.add("t-five", 1).await;
        for (name, of) in CALLS {
            let another = CALLS.iter().find(|(call, _)| *call != name).map(|(_, nonce)| *nonce).expect("another");
            for wrong in [String::new(), "x".into(), nonce(&mut visitor, another).await, nonce(&mut other, of).await] {
                let refused = visitor.ajax(&format!("wc_stripe_{name}"), &[("security", &wrong)]).await;
                assert_eq!((refused.status, refused.text().as_str()), (403, "-1"), "{name}");
            }
            let good = nonce(&mut visitor, of).await;
            let foreign = visitor.request(Method::POST, &format!("/?wc-ajax=wc_stripe_{name}"))
                .header("sec-fetch-site", "cross-site").form(&[("security", good.as_str())]);
            assert_eq!(visitor.send(foreign).await.status, 403, "another site's page: {name}");
        }
        assert_eq!(visitor.cart().await["items_count"], 2);
    }

    async fn a_nonce_from_before_the_session_serves_its_page(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        let id = visitor.id("t-five").await.to_string();
        let early = nonce(&mut visitor, "add_to_cart").await;
        let details = nonce(&mut visitor, "get_cart_details").await;
        visitor.ajax("wc_stripe_add_to_cart", &[("security", &early), ("product_id", &id), ("qty", "1")]).await.expect(200);
        let answer = visitor.ajax("wc_stripe_get_cart_details", &[("security", &details)]).await.expect(200);
        assert_eq!(answer["order_data"]["total"]["amount"], 1660, "the session made meanwhile is the one that is read");
    }

    async fn the_carts_details_have_their_shape(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        let empty = call(&mut visitor, "get_cart_details", &[]).await.expect(200);
        assert_eq!(empty, json!({ "shipping_required": false, "order_data": {
            "currency": "eur", "country_code": "IT", "displayItems": [], "total": { "label": "Bottega di prova", "amount": 0, "pending": false },
        }, "shipping_options": [], "min_age_years": null }));
        visitor.add("t-five", 2).await;
        visitor.post("/cart/apply-coupon", json!({ "code": "meno5" })).await.expect(200);
        let full = call(&mut visitor, "get_cart_details", &[]).await.expect(200);
        let (items, total) = (&full["order_data"]["displayItems"], full["order_data"]["total"]["amount"].as_i64());
        assert_eq!(total, Some(2160));
        assert_eq!(items.as_array().map(Vec::len), Some(4), "{full}");
        assert_eq!(items[0], json!({ "label": "Cinque pezzi (x2)", "amount": 1818 }));
        assert_eq!((&items[3]["key"], items[3]["amount"].as_i64().is_some_and(|cents| cents > 0)), (&json!("total_discount"), true));
        assert_eq!(sum(items), 2160);
        let cart = visitor.cart().await;
        assert_eq!(cart["totals"]["total_price"], "2160");
        assert_eq!((&full["shipping_options"][0]["id"], &full["min_age_years"]), (&json!("flat_rate:1"), &Value::Null), "{full}");
    }

    async fn the_carts_details_name_the_age_that_what_was_added_asks_for(shop) {
        let mut shop = shop;
        shop_of_wallets(&mut shop).await;
        let mut visitor = with_food(&mut shop, &[]).await;
        visitor.add("f-wine", 1).await;
        let details = call(&mut visitor, "get_cart_details", &[]).await.expect(200);
        assert_eq!(details["min_age_years"], 18);
    }

    async fn whatever_is_in_the_cart_the_sheet_shows_what_is_paid(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        for (goods, coupons) in [
            (&[("t-oil", 1)][..], &[][..]),
            (&[("t-oil", 7), ("t-five", 3), ("t-caffe", 1)], &["meno5"]),
            (&[("t-caffe", 3), ("t-guide", 2)], &["da-solo"]),
            (&[("t-sale", 1), ("t-oil", 2)], &["meno10", "meno5"]),
            (&[("t-guide", 1)], &[]),
            (&[("t-five", 1)], &["uno-solo"]),
        ] {
            let mut visitor = shop.visitor_of(server);
            for (sku, quantity) in goods {
                visitor.add(sku, *quantity).await;
            }
            for code in coupons {
                visitor.post("/cart/apply-coupon", json!({ "code": code })).await.expect(200);
            }
            let order = call(&mut visitor, "get_cart_details", &[]).await.expect(200)["order_data"].clone();
            let total = order["total"]["amount"].as_i64().expect("minor units");
            assert_eq!(total.to_string(), visitor.cart().await["totals"]["total_price"].as_str().unwrap_or_default(), "{goods:?}");
            assert_eq!(sum(&order["displayItems"]), total, "{goods:?} {coupons:?}: {order}");
        }
    }

    async fn an_address_brings_its_deliveries_and_is_kept(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-five", 1).await;
        let fields = [("country", "IT"), ("state", "Lazio"), ("postcode", "00184"), ("city", "Roma"), ("address", ""), ("address_2", ""), ("is_product_page", "false")];
        let answer = deliver(&mut visitor, &fields).await;
        assert_eq!(answer["result"], "success");
        let rates: Vec<(&str, i64)> = answer["shipping_options"].as_array().expect("rates").iter()
            .map(|rate| (rate["displayName"].as_str().unwrap_or_default(), rate["amount"].as_i64().unwrap_or(-1))).collect();
        assert_eq!(rates, [("Corriere", 660), ("Ritiro in negozio", 0)]);
        assert_eq!(answer["total"], json!({ "label": "Bottega di prova", "amount": 1660, "pending": false }));
        assert_eq!(sum(&answer["displayItems"]), 1660);
        let cart = visitor.cart().await;
        let to = &cart["shipping_address"];
        assert_eq!((&to["state"], &to["city"], &to["postcode"]), (&json!("RM"), &json!("Roma"), &json!("00184")));
        let abroad = deliver(&mut visitor, &[("country", "DE"), ("state", "Bayern"), ("postcode", "80331"), ("city", "München")]).await;
        assert_eq!(abroad["shipping_options"][0]["displayName"], "Corriere UE");
        assert_eq!(visitor.cart().await["shipping_address"]["state"], "DE-BY");
        assert_eq!(abroad["total"]["amount"].to_string(), visitor.cart().await["totals"]["total_price"].as_str().unwrap_or_default());
    }

    async fn what_a_wallet_leaves_out_is_no_refusal(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-five", 1).await;
        for (fields, state) in [
            (&[("country", "IT"), ("state", "L\u{2019}Aquila"), ("postcode", ""), ("city", "")][..], "AQ"),
            (&[("country", "IT"), ("state", "Lazio"), ("postcode", ""), ("city", "")], ""),
            (&[("country", "IT"), ("state", "Lazio"), ("postcode", "001"), ("city", "Roma")], "RM"),
            (&[("country", "it"), ("postcode", "10123")], "TO"),
        ] {
            let answer = deliver(&mut visitor, fields).await;
            assert_eq!(answer["result"], "success", "{fields:?}: {answer}");
            assert_eq!(visitor.cart().await["shipping_address"]["state"], state, "{fields:?}");
        }
        assert_eq!(visitor.post("/cart/update-customer", json!({ "shipping_address": { "city": "Torino" } })).await.status, 200);
    }

    async fn where_nothing_goes_the_wallet_is_told(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-five", 1).await;
        for country in ["XX", "", "US", "HK"] {
            let answer = deliver(&mut visitor, &[("country", country), ("postcode", "Kowloon")]).await;
            assert_eq!(answer["result"], "invalid_shipping_address", "{country}: {answer}");
            assert!(answer.get("shipping_options").is_none() && answer["total"]["amount"].is_i64() && answer["displayItems"].is_array());
            assert_eq!(visitor.cart().await["shipping_address"]["country"], "IT", "the wallet will name another one");
        }
        let empty = deliver(&mut shop_of_wallets(&mut shop).await, &[("country", "IT")]).await;
        assert_eq!(empty["result"], "invalid_shipping_address", "an empty cart goes nowhere");
    }

    async fn the_chosen_delivery_stands_first_and_is_what_is_paid(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-five", 1).await;
        let italy = [("country", "IT"), ("state", "TO"), ("postcode", "10123"), ("city", "Torino")];
        let rates = deliver(&mut visitor, &italy).await["shipping_options"].clone();
        let pickup = rates[1]["id"].as_str().expect("a rate").to_owned();
        let chosen = call(&mut visitor, "update_shipping_method", &[("shipping_method[0]", &pickup), ("is_product_page", "false")]).await.expect(200);
        assert_eq!((&chosen["result"], &chosen["total"]["amount"]), (&json!("success"), &json!(1000)));
        assert!(chosen.get("shipping_options").is_none());
        assert_eq!(visitor.cart().await["totals"]["total_price"], "1000");
        let again = deliver(&mut visitor, &italy).await;
        assert_eq!(again["shipping_options"][0]["id"], json!(pickup));
        for unknown in ["flat_rate:999", ""] {
            let refused = call(&mut visitor, "update_shipping_method", &[("shipping_method[]", unknown)]).await.expect(200);
            assert_eq!((&refused["result"], &refused["total"]["amount"]), (&json!("fail"), &json!(1000)));
        }
    }

    async fn addresses_are_put_in_order(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        let field = |kind: &str, name: &str| format!("data[{kind}_address][{name}]");
        for (sent, expected) in [
            (&[("country", "IT"), ("state", "Lazio"), ("postcode", "00019")][..], json!({ "country": "IT", "state": "RM", "postcode": "00019" })),
            (&[("country", "IT"), ("state", "L\u{2019}Aquila"), ("postcode", "67100")], json!({ "country": "IT", "state": "AQ", "postcode": "67100" })),
            (&[("country", "HK"), ("state", ""), ("postcode", "Kowloon")], json!({ "country": "HK", "state": "KOWLOON", "postcode": "" })),
            (&[("country", "AE"), ("state", "Dubai"), ("city", "")], json!({ "country": "AE", "state": "", "city": "Dubai" })),
            (&[("country", "US"), ("state", "PR")], json!({ "country": "PR", "state": "" })),
            (&[("country", "FR"), ("address_1", ""), ("address_2", "Rue 1")], json!({ "country": "FR", "address_1": "Rue 1", "address_2": "" })),
        ] {
            let names: Vec<(String, &str)> = sent.iter().map(|(name, value)| (field("billing", name), *value)).collect();
            let fields: Vec<(&str, &str)> = names.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            let answer = call(&mut visitor, "normalize_address", &fields).await.expect(200);
            assert_eq!(answer, json!({ "billing_address": expected, "shipping_address": {} }));
        }
    }

    async fn a_product_takes_the_place_of_the_cart(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-oil", 3).await;
        let (five, caviar) = (visitor.id("t-five").await, visitor.id("t-caviar").await);
        let small = visitor.id("t-caviar-15").await;
        let added = call(&mut visitor, "add_to_cart", &[("product_id", &five.to_string()), ("qty", "2")]).await.expect(200);
        assert_eq!((&added["result"], &added["total"]["amount"]), (&json!("success"), &json!(2660)));
        assert_eq!(in_cart(&mut visitor).await, [(five, 2)]);
        call(&mut visitor, "add_to_cart", &[("product_id", &five.to_string()), ("qty", "2")]).await.expect(200);
        assert_eq!(in_cart(&mut visitor).await, [(five, 2)], "again is no more");
        let choice = [("product_id", caviar.to_string()), ("qty", "1".into()), ("attributes[attribute_pa_formato]", "15-g".into())];
        let choice: Vec<(&str, &str)> = choice.iter().map(|(name, value)| (*name, value.as_str())).collect();
        call(&mut visitor, "add_to_cart", &choice).await.expect(200);
        assert_eq!(in_cart(&mut visitor).await, [(small, 1)]);
    }

    async fn what_cannot_be_bought_leaves_the_cart_as_it_was(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        let oil = visitor.id("t-oil").await;
        visitor.add("t-oil", 1).await;
        let (gone, caviar, five) = (visitor.id("t-gone").await, visitor.id("t-caviar").await, visitor.id("t-five").await);
        for (id, qty) in [(gone.to_string(), "1"), (caviar.to_string(), "1"), (five.to_string(), "6"), (five.to_string(), "0"), ("99999".into(), "1"), ("x".into(), "1")] {
            let refused = call(&mut visitor, "add_to_cart", &[("product_id", &id), ("qty", qty)]).await.expect(200);
            assert_eq!(refused["success"], false, "{refused}");
            assert!(refused["data"]["message"].as_str().is_some_and(|words| !words.is_empty()), "{refused}");
            let told = call(&mut visitor, "get_selected_product_data", &[("product_id", &id), ("qty", qty)]).await.expect(200);
            assert!(told["error"].as_str().is_some_and(|words| !words.is_empty()), "{id}: {told}");
        }
        assert_eq!(in_cart(&mut visitor).await, [(oil, 1)]);
    }

    async fn the_price_of_a_choice_is_the_servers(shop) {
        let mut shop = shop;
        let id = gift(&shop).await.to_string();
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-oil", 1).await;
        let choices = [("product_id", id.as_str()), ("qty", "2"), ("addon-scatola", "1"), ("addon-biglietto", "Auguri"), ("addon-taglio", "fette"), ("addon_value", "-3000")];
        let data = call(&mut visitor, "get_selected_product_data", &choices).await.expect(200);
        // Twice 15.50, and the card once: what the page says of the add-ons is not read.
        assert_eq!(data["total"], json!({ "label": "Bottega di prova", "amount": 3300, "pending": true }));
        assert_eq!((&data["currency"], &data["country_code"], &data["requestShipping"]), (&json!("eur"), &json!("IT"), &json!(true)));
        assert_eq!(sum(&data["displayItems"]), 3300);
        assert_eq!(data["shippingOptions"]["id"], "pending");
        let missing = call(&mut visitor, "get_selected_product_data", &choices[..4]).await.expect(200);
        assert!(missing["error"].as_str().is_some_and(|words| words.contains("Taglio")), "{missing}");
        assert_eq!(visitor.cart().await["items_count"], 1, "asking changes nothing");
        let added = call(&mut visitor, "add_to_cart", &choices).await.expect(200);
        assert_eq!(added["result"], "success", "{added}");
        assert_eq!(added["total"]["amount"].to_string(), visitor.cart().await["totals"]["total_price"].as_str().unwrap_or_default());
    }

    async fn a_deposit_is_what_is_paid_now(shop) {
        let mut shop = shop;
        let id = payable_in_parts(&shop, false).await.to_string();
        let mut visitor = shop_of_wallets(&mut shop).await;
        let choices = [("product_id", id.as_str()), ("qty", "10"), ("wc_deposit_option", "yes"), ("wc_deposit_payment_plan", "acconto")];
        let data = call(&mut visitor, "get_selected_product_data", &choices).await.expect(200);
        assert_eq!((&data["total"]["amount"], &data["has_deposit"], &data["requestShipping"]), (&json!(900), &json!(true), &json!(false)));
        let later = data["displayItems"].as_array().and_then(|items| items.iter().find(|item| item["key"] == "due_later")).cloned();
        assert_eq!(later.map(|item| item["amount"].clone()), Some(json!(-2100)));
        assert_eq!(sum(&data["displayItems"]), 900);
        let whole = call(&mut visitor, "get_selected_product_data", &choices[..2]).await.expect(200);
        assert_eq!(whole["total"]["amount"], 3000);
        let added = call(&mut visitor, "add_to_cart", &choices).await.expect(200);
        assert_eq!(added["total"]["amount"], 900, "{added}");
    }

    async fn a_booking_costs_its_people_and_frees_nothing_when_given_up(shop) {
        let mut shop = shop;
        let id = tasting(&shop).await;
        let mut visitor = shop_of_wallets(&mut shop).await;
        let slot = first_slot(&mut visitor, id).await;
        let id = id.to_string();
        let choices = [("product_id", id.as_str()), ("qty", "1"), ("wc_bookings_field_start_date", slot.as_str()), ("wc_bookings_field_persons", "3")];
        let data = call(&mut visitor, "get_selected_product_data", &choices).await.expect(200);
        assert_eq!((&data["total"]["amount"], &data["requestShipping"]), (&json!(1400), &json!(false)), "{data}");
        call(&mut visitor, "add_to_cart", &choices).await.expect(200);
        assert_eq!(visitor.cart().await["items_count"], 1);
        let unknown = call(&mut visitor, "get_selected_product_data", &choices[..2]).await.expect(200);
        assert!(unknown["error"].is_string(), "{unknown}");
        let cleared = call(&mut visitor, "clear_cart", &[("booking_id", "7")]).await;
        assert_eq!((cleared.status, cleared.text().as_str()), (200, ""));
        assert_eq!(visitor.cart().await["items_count"], 0);
    }

    async fn errors_are_noted_without_secrets_and_not_without_end(shop) {
        let mut shop = shop;
        shop_of_wallets(&mut shop).await;
        let server = shop.add_process();
        let mut visitor = shop.visitor_of(server);
        let told = "IntegrationError at pi_3X_secret_9 for anna@esempio.it\nfake=line";
        for _ in 0..15 {
            let answer = call(&mut visitor, "log_errors", &[("errors", told)]).await;
            assert_eq!((answer.status, answer.text().as_str()), (200, ""));
        }
        let log = shop.log();
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("a wallet failed in a browser")).collect();
        assert!(lines.len() <= 10, "{}", lines.len());
        assert!(!log.contains("pi_3X_secret_9") && !log.contains("anna@esempio.it"));
    }
}

on_both_databases! {
    async fn twenty_calls_at_once_leave_one_line_or_none(shop) {
        let mut shop = shop;
        let mut visitor = shop_of_wallets(&mut shop).await;
        visitor.add("t-oil", 1).await;
        let five = visitor.id("t-five").await;
        let (add, clear) = (nonce(&mut visitor, "add_to_cart").await, nonce(&mut visitor, "clear_cart").await);
        let mut all = JoinSet::new();
        for _ in 0..20 {
            let fields = [("security", add.clone()), ("product_id", five.to_string()), ("qty", "2".into())];
            let request = visitor.request(Method::POST, "/?wc-ajax=wc_stripe_add_to_cart").form(&fields);
            all.spawn(async move { request.send().await.status });
        }
        assert!(all.join_all().await.iter().all(|status| *status == 200));
        assert_eq!(in_cart(&mut visitor).await, [(five, 2)]);
        let mut all = JoinSet::new();
        for _ in 0..20 {
            let request = visitor.request(Method::POST, "/?wc-ajax=wc_stripe_clear_cart").form(&[("security", clear.clone())]);
            all.spawn(async move { request.send().await.status });
        }
        assert!(all.join_all().await.iter().all(|status| *status == 200));
        assert_eq!(in_cart(&mut visitor).await, []);
    }
}
