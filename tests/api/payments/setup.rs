//! Help to set the payment provider up: what is not in order is told, and what can be mended is mended by a click.

use reqwest::Method;
use serde_json::{Value, json};
use shop_services::ports::ProviderErrorRecord;
use shop_tests::{Answer, Merchant, TestShop, WEBHOOK_SECRET, now, on_both_databases, rules, signature};

use crate::payments::cards::take_cards;

const ADDRESS: &str = "http://bottega.example";
const WEBHOOK: &str = "http://bottega.example/?wc-api=wc_stripe";
pub(crate) const SEALING_KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A server by the provider's own script and keys: to it the sandbox is the provider.
async fn real(shop: &mut TestShop, more: &[(&str, &str)]) -> Merchant {
    take_cards(shop).await;
    let mut settings = vec![("SHOP_STRIPE_SANDBOX_ORIGIN", ""), ("SHOP_PUBLIC_URL", ADDRESS)];
    settings.extend_from_slice(more);
    let server = shop.add_server_with(&settings).await;
    shop.merchant_of(server).await
}

/// The same, where the secret of the webhook is not known yet and may be stored.
async fn new_here(shop: &mut TestShop) -> Merchant {
    real(shop, &[("SHOP_STRIPE_WEBHOOK_SECRET", ""), ("SHOP_SECRETS_KEY", SEALING_KEY)]).await
}

async fn setup(merchant: &mut Merchant) -> Value {
    merchant.get("/payment-setup").await.expect(200)
}

async fn mend(merchant: &mut Merchant, what: &str) -> Answer {
    merchant.write(Method::POST, &format!("/payment-setup/{what}"), json!({})).await
}

