//! Each test card, by the outcome of a payment with it.

use crate::support::{SHOP, start};

#[tokio::test]
async fn declined_cards_answer_402_with_the_banks_reason_and_the_intent_waits_for_another_card() {
    let bank = start().await;
    for (number, code, reason) in [
        ("4000000000000002", "card_declined", "generic_decline"),
        ("4000000000009995", "card_declined", "insufficient_funds"),
        ("4000000000009987", "card_declined", "lost_card"),
        ("4000000000009979", "card_declined", "stolen_card"),
        ("4000000000000069", "expired_card", ""),
        ("4000000000000127", "incorrect_cvc", ""),
        ("4000000000000119", "processing_error", ""),
        ("4000000000000341", "card_declined", "generic_decline"),
        ("4100000000000019", "card_declined", "fraudulent"),
        ("4000008400001280", "card_declined", "generic_decline"),
    ] {
        let paid = bank.pay_by_card(number).await;
        assert_eq!(paid.status, 402, "{number}: {}", paid.text);
        assert_eq!(paid.at("/error/type"), "card_error", "{number}");
        assert_eq!((paid.at("/error/code"), paid.at("/error/decline_code")), (code, reason), "{number}");
        assert_eq!(paid.at("/error/payment_intent/status"), "requires_payment_method", "{number}");
        assert_eq!(paid.at("/error/payment_intent/last_payment_error/code"), code, "{number}");
        assert_eq!(paid.int("/error/payment_intent/amount_received"), 0, "{number}");
        let good = bank.card("4242424242424242").await.id();
        let again = bank
            .post(
                &format!("/v1/payment_intents/{}/confirm", paid.at("/error/payment_intent/id")),
                &format!("payment_method={good}"),
            )
            .await;
        assert_eq!(again.at("/status"), "succeeded", "{number}: {}", again.text);
        assert!(again.json["last_payment_error"].is_null(), "{number}");
    }
}

#[tokio::test]
async fn what_is_typed_wrongly_is_refused_before_a_method_is_made() {
    let bank = start().await;
    for (form, code) in [
        ("card[number]=4242424242424241&card[exp_month]=12&card[exp_year]=2040", "incorrect_number"),
        ("card[number]=42424242&card[exp_month]=12&card[exp_year]=2040", "invalid_number"),
        ("card[number]=4242abcd42424242&card[exp_month]=12&card[exp_year]=2040", "invalid_number"),
        ("card[number]=4242424242424242&card[exp_month]=13&card[exp_year]=2040", "invalid_expiry_month"),
        ("card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2020", "invalid_expiry_year"),
        ("card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2140", "invalid_expiry_year"),
        ("card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2040&card[cvc]=12", "invalid_cvc"),
        ("card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2040&card[cvc]=1234", "invalid_cvc"),
        // A number with a correct check digit that is no test card.
        ("card[number]=4539578763621486&card[exp_month]=1&card[exp_year]=2040", "card_declined"),
    ] {
        let created = bank.browser("/v1/payment_methods", &format!("type=card&{form}")).await;
        assert_eq!(
            (created.status, created.at("/error/type"), created.at("/error/code")),
            (402, "card_error", code),
            "{form}"
        );
    }
    let created = bank.browser("/v1/payment_methods", "type=card&card[exp_month]=1&card[exp_year]=2040").await;
    assert_eq!(
        (created.status, created.at("/error/code"), created.at("/error/param")),
        (400, "parameter_missing", "card[number]")
    );
}

#[tokio::test]
async fn failed_checks_are_reported_and_do_not_stop_the_payment() {
    let bank = start().await;
    for (number, cvc, postcode, street) in [
        ("4242424242424242", "pass", "pass", "pass"),
        ("4000000000000101", "fail", "pass", "pass"),
        ("4000000000000010", "pass", "fail", "fail"),
        ("4000000000000036", "pass", "fail", "pass"),
    ] {
        let form = format!(
            "type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123\
             &billing_details[address][line1]=Via Roma 1&billing_details[address][postal_code]=00184"
        );
        let method = bank.browser("/v1/payment_methods", &form).await;
        let checks = |name: &str| method.at(&format!("/card/checks/{name}")).to_owned();
        assert_eq!(checks("cvc_check"), cvc, "{number}");
        assert_eq!(checks("address_postal_code_check"), postcode, "{number}");
        assert_eq!(checks("address_line1_check"), street, "{number}");
        assert_eq!(bank.pay(&method.id(), "").await.at("/status"), "succeeded", "{number}");
    }
}

