//! Intents from creation to refund: errors and resulting states.

use crate::support::{SHOP, start};

#[tokio::test]
async fn amounts_and_parameters_are_checked_by_name() {
    let bank = start().await;
    for (form, param, code) in [
        ("currency=eur", "amount", "parameter_missing"),
        ("amount=4720", "currency", "parameter_missing"),
        ("amount=0&currency=eur", "amount", "parameter_invalid_integer"),
        ("amount=-5&currency=eur", "amount", "parameter_invalid_integer"),
        ("amount=47.20&currency=eur", "amount", "parameter_invalid_integer"),
        ("amount=99999999999999999999&currency=eur", "amount", "parameter_invalid_integer"),
        ("amount=49&currency=eur", "amount", "amount_too_small"),
        ("amount=100000000&currency=eur", "amount", "amount_too_large"),
        ("amount=4720&currency=euro", "currency", "parameter_invalid"),
        ("amount=4720&currency=eur&colour=red", "colour", "parameter_unknown"),
        ("amount=4720&currency=eur&confirm=yes", "confirm", "parameter_invalid"),
        ("amount=4720&currency=eur&capture_method=never", "capture_method", "parameter_invalid"),
        ("amount=4720&currency=eur&customer=cus_none", "customer", "resource_missing"),
        ("amount=4720&currency=eur&payment_method=pm_none", "payment_method", "resource_missing"),
        ("amount=4720&currency=eur&payment_method_types[]=bitcoin", "payment_method_types", "parameter_invalid"),
        (
            "amount=4720&currency=eur&payment_method_types[]=blik",
            "payment_method_types",
            "payment_intent_invalid_parameter",
        ),
        ("amount=4720&currency=eur&setup_future_usage=always", "setup_future_usage", "parameter_invalid"),
        ("amount=4720&currency=eur&return_url=https://shop.example/", "return_url", "parameter_invalid"),
        ("amount=4720&currency=eur&confirm=true&return_url=javascript:alert(1)", "return_url", "url_invalid"),
    ] {
        let created = bank.post("/v1/payment_intents", form).await;
        assert!(matches!(created.status, 400 | 404), "{form}: {}", created.text);
        assert_eq!((created.at("/error/param"), created.at("/error/code")), (param, code), "{form}");
    }
    assert!(bank.kinds_of_events().await.is_empty(), "what is refused leaves nothing behind");
}

#[tokio::test]
async fn an_operation_in_the_wrong_state_is_an_error_that_names_the_state() {
    let bank = start().await;
    let paid = bank.pay_by_card("4242424242424242").await.id();
    let method = bank.card("4242424242424242").await.id();
    let canceled = bank.post("/v1/payment_intents", "amount=4720&currency=eur").await.id();
    assert_eq!(bank.post(&format!("/v1/payment_intents/{canceled}/cancel"), "").await.at("/status"), "canceled");
    for (path, form) in [
        (format!("{paid}/confirm"), format!("payment_method={method}")),
        (format!("{paid}/cancel"), String::new()),
        (format!("{paid}/capture"), String::new()),
        (paid.clone(), "amount=100".to_owned()),
        (format!("{canceled}/cancel"), String::new()),
        (format!("{canceled}/confirm"), format!("payment_method={method}")),
    ] {
        let answer = bank.post(&format!("/v1/payment_intents/{path}"), &form).await;
        assert_eq!((answer.status, answer.at("/error/code")), (400, "payment_intent_unexpected_state"), "{path}");
    }
    let empty = bank.post("/v1/payment_intents", "amount=4720&currency=eur").await.id();
    let confirmed = bank.post(&format!("/v1/payment_intents/{empty}/confirm"), "").await;
    assert_eq!(confirmed.at("/error/code"), "payment_intent_unexpected_state");
}

