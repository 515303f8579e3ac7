//! An intent names what was chosen and nothing beside it, follows another choice, and what is not the buyer's fault breaks nothing.

use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, customer, page_data, rules};

use crate::orders::renewals::{LIVIA, boxed, kept, pay_on_page, round};
use crate::orders::subscriptions::seen;
use crate::payments::cards::{GOOD, charges, order, paid_with, status_of};
use crate::payments::events::becomes;
use crate::payments::kinds::{paid_by, redirect, take};

const DECLINED: &str = "4000000000000002";
const GOOD_IBAN: &str = "DE89370400440532013000";
const CLOSED_IBAN: &str = "DE62370400440532013001";

/// The newest intent that pays.
async fn intent(shop: &TestShop) -> Value {
    shop.at_sandbox("/v1/payment_intents?limit=1").await["data"][0].clone()
}

fn debit(method: &str) -> Value {
    paid_by("sepa_debit", method, "IT")
}

rules! {
    async fn an_intent_names_the_chosen_method_and_cards_the_one_click_method_beside_them(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["card", "link", "sepa_debit", "klarna", "ideal"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(intent(&shop).await["payment_method_types"], json!(["card", "link"]));
        visitor.add("t-five", 1).await;
        let method = shop.method_of("sepa_debit", &[("iban", GOOD_IBAN)]).await;
        order(&mut visitor, "two", &debit(&method)).await.expect(200);
        assert_eq!(intent(&shop).await["payment_method_types"], json!(["sepa_debit"]));
    }

    async fn a_kind_that_is_not_activated_never_breaks_cards(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["card", "link", "klarna"]).await;
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": ["link", "klarna"] })).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        assert_eq!(intent(&shop).await["payment_method_types"], json!(["card"]));
    }

    async fn a_debit_after_a_refused_card_is_taken_at_once_though_cards_are_captured_later(shop) {
        let mut shop = shop;
        take(&mut shop, &["card", "sepa_debit"]).await;
        let server = shop.with_settings(|settings| settings.payments.capture_later = true).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let refused = order(&mut visitor, "one", &paid_with(&shop.card(DECLINED).await)).await;
        assert_eq!(refused.status, 400, "{}", refused.text());
        let first = intent(&shop).await;
        assert_eq!(first["capture_method"], "manual");
        let method = shop.method_of("sepa_debit", &[("iban", GOOD_IBAN)]).await;
        let placed = order(&mut visitor, "one", &debit(&method)).await.expect(200);
        let now = intent(&shop).await;
        assert_eq!((&now["id"], &now["status"]), (&first["id"], &json!("processing")), "the same intent");
        assert_eq!(now["payment_method_types"], json!(["sepa_debit"]));
        shop.settle_sandbox().await;
        becomes(&shop, placed["order_id"].as_i64().expect("a number"), "processing").await;
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_card_after_a_refused_debit_is_only_set_aside_where_the_merchant_wants_that(shop) {
        let mut shop = shop;
        take(&mut shop, &["card", "sepa_debit"]).await;
        let server = shop.with_settings(|settings| settings.payments.capture_later = true).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let method = shop.method_of("sepa_debit", &[("iban", CLOSED_IBAN)]).await;
        let placed = order(&mut visitor, "one", &debit(&method)).await.expect(200);
        let id = placed["order_id"].as_i64().expect("a number");
        assert_ne!(intent(&shop).await["capture_method"], "manual");
        shop.settle_sandbox().await;
        becomes(&shop, id, "failed").await;
        order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let now = intent(&shop).await;
        assert_eq!((&now["status"], &now["payment_method_types"]), (&json!("requires_capture"), &json!(["card"])));
        assert_eq!(status_of(&shop, id).await, "on-hold");
    }

    async fn where_an_intent_does_not_follow_another_one_takes_its_place(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["card", "sepa_debit"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let refused = order(&mut visitor, "one", &paid_with(&shop.card(DECLINED).await)).await.json();
        let first = intent(&shop).await["id"].clone();
        // While the provider takes no cards, the intent of the first try cannot be brought to another one and is given up.
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": ["card"] })).await;
        let again = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await;
        assert_eq!(again.status, 400, "{}", again.text());
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": [] })).await;
        let paid = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(paid["order_id"], refused["order_id"]);
        let given_up = shop.at_sandbox(&format!("/v1/payment_intents/{}", first.as_str().expect("an id"))).await;
        assert_eq!(given_up["status"], "canceled");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_bank_redirect_is_kept_as_the_debit_that_it_leaves_behind(shop) {
        let mut shop = shop;
        take(&mut shop, &["ideal", "sepa_debit"]).await;
        shop.restart(0).await;
        let mut buyer = customer(&shop, LIVIA).await;
        buyer.add("t-five", 1).await;
        let method = shop.method_of("ideal", &[]).await;
        let mut body = paid_by("ideal", &method, "NL");
        let save = json!({ "key": "wc-stripe_ideal-new-payment-method", "value": true });
        body["payment_data"].as_array_mut().expect("a list").push(save);
        let placed = order(&mut buyer, "one", &body).await.expect(200);
        let asked = intent(&shop).await;
        assert_eq!(asked["setup_future_usage"], "off_session", "{placed}");
        shop.answer_page(&redirect(&placed), "yes").await;
        becomes(&shop, placed["order_id"].as_i64().expect("a number"), "processing").await;
        let saved = kept(&mut buyer).await;
        assert_eq!(saved.len(), 1, "{saved:?}");
        assert_eq!((&saved[0]["kind"], &saved[0]["last4"]), (&json!("sepa_debit"), &json!("3000")));
    }

    async fn a_renewal_is_charged_after_its_owner_tried_a_card_that_would_have_been_kept(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": ["card"] })).await;
        assert_eq!(round(&shop, 7).await.charged, 0);
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": [] })).await;
        let pay = seen(&mut buyer, &number).await["pay_path"].as_str().expect("a way to pay").to_owned();
        pay_on_page(&mut buyer, &pay, &shop.card(DECLINED).await).await;
        assert_eq!(intent(&shop).await["setup_future_usage"], "off_session");
        let done = round(&shop, 8).await;
        assert_eq!((done.charged, done.refused), (1, 0));
        assert_eq!(intent(&shop).await["setup_future_usage"], Value::Null);
        assert_eq!(charges(&shop).await.len(), 2);
    }

    async fn what_the_shop_asks_wrongly_takes_none_of_a_renewals_tries(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": ["card"] })).await;
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 0));
        let now = shop.merchant().await.get(&format!("/subscriptions/{number}")).await.expect(200);
        assert_eq!((&now["tries"], &now["refusal"]), (&json!(0), &json!("")), "{now}");
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": [] })).await;
        assert_eq!(round(&shop, 8).await.charged, 1);
        assert_eq!(seen(&mut buyer, &number).await["orders"][0]["status"], "processing");
    }

    async fn an_intent_tells_people_of_its_order(shop) {
        let mut shop = shop;
        take(&mut shop, &["card"]).await;
        let server = shop
            .with_settings(|settings| {
                settings.payments.statement_descriptor = "Bottega dell’Oro *1*".into();
                settings.payments.receipts = true;
            })
            .await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let told = intent(&shop).await;
        let address = &placed["shipping_address"];
        let number = placed["order_id"].to_string();
        assert_eq!(told["metadata"]["order_id"], number.as_str());
        assert_eq!(told["metadata"]["order_key"], placed["order_key"]);
        assert!(told["description"].as_str().is_some_and(|text| text.ends_with(&number)), "{told}");
        assert_eq!(told["statement_descriptor_suffix"], "Bottega dellOro 1");
        assert_eq!(told["receipt_email"], placed["billing_address"]["email"]);
        assert_eq!(told["shipping"]["address"]["line1"], address["address_1"]);
        assert_eq!(told["shipping"]["address"]["postal_code"], address["postcode"]);
    }

    async fn a_wallet_is_told_before_it_opens_that_what_pays_will_be_kept(shop) {
        let mut shop = shop;
        take(&mut shop, &["card"]).await;
        shop.with_settings(|settings| (settings.express.checkout, settings.express.device_wallets) = (true, true)).await;
        shop.restart(0).await;
        let kept = async |visitor: &mut Visitor| {
            visitor.add("t-five", 1).await;
            page_data(visitor, "/checkout/").await["page"]["express"]["checkout"]["saves_method"].clone()
        };
        let mut buyer = customer(&shop, LIVIA).await;
        assert_eq!(kept(&mut buyer).await, false, "not unasked");
        let server = shop.with_settings(|settings| settings.payments.save_always = true).await;
        let mut buyer = buyer.moved_to(&shop.visitor_of(server));
        assert_eq!(kept(&mut buyer).await, true, "asked by the merchant");
        assert_eq!(kept(&mut shop.visitor_of(server)).await, false, "a guest keeps nothing");
    }

    async fn without_the_merchants_wish_the_provider_sends_no_receipt_and_prints_its_own_text(shop) {
        let mut shop = shop;
        let server = take(&mut shop, &["card"]).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let told = intent(&shop).await;
        assert_eq!((&told["receipt_email"], &told["statement_descriptor_suffix"]), (&Value::Null, &Value::Null));
    }
}
