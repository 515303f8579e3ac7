//! The shop's requirements of a payment provider, tested against the sandbox and against localstripe, an independent
//! implementation. `LOCALSTRIPE_URL` names a running localstripe; `scripts/test` starts one.
//!
//! What localstripe does not support is tested against the sandbox alone, with the reason beside the test.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod provider;

use provider::Provider;
use shop_core::base::{Cents, OrderId};
use shop_core::payments::method::PaymentMethod;
use shop_services::ports::{Confirmation, Gateway, GatewayError, Intent, IntentChange, NewIntent, PaidWith};

const GOOD: &str = "4242424242424242";
/// Can be saved, but every charge fails.
const FAILS: &str = "4000000000000341";
const ASKS: &str = "4000002500003155";

/// Declares tests that both providers must pass.
macro_rules! by_contract {
    ($($(#[$meta:meta])* async fn $name:ident($provider:ident: Provider) $body:block)*) => {
        $(async fn $name($provider: Provider) $body)*
        mod sandbox {
            $($(#[$meta])* #[tokio::test] async fn $name() {
                super::$name(super::Provider::sandbox().await).await;
            })*
        }
        mod localstripe {
            $($(#[$meta])* #[tokio::test] async fn $name() {
                let Some(provider) = super::Provider::localstripe() else { return };
                super::$name(provider).await;
            })*
        }
    };
}

fn new(method: &str) -> NewIntent {
    NewIntent {
        order: Some(OrderId(7)),
        amount: Cents(4720),
        currency: "eur".into(),
        kinds: vec![PaymentMethod::Card],
        method: Some(method.to_owned()),
        ..NewIntent::default()
    }
}

async fn made(provider: &Provider, card: &str) -> Intent {
    let method = provider.card(card).await;
    provider.gateway.create_intent(&new(&method), &provider.key()).await.unwrap()
}

async fn confirmed(provider: &Provider, card: &str) -> Result<Intent, GatewayError> {
    let intent = made(provider, card).await;
    provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &provider.key()).await
}

fn is_refused<T>(answer: &Result<T, GatewayError>) -> bool {
    matches!(answer, Err(GatewayError::Refused { .. }))
}

by_contract! {
    async fn making_an_intent_moves_no_money_and_confirming_it_does(provider: Provider) {
        let intent = made(&provider, GOOD).await;
        assert_eq!((intent.status.as_str(), intent.received), ("requires_confirmation", Cents(0)));
        assert_eq!((intent.amount, intent.currency.as_str(), intent.order), (Cents(4720), "eur", Some(OrderId(7))));
        let paid = provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &provider.key()).await.unwrap();
        assert_eq!(paid.status, "succeeded");
        assert_eq!(provider.gateway.intent(&intent.id).await.unwrap().status, "succeeded");
    }

    async fn a_declined_charge_leaves_the_intent_open(provider: Provider) {
        let intent = made(&provider, FAILS).await;
        match provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &provider.key()).await {
            Err(GatewayError::Declined { error, .. }) => assert_eq!(error.code, "card_declined"),
            Ok(intent) => assert_eq!(intent.failure.unwrap().code, "card_declined"),
            other => panic!("{other:?}"),
        }
        let now = provider.gateway.intent(&intent.id).await.unwrap();
        assert_eq!((now.status.as_str(), now.received), ("requires_payment_method", Cents(0)));
    }

    async fn a_card_that_asks_for_3d_secure_waits_for_the_shopper(provider: Provider) {
        let waiting = confirmed(&provider, ASKS).await.unwrap();
        assert_eq!(waiting.status, "requires_action");
        assert!(waiting.next.is_some() && !waiting.client_secret.0.is_empty());
    }

    async fn a_cancelled_intent_takes_no_money(provider: Provider) {
        let intent = made(&provider, GOOD).await;
        assert_eq!(provider.gateway.cancel_intent(&intent.id, &provider.key()).await.unwrap().status, "canceled");
        let late = provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &provider.key()).await;
        assert!(matches!(late, Err(GatewayError::Refused { .. })), "{late:?}");
    }

    async fn what_was_paid_is_given_back_in_parts(provider: Provider) {
        let paid = confirmed(&provider, GOOD).await.unwrap();
        let give_back = async |cents| provider.gateway.refund(&paid.id, Cents(cents), &provider.key()).await;
        let first = give_back(1000).await.unwrap();
        assert_eq!((first.amount, first.status.as_str()), (Cents(1000), "succeeded"));
        give_back(3720).await.unwrap();
        let all = provider.gateway.refunds(&paid.id).await.unwrap();
        assert_eq!(all.iter().map(|one| one.amount).sum::<Cents>(), Cents(4720));
    }

    async fn what_is_set_aside_is_captured_later(provider: Provider) {
        let method = provider.card(GOOD).await;
        let aside = NewIntent { manual_capture: true, ..new(&method) };
        let intent = provider.gateway.create_intent(&aside, &provider.key()).await.unwrap();
        let held = provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &provider.key()).await.unwrap();
        assert_eq!(held.status, "requires_capture");
        let captured = provider.gateway.capture_intent(&intent.id, Cents(4720), &provider.key()).await.unwrap();
        assert_eq!(captured.status, "succeeded");
    }

    async fn a_customer_keeps_a_method_and_lets_it_go(provider: Provider) {
        let customer = provider.gateway.create_customer("anna@example.com", "Anna Verdi", &provider.key()).await.unwrap();
        let method = provider.card(GOOD).await;
        let saved = provider.gateway.attach_method(&method, &customer, &provider.key()).await.unwrap();
        assert_eq!((saved.customer.as_deref(), saved.last4.as_str(), saved.brand.as_str()), (Some(customer.as_str()), "4242", "visa"));
        provider.gateway.detach_method(&method, &provider.key()).await.unwrap();
        assert_eq!(provider.gateway.method(&method).await.ok().and_then(|method| method.customer), None);
    }

    async fn a_method_is_saved_without_a_payment(provider: Provider) {
        let customer = provider.gateway.create_customer("anna@example.com", "Anna Verdi", &provider.key()).await.unwrap();
        let method = provider.card(GOOD).await;
        let setup = NewIntent { amount: Cents::ZERO, order: None, customer: Some(customer), method: None, ..new(&method) };
        let intent = provider.gateway.create_intent(&setup, &provider.key()).await.unwrap();
        assert!(intent.is_setup());
        let how = Confirmation { with: Some(PaidWith::Method(method.clone())), ..Confirmation::default() };
        let done = provider.gateway.confirm_intent(&intent.id, &how, &provider.key()).await.unwrap();
        assert_eq!((done.status.as_str(), done.method.as_deref()), ("succeeded", Some(method.as_str())));
    }

    async fn unknown_ids_are_refused_and_nothing_is_done(provider: Provider) {
        for answer in [
            provider.gateway.intent("pi_00000000").await,
            provider.gateway.intent("../customers").await,
            provider.gateway.cancel_intent("pi_00000000", &provider.key()).await,
        ] {
            assert!(matches!(answer, Err(GatewayError::Refused { .. })), "{answer:?}");
        }
    }

    async fn what_names_somebody_or_something_unknown_is_refused(provider: Provider) {
        let (card, gateway) = (provider.card(GOOD).await, &provider.gateway);
        let of_nobody = NewIntent { customer: Some("cus_none".into()), ..new(&card) };
        assert!(is_refused(&gateway.create_intent(&of_nobody, &provider.key()).await));
        assert!(is_refused(&gateway.create_intent(&new("pm_none"), &provider.key()).await));
        assert!(is_refused(&gateway.attach_method(&card, "cus_none", &provider.key()).await));
        assert!(is_refused(&gateway.attach_method("pm_none", "cus_none", &provider.key()).await));
        assert!(is_refused(&gateway.refund("pi_none", Cents(100), &provider.key()).await));
        assert!(is_refused(&gateway.method("pm_none").await));
    }

    async fn what_was_taken_is_neither_captured_nor_given_up_nor_confirmed_again(provider: Provider) {
        let paid = confirmed(&provider, GOOD).await.unwrap();
        let gateway = &provider.gateway;
        assert!(is_refused(&gateway.capture_intent(&paid.id, Cents(4720), &provider.key()).await));
        assert!(is_refused(&gateway.cancel_intent(&paid.id, &provider.key()).await));
        assert!(is_refused(&gateway.confirm_intent(&paid.id, &Confirmation::default(), &provider.key()).await));
        assert_eq!(gateway.intent(&paid.id).await.unwrap().status, "succeeded");
    }

    async fn an_intent_without_a_method_is_not_confirmed(provider: Provider) {
        let empty = NewIntent { method: None, ..new("") };
        let intent = provider.gateway.create_intent(&empty, &provider.key()).await.unwrap();
        assert_eq!(intent.status, "requires_payment_method");
        let none = provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &provider.key()).await;
        assert!(is_refused(&none));
    }

    async fn a_signed_message_tells_of_a_payment(provider: Provider) {
        let mut provider = provider;
        let listener = provider.listen().await;
        let paid = confirmed(&provider, GOOD).await.unwrap();
        let event = listener.event("payment_intent.succeeded", &paid.id).await;
        assert_eq!(event.form.intent_id, paid.id);
        assert_eq!(event.form.status, "succeeded");
    }
}