#[tokio::test]
async fn an_authorisation_is_captured_in_part_released_or_expires() {
    let bank = start().await;
    let hold = async || {
        let method = bank.card("4242424242424242").await.id();
        let held = bank.pay(&method, "&capture_method=manual").await;
        assert_eq!(
            (held.at("/status"), held.int("/amount_capturable"), held.int("/amount_received")),
            ("requires_capture", 4720, 0)
        );
        held.id()
    };
    let one = hold().await;
    let too_much = bank.post(&format!("/v1/payment_intents/{one}/capture"), "amount_to_capture=4721").await;
    assert_eq!(too_much.at("/error/code"), "amount_too_large");
    let captured = bank.post(&format!("/v1/payment_intents/{one}/capture"), "amount_to_capture=4000").await;
    assert_eq!((captured.at("/status"), captured.int("/amount_received")), ("succeeded", 4000));
    let beyond = bank.post("/v1/refunds", &format!("payment_intent={one}&amount=4001")).await;
    assert_eq!(beyond.at("/error/code"), "amount_too_large");

    let two = hold().await;
    assert_eq!(bank.post(&format!("/v1/payment_intents/{two}/cancel"), "").await.int("/amount_capturable"), 0);

    let three = hold().await;
    let partial = bank.post("/v1/refunds", &format!("payment_intent={three}&amount=1")).await;
    assert_eq!(partial.status, 400, "what is not captured goes back as a whole");
    bank.post("/v1/refunds", &format!("payment_intent={three}")).await.id();
    assert_eq!(bank.get(&format!("/v1/payment_intents/{three}")).await.at("/status"), "canceled");

    let four = hold().await;
    assert_eq!(bank.after_hours(169), 1);
    assert_eq!(bank.get(&format!("/v1/payment_intents/{four}")).await.at("/status"), "canceled");
    assert!(bank.kinds_of_events().await.contains(&"charge.expired".to_owned()));
}

#[tokio::test]
async fn refunds_never_exceed_what_came_even_in_parallel() {
    let bank = std::sync::Arc::new(start().await);
    let paid = bank.pay_by_card("4242424242424242").await.id();
    for (form, code) in [
        ("", "parameter_missing"),
        ("payment_intent=pi_none", "resource_missing"),
        (&format!("payment_intent={paid}&amount=0"), "parameter_invalid_integer"),
        (&format!("payment_intent={paid}&amount=4721"), "amount_too_large"),
        (&format!("payment_intent={paid}&reason=mood"), "parameter_invalid"),
    ] {
        assert_eq!(bank.post("/v1/refunds", form).await.at("/error/code"), code, "{form}");
    }
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (bank, form) = (bank.clone(), format!("payment_intent={paid}&amount=1000"));
        all.spawn(async move { bank.post("/v1/refunds", &form).await.status });
    }
    let done = all.join_all().await.into_iter().filter(|status| *status == 200).count();
    assert_eq!(done, 4);
    assert_eq!(bank.post("/v1/refunds", &format!("payment_intent={paid}")).await.int("/amount"), 720);
    let none_left = bank.post("/v1/refunds", &format!("payment_intent={paid}")).await;
    assert_eq!(none_left.at("/error/code"), "charge_already_refunded");
    let unpaid = bank.post("/v1/payment_intents", "amount=4720&currency=eur").await.id();
    assert_eq!(
        bank.post("/v1/refunds", &format!("payment_intent={unpaid}")).await.at("/error/code"),
        "charge_not_refundable"
    );
}

