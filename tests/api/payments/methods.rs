//! Methods that customers keep: theirs alone, with the bank's word, and let go at the provider too.

use serde_json::{Value, json};
use shop_core::base::CustomerId;
use shop_services::platform::settings::PaymentMethodSettings;
use shop_tests::{STRONG, TestShop, Visitor, ask, customer, log_in, on_both_databases, page_data, rules, send};

use crate::payments::cards::{ASKS, GOOD, charges, order, paid_with, take_cards};

const LIST: &str = "/my-account/payment-methods/";

/// A customer of a shop that takes cards, at the server that knows it.
async fn buyer(shop: &mut TestShop, email: &str) -> Visitor {
    if shop.sandbox().is_empty() {
        panic!("the shop has no sandbox");
    }
    take_cards(shop).await;
    shop.restart(0).await;
    customer(shop, email).await
}

/// Keeps a method as the account's page does.
pub(crate) async fn keep(visitor: &mut Visitor, method: &str) -> Value {
    let page = page_data(visitor, "/my-account/add-payment-method/").await;
    let nonce =
        page["page"]["section"]["gateway"]["createAndConfirmSetupIntentNonce"].as_str().expect("a nonce").to_owned();
    keep_with(visitor, method, &nonce).await
}

async fn keep_with(visitor: &mut Visitor, method: &str, nonce: &str) -> Value {
    let fields = [
        ("action", "wc_stripe_create_and_confirm_setup_intent"),
        ("wc-stripe-payment-method", method),
        ("wc-stripe-payment-type", "card"),
        ("_ajax_nonce", nonce),
    ];
    visitor.submit("/wp-admin/admin-ajax.php", &fields).await.expect(200)
}

async fn kept(visitor: &mut Visitor) -> Vec<Value> {
    let page = page_data(visitor, LIST).await;
    page["page"]["section"]["gateway"]["saved"].as_array().cloned().unwrap_or_default()
}