// localstripe ignores idempotency keys: the same key executes a call twice there.
#[tokio::test]
async fn the_same_key_never_does_a_thing_twice_and_another_request_with_it_is_refused() {
    let provider = Provider::sandbox().await;
    let method = provider.card(GOOD).await;
    let key = provider.key();
    let first = provider.gateway.create_intent(&new(&method), &key).await.unwrap();
    assert_eq!(provider.gateway.create_intent(&new(&method), &key).await.unwrap().id, first.id);
    let other = NewIntent { amount: Cents(4721), ..new(&method) };
    let result = provider.gateway.create_intent(&other, &key).await;
    assert!(matches!(result, Err(GatewayError::Refused { .. })), "{result:?}");
}

// localstripe does not track refunded amounts.
#[tokio::test]
async fn more_than_was_paid_is_never_given_back() {
    let provider = Provider::sandbox().await;
    let paid = confirmed(&provider, GOOD).await.unwrap();
    provider.gateway.refund(&paid.id, Cents(4000), &provider.key()).await.unwrap();
    let beyond = provider.gateway.refund(&paid.id, Cents(721), &provider.key()).await;
    assert!(matches!(beyond, Err(GatewayError::Refused { .. })), "{beyond:?}");
}

// localstripe supports neither `off_session` nor planned faults.
#[tokio::test]
async fn a_renewal_that_the_bank_asks_about_is_declined() {
    let provider = Provider::sandbox().await;
    let intent = made(&provider, ASKS).await;
    let how = Confirmation { off_session: true, ..Confirmation::default() };
    match provider.gateway.confirm_intent(&intent.id, &how, &provider.key()).await {
        Err(GatewayError::Declined { error, intent }) => {
            assert_eq!(error.code, "authentication_required");
            assert_eq!(intent.unwrap().status, "requires_payment_method");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_answer_that_was_lost_is_not_known_and_the_same_key_finds_it() {
    for fault in [r#""kind": "drop_answer""#, r#""kind": "truncate""#, r#""kind": "error""#] {
        let provider = Provider::sandbox().await;
        let intent = made(&provider, GOOD).await;
        // More often than the adapter retries.
        provider.fault("*/confirm", 20, fault).await;
        let key = provider.key();
        let lost = provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &key).await;
        assert!(matches!(lost, Err(GatewayError::Unknown(_) | GatewayError::Unavailable(_))), "{fault}: {lost:?}");
        provider.no_faults().await;
        let found = provider.gateway.confirm_intent(&intent.id, &Confirmation::default(), &key).await.unwrap();
        assert_eq!((found.status.as_str(), found.received), ("succeeded", Cents(4720)), "{fault}");
    }
}

#[tokio::test]
async fn nobody_there_is_told_as_not_available() {
    let nobody = Provider::at("http://127.0.0.1:9");
    let answer = nobody.gateway.intent("pi_1").await;
    assert!(matches!(answer, Err(GatewayError::Unavailable(_))), "{answer:?}");
}

// localstripe accepts any combination of payment method types.
#[tokio::test]
async fn what_cannot_be_chosen_together_is_refused_by_its_parameter() {
    use PaymentMethod::{Card, Ideal, Klarna, SepaDebit};
    let provider = Provider::sandbox().await;
    let plain = || NewIntent { method: None, ..new("") };
    for (intent, param) in [
        (NewIntent { kinds: vec![Card, Klarna], save: true, ..plain() }, "payment_method_types"),
        (NewIntent { kinds: vec![Card, SepaDebit], manual_capture: true, ..plain() }, "capture_method"),
        (NewIntent { kinds: vec![Ideal], currency: "usd".into(), ..plain() }, "payment_method_types"),
    ] {
        match provider.gateway.create_intent(&intent, &provider.key()).await {
            Err(GatewayError::Refused { error }) => {
                assert_eq!((error.code.as_str(), error.param.as_str()), ("payment_intent_invalid_parameter", param));
            }
            other => panic!("{other:?}"),
        }
    }
}

// localstripe does not support `off_session`.
#[tokio::test]
async fn nobody_is_charged_off_session_on_an_intent_that_saves_until_it_saves_no_more() {
    let provider = Provider::sandbox().await;
    let method = provider.card(GOOD).await;
    let customer = provider.gateway.create_customer("anna@example.com", "", &provider.key()).await.unwrap();
    let saves = NewIntent { save: true, customer: Some(customer), ..new(&method) };
    let intent = provider.gateway.create_intent(&saves, &provider.key()).await.unwrap();
    let how = Confirmation { off_session: true, ..Confirmation::default() };
    match provider.gateway.confirm_intent(&intent.id, &how, &provider.key()).await {
        Err(GatewayError::Refused { error }) => assert!(error.is_of_the_request(), "{error:?}"),
        other => panic!("{other:?}"),
    }
    let change = IntentChange { amount: Cents(4720), ..IntentChange::default() };
    provider.gateway.update_intent(&intent.id, &change, &provider.key()).await.unwrap();
    let paid = provider.gateway.confirm_intent(&intent.id, &how, &provider.key()).await.unwrap();
    assert_eq!(paid.status, "succeeded");
}