#[tokio::test]
async fn a_method_used_without_a_customer_or_detached_cannot_be_used_again() {
    let bank = start().await;
    let customer = bank.post("/v1/customers", "").await.id();
    let method = bank.card("4242424242424242").await.id();
    assert_eq!(bank.pay(&method, "").await.at("/status"), "succeeded");
    assert_eq!(bank.pay(&method, "").await.at("/error/code"), "payment_method_unexpected_state");
    let attach = |method: String| format!("/v1/payment_methods/{method}/attach");
    assert_eq!(bank.post(&attach(method), &format!("customer={customer}")).await.status, 400);

    let saved = bank.card("4242424242424242").await.id();
    assert_eq!(bank.post(&format!("/v1/payment_methods/{saved}/detach"), "").await.status, 400);
    assert_eq!(bank.post(&attach(saved.clone()), "customer=cus_none").await.at("/error/code"), "resource_missing");
    bank.post(&attach(saved.clone()), &format!("customer={customer}")).await.id();
    assert_eq!(bank.pay(&saved, "").await.at("/error/param"), "payment_method", "another's method");
    let paid = format!("&customer={customer}");
    assert_eq!(bank.pay(&saved, &paid).await.at("/status"), "succeeded");
    assert_eq!(bank.pay(&saved, &paid).await.at("/status"), "succeeded");
    let list = bank.get(&format!("/v1/customers/{customer}/payment_methods?type=card")).await;
    assert_eq!(list.at("/data/0/id"), saved);
    bank.post(&format!("/v1/payment_methods/{saved}/detach"), "").await.id();
    assert_eq!(bank.pay(&saved, &paid).await.at("/error/code"), "payment_method_unexpected_state");
    let other = bank.card("4242424242424242").await.id();
    bank.post(&attach(other.clone()), &format!("customer={customer}")).await.id();
    let deleted = bank.send(bank.keyed("DELETE", &format!("/v1/customers/{customer}"), crate::support::SECRET)).await;
    assert_eq!(deleted.json["deleted"], true);
    assert!(bank.get(&format!("/v1/payment_methods/{other}")).await.json["customer"].is_null());
    assert_eq!(bank.get(&format!("/v1/customers/{customer}")).await.status, 404);
}

#[tokio::test]
async fn paying_with_saving_keeps_the_method_for_the_customer() {
    let bank = start().await;
    let customer = bank.post("/v1/customers", "").await.id();
    let method = bank.card("4242424242424242").await.id();
    let paid = bank.pay(&method, &format!("&customer={customer}&setup_future_usage=off_session")).await;
    assert_eq!((paid.at("/status"), paid.at("/setup_future_usage")), ("succeeded", "off_session"));
    assert_eq!(bank.get(&format!("/v1/payment_methods/{method}")).await.at("/customer"), customer);
    assert!(bank.kinds_of_events().await.contains(&"payment_method.attached".to_owned()));
}

#[tokio::test]
async fn a_confirmation_token_confirms_one_intent() {
    let bank = start().await;
    let form = format!(
        "payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242\
         &payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=2040\
         &payment_method_data[card][wallet][type]=apple_pay&return_url={SHOP}/done"
    );
    let token = bank.browser("/v1/confirmation_tokens", &form).await;
    assert_eq!(token.at("/payment_method_preview/card/wallet/type"), "apple_pay", "{}", token.text);
    let form = format!("amount=4720&currency=eur&confirm=true&confirmation_token={}", token.id());
    let paid = bank.post("/v1/payment_intents", &form).await;
    assert_eq!(paid.at("/status"), "succeeded", "{}", paid.text);
    assert_eq!(bank.get(&format!("/v1/confirmation_tokens/{}", token.id())).await.at("/payment_intent"), paid.id());
    assert_eq!(bank.post("/v1/payment_intents", &form).await.at("/error/code"), "confirmation_token_unexpected_state");
    assert_eq!(bank.browser("/v1/confirmation_tokens", "").await.at("/error/code"), "parameter_missing");
}

