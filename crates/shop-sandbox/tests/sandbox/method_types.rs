//! An intent accepts a method only if it names its type, however the method is passed.

use crate::support::{Answer, Running, SHOP, start};

/// Payment method types with their data, and a type that does not accept the method.
const KINDS: &[(&str, &str)] = &[
    ("card", "&card[token]=tok_visa"),
    ("card", "&card[token]=tok_visa&card[wallet][type]=apple_pay"),
    ("card", "&card[token]=tok_visa&card[wallet][type]=google_pay"),
    ("card", "&card[token]=tok_visa&card[wallet][type]=link"),
    ("link", "&link[email]=anna@example.com"),
    ("amazon_pay", "&card[token]=tok_visa"),
];

/// Nests a method's data below another field: `a[b]=1` becomes `payment_method_data[a][b]=1`.
fn below(kind: &str, data: &str) -> String {
    let inner = |pair: &str| {
        let (name, value) = pair.split_once('=').expect("a pair");
        let (head, rest) = name.find('[').map_or((name, ""), |at| name.split_at(at));
        format!("payment_method_data[{head}]{rest}={value}")
    };
    format!("type={kind}{data}").split('&').map(inner).collect::<Vec<_>>().join("&")
}

async fn token(bank: &Running, kind: &str, data: &str) -> String {
    bank.browser("/v1/confirmation_tokens", &below(kind, data)).await.id()
}

fn is_refused(answer: &Answer, kind: &str, wanted: &str, code: &str) {
    assert_eq!((answer.status, answer.at("/error/code"), answer.at("/error/param")), (400, code, "payment_method"));
    let message = answer.at("/error/message");
    assert!(message.contains(&format!("({kind})")) && message.contains(wanted), "{message}");
}

#[tokio::test]
async fn a_payment_takes_no_method_of_a_kind_that_it_does_not_name() {
    let bank = start().await;
    let code = "payment_intent_invalid_parameter";
    for (kind, data) in KINDS {
        for (wanted, _) in KINDS.iter().filter(|(wanted, _)| wanted != kind) {
            let intent = format!("amount=4720&currency=eur&payment_method_types[]={wanted}&return_url={SHOP}/done");
            let open = intent.replace(&format!("&return_url={SHOP}/done"), "");
            let method = bank.browser("/v1/payment_methods", &format!("type={kind}{data}")).await.id();
            let token = token(&bank, kind, data).await;
            for form in [
                format!("{open}&payment_method={method}"),
                format!("{intent}&confirm=true&payment_method={method}"),
                format!("{intent}&confirm=true&confirmation_token={token}"),
            ] {
                is_refused(&bank.post("/v1/payment_intents", &form).await, kind, wanted, code);
            }
            let id = bank.post("/v1/payment_intents", &open).await.id();
            for (action, form) in [
                ("", format!("payment_method={method}")),
                ("/confirm", format!("payment_method={method}")),
                ("/confirm", format!("confirmation_token={token}")),
            ] {
                is_refused(&bank.post(&format!("/v1/payment_intents/{id}{action}"), &form).await, kind, wanted, code);
            }
        }
    }
    assert!(!bank.kinds_of_events().await.iter().any(|kind| kind.starts_with("charge.")), "nothing was charged");
}

#[tokio::test]
async fn a_setup_takes_no_method_of_a_kind_that_it_does_not_name() {
    let bank = start().await;
    for (kind, data) in KINDS {
        for (wanted, _) in KINDS.iter().filter(|(wanted, _)| wanted != kind) {
            let id = bank.post("/v1/setup_intents", &format!("payment_method_types[]={wanted}")).await.id();
            let method = bank.browser("/v1/payment_methods", &format!("type={kind}{data}")).await.id();
            let token = token(&bank, kind, data).await;
            for form in [format!("payment_method={method}"), format!("confirmation_token={token}")] {
                let answer = bank.post(&format!("/v1/setup_intents/{id}/confirm"), &form).await;
                is_refused(&answer, kind, wanted, "setup_intent_invalid_parameter");
            }
        }
    }
}

#[tokio::test]
async fn the_one_click_wallet_hands_over_a_card_that_names_it_and_whose_bank_asks() {
    let bank = start().await;
    let form = |card: &str| format!("type=card&card[token]=tok_{card}&card[wallet][type]=link");
    let method = bank.browser("/v1/payment_methods", &form("visa")).await;
    assert_eq!((method.at("/type"), method.at("/card/wallet/type")), ("card", "link"), "{}", method.text);
    assert!(method.json["card"]["wallet"]["link"].is_object() && method.json["link"].is_null());
    let both = "&payment_method_types[]=link";
    assert_eq!(bank.pay(&method.id(), both).await.at("/status"), "succeeded");
    // No device has authenticated its owner.
    let pending = bank.browser("/v1/payment_methods", &form("authenticationRequired")).await.id();
    assert_eq!(bank.pay(&pending, both).await.at("/status"), "requires_action");
}
