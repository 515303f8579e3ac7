//! The gateway's calls (wire contract, C1): their nonces, their shapes, and whose intent may pay what.

use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, classic_form, customer, on_both_databases, page_data, rules};

use crate::orders::renewals::in_days;
use crate::payments::cards::{ASKS, GOOD, charges, order, paid_with, status_of, take_cards};

const LOOK: &str = r##"{"theme":"night","variables":{"colorText":"#fff"}}"##;

pub(crate) async fn gateway(visitor: &mut Visitor, path: &str) -> Value {
    page_data(visitor, path).await["page"]["gateway"].clone()
}

async fn nonce(visitor: &mut Visitor, name: &str) -> String {
    gateway(visitor, "/checkout/").await[name].as_str().unwrap_or_else(|| panic!("no nonce {name}")).to_owned()
}

async fn call(visitor: &mut Visitor, action: &str, fields: &[(&str, &str)]) -> Value {
    visitor.ajax(&format!("wc_stripe_{action}"), fields).await.expect(200)
}

/// An intent for the visitor's cart; gives its id and client secret.
async fn for_cart(visitor: &mut Visitor) -> (String, String) {
    let nonce = nonce(visitor, "createPaymentIntentNonce").await;
    let made =
        call(visitor, "create_payment_intent", &[("payment_method_type", "card"), ("_ajax_nonce", &nonce)]).await;
    assert_eq!(made["success"], true, "{made}");
    let text = |name: &str| made["data"][name].as_str().expect("a text").to_owned();
    (text("id"), text("client_secret"))
}

fn with_intent(card: &str, intent: &str) -> Value {
    let mut body = paid_with(card);
    let data = body["payment_data"].as_array_mut().expect("a list");
    data.push(json!({ "key": "wc_payment_intent_id", "value": intent }));
    body
}

pub(crate) async fn shopper(shop: &mut TestShop) -> (usize, Visitor) {
    let server = take_cards(shop).await;
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-five", 1).await;
    (server, visitor)
}

async fn intent_count(shop: &TestShop) -> usize {
    shop.at_sandbox("/v1/payment_intents?limit=100").await["data"].as_array().map_or(0, Vec::len)
}

/// The messages that wait are taken in on each day up to this one.
async fn heard_for_days(shop: &TestShop, days: i64) {
    shop.settle().await;
    for day in 0..=days {
        in_days(shop, day).await.payment_events.apply_events().await.expect("events are applied");
    }
}

/// The intents whose money went back, and no less than all of it.
async fn given_back(shop: &TestShop) -> Vec<String> {
    let refunds = shop.at_sandbox("/v1/refunds?limit=100").await["data"].as_array().cloned().unwrap_or_default();
    let mut out = Vec::new();
    for refund in refunds {
        let id = refund["payment_intent"].as_str().expect("an id").to_owned();
        let intent = shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await;
        assert_eq!(refund["amount"], intent["amount_received"], "{refund}");
        out.push(id);
    }
    out
}

fn message(answer: &Value) -> &str {
    answer["data"]["error"]["message"].as_str().unwrap_or_default()
}