#[tokio::test]
async fn lists_go_on_after_a_row_and_know_whether_there_is_more() {
    let bank = start().await;
    for name in ["a", "b", "c"] {
        bank.post("/v1/customers", &format!("email={name}@example.com")).await.id();
    }
    let first = bank.get("/v1/customers?limit=2").await;
    assert_eq!((first.at("/data/0/email"), first.at("/data/1/email")), ("c@example.com", "b@example.com"));
    assert_eq!((first.json["has_more"].clone(), first.at("/url")), (true.into(), "/v1/customers"));
    let second = bank.get(&format!("/v1/customers?limit=2&starting_after={}", first.at("/data/1/id"))).await;
    assert_eq!((second.at("/data/0/email"), second.json["has_more"].clone()), ("a@example.com", false.into()));
    let last = second.at("/data/0/id");
    let back = bank.get(&format!("/v1/customers?limit=1&ending_before={last}")).await;
    assert_eq!((back.at("/data/0/email"), back.json["has_more"].clone()), ("b@example.com", true.into()));
    let back = bank.get(&format!("/v1/customers?ending_before={last}")).await;
    assert_eq!((back.at("/data/0/email"), back.at("/data/1/email")), ("c@example.com", "b@example.com"));
    assert_eq!((back.at("/data/2/email"), back.json["has_more"].clone()), ("", false.into()));
    assert_eq!(bank.get("/v1/customers?email=b@example.com").await.json["data"].as_array().map(Vec::len), Some(1));
    let both = format!("starting_after={last}&ending_before={last}");
    for query in
        ["limit=0", "limit=101", "limit=x", "starting_after=cus_none", "ending_before=cus_none", &both, "colour=red"]
    {
        assert!(matches!(bank.get(&format!("/v1/customers?{query}")).await.status, 400 | 404), "{query}");
    }
}

#[tokio::test]
async fn expand_returns_objects_instead_of_ids() {
    let bank = start().await;
    let paid = bank.pay_by_card("4242424242424242").await.id();
    let seen = bank.get(&format!("/v1/payment_intents/{paid}?expand[]=latest_charge&expand[]=payment_method")).await;
    assert_eq!((seen.at("/latest_charge/object"), seen.at("/payment_method/object")), ("charge", "payment_method"));
    assert_eq!(seen.at("/latest_charge/payment_method_details/card/brand"), "visa");
}

#[tokio::test]
async fn a_required_action_is_void_once_the_amount_changes() {
    let bank = start().await;
    let pending = bank.pay_by_card("4000000000003220").await;
    let page = pending.at("/next_action/redirect_to_url/url");
    let path = format!("/v1/payment_intents/{}", pending.id());
    assert_eq!(bank.post(&path, "amount=4720&metadata[a]=b").await.at("/status"), "requires_action", "the same amount");
    assert_eq!(bank.post(&path, "amount=5000").await.at("/status"), "requires_confirmation");
    assert_eq!(bank.decide(page, "yes").await.status, 404);
    let again = bank.post(&format!("{path}/confirm"), "").await;
    assert_eq!((again.at("/status"), again.int("/amount")), ("requires_action", 5000));
}

#[tokio::test]
async fn a_method_must_take_the_currency_even_where_the_provider_chooses_the_kinds() {
    let bank = start().await;
    let method = bank.browser("/v1/payment_methods", "type=blik").await.id();
    let form = format!("amount=4720&currency=eur&automatic_payment_methods[enabled]=true&payment_method={method}");
    assert_eq!(bank.post("/v1/payment_intents", &form).await.at("/error/param"), "payment_method");
    let good = bank.card("4242424242424242").await.id();
    let form = format!("amount=4720&currency=eur&automatic_payment_methods[enabled]=true&payment_method={good}");
    let both = format!("{form}&payment_method_types[]=card");
    assert_eq!(bank.post("/v1/payment_intents", &both).await.at("/error/param"), "payment_method_types");
    assert_eq!(bank.post("/v1/payment_intents", &form).await.at("/status"), "requires_confirmation");
}

#[tokio::test]
async fn a_call_that_is_too_long_is_refused() {
    let bank = start().await;
    let long = format!("name={}", "a".repeat(70_000));
    assert_eq!(bank.post("/v1/customers", &long).await.status, 400);
    let many = "expand[]=x&".repeat(501);
    assert_eq!(bank.post("/v1/customers", &many).await.status, 400);
    let text = format!("description={}", "a".repeat(5001));
    assert_eq!(bank.post("/v1/customers", &text).await.at("/error/param"), "description");
}