rules! {
    async fn a_bank_that_is_left_for_is_answered_with_its_page_and_the_way_back(shop) {
        let mut shop = shop;
        let on = |id: &str| PaymentMethodSettings { id: id.into(), enabled: true, title: id.into(), ..Default::default() };
        shop.with_settings(|settings| settings.payment_methods = vec![on("stripe"), on("stripe_ideal")]).await;
        shop.restart(0).await;
        let mut visitor = customer(&shop, "anna@example.com").await;
        let page = page_data(&mut visitor, "/my-account/add-payment-method/").await;
        let nonce =
            page["page"]["section"]["gateway"]["createAndConfirmSetupIntentNonce"].as_str().expect("a nonce").to_owned();
        let bank = shop.method_of("ideal", &[]).await;
        let fields = [
            ("action", "wc_stripe_create_and_confirm_setup_intent"),
            ("wc-stripe-payment-method", bank.as_str()),
            ("wc-stripe-payment-type", "ideal"),
            ("_ajax_nonce", nonce.as_str()),
        ];
        let done = visitor.submit("/wp-admin/admin-ajax.php", &fields).await.expect(200);
        let data = &done["data"];
        assert_eq!((&data["status"], &data["payment_type"]), (&json!("requires_action"), &json!("ideal")), "{done}");
        assert_eq!(data["next_action"]["type"], "redirect_to_url");
        let url = data["next_action"]["redirect_to_url"]["url"].as_str().expect("an address");
        assert!(url.starts_with(&format!("{}/pages/", shop.sandbox())), "{url}");
        // The address to come back to is one inside another: encoded.
        let back = data["return_url"].as_str().expect("an address");
        let id = data["id"].as_str().expect("an id");
        assert!(back.contains("%3A%2F%2F") && back.ends_with(&format!("%3Fsetup_intent%3D{id}")), "{back}");
    }

    async fn a_kept_card_pays_without_being_typed_again(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        let done = keep(&mut visitor, &shop.card(GOOD).await).await;
        assert_eq!((&done["success"], &done["data"]["status"]), (&json!(true), &json!("succeeded")), "{done}");
        let mine = kept(&mut visitor).await;
        assert_eq!((mine.len(), &mine[0]["last4"], &mine[0]["is_default"]), (1, &json!("4242"), &json!(true)));
        visitor.add("t-five", 1).await;
        let mut body = paid_with("");
        body["payment_data"] = json!([{ "key": "wc-stripe-payment-token", "value": mine[0]["id"].to_string() }]);
        let placed = order(&mut visitor, "one", &body).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        assert_eq!(charges(&shop).await.len(), 1);
    }

    async fn a_card_is_kept_with_an_order_when_its_owner_wishes(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        visitor.add("t-five", 1).await;
        order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert!(kept(&mut visitor).await.is_empty(), "not unasked");
        visitor.add("t-five", 1).await;
        let mut body = paid_with(&shop.card(GOOD).await);
        body["payment_data"].as_array_mut().expect("a list").push(json!({ "key": "wc-stripe-new-payment-method", "value": true }));
        order(&mut visitor, "two", &body).await.expect(200);
        assert_eq!(kept(&mut visitor).await.len(), 1);
    }

    async fn where_the_merchant_wants_it_what_can_be_kept_is_kept_unasked_but_nothing_of_a_guest(shop) {
        let mut shop = shop;
        shop.with_settings(|settings| settings.payments.save_always = true).await;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        visitor.add("t-five", 1).await;
        let shown = page_data(&mut visitor, "/checkout/").await["page"]["gateway"]["forceSavePaymentMethod"].clone();
        assert_eq!(shown, true);
        order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(kept(&mut visitor).await.len(), 1);
        // A card that is used again is not kept twice.
        visitor.add("t-five", 1).await;
        let mut again = paid_with("");
        let id = kept(&mut visitor).await[0]["id"].to_string();
        again["payment_data"] = json!([{ "key": "wc-stripe-payment-token", "value": id }]);
        order(&mut visitor, "two", &again).await.expect(200);
        assert_eq!(kept(&mut visitor).await.len(), 1);
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        let card = shop.card(GOOD).await;
        let placed = order(&mut guest, "three", &paid_with(&card)).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        let method = shop.at_sandbox(&format!("/v1/payment_methods/{card}")).await;
        assert_eq!(method["customer"], Value::Null, "a guest's card belongs to nobody");
    }

    async fn nothing_is_kept_without_nonce_or_account_or_by_a_refused_card(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        let card = shop.card(GOOD).await;
        assert_eq!(keep_with(&mut visitor, &card, "x").await["success"], false);
        assert_eq!(keep_with(&mut shop.visitor(), &card, "x").await["success"], false);
        let refused = keep(&mut visitor, &shop.card("4000000000000002").await).await;
        assert_eq!(refused["success"], false);
        assert!(refused["data"]["error"]["message"].as_str().is_some_and(|text| text.contains("rifiutata")), "{refused}");
        assert_eq!(keep(&mut visitor, "cus_1").await["success"], false);
        assert!(kept(&mut visitor).await.is_empty());
    }

    async fn a_card_that_asks_for_its_owner_is_kept_only_once_the_bank_agreed(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        let waiting = keep(&mut visitor, &shop.card(ASKS).await).await;
        assert_eq!(waiting["data"]["status"], "requires_action", "{waiting}");
        let intent = waiting["data"]["id"].as_str().expect("an id").to_owned();
        let secret = waiting["data"]["client_secret"].as_str().expect("a secret");
        assert!(secret.starts_with(&format!("{intent}_secret_")), "{secret}");
        visitor.page(&format!("{LIST}?setup_intent={intent}")).await;
        assert!(kept(&mut visitor).await.is_empty(), "coming back proves nothing");
    }

    async fn methods_of_one_account_are_never_sent_to_another(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        keep(&mut visitor, &shop.card(GOOD).await).await;
        let id = kept(&mut visitor).await[0]["id"].to_string();
        // The same shop with keys of another account.
        let keys = [("SHOP_STRIPE_SANDBOX_ORIGIN", ""), ("SHOP_STRIPE_PUBLISHABLE_KEY", "pk_test_51AnotherAccountOf1")];
        let other = shop.add_server_with(&keys).await;
        let mut elsewhere = shop.visitor_of(other);
        log_in(&mut elsewhere, "anna@example.com", STRONG).await;
        assert!(kept(&mut elsewhere).await.is_empty());
        elsewhere.add("t-five", 1).await;
        let mut body = paid_with("");
        body["payment_data"] = json!([{ "key": "wc-stripe-payment-token", "value": id }]);
        order(&mut elsewhere, "one", &body).await.expect(400);
        assert!(charges(&shop).await.is_empty());
    }

    async fn who_deletes_the_account_is_forgotten_by_the_provider_too_as_soon_as_it_answers(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        let card = shop.card(GOOD).await;
        keep(&mut visitor, &card).await;
        let at_provider = shop.at_sandbox("/v1/customers").await["data"][0]["id"].as_str().expect("a customer").to_owned();
        let id = ask(shop.database(), "SELECT customer_id FROM gateway_customers").concat().parse().expect("a number");
        let gone = shop.inside().await.accounts.delete_account(CustomerId(id), 0).await.expect("an answer");
        assert_eq!(gone, Some(Ok(())));
        let waiting = || ask(shop.database(), "SELECT gateway_id FROM gateway_erasures");
        assert_eq!(waiting(), [at_provider.as_str()]);
        shop.sandbox_fault("DELETE /v1/customers/*", 10, json!({ "kind": "error" })).await;
        shop.tidy().await;
        assert_eq!(waiting(), [at_provider.as_str()], "it is asked again");
        shop.sandbox_clear_faults().await;
        shop.tidy().await;
        assert_eq!(waiting(), Vec::<String>::new());
        assert_eq!(shop.at_sandbox("/v1/customers").await["data"], json!([]));
        assert_eq!(shop.at_sandbox(&format!("/v1/payment_methods/{card}")).await["customer"], Value::Null);
    }
}