rules! {
    async fn a_forms_intent_has_the_carts_amount_and_pays_its_order_once(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let (id, secret) = for_cart(&mut visitor).await;
        assert!(secret.starts_with(&format!("{id}_secret_")), "{secret}");
        let total = visitor.cart().await["totals"]["total_price"].as_str().expect("a total").to_owned();
        assert_eq!(shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await["amount"].to_string(), total);
        assert_eq!(for_cart(&mut visitor).await.0, id, "the same form has the same intent");
        let placed = order(&mut visitor, "one", &with_intent(&shop.card(GOOD).await, &id)).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        let intent = shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await;
        assert_eq!((&intent["status"], &intent["metadata"]["order_id"]), (&json!("succeeded"), &json!(placed["order_id"].to_string())));
        assert_eq!((charges(&shop).await.len(), intent_count(&shop).await), (1, 1));
    }

    async fn an_order_that_costs_more_by_now_is_paid_in_full(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let (id, _) = for_cart(&mut visitor).await;
        let before = shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await["amount"].clone();
        visitor.add("t-oil", 2).await;
        let placed = order(&mut visitor, "one", &with_intent(&shop.card(GOOD).await, &id)).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        let after = shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await["amount_received"].clone();
        assert_ne!(before, after);
        assert_eq!(after, shop.merchant().await.order(placed["order_id"].as_i64().expect("a number")).await["total_cents"]);
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn anothers_intent_pays_nothing_even_when_it_has_succeeded(shop) {
        let mut shop = shop;
        let (server, mut victim) = shopper(&mut shop).await;
        let (id, secret) = for_cart(&mut victim).await;
        let mut thief = shop.visitor_of(server);
        thief.add("t-five", 1).await;
        for paid in [false, true] {
            if paid {
                // Confirmed by its own page, before any order.
                shop.confirm_as_browser(&secret, &shop.card(GOOD).await).await;
            }
            let refused = order(&mut thief, if paid { "two" } else { "one" }, &with_intent(&shop.card(GOOD).await, &id)).await;
            assert_eq!(refused.status, 400, "{}", refused.text());
            assert!(refused.text().contains("non appartiene al tuo ordine"), "{}", refused.text());
            let stolen = refused.json()["order_id"].as_i64().expect("a number");
            assert_eq!(status_of(&shop, stolen).await, "pending");
            if !paid {
                thief.add("t-oil", 1).await;
            }
        }
        assert_eq!(charges(&shop).await.len(), 1, "the owner's own");
        // Its owner's order takes what was paid, and charges nothing more.
        let placed = order(&mut victim, "mine", &with_intent(&shop.card(GOOD).await, &id)).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn money_that_no_order_was_made_for_goes_back_however_long_the_provider_fails(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let (id, secret) = for_cart(&mut visitor).await;
        shop.confirm_as_browser(&secret, &shop.card(GOOD).await).await;
        shop.sandbox_fault("POST /v1/refunds", 100, json!({ "kind": "error" })).await;
        heard_for_days(&shop, 10).await;
        assert_eq!(given_back(&shop).await, [""; 0]);
        // On its way back, it pays no order any more.
        let refused = order(&mut visitor, "one", &with_intent(&shop.card(GOOD).await, &id)).await;
        assert!(refused.status == 400 && refused.text().contains("non appartiene al tuo ordine"), "{}", refused.text());
        shop.sandbox_clear_faults().await;
        heard_for_days(&shop, 12).await;
        assert_eq!(given_back(&shop).await, [id]);
        heard_for_days(&shop, 14).await;
        assert_eq!(given_back(&shop).await.len(), 1, "once");
    }

    async fn one_intent_pays_one_order(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let (id, _) = for_cart(&mut visitor).await;
        order(&mut visitor, "one", &with_intent(&shop.card(GOOD).await, &id)).await.expect(200);
        visitor.add("t-five", 1).await;
        let refused = order(&mut visitor, "two", &with_intent(&shop.card(GOOD).await, &id)).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_placed_order_has_one_intent_which_its_page_alone_opens(shop) {
        let mut shop = shop;
        let (server, mut visitor) = shopper(&mut shop).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card("4000000000000002").await)).await.expect(400);
        let id = placed["order_id"].to_string();
        let key = placed["order_key"].as_str().expect("a key");
        let page = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}");
        let settings = gateway(&mut visitor, &page).await;
        let own = settings["createPaymentIntentNonce"].as_str().expect("a nonce").to_owned();
        let fields = |nonce: &str| {
            [("stripe_order_id", id.clone()), ("payment_method_type", "card".to_owned()), ("_ajax_nonce", nonce.to_owned())]
        };
        let ask = async |visitor: &mut Visitor, nonce: &str| {
            let fields = fields(nonce);
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            call(visitor, "create_payment_intent", &fields).await
        };
        let made = ask(&mut visitor, &own).await;
        assert_eq!(made["success"], true, "{made}");
        let again = ask(&mut visitor, &own).await;
        assert_eq!(made["data"]["id"], again["data"]["id"]);
        // It is brought up to date for the order that is named, by the order's own nonce.
        let intent = made["data"]["id"].as_str().expect("an id");
        let renew = async |visitor: &mut Visitor, order: &str, nonce: &str| {
            let fields = [
                ("stripe_order_id", order),
                ("wc_payment_intent_id", intent),
                ("selected_upe_payment_type", "card"),
                ("_ajax_nonce", nonce),
            ];
            call(visitor, "update_payment_intent", &fields).await["result"].clone()
        };
        let renewal = settings["updatePaymentIntentNonce"].as_str().expect("a nonce");
        assert_eq!(renew(&mut visitor, &id, renewal).await, "success");
        for (order, nonce) in [("999999", renewal), ("x", renewal), ("", renewal), (&id, own.as_str())] {
            assert_eq!(renew(&mut visitor, order, nonce).await, "failure", "{order}");
        }
        // The checkout's nonce is not that of the order; neither is another session's.
        let mut stranger = shop.visitor_of(server);
        stranger.add("t-oil", 1).await;
        let other = nonce(&mut stranger, "createPaymentIntentNonce").await;
        assert_eq!(ask(&mut stranger, &other).await["success"], false);
        assert_eq!(ask(&mut stranger, &own).await["success"], false);
        // A paid order gets none.
        let paid = order(&mut visitor, "one", &with_intent(&shop.card(GOOD).await, made["data"]["id"].as_str().expect("an id"))).await.expect(200);
        assert_eq!(paid["status"], "processing");
        assert_eq!(ask(&mut visitor, &own).await["success"], false);
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn an_intent_is_brought_to_the_carts_amount_by_its_owner_alone(shop) {
        let mut shop = shop;
        let (server, mut visitor) = shopper(&mut shop).await;
        let (id, _) = for_cart(&mut visitor).await;
        visitor.add("t-oil", 1).await;
        let own = nonce(&mut visitor, "updatePaymentIntentNonce").await;
        let fields = |id: &'static str, nonce: &'static str| [("wc_payment_intent_id", id), ("save_payment_method", "yes"), ("selected_upe_payment_type", "card"), ("_ajax_nonce", nonce)];
        let (id, own): (&'static str, &'static str) = (id.leak(), own.leak());
        let done = call(&mut visitor, "update_payment_intent", &fields(id, own)).await;
        assert_eq!(done, json!({ "success": true, "data": { "success": true }, "result": "success", "messages": "" }));
        let intent = shop.at_sandbox(&format!("/v1/payment_intents/{id}")).await;
        assert_eq!(intent["amount"].to_string(), visitor.cart().await["totals"]["total_price"].as_str().expect("a total"));
        assert_eq!(intent["setup_future_usage"], Value::Null, "a guest keeps nothing");
        // A setup has no amount: nothing is asked.
        assert_eq!(call(&mut visitor, "update_payment_intent", &fields("seti_1", own)).await["success"], true);
        let mut stranger = shop.visitor_of(server);
        stranger.add("t-oil", 1).await;
        let other: &'static str = nonce(&mut stranger, "updatePaymentIntentNonce").await.leak();
        for (id, nonce) in [(id, other), (id, own), (id, "x"), ("pi_unknown", other), ("", other)] {
            let refused = call(&mut stranger, "update_payment_intent", &fields(id, nonce)).await;
            assert_eq!((&refused["success"], &refused["result"]), (&json!(false), &json!("failure")), "{id} {nonce}");
            assert_eq!(refused["messages"].as_str(), Some(message(&refused)), "both shapes say the same");
        }
    }

    async fn calls_without_the_right_nonce_or_with_nonsense_make_nothing(shop) {
        let mut shop = shop;
        let (server, mut visitor) = shopper(&mut shop).await;
        let right = gateway(&mut visitor, "/checkout/").await;
        for (action, own) in [("create_payment_intent", "createPaymentIntentNonce"), ("init_setup_intent", "createSetupIntentNonce")] {
            let other = if own == "createSetupIntentNonce" { "createPaymentIntentNonce" } else { "createSetupIntentNonce" };
            for wrong in ["", "x", right[other].as_str().expect("a nonce")] {
                let refused = call(&mut visitor, action, &[("payment_method_type", "card"), ("_ajax_nonce", wrong)]).await;
                assert_eq!(refused["success"], false, "{action} {wrong}");
                assert!(!message(&refused).is_empty());
            }
            let nonce = right[own].as_str().expect("a nonce");
            for (name, value) in [("payment_method_type", "bitcoin"), ("payment_method_type", "blik"), ("payment_method_type", "klarna")] {
                let refused = call(&mut visitor, action, &[(name, value), ("_ajax_nonce", nonce)]).await;
                assert_eq!(refused["success"], false, "{action} {value}: {refused}");
            }
        }
        let nonce = right["createPaymentIntentNonce"].as_str().expect("a nonce");
        for number in ["999999", "x", "-1"] {
            let refused = call(&mut visitor, "create_payment_intent", &[("stripe_order_id", number), ("_ajax_nonce", nonce)]).await;
            assert_eq!(refused["success"], false, "{number}");
        }
        // Without a cart there is nothing to pay.
        let mut empty = shop.visitor_of(server);
        let refused = call(&mut empty, "create_payment_intent", &[("_ajax_nonce", nonce)]).await;
        assert_eq!(refused["success"], false);
        assert_eq!(intent_count(&shop).await, 0);
    }

    async fn a_setup_intent_has_no_amount_and_pays_no_order(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let nonce = nonce(&mut visitor, "createSetupIntentNonce").await;
        let made = call(&mut visitor, "init_setup_intent", &[("payment_method_type", "card"), ("_ajax_nonce", &nonce)]).await;
        let id = made["data"]["id"].as_str().expect("an id").to_owned();
        assert!(id.starts_with("seti_") && made["data"]["client_secret"].as_str().is_some_and(|secret| secret.starts_with(&id)), "{made}");
        let mut body = paid_with(&shop.card(GOOD).await);
        body["payment_data"].as_array_mut().expect("a list").push(json!({ "key": "wc-stripe-setup-intent", "value": id }));
        let placed = order(&mut visitor, "one", &body).await.expect(200);
        assert_eq!(placed["status"], "processing");
        assert_eq!(charges(&shop).await.len(), 1, "the order is paid by an intent of its own");
    }

    async fn a_failed_confirmation_is_told_for_the_orders_own_intent_alone_and_believed_for_none(shop) {
        let mut shop = shop;
        let (server, mut visitor) = shopper(&mut shop).await;
        let told = nonce(&mut visitor, "updateFailedOrderNonce").await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(ASKS).await)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number").to_string();
        let route = placed["payment_result"]["redirect_url"].as_str().expect("a route").to_owned();
        let intent = route.split(':').nth(2).and_then(|secret| secret.split("_secret_").next()).expect("an intent").to_owned();
        let tell = async |visitor: &mut Visitor, order: &str, intent: &str, nonce: &str| {
            call(visitor, "update_failed_order", &[("order_id", order), ("intent_id", intent), ("_ajax_nonce", nonce)]).await
        };
        assert_eq!(tell(&mut visitor, &id, &intent, &told).await["success"], true);
        assert_eq!(status_of(&shop, id.parse().expect("a number")).await, "pending", "the provider's word counts, not the page's");
        for (order, intent) in [("999", intent.as_str()), (&id, "pi_unknown"), ("", ""), ("x", "y")] {
            let refused = tell(&mut visitor, order, intent, &told).await;
            assert_eq!((&refused["success"], refused["data"].is_string()), (&json!(false), true), "{refused}");
        }
        assert_eq!(tell(&mut visitor, &id, &intent, "0123456789").await["success"], false);
        let mut other = shop.visitor_of(server);
        assert_eq!(tell(&mut other, &id, &intent, &told).await["success"], false, "another's nonce");
        // The bank says no: told once more, the order has failed.
        shop.answer_bank(&intent, "no").await;
        assert_eq!(tell(&mut visitor, &id, &intent, &told).await["success"], true);
        assert_eq!(status_of(&shop, id.parse().expect("a number")).await, "failed");
    }

    async fn the_classic_form_pays_by_the_intent_that_its_page_made(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let (intent, _) = for_cart(&mut visitor).await;
        let mut form = classic_form(&mut visitor).await;
        form.retain(|(name, _)| *name != "payment_method");
        form.extend([
            ("payment_method", "stripe".to_owned()),
            ("checkout_attempt", "a".to_owned()),
            ("wc-stripe-payment-method", shop.card(GOOD).await),
            ("wc_payment_intent_id", intent.clone()),
        ]);
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let paid = visitor.ajax("checkout", &fields).await.expect(200);
        assert_eq!(paid["result"], "success", "{paid}");
        assert_eq!(intent_count(&shop).await, 1, "no second intent");
        assert_eq!(charges(&shop).await[0]["payment_intent"], intent.as_str());
    }

    async fn verifying_leads_to_the_order_once_it_is_paid_and_to_the_checkout_before(shop) {
        let mut shop = shop;
        let (server, mut visitor) = shopper(&mut shop).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(ASKS).await)).await.expect(200);
        let (id, route) = (placed["order_id"].as_i64().expect("a number"), placed["payment_result"]["redirect_url"].as_str().expect("a route"));
        let mut parts = route.split(':');
        let (secret, nonce) = (parts.nth(2).expect("a secret").to_owned(), parts.next().expect("a nonce").to_owned());
        let intent = secret.split("_secret_").next().expect("an id").to_owned();
        let address = |order: i64, intent: &str, nonce: &str, more: &str| format!("/?wc-ajax=wc_stripe_verify_intent&order={order}&intent_id={intent}&nonce={nonce}{more}");
        let unpaid = visitor.page(&address(id, &intent, &nonce, "")).await;
        assert_eq!((unpaid.status, unpaid.header("location")), (303, Some("/checkout/")));
        let quiet = visitor.page(&address(id, &intent, &nonce, "&is_ajax=1")).await;
        assert_eq!((quiet.status, quiet.text().as_str()), (200, ""));
        let list = shop.at_sandbox("/v1/payment_intents?limit=1").await;
        let page = list["data"][0]["next_action"]["use_stripe_sdk"]["stripe_js"].as_str().expect("a page").to_owned();
        shop.answer_page(&page, "yes").await;
        for (order, intent, nonce) in [(999, intent.as_str(), nonce.as_str()), (id, "pi_other", nonce.as_str()), (id, intent.as_str(), "x")] {
            assert_eq!(visitor.page(&address(order, intent, nonce, "")).await.header("location"), Some("/checkout/"));
        }
        let mut stranger = shop.visitor_of(server);
        assert_eq!(stranger.page(&address(id, &intent, &nonce, "")).await.header("location"), Some("/checkout/"));
        let paid = visitor.page(&address(id, &intent, &nonce, "")).await;
        assert!(paid.header("location").is_some_and(|to| to.starts_with(&format!("/checkout/order-received/{id}/"))), "{paid:?}");
        for foreign in ["https%3A%2F%2Fevil.example%2F", "%2F%2Fevil.example", "javascript%3Aalert(1)"] {
            let to = visitor.page(&address(id, &intent, &nonce, &format!("&redirect_to={foreign}"))).await;
            assert!(to.header("location").is_some_and(|to| to.starts_with("/checkout/order-received/")), "{foreign}");
        }
        let wanted = visitor.page(&address(id, &intent, &nonce, "&redirect_to=%2Fnegozio%2F")).await;
        assert_eq!(wanted.header("location"), Some("/negozio/"));
        assert_eq!(status_of(&shop, id).await, "processing");
    }

    async fn a_customers_order_gives_its_intent_to_its_customer_alone(shop) {
        let mut shop = shop;
        take_cards(&mut shop).await;
        shop.restart(0).await;
        let mut anna = customer(&shop, "anna@example.com").await;
        anna.add("t-five", 1).await;
        let placed = order(&mut anna, "one", &paid_with(&shop.card("4000000000000002").await)).await.expect(400);
        let (id, key) = (placed["order_id"].to_string(), placed["order_key"].as_str().expect("a key").to_owned());
        let page = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}");
        let own = gateway(&mut anna, &page).await["createPaymentIntentNonce"].as_str().expect("a nonce").to_owned();
        let mut bruno = customer(&shop, "bruno@example.com").await;
        let fields = [("stripe_order_id", id.as_str()), ("payment_method_type", "card"), ("_ajax_nonce", own.as_str())];
        assert_eq!(call(&mut bruno, "create_payment_intent", &fields).await["success"], false);
        assert_eq!(call(&mut anna, "create_payment_intent", &fields).await["success"], true);
    }
}