#[tokio::test]
async fn good_cards_of_all_brands_pay() {
    let bank = start().await;
    for (number, brand, last4) in [
        ("4242424242424242", "visa", "4242"),
        ("5555555555554444", "mastercard", "4444"),
        ("378282246310005", "amex", "0005"),
        ("6011111111111117", "discover", "1117"),
        ("3056930009020004", "diners", "0004"),
        ("3566002020360505", "jcb", "0505"),
        ("6200000000000005", "unionpay", "0005"),
        ("4000003800000446", "visa", "0446"),
        ("4000000000003055", "visa", "3055"),
    ] {
        let method = bank.card(number).await;
        assert_eq!((method.at("/card/brand"), method.at("/card/last4")), (brand, last4), "{}", method.text);
        let paid = bank.pay(&method.id(), "").await;
        assert_eq!((paid.at("/status"), paid.int("/amount_received")), ("succeeded", 4720), "{number}");
    }
    // The four-digit code of American Express.
    let form = "type=card&card[number]=378282246310005&card[exp_month]=12&card[exp_year]=40&card[cvc]=1234";
    assert_eq!(bank.browser("/v1/payment_methods", form).await.status, 200);
}

#[tokio::test]
async fn three_d_secure_ends_as_the_card_says_once_it_is_authorised() {
    let bank = start().await;
    for (number, status, code) in [
        ("4000002500003155", "succeeded", ""),
        ("4000002760003184", "succeeded", ""),
        ("4000000000003220", "succeeded", ""),
        ("4000000000003063", "succeeded", ""),
        ("4000008260003178", "requires_payment_method", "card_declined"),
        ("4000008400001629", "requires_payment_method", "card_declined"),
    ] {
        let pending = bank.pay_by_card(number).await;
        assert_eq!(pending.at("/status"), "requires_action", "{number}: {}", pending.text);
        assert_eq!(pending.at("/next_action/type"), "redirect_to_url", "{number}");
        let page = pending.at("/next_action/redirect_to_url/url");
        let answered = bank.decide(page, "yes").await;
        assert_eq!(answered.status, 303, "{number}");
        let intent = bank.get(&format!("/v1/payment_intents/{}", pending.id())).await;
        assert_eq!((intent.at("/status"), intent.at("/last_payment_error/code")), (status, code), "{number}");
        let went = answered.headers["location"].to_str().expect("a text");
        let outcome = if code.is_empty() { "succeeded" } else { "failed" };
        assert!(went.starts_with(&format!("{SHOP}/checkout/?payment_intent=pi_")), "{went}");
        assert!(went.ends_with(&format!("&redirect_status={outcome}")), "{went}");
    }
}

#[tokio::test]
async fn three_d_secure_refused_by_the_shopper_leaves_the_intent_open_for_another_try() {
    let bank = start().await;
    let pending = bank.pay_by_card("4000000000003220").await;
    let page = pending.at("/next_action/redirect_to_url/url").to_owned();
    assert_eq!(bank.decide(&page, "no").await.status, 303);
    let intent = bank.get(&format!("/v1/payment_intents/{}", pending.id())).await;
    assert_eq!(intent.at("/status"), "requires_payment_method");
    assert_eq!(intent.at("/last_payment_error/code"), "payment_intent_authentication_failure");
    // A decision counts once.
    assert_eq!(bank.decide(&page, "yes").await.status, 404);
    assert_eq!(
        bank.get(&format!("/v1/payment_intents/{}", pending.id())).await.at("/status"),
        "requires_payment_method"
    );
}

