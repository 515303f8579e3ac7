//! Keys of the provider that are entered in the back office: stored sealed, used by every server, told to nobody.

use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Answer, Merchant, TestShop, rules};

use crate::payments::cards::{GOOD, charges, order, paid_with, take_cards};
use crate::payments::setup::SEALING_KEY;

const SECRET: &str = "sk_test_tests";
const PUBLISHABLE: &str = "pk_test_bottega_sandbox";
const OTHER_KEY: &str = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A server without keys, to which the first server's sandbox is the provider; gives its number.
async fn server(shop: &mut TestShop, sealing_key: &str) -> usize {
    let settings = [
        ("SHOP_STRIPE_SECRET_KEY", ""),
        ("SHOP_STRIPE_PUBLISHABLE_KEY", ""),
        ("SHOP_STRIPE_WEBHOOK_SECRET", ""),
        ("SHOP_STRIPE_SANDBOX_ORIGIN", ""),
        ("SHOP_SANDBOX_LISTEN", "off"),
        ("SHOP_PUBLIC_URL", "http://bottega.example"),
        ("SHOP_SECRETS_KEY", sealing_key),
    ];
    shop.add_server_with(&settings).await
}

async fn without_keys(shop: &mut TestShop) -> Merchant {
    take_cards(shop).await;
    let server = server(shop, SEALING_KEY).await;
    shop.merchant_of(server).await
}

async fn store(merchant: &mut Merchant, secret: &str, publishable: &str, webhook: &str) -> Answer {
    let keys = json!({ "secret_key": secret, "publishable_key": publishable, "webhook_secret": webhook });
    merchant.write(Method::PUT, "/payment-keys", keys).await
}

async fn keys(merchant: &mut Merchant) -> Value {
    merchant.get("/payment-setup").await.expect(200)["keys"].clone()
}