on_both_databases! {
    async fn an_intent_paid_with_another_amount_is_not_taken_for_the_order(shop) {
        let mut shop = shop;
        let (_, mut visitor) = shopper(&mut shop).await;
        let (id, secret) = for_cart(&mut visitor).await;
        shop.confirm_as_browser(&secret, &shop.card(GOOD).await).await;
        visitor.add("t-oil", 3).await;
        let placed = order(&mut visitor, "one", &with_intent(&shop.card(GOOD).await, &id)).await.expect(200);
        let number = placed["order_id"].as_i64().expect("a number");
        let paid: Vec<Value> = charges(&shop).await;
        let own: Vec<&Value> = paid.iter().filter(|charge| charge["payment_intent"] != json!(id)).collect();
        assert_eq!(own.len(), 1, "the order has a charge of its own amount: {paid:?}");
        assert_eq!(own[0]["amount"], shop.merchant().await.order(number).await["total_cents"]);
        heard_for_days(&shop, 10).await;
        assert_eq!(given_back(&shop).await, [id], "what paid for nothing goes back");
    }

    async fn intents_and_tries_have_one_budget(shop) {
        let mut shop = shop;
        take_cards(&mut shop).await;
        let server = shop.add_server_with(&[("SHOP_ORDER_LIMIT", "3")]).await;
        let mut first = shop.visitor_of(server);
        first.add("t-oil", 1).await;
        let (id, _) = for_cart(&mut first).await;
        assert_eq!(for_cart(&mut first).await.0, id, "the same one costs nothing");
        order(&mut first, "one", &paid_with(&shop.card("4000000000000002").await)).await.expect(400);
        let mut second = shop.visitor_of(server);
        second.add("t-oil", 1).await;
        for_cart(&mut second).await;
        let mut third = shop.visitor_of(server);
        third.add("t-oil", 1).await;
        let nonce = nonce(&mut third, "createSetupIntentNonce").await;
        let refused = call(&mut third, "init_setup_intent", &[("payment_method_type", "card"), ("_ajax_nonce", &nonce)]).await;
        assert!(refused["success"] == false && message(&refused).contains("Troppe"), "{refused}");
        let late = order(&mut first, "one", &paid_with(&shop.card(GOOD).await)).await;
        assert_eq!(late.status, 400, "{}", late.text());
        assert!(charges(&shop).await.is_empty());
    }

    async fn a_look_is_kept_for_its_own_session_and_only_plain_values(shop) {
        let mut shop = shop;
        let (server, mut visitor) = shopper(&mut shop).await;
        let settings = gateway(&mut visitor, "/checkout/").await;
        let nonce = settings["saveAppearanceNonce"].as_str().expect("a nonce").to_owned();
        assert_eq!(settings["blocksAppearance"], Value::Null);
        let save = |look: &str, theme: &str, nonce: &str| {
            [("appearance", look), ("is_block_checkout", "true"), ("theme_name", theme), ("_ajax_nonce", nonce)].map(|(name, value)| (name, value.to_owned()))
        };
        let send = async |visitor: &mut Visitor, fields: &[(&'static str, String); 4]| {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            call(visitor, "save_appearance", &fields).await
        };
        let kept = send(&mut visitor, &save(LOOK, "bottega", &nonce)).await;
        assert_eq!((&kept["success"], &kept["data"]["theme"]), (&json!(true), &json!("night")), "{kept}");
        let own = gateway(&mut visitor, "/checkout/").await;
        assert_eq!((own["blocksAppearance"].as_str(), &own["appearance"]), (Some(LOOK), &Value::Null));
        // The classic pages have a look of their own.
        let classic = [("appearance", LOOK), ("is_block_checkout", "false"), ("theme_name", "bottega"), ("_ajax_nonce", nonce.as_str())];
        assert_eq!(call(&mut visitor, "save_appearance", &classic).await["success"], true);
        let own = gateway(&mut visitor, "/checkout/").await;
        assert_eq!((own["appearance"].as_str(), own["isBlockCheckout"].as_bool()), (Some(LOOK), Some(true)));
        let mut other = shop.visitor_of(server);
        other.add("t-oil", 1).await;
        assert_eq!(gateway(&mut other, "/checkout/").await["blocksAppearance"], Value::Null, "nobody paints another's form");
        assert_eq!(send(&mut other, &save(LOOK, "bottega", &nonce)).await["success"], false, "another's nonce");
        let long = format!(r#"{{"variables":{{"a":"{}"}}}}"#, "x".repeat(9000));
        for (look, theme) in [
            ("", "bottega"), ("[]", "bottega"), ("{", "bottega"), (long.as_str(), "bottega"), (LOOK, "altro"), (LOOK, ""),
            (r#"{"variables":{"colorText":"url(https://evil.example)"}}"#, "bottega"),
            (r#"{"rules":{".Tab":{"color":"</style>"}}}"#, "bottega"),
            (r#"{"onload":"x"}"#, "bottega"),
        ] {
            let refused = send(&mut visitor, &save(look, theme, &nonce)).await;
            assert_eq!(refused["success"], false, "{look}");
        }
        assert_eq!(gateway(&mut visitor, "/checkout/").await["blocksAppearance"].as_str(), Some(LOOK));
    }
}
