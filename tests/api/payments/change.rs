//! Changing what subscriptions are paid by.

use serde_json::{Value, json};
use shop_core::base::SubscriptionId;
use shop_services::ports::PaymentChange;
use shop_tests::{Answer, Visitor, customer, now, on_both_databases, page_data, rules, send};

use crate::catalogue::purchase_rules::asks;
use crate::orders::renewals::{
    AGREED, LIVIA, MASTERCARD, boxed, count, in_days, kept, newest, paid_by, parts, round, subscriber,
};
use crate::orders::subscriptions::{a_box, act, path, seen, terms};
use crate::payments::cards::{ASKS, GOOD, order, paid_with};
use crate::payments::kinds::take;

pub(crate) fn change(number: &str) -> String {
    format!("/my-account/change-payment-method/{number}/")
}

/// Sends the form of another method; gives the answer.
pub(crate) async fn change_to(visitor: &mut Visitor, number: &str, fields: &[(&str, &str)]) -> Answer {
    send(visitor, &change(number), fields).await
}

pub(crate) async fn change_to_card(visitor: &mut Visitor, number: &str, card: &str) -> Answer {
    let fields = [("payment_method", "stripe"), ("wc-stripe-payment-token", "new"), ("wc-stripe-payment-method", card)];
    change_to(visitor, number, &fields).await
}

async fn confirm_change(visitor: &mut Visitor, number: &str, intent: &str, nonce: &str) -> Value {
    let fields = [("order_id", number), ("intent_id", intent), ("payment_method_id", "pm_x"), ("_ajax_nonce", nonce)];
    visitor.ajax("wc_stripe_confirm_change_payment", &fields).await.expect(200)
}

on_both_databases! {
    async fn a_late_message_of_the_first_payment_does_not_undo_what_the_owner_chose_since(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let visa = kept(&mut buyer).await[0]["id"].as_i64().expect("a number");
        assert_eq!(change_to_card(&mut buyer, &number, &shop.card(MASTERCARD).await).await.status, 303);
        let store = shop.store().await;
        let id = SubscriptionId(number.parse().expect("a number"));
        let record = store.subscription(id).await.expect("the database").expect("it is there");
        let payments = store.payments_of(record.order_id).await.expect("the database");
        // Whoever took the message in had read the payment before its method was kept.
        let late = PaymentChange {
            customer: record.customer_id,
            ids: vec![id],
            automatic: true,
            method: Some(visa),
            charge_open: false,
            paid_with: Some(payments[0].id),
        };
        assert_eq!(store.change_subscription_payment(&late, now()).await.expect("the database"), 0);
        assert_eq!(paid_by(&mut buyer, &number).await, "Mastercard •••• 4444, scade 12/40");
    }
}