fn refused(answer: &Value) -> Vec<(&str, &str)> {
    let errors = answer["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    errors.iter().map(|error| (error["field"].as_str().unwrap_or(""), error["code"].as_str().unwrap_or(""))).collect()
}

async fn document(shop: &TestShop) -> String {
    shop.store().await.load_setting("provider_keys").await.expect("the store answers").unwrap_or_default()
}

/// Whether a card is taken by a server.
async fn takes_a_card(shop: &TestShop, server: usize) -> bool {
    let mut visitor = shop.visitor_of(server);
    let cart = visitor.add("t-five", 1).await;
    let offered = cart["payment_methods"].as_array().is_some_and(|list| list.contains(&json!("stripe")));
    if !offered {
        return false;
    }
    let before = charges(shop).await.len();
    order(&mut visitor, &format!("order-{server}"), &paid_with(&shop.card(GOOD).await)).await.expect(200);
    charges(shop).await.len() == before + 1
}

rules! {
    async fn entered_keys_are_stored_sealed_and_used_at_once_by_every_server(shop) {
        let mut shop = shop;
        let mut merchant = without_keys(&mut shop).await;
        assert_eq!(keys(&mut merchant).await["from"], "nowhere");
        let first = 2;
        assert!(!takes_a_card(&shop, first).await);
        let stored = store(&mut merchant, &format!(" {SECRET} "), PUBLISHABLE, "whsec_entered").await.expect(200);
        let wanted = json!({
            "from": "back_office", "publishable_key": PUBLISHABLE, "secret_key_end": "", "has_webhook_secret": true,
            "can_store": true,
        });
        assert_eq!((&stored["provider"], &stored["keys"]), (&json!("stripe"), &wanted));
        let text = document(&shop).await;
        assert!(text.contains(PUBLISHABLE) && !text.contains(SECRET) && !text.contains("whsec_"), "{text}");
        let other = server(&mut shop, SEALING_KEY).await;
        assert!(takes_a_card(&shop, first).await && takes_a_card(&shop, other).await);
        let noted = merchant.get("/setting-changes").await.expect(200).to_string();
        assert!(noted.contains("provider_keys") && noted.contains(PUBLISHABLE) && !noted.contains("entered"), "{noted}");
        let gone = merchant.write(Method::DELETE, "/payment-keys", json!({})).await.expect(200);
        assert_eq!((&gone["provider"], &gone["keys"]["from"]), (&json!("none"), &json!("nowhere")));
        assert!(!takes_a_card(&shop, first).await);
        assert!(!document(&shop).await.contains(PUBLISHABLE));
    }

    async fn keys_are_refused_by_their_fields_and_nothing_is_stored(shop) {
        let mut shop = shop;
        let mut merchant = without_keys(&mut shop).await;
        for (secret, publishable, webhook, wanted) in [
            ("", "", "", vec![("secret_key", "merchant_required"), ("publishable_key", "merchant_required")]),
            (PUBLISHABLE, PUBLISHABLE, "", vec![("secret_key", "provider_key_secret")]),
            (SECRET, SECRET, "", vec![("publishable_key", "provider_key_publishable")]),
            (SECRET, PUBLISHABLE, "secret", vec![("webhook_secret", "provider_key_webhook")]),
            (SECRET, "pk_live_bottega", "", vec![("publishable_key", "provider_keys_mode")]),
            ("sk_test_unknown", PUBLISHABLE, "", vec![("secret_key", "provider_key_unknown")]),
        ] {
            let answer = store(&mut merchant, secret, publishable, webhook).await.expect(422);
            assert_eq!(refused(&answer), wanted, "{answer}");
            assert!(answer["errors"][0]["message"].as_str().is_some_and(|text| text.len() > 10), "{answer}");
        }
        assert_eq!((document(&shop).await.as_str(), &keys(&mut merchant).await["from"]), ("", &json!("nowhere")));
    }

    async fn keys_that_could_not_be_tried_are_not_stored(shop) {
        let mut shop = shop;
        let mut merchant = without_keys(&mut shop).await;
        shop.sandbox_fault("GET /v1/account", 10, json!({ "kind": "error" })).await;
        let refused = store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(503);
        assert_eq!((&refused["code"], document(&shop).await.as_str()), (&json!("setup_unreachable"), ""));
    }

    async fn a_key_with_fewer_rights_is_stored_all_the_same(shop) {
        let mut shop = shop;
        let mut merchant = without_keys(&mut shop).await;
        shop.sandbox_json("/_sandbox/account", &json!({ "forbidden": ["account"] })).await;
        assert_eq!(store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(200)["keys"]["from"], "back_office");
    }

    async fn a_secret_that_is_left_empty_stays_as_long_as_the_publishable_key_does(shop) {
        let mut shop = shop;
        let mut merchant = without_keys(&mut shop).await;
        store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(200);
        let again = store(&mut merchant, "", PUBLISHABLE, "whsec_later").await.expect(200);
        assert_eq!((&again["keys"]["from"], &again["keys"]["has_webhook_secret"]), (&json!("back_office"), &json!(true)));
        assert_eq!(store(&mut merchant, "", PUBLISHABLE, "").await.expect(200)["keys"]["has_webhook_secret"], true);
        let other = store(&mut merchant, "", "pk_test_another", "").await.expect(422);
        assert_eq!(refused(&other), [("secret_key", "merchant_required")]);
    }

    async fn without_a_key_to_seal_with_none_are_stored(shop) {
        let mut shop = shop;
        take_cards(&mut shop).await;
        let server = server(&mut shop, "").await;
        let mut merchant = shop.merchant_of(server).await;
        assert_eq!(keys(&mut merchant).await["can_store"], false);
        assert_eq!(store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(409)["code"], "keys_not_sealed");
        assert_eq!(document(&shop).await, "");
    }

    async fn keys_of_the_environment_are_not_changed_here(shop) {
        let mut shop = shop;
        let server = shop.add_server_with(&[("SHOP_SECRETS_KEY", SEALING_KEY)]).await;
        let mut merchant = shop.merchant_of(server).await;
        assert_eq!(keys(&mut merchant).await["from"], "environment");
        assert_eq!(store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(409)["code"], "keys_from_environment");
        assert_eq!(document(&shop).await, "");
    }

    async fn keys_that_do_not_open_any_more_let_nobody_else_charge(shop) {
        let mut shop = shop;
        let mut merchant = without_keys(&mut shop).await;
        store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(200);
        // This one has a sandbox of its own, which must not take the place of the provider.
        let settings = [
            ("SHOP_STRIPE_SECRET_KEY", ""),
            ("SHOP_STRIPE_PUBLISHABLE_KEY", ""),
            ("SHOP_STRIPE_SANDBOX_ORIGIN", ""),
            ("SHOP_SECRETS_KEY", OTHER_KEY),
        ];
        let locked = shop.add_server_with(&settings).await;
        assert!(!takes_a_card(&shop, locked).await);
        let mut merchant = shop.merchant_of(locked).await;
        assert_eq!(keys(&mut merchant).await["from"], "unreadable");
        assert_eq!(store(&mut merchant, SECRET, PUBLISHABLE, "").await.expect(200)["keys"]["from"], "back_office");
    }

    async fn shop_managers_have_nothing_to_do_with_keys(shop) {
        let mut manager = shop.shop_manager().await;
        assert_eq!(store(&mut manager, SECRET, PUBLISHABLE, "").await.expect(403)["code"], "admin_role_only");
        let gone = manager.write(Method::DELETE, "/payment-keys", json!({})).await;
        assert_eq!(gone.expect(403)["code"], "admin_role_only");
    }
}