fn found(setup: &Value) -> Vec<&str> {
    let findings = setup["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    findings.iter().filter_map(|one| one["code"].as_str()).collect()
}

async fn webhooks(shop: &TestShop) -> Vec<Value> {
    shop.at_sandbox("/v1/webhook_endpoints").await["data"].as_array().cloned().expect("a list")
}

on_both_databases! {
    async fn the_last_message_and_the_newest_ten_faults_are_shown(shop) {
        let mut shop = shop;
        let mut merchant = real(&mut shop, &[]).await;
        let quiet = setup(&mut merchant).await;
        assert_eq!((&quiet["last_event"], &quiet["last_event_at"]), (&json!(""), &Value::Null));
        let object = json!({ "id": "pi_1", "object": "payment_intent", "status": "succeeded" });
        let kind = "payment_intent.succeeded";
        let body = json!({ "id": "evt_1", "type": kind, "created": now(), "data": { "object": object } }).to_string();
        let mut visitor = shop.visitor_of(1);
        let signed = signature(WEBHOOK_SECRET, now(), &body);
        let request = visitor.request(Method::POST, "/?wc-api=wc_stripe").header("stripe-signature", signed);
        assert_eq!(visitor.send(request.body(body)).await.status, 200);
        assert_eq!(setup(&mut merchant).await["last_event"], kind);
        for n in 0..12 {
            let call = format!("POST /v1/refunds/{n}");
            let fault = ProviderErrorRecord { at: now(), call, code: "unknown".into(), message: "connection lost".into() };
            shop.store().await.save_provider_error(&fault).await.expect("it is noted");
        }
        let faults = setup(&mut merchant).await["errors"].as_array().cloned().expect("a list");
        let calls: Vec<_> = faults.iter().filter_map(|fault| fault["call"].as_str()).collect();
        assert_eq!((calls.len(), calls[0], calls[9]), (10, "POST /v1/refunds/11", "POST /v1/refunds/2"));
    }
}

rules! {
    async fn a_new_account_is_set_up_by_two_clicks_and_other_servers_know_of_it(shop) {
        let mut shop = shop;
        let mut merchant = new_here(&mut shop).await;
        let before = setup(&mut merchant).await;
        assert_eq!((&before["provider"], &before["mode"]), (&json!("stripe"), &json!("test")));
        assert_eq!((&before["country"], &before["currency"]), (&json!("IT"), &json!("EUR")));
        assert_eq!(found(&before), ["setup_webhook_missing", "setup_domain_missing", "setup_test_mode"]);
        assert_eq!(before["findings"][0]["remedy"], "webhook");
        assert!(before["findings"][0]["message"].as_str().is_some_and(|text| text.contains("Manca il webhook")));
        let after = mend(&mut merchant, "webhook").await.expect(200);
        assert_eq!(found(&after), ["setup_domain_missing", "setup_test_mode"]);
        assert_eq!(found(&mend(&mut merchant, "domain").await.expect(200)), ["setup_test_mode"]);
        let made = webhooks(&shop).await;
        assert_eq!((made.len(), &made[0]["url"], &made[0]["status"]), (1, &json!(WEBHOOK), &json!("enabled")));
        assert_eq!(made[0]["api_version"], "2024-06-20");
        let domains = shop.at_sandbox("/v1/payment_method_domains").await;
        assert_eq!(domains["data"][0]["domain_name"], "bottega.example");
        let settings =
            [("SHOP_STRIPE_SANDBOX_ORIGIN", ""), ("SHOP_PUBLIC_URL", ADDRESS), ("SHOP_STRIPE_WEBHOOK_SECRET", "")];
        let again = shop.add_server_with(&[&settings[..], &[("SHOP_SECRETS_KEY", SEALING_KEY)]].concat()).await;
        let seen = setup(&mut shop.merchant_of(again).await).await;
        assert_eq!((found(&seen), &seen["keys"]["has_webhook_secret"]), (vec!["setup_test_mode"], &json!(true)));
    }

    async fn what_is_not_in_order_at_the_account_is_told(shop) {
        let mut shop = shop;
        let mut merchant = real(&mut shop, &[]).await;
        let account = json!({ "country": "DE", "currency": "usd", "charges_enabled": false, "inactive": ["card"] });
        shop.sandbox_json("/_sandbox/account", &account).await;
        let seen = setup(&mut merchant).await;
        let wanted = [
            "setup_charges_disabled",
            "setup_webhook_missing",
            "setup_country",
            "setup_currency",
            "setup_methods_inactive",
            "setup_domain_missing",
            "setup_test_mode",
        ];
        assert_eq!(found(&seen), wanted);
        assert!(seen["findings"][4]["message"].as_str().is_some_and(|text| text.contains("card")));
        shop.sandbox_json("/_sandbox/account", &json!({ "unverified": ["apple_pay"] })).await;
        assert_eq!(found(&mend(&mut merchant, "domain").await.expect(200))[1..], ["setup_domain_refused", "setup_test_mode"]);
    }

    async fn a_webhook_that_is_off_or_called_for_too_little_is_mended_as_it_is(shop) {
        let mut shop = shop;
        let mut merchant = real(&mut shop, &[]).await;
        let made = shop.sandbox_post("/v1/webhook_endpoints", &[("url", WEBHOOK), ("enabled_events[]", "charge.refunded")]).await;
        let path = format!("/v1/webhook_endpoints/{}", made["id"].as_str().expect("an id"));
        shop.sandbox_post(&path, &[("disabled", "true")]).await;
        assert_eq!(found(&setup(&mut merchant).await)[..2], ["setup_webhook_disabled", "setup_webhook_events"]);
        assert_eq!(found(&mend(&mut merchant, "webhook").await.expect(200)), ["setup_domain_missing", "setup_test_mode"]);
        let now = webhooks(&shop).await;
        assert_eq!((now.len(), &now[0]["id"], &now[0]["status"]), (1, &made["id"], &json!("enabled")));
    }

    async fn a_webhook_whose_secret_nobody_knows_is_replaced_and_switched_off(shop) {
        let mut shop = shop;
        let mut merchant = new_here(&mut shop).await;
        let old = shop.sandbox_post("/v1/webhook_endpoints", &[("url", WEBHOOK), ("enabled_events[]", "*")]).await;
        assert_eq!(found(&setup(&mut merchant).await)[0], "setup_webhook_unsigned");
        mend(&mut merchant, "webhook").await.expect(200);
        let now = webhooks(&shop).await;
        let of = |id: &Value| now.iter().find(|one| one["id"] == *id).map(|one| one["status"].clone());
        assert_eq!((now.len(), of(&old["id"])), (2, Some(json!("disabled"))));
        assert_eq!(found(&setup(&mut merchant).await), ["setup_domain_missing", "setup_test_mode"]);
    }

    async fn no_webhook_is_made_whose_secret_could_not_be_kept(shop) {
        let mut shop = shop;
        let mut merchant = real(&mut shop, &[("SHOP_STRIPE_WEBHOOK_SECRET", "")]).await;
        let refused = mend(&mut merchant, "webhook").await.expect(409);
        assert_eq!(refused["code"], "keys_not_sealed");
        assert_eq!(webhooks(&shop).await, [json!(null); 0]);
    }

    async fn what_the_provider_refuses_is_told_in_its_words(shop) {
        let mut shop = shop;
        let more = [("SHOP_PUBLIC_URL", "http://localhost"), ("SHOP_SECRETS_KEY", SEALING_KEY), ("SHOP_STRIPE_WEBHOOK_SECRET", "")];
        let mut merchant = real(&mut shop, &more).await;
        let refused = mend(&mut merchant, "webhook").await.expect(409);
        assert_eq!(refused["code"], "capture_refused");
        assert!(refused["message"].as_str().is_some_and(|text| text.contains("publicly accessible")), "{refused}");
        assert_eq!(mend(&mut merchant, "domain").await.expect(409)["code"], "setup_no_domain");
    }

    async fn a_key_with_fewer_rights_is_told_and_the_rest_is_looked_at(shop) {
        let mut shop = shop;
        let mut merchant = real(&mut shop, &[]).await;
        shop.sandbox_json("/_sandbox/account", &json!({ "forbidden": ["webhook_endpoints"] })).await;
        let seen = setup(&mut merchant).await;
        assert!(seen["failure"].as_str().is_some_and(|text| text.contains("permissions")), "{seen}");
        assert_eq!(found(&seen), ["setup_domain_missing", "setup_test_mode"]);
    }

    async fn a_provider_that_is_away_is_told_and_noted_and_nothing_is_changed(shop) {
        let mut shop = shop;
        let mut merchant = new_here(&mut shop).await;
        shop.sandbox_fault("* /v1/*", 100, json!({ "kind": "error" })).await;
        let seen = setup(&mut merchant).await;
        assert!(seen["failure"].as_str().is_some_and(|text| text.contains("non risponde")), "{seen}");
        assert_eq!((found(&seen), &seen["errors"][0]["call"]), (vec!["setup_test_mode"], &json!("GET /v1/account")));
        for what in ["webhook", "domain"] {
            assert_eq!(mend(&mut merchant, what).await.expect(503)["code"], "setup_unreachable");
        }
        shop.sandbox_clear_faults().await;
        assert_eq!(webhooks(&shop).await, [json!(null); 0]);
    }

    async fn a_sandbox_has_nothing_to_be_set_up(shop) {
        let mut merchant = shop.merchant().await;
        let seen = setup(&mut merchant).await;
        assert_eq!((&seen["provider"], found(&seen).len()), (&json!("sandbox"), 0));
        for what in ["webhook", "domain"] {
            assert_eq!(mend(&mut merchant, what).await.expect(409)["code"], "setup_no_provider");
        }
    }

    async fn messages_that_are_refused_are_noted_once_a_minute(shop) {
        let mut shop = shop;
        let server = shop.add_server().await;
        let mut visitor = shop.visitor_of(server);
        for body in ["{}", "{\"id\": \"evt_1\"}", "x"] {
            let request = visitor.request(Method::POST, "/?wc-api=wc_stripe").header("stripe-signature", "t=1,v1=00");
            assert_eq!(visitor.send(request.body(body)).await.status, 400);
        }
        let seen = setup(&mut shop.merchant_of(server).await).await;
        let faults = seen["errors"].as_array().expect("a list");
        assert_eq!((faults.len(), &faults[0]["call"], &faults[0]["code"]), (1, &json!("webhook"), &json!("signature")));
    }

    async fn a_card_that_is_declined_is_no_fault(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let poor = shop.card("4000000000009995").await;
        crate::payments::cards::order(&mut visitor, "one", &crate::payments::cards::paid_with(&poor)).await;
        crate::payments::cards::order(&mut visitor, "two", &crate::payments::cards::paid_with("pm_made_up")).await;
        assert_eq!(setup(&mut shop.merchant_of(server).await).await["errors"], json!([]));
    }

    async fn only_administrators_look_and_twelve_times_a_minute(shop) {
        let mut manager = shop.shop_manager().await;
        assert_eq!(manager.get("/payment-setup").await.expect(403)["code"], "admin_role_only");
        assert_eq!(mend(&mut manager, "webhook").await.expect(403)["code"], "admin_role_only");
        assert_eq!(shop.visitor().page("/api/admin/payment-setup").await.status, 401);
        let mut merchant = shop.merchant().await;
        for _ in 0..12 {
            setup(&mut merchant).await;
        }
        let refused = merchant.get("/payment-setup").await;
        assert_eq!(refused.expect(429)["code"], "too_many_tries");
        assert!(refused.header("retry-after").is_some());
    }
}