rules! {
    async fn a_kept_method_pays_from_now_on_without_scripts_and_for_all_when_wished(shop) {
        let mut shop = shop;
        let (mut buyer, first) = boxed(&mut shop, GOOD).await;
        let guide = asks(&shop, "t-guide", terms(json!({ "unit": "month" }))).await;
        buyer.post("/cart/add-item", json!({ "id": guide, "quantity": 1 })).await.expect(201);
        order(&mut buyer, "two", &paid_with(&shop.card(MASTERCARD).await)).await.expect(200);
        let second = newest(&mut buyer).await;
        assert_eq!(paid_by(&mut buyer, &second).await, "Mastercard •••• 4444, scade 12/40");
        let all = kept(&mut buyer).await;
        let id = |last4: &str| all.iter().find(|one| one["last4"] == last4).expect("kept")["id"].to_string();
        let page = buyer.page(&change(&first)).await.text();
        assert!(page.contains("Usa per tutti i miei abbonamenti") && page.contains("4444"), "{page}");
        assert_eq!(change_to(&mut buyer, &first, &[("wc-stripe-payment-token", &id("4444"))]).await.status, 303);
        assert_eq!(paid_by(&mut buyer, &first).await, "Mastercard •••• 4444, scade 12/40");
        let fields = [("wc-stripe-payment-token", id("4242")), ("update_all_subscription_payment_methods", "true".to_owned())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(change_to(&mut buyer, &first, &fields).await.status, 303);
        for number in [&first, &second] {
            assert_eq!(paid_by(&mut buyer, number).await, "Visa •••• 4242, scade 12/40");
        }
        let listed = kept(&mut buyer).await;
        let visa = listed.iter().find(|one| one["last4"] == "4242").expect("kept");
        assert!(visa["removal"].as_str().is_some_and(|text| text.contains("gli abbonamenti") && text.contains("Mastercard •••• 4444")), "{visa}");
        send(&mut buyer, "/my-account/payment-methods/", &[("delete", &id("4242"))]).await;
        for number in [&first, &second] {
            assert_eq!(paid_by(&mut buyer, number).await, "Mastercard •••• 4444, scade 12/40", "the chosen one takes its place");
        }
        send(&mut buyer, "/my-account/payment-methods/", &[("delete", &id("4444"))]).await;
        let page = page_data(&mut buyer, "/my-account/payment-methods/").await;
        assert!(page["page"]["notices"][0]["text"].as_str().is_some_and(|text| text.contains("di volta in volta")), "{page}");
        assert!(paid_by(&mut buyer, &first).await.starts_with("Ogni rinnovo con il link"));
        let done = round(&shop, 7).await;
        assert_eq!((done.made, done.charged, done.refused), (1, 0, 0));
        assert_eq!(count(&shop, "customer_renewal_order").await, 1, "as before there were cards");
    }

    async fn a_new_method_counts_once_the_bank_agreed(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let begun = change_to_card(&mut buyer, &number, &shop.card(ASKS).await).await;
        let to = begun.header("location").expect("a way on").to_owned();
        assert!(to.starts_with(&format!("{}#wc-stripe-confirm-si:{number}:seti_", change(&number))), "{to}");
        let (intent, nonce) = parts(to.split_once('#').expect("a hash").1);
        let claimed = confirm_change(&mut buyer, &number, &intent, &nonce).await;
        assert_eq!(claimed["success"], false, "who says so is not believed: {claimed}");
        shop.answer_bank(&intent, "no").await;
        let refused = confirm_change(&mut buyer, &number, &intent, &nonce).await;
        assert!(refused["data"]["error"]["message"].as_str().is_some_and(|text| text.contains("identità")), "{refused}");
        assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 4242, scade 12/40");
        let begun = change_to_card(&mut buyer, &number, &shop.card(ASKS).await).await;
        let (intent, nonce) = parts(begun.header("location").expect("a way on").split_once('#').expect("a hash").1);
        shop.answer_bank(&intent, "yes").await;
        let done = confirm_change(&mut buyer, &number, &intent, &nonce).await;
        assert!(done["data"]["return_url"].as_str().is_some_and(|to| to.ends_with(&path(&number))), "{done}");
        assert_eq!(confirm_change(&mut buyer, &number, &intent, &nonce).await["success"], true, "told twice it is the same");
        assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 3184, scade 12/40");
        let saved = kept(&mut buyer).await;
        let visa = saved.iter().find(|one| one["last4"] == "4242").expect("kept")["id"].to_string();
        change_to(&mut buyer, &number, &[("wc-stripe-payment-token", &visa)]).await;
        assert_eq!(confirm_change(&mut buyer, &number, &intent, &nonce).await["success"], true);
        assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 4242, scade 12/40", "an old setup changes nothing any more");
    }

    async fn a_setup_whose_page_was_closed_is_heard_of_by_message(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let begun = change_to_card(&mut buyer, &number, &shop.card(ASKS).await).await;
        let (intent, _) = parts(begun.header("location").expect("a way on").split_once('#').expect("a hash").1);
        shop.answer_bank(&intent, "yes").await;
        shop.settle().await;
        assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 3184, scade 12/40");
    }

    async fn a_wallets_code_leads_to_the_new_method_by_the_wallets_route(shop) {
        let mut shop = shop;
        take(&mut shop, &["card", "cashapp"]).await;
        shop.restart_with(0, &[("SHOP_SANDBOX_ANY_CURRENCY", "yes")]).await;
        let mut buyer = customer(&shop, LIVIA).await;
        let id = a_box(&shop, json!({})).await;
        buyer.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        order(&mut buyer, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        let number = newest(&mut buyer).await;
        // No message about the setup may come before its page does.
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        let wallet = shop.method_of("cashapp", &[]).await;
        let fields = [
            ("payment_method", "stripe_cashapp"),
            ("wc-stripe-payment-token", "new"),
            ("wc-stripe-payment-method", wallet.as_str()),
        ];
        let begun = change_to(&mut buyer, &number, &fields).await;
        let to = begun.header("location").expect("a way on").to_owned();
        let (page, hash) = to.split_once('#').expect("a hash");
        assert_eq!(page, change(&number));
        let parts: Vec<&str> = hash.split(':').collect();
        let route = format!("wc-stripe-wallet-{number}");
        let [shape, method, kind, secret, back, nonce] = parts[..] else { panic!("{hash}") };
        assert_eq!((shape, method, kind), (&*route, "cashapp", "setup_intent"));
        assert_eq!(back.to_lowercase(), path(&number).replace('/', "%2f"));
        let intent = secret.split("_secret_").next().expect("an id");
        assert_eq!(confirm_change(&mut buyer, &number, intent, nonce).await["success"], false, "nobody agreed yet");
        assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 4242, scade 12/40");
        shop.answer_bank(intent, "yes").await;
        let done = confirm_change(&mut buyer, &number, intent, nonce).await;
        assert!(done["data"]["return_url"].as_str().is_some_and(|to| to.ends_with(&path(&number))), "{done}");
        assert_eq!(paid_by(&mut buyer, &number).await, "cashapp", "as the merchant calls it");
    }

    async fn nobody_changes_anothers_payment_nor_by_another_setup(shop) {
        let mut shop = shop;
        let (mut livia, number) = boxed(&mut shop, GOOD).await;
        let mut ada = customer(&shop, "ada@example.com").await;
        let id = shop.visitor().id("t-five").await;
        ada.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        order(&mut ada, "ada", &paid_with(&shop.card(MASTERCARD).await)).await.expect(200);
        let hers = newest(&mut ada).await;
        // Another's subscription is not there; another's method is none.
        assert_eq!(ada.page(&change(&number)).await.status, 404);
        let his = kept(&mut livia).await[0]["id"].to_string();
        let nonce = shop_tests::section_nonce(&mut ada, &change(&hers)).await;
        let foreign = [("_wpnonce", nonce.as_str()), ("wc-stripe-payment-token", his.as_str())];
        assert_eq!(ada.submit(&change(&number), &foreign).await.status, 404);
        ada.submit(&change(&hers), &foreign).await;
        assert_eq!(paid_by(&mut ada, &hers).await, "Mastercard •••• 4444, scade 12/40");
        // Without the form's nonce nothing changes.
        let bad = [("_wpnonce", "falso"), ("wc-stripe-payment-token", his.as_str())];
        livia.submit(&change(&number), &bad).await;
        let guest = shop.visitor().page(&change(&number)).await;
        assert_eq!((guest.status, guest.header("location").is_some_and(|to| to.starts_with("/my-account/?"))), (303, true));
        // A setup is bound to the subscription and to its owner.
        // No message about the setup may come before its page does.
        shop.sandbox_json("/_sandbox/webhooks", &json!({ "paused": true })).await;
        let begun = change_to_card(&mut livia, &number, &shop.card(ASKS).await).await;
        let (intent, nonce) = parts(begun.header("location").expect("a way on").split_once('#').expect("a hash").1);
        shop.answer_bank(&intent, "yes").await;
        for subscription in [&number, &hers] {
            assert_eq!(confirm_change(&mut ada, subscription, &intent, &nonce).await["success"], false, "{subscription}");
        }
        for (subscription, intent, nonce) in [
            (&number, intent.as_str(), "falso"),
            (&hers, intent.as_str(), nonce.as_str()),
            (&number, "seti_000000000000", nonce.as_str()),
            (&number, "", nonce.as_str()),
        ] {
            assert_eq!(confirm_change(&mut livia, subscription, intent, nonce).await["success"], false, "{intent} {nonce}");
        }
        assert_eq!(paid_by(&mut livia, &number).await, "Visa •••• 4242, scade 12/40");
        let begun = change_to_card(&mut ada, &hers, &shop.card(ASKS).await).await;
        let (_, ada_nonce) = parts(begun.header("location").expect("a way on").split_once('#').expect("a hash").1);
        assert_eq!(confirm_change(&mut ada, &hers, &intent, &ada_nonce).await["success"], false, "another's setup");
        // What ended is not changed.
        act(&mut livia, &number, "cancel").await;
        assert_eq!(livia.page(&change(&number)).await.status, 404);
        assert_eq!(confirm_change(&mut livia, &number, &intent, &nonce).await["success"], true);
        assert_eq!(seen(&mut livia, &number).await["payment"], "");
    }

    async fn a_method_added_in_the_account_may_pay_all_subscriptions(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        let page = page_data(&mut buyer, "/my-account/add-payment-method/").await;
        let nonce = page["page"]["section"]["gateway"]["createAndConfirmSetupIntentNonce"].as_str().expect("a nonce").to_owned();
        for (card, all) in [(AGREED, ""), (MASTERCARD, "true")] {
            let card = shop.card(card).await;
            let fields = [
                ("action", "wc_stripe_create_and_confirm_setup_intent"),
                ("wc-stripe-payment-method", card.as_str()),
                ("update_all_subscription_payment_methods", all),
                ("_ajax_nonce", nonce.as_str()),
            ];
            assert_eq!(buyer.submit("/wp-admin/admin-ajax.php", &fields).await.expect(200)["success"], true);
            let now = paid_by(&mut buyer, &number).await;
            assert_eq!(now.starts_with("Mastercard"), all == "true", "{now}");
        }
    }

    async fn a_card_that_ends_before_the_next_payment_is_told_once(shop) {
        let mut shop = shop;
        let mut buyer = subscriber(&mut shop).await;
        let id = a_box(&shop, json!({ "unit": "year", "every": "2" })).await;
        buyer.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.expect(201);
        // It ends in December of next year, and is charged in two years.
        let (year, ..) = shop_core::base::time::civil(in_days(&shop, 0).await.context.now() / 86_400);
        let card = shop.card_until(GOOD, &(year + 1).to_string()).await;
        order(&mut buyer, "one", &paid_with(&card)).await.expect(200);
        assert_eq!(round(&shop, 700).await.cards_notified, 0, "there is time");
        assert_eq!(round(&shop, 720).await.cards_notified, 1);
        assert_eq!(round(&shop, 722).await.cards_notified, 0);
        let text = shop.merchant().await.texts_to(LIVIA).await.into_iter().find(|text| text.contains("sarà scaduta"));
        assert!(text.as_deref().is_some_and(|text| text.contains("Visa •••• 4242") && text.contains("change-payment-method")), "{text:?}");
    }
}