on_both_databases! {
    async fn a_customer_whom_the_provider_forgot_pays_on_and_hears_of_the_lost_methods(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        keep(&mut visitor, &shop.card(GOOD).await).await;
        shop.sandbox_forgets().await;
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!(placed["status"], "processing", "{placed}");
        let page = page_data(&mut visitor, "/cart/").await;
        let told = page["page"]["notices"][0]["text"].as_str().unwrap_or_default();
        assert!(told.contains("non sono più disponibili"), "{told}");
        assert_eq!(kept(&mut visitor).await.len(), 0);
        // The new name is kept: methods can be saved again.
        keep(&mut visitor, &shop.card(GOOD).await).await;
        assert_eq!(kept(&mut visitor).await.len(), 1);
    }

    async fn a_stranger_neither_uses_nor_changes_it(shop) {
        let mut shop = shop;
        let mut anna = buyer(&mut shop, "anna@example.com").await;
        keep(&mut anna, &shop.card(GOOD).await).await;
        let id = kept(&mut anna).await[0]["id"].to_string();
        let mut bruno = customer(&shop, "bruno@example.com").await;
        for button in ["delete", "set_default"] {
            send(&mut bruno, LIST, &[(button, &id)]).await;
        }
        assert_eq!(kept(&mut anna).await.len(), 1);
        bruno.add("t-five", 1).await;
        let mut body = paid_with("");
        body["payment_data"] = json!([{ "key": "wc-stripe-payment-token", "value": id }]);
        assert_eq!(order(&mut bruno, "one", &body).await.status, 400);
        let mut guest = shop.visitor();
        guest.add("t-five", 1).await;
        assert_eq!(order(&mut guest, "one", &body).await.status, 400);
        assert!(charges(&shop).await.is_empty());
    }

    async fn what_is_let_go_is_gone_at_the_provider_too(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        let [first, second] = [shop.card(GOOD).await, shop.card("5555555555554444").await];
        keep(&mut visitor, &first).await;
        keep(&mut visitor, &second).await;
        let id = kept(&mut visitor).await.iter().find(|one| one["last4"] == "4242").expect("the first")["id"].to_string();
        // Without the page's nonce nothing happens.
        visitor.submit(LIST, &[("delete", id.as_str()), ("_wpnonce", "x")]).await;
        assert_eq!(kept(&mut visitor).await.len(), 2);
        send(&mut visitor, LIST, &[("delete", &id)]).await;
        let left = kept(&mut visitor).await;
        assert_eq!((left.len(), &left[0]["last4"], &left[0]["is_default"]), (1, &json!("4444"), &json!(true)));
        assert_eq!(shop.at_sandbox(&format!("/v1/payment_methods/{first}")).await["customer"], Value::Null);
    }

    async fn whom_the_provider_does_not_know_any_more_it_is_not_asked_about_again(shop) {
        let mut shop = shop;
        let mut visitor = buyer(&mut shop, "anna@example.com").await;
        keep(&mut visitor, &shop.card(GOOD).await).await;
        let id = ask(shop.database(), "SELECT customer_id FROM gateway_customers").concat().parse().expect("a number");
        shop.inside().await.accounts.delete_account(CustomerId(id), 0).await.expect("an answer");
        shop.sandbox_forgets().await;
        shop.tidy().await;
        assert_eq!(ask(shop.database(), "SELECT gateway_id FROM gateway_erasures"), Vec::<String>::new());
    }
}
