//! What was answered is there after a restart, and no card number ever is.

use std::io::Write;

use crate::support::{File, SECRET, start_with};
use shop_sandbox::{Sandbox, SandboxOptions};

#[tokio::test]
async fn everything_is_found_again_after_a_restart() {
    let file = File::new("restart");
    let (intent, open, refund, customer, key_answer);
    {
        let bank = start_with(file.options()).await;
        customer = bank.post("/v1/customers", "email=anna@example.com").await.id();
        let paid = bank.pay_by_card("4242424242424242").await;
        intent = paid.id();
        refund = bank.post("/v1/refunds", &format!("payment_intent={intent}&amount=20")).await.id();
        open = bank.pay_by_card("4000000000003220").await;
        key_answer = bank.once("/v1/customers", "name=Bea", "k").await.text;
    }
    // Whoever runs it may choose other keys each time.
    let mut bank = start_with(SandboxOptions { secret_key: "sk_test_next".into(), ..file.options() }).await;
    bank.secret = "sk_test_next";
    let changed = bank.once("/v1/customers", "name=Carla", "k").await;
    assert_eq!(changed.at("/error/type"), "idempotency_error");
    assert_eq!(bank.get(&format!("/v1/payment_intents/{intent}")).await.at("/status"), "succeeded");
    assert_eq!(bank.get(&format!("/v1/refunds/{refund}")).await.int("/amount"), 20);
    assert_eq!(bank.get(&format!("/v1/customers/{customer}")).await.at("/email"), "anna@example.com");
    assert_eq!(bank.once("/v1/customers", "name=Bea", "k").await.text, key_answer);
    let left = bank.post("/v1/refunds", &format!("payment_intent={intent}&amount=4701")).await;
    assert_eq!(left.at("/error/code"), "amount_too_large");
    // The open page is still good, on the new address.
    let page = open.at("/next_action/redirect_to_url/url");
    let token = page.rsplit('/').next().expect("a token");
    assert_eq!(bank.decide(&format!("{}/pages/{token}", bank.base), "yes").await.status, 303);
}

#[tokio::test]
async fn a_torn_last_line_is_dropped_and_a_broken_one_before_it_is_an_error() {
    let file = File::new("torn");
    let customer = {
        let bank = start_with(file.options()).await;
        bank.post("/v1/customers", "email=anna@example.com").await.id()
    };
    let mut journal = std::fs::OpenOptions::new().append(true).open(&file.0).expect("opens");
    journal.write_all(br#"[{"put":{"customer":{"id":"cus_torn","#).expect("writes");
    let bank = start_with(file.options()).await;
    assert_eq!(bank.get(&format!("/v1/customers/{customer}")).await.status, 200);
    assert!(!file.text().contains("cus_torn"));
    drop(bank);
    std::fs::write(&file.0, format!("nonsense\n{}", file.text())).expect("writes");
    let refused = Sandbox::open(file.options()).expect_err("a broken line");
    assert_eq!(refused.kind(), std::io::ErrorKind::InvalidData);
}

#[tokio::test]
async fn the_journal_never_holds_a_card_number() {
    let file = File::new("numbers");
    let bank = start_with(file.options()).await;
    let numbers = ["4242424242424242", "4000000000000002", "4000000000003220", "4539578763621486", "4242424242424241"];
    for number in numbers {
        let form = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=987");
        let request = bank.keyed("POST", "/v1/payment_methods", crate::support::PUBLIC);
        let made = bank.send(request.header("idempotency-key", number.to_owned() + "x").body(form)).await;
        if made.status == 200 {
            bank.pay(made.at("/id"), "").await;
        }
    }
    // The keys were chosen to hold the numbers; a key is the caller's own.
    let journal = numbers.iter().fold(file.text(), |text, number| text.replace(&format!("{number}x"), ""));
    for number in numbers {
        assert!(!journal.contains(number), "{number}");
    }
    // Times and random names may hold its three digits: it is looked for as a value of its own.
    let as_a_value = |character: char| !character.is_ascii_alphanumeric() && character != '_';
    assert!(journal.split(as_a_value).all(|word| word != "987"), "a security code");
    assert!(!journal.contains(SECRET));
}