#[tokio::test]
async fn without_the_shopper_a_card_that_asks_is_declined_until_it_has_been_set_up() {
    let bank = start().await;
    let customer = bank.post("/v1/customers", "email=anna@example.com").await.id();
    let off_session = format!("&customer={customer}&off_session=true");
    for number in ["4000002500003155", "4000002760003184"] {
        let method = bank.card(number).await.id();
        bank.post(&format!("/v1/payment_methods/{method}/attach"), &format!("customer={customer}")).await.id();
        let paid = bank.pay(&method, &off_session).await;
        assert_eq!((paid.status, paid.at("/error/code")), (402, "authentication_required"), "{number}");
    }
    let method = bank.card("4000002500003155").await.id();
    let form = format!("customer={customer}&payment_method={method}&payment_method_types[]=card&confirm=true");
    let setup = bank.post("/v1/setup_intents", &form).await;
    assert_eq!(setup.at("/status"), "requires_action", "{}", setup.text);
    assert_eq!(setup.at("/next_action/type"), "use_stripe_sdk");
    let response = bank.decide(setup.at("/next_action/use_stripe_sdk/stripe_js"), "yes").await;
    assert!(response.text.contains(&format!("data-done=\"{}\"", setup.id())), "{}", response.text);
    assert_eq!(bank.pay(&method, &off_session).await.at("/status"), "succeeded");
    let always = bank.card("4000003800000446").await.id();
    assert_eq!(bank.pay(&always, "&off_session=true").await.at("/status"), "succeeded");
}

#[tokio::test]
async fn cards_that_cannot_be_charged_can_be_saved_only_where_they_are_made_for_it() {
    let bank = start().await;
    let customer = bank.post("/v1/customers", "").await.id();
    for (number, status) in [("4000000000000341", 200), ("4000000000000002", 402), ("4000000000009995", 402)] {
        let method = bank.card(number).await.id();
        let saved = bank.post(&format!("/v1/payment_methods/{method}/attach"), &format!("customer={customer}")).await;
        assert_eq!(saved.status, status, "{number}: {}", saved.text);
    }
    let method = bank.card("4000000000000002").await.id();
    let form = format!("customer={customer}&payment_method={method}&confirm=true");
    let setup = bank.post("/v1/setup_intents", &form).await;
    assert_eq!((setup.status, setup.at("/error/setup_intent/status")), (402, "requires_payment_method"));
    assert_eq!(setup.at("/error/setup_intent/last_setup_error/code"), "card_declined");
}

#[tokio::test]
async fn the_card_for_disputes_is_disputed_later_and_only_once() {
    let bank = start().await;
    let paid = bank.pay_by_card("4000000000000259").await;
    assert_eq!(paid.at("/status"), "succeeded");
    assert_eq!(bank.get("/v1/disputes").await.json["data"], serde_json::json!([]));
    assert_eq!(bank.after_hours(2), 1);
    assert_eq!(bank.after_hours(4), 0);
    let disputes = bank.get(&format!("/v1/disputes?payment_intent={}", paid.id())).await;
    assert_eq!((disputes.at("/data/0/status"), disputes.int("/data/0/amount")), ("needs_response", 4720));
    let closed = bank.post(&format!("/v1/disputes/{}/close", disputes.at("/data/0/id")), "").await;
    assert_eq!(closed.at("/status"), "lost");
    assert_eq!(bank.post(&format!("/v1/disputes/{}/close", closed.id()), "").await.status, 400);
}

#[tokio::test]
async fn refunds_of_the_cards_for_it_wait_and_then_arrive_or_come_back() {
    let bank = start().await;
    for (number, status, left) in [("4000000000007726", "succeeded", 0), ("4000000000005126", "failed", 4720)] {
        let paid = bank.pay_by_card(number).await.id();
        let refund = bank.post("/v1/refunds", &format!("payment_intent={paid}")).await;
        assert_eq!(refund.at("/status"), "pending", "{number}");
        bank.after_hours(2);
        assert_eq!(bank.get(&format!("/v1/refunds/{}", refund.id())).await.at("/status"), status, "{number}");
        let charge = bank.get(&format!("/v1/charges?payment_intent={paid}")).await;
        assert_eq!(4720 - charge.int("/data/0/amount_refunded"), left, "{number}");
    }
}

#[tokio::test]
async fn a_payment_that_looks_like_fraud_waits_for_a_review() {
    let bank = start().await;
    assert_eq!(bank.pay_by_card("4000000000009235").await.at("/status"), "succeeded");
    let review = bank.get("/v1/reviews").await.at("/data/0/id").to_owned();
    let approved = bank.post(&format!("/v1/reviews/{review}/approve"), "").await;
    assert_eq!(approved.at("/closed_reason"), "approved");
    assert_eq!(bank.post(&format!("/v1/reviews/{review}/approve"), "").await.status, 400);
    assert!(bank.kinds_of_events().await.ends_with(&["review.opened".to_owned(), "review.closed".to_owned()]));
}
