//! The state survives a restart, and no card number is ever stored.

use std::io::{BufRead, Write};
use std::sync::Arc;

use crate::support::{File, SECRET, start_with};
use shop_sandbox::{Sandbox, SandboxOptions};
use shop_services::{Clock, SystemClock};

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
    // A restart may use other keys.
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
    // The open page stays valid, at the new origin.
    let page = open.at("/next_action/redirect_to_url/url");
    let token = page.rsplit('/').next().expect("a token");
    assert_eq!(bank.decide(&format!("{}/pages/{token}", bank.base), "yes").await.status, 303);
}

#[tokio::test]
async fn a_journal_of_earlier_versions_is_taken_over_once_without_its_torn_last_line() {
    let file = File::new("journal");
    let journal = file.0.with_extension("jsonl");
    std::fs::create_dir_all(file.0.parent().expect("a folder")).expect("a folder");
    let customer = |id: &str| {
        format!(
            "{{\"put\":{{\"customer\":{{\"id\":\"{id}\",\"created\":1,\"email\":\"{id}@example.com\",\"name\":null,\
             \"phone\":null,\"description\":null,\"metadata\":{{}}}}}}}}"
        )
    };
    let stored = r#"{"put":{"kept":{"key":"server:k","request":"other","status":200,"body":"{}","at":99999999999}}}"#;
    let event = |id: &str| {
        format!(
            "{{\"put\":{{\"event\":{{\"id\":\"{id}\",\"created\":1,\"kind\":\"a\",\"body\":\"{{}}\"}}}}}},\
             {{\"put\":{{\"delivery\":{{\"event\":\"{id}\",\"attempts\":[]}}}}}},\
             {{\"put\":{{\"waiting\":{{\"event\":\"{id}\",\"at_ms\":1}}}}}}"
        )
    };
    let delivered = r#"{"put":{"delivery":{"event":"evt_told","attempts":[{"at_ms":1,"status":200}]}}}"#;
    let lines = [
        format!("[{},{}]", customer("cus_1"), customer("cus_2")),
        format!("[{stored},{},{},{}]", event("evt_waits"), event("evt_told"), event("evt_gone")),
        format!("[{delivered},{{\"drop\":[\"waiting\",\"evt_told\"]}},{{\"drop\":[\"customers\",\"cus_1\"]}}]"),
        r#"[{"drop":["events","evt_gone"]},{"drop":["deliveries","evt_gone"]}]"#.to_owned(),
        r#"[{"put":{"customer":{"id":"cus_torn","#.to_owned(),
    ];
    std::fs::write(&journal, lines.join("\n")).expect("writes");
    let bank = start_with(file.options()).await;
    assert_eq!(bank.get("/v1/customers/cus_1").await.status, 404);
    assert_eq!(bank.get("/v1/customers/cus_2").await.at("/email"), "cus_2@example.com");
    assert!(!file.text().contains("cus_torn\",\"created"));
    for (event, status, pending) in [("evt_waits", 200, 1), ("evt_told", 200, 0), ("evt_gone", 404, i64::MIN)] {
        let found = bank.get(&format!("/v1/events/{event}")).await;
        assert_eq!((found.status, found.int("/pending_webhooks")), (status, pending), "{event}");
    }
    assert_eq!(bank.once("/v1/customers", "name=Bea", "k").await.at("/error/type"), "idempotency_error");
    bank.send(bank.keyed("DELETE", "/v1/customers/cus_2", SECRET)).await;
    drop(bank);
    let bank = start_with(file.options()).await;
    assert_eq!(bank.get("/v1/customers/cus_2").await.status, 404, "it is not read again");

    let broken = File::new("broken");
    std::fs::create_dir_all(broken.0.parent().expect("a folder")).expect("a folder");
    std::fs::write(broken.0.with_extension("jsonl"), format!("nonsense\n[{}]\n", customer("cus_1"))).expect("writes");
    let error = Sandbox::open(broken.options()).expect_err("a broken line");
    assert!(error.to_string().contains("sandbox.jsonl: line 1"), "{error}");
    let again = Sandbox::open(broken.options()).expect_err("nothing was taken over");
    assert_eq!(again.to_string(), error.to_string());
}

/// A clock that is a number of hours ahead.
#[derive(Debug)]
struct Ahead(i64);

impl Clock for Ahead {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.0 * 3_600_000
    }
}

#[tokio::test]
async fn a_response_is_stored_for_a_day_and_an_event_for_a_month() {
    let file = File::new("old");
    let after = async |hours| start_with(SandboxOptions { clock: Arc::new(Ahead(hours)), ..file.options() }).await;
    let rows = |table: &str| -> i64 {
        let database = rusqlite::Connection::open(&file.0).expect("opens");
        let count = format!("SELECT count(*) FROM {table}");
        database.query_row(&count, [], |row| row.get(0)).expect("a number")
    };
    let first = after(0).await.once("/v1/customers", "name=Anna", "k").await.id();
    let again = after(23).await.once("/v1/customers", "name=Anna", "k").await;
    assert_eq!(again.id(), first);
    after(25).await.once("/v1/customers", "name=Bea", "other").await.id();
    assert_eq!((rows("kept"), rows("events")), (1, 2));
    assert_ne!(after(25).await.once("/v1/customers", "name=Carla", "k").await.id(), first);
    assert_eq!((rows("kept"), rows("events"), rows("customers")), (2, 3, 3));
    let bank = after(30 * 24 + 1).await;
    bank.post("/v1/customers", "name=Dora").await.id();
    assert_eq!((rows("events"), rows("customers")), (3, 4), "the first event is a month old, no customer ever is");
}

#[tokio::test]
async fn a_damaged_database_is_refused_by_its_name() {
    let file = File::new("damaged");
    drop(Sandbox::open(file.options()).expect("opens"));
    let whole = std::fs::read(&file.0).expect("a database");
    let middle = whole.len() / 2;
    let torn: Vec<u8> = whole.iter().enumerate().map(|(at, byte)| if at < middle { *byte } else { 0xA5 }).collect();
    for damaged in [b"no database, however long the text in it may be".repeat(99), torn] {
        std::fs::write(&file.0, damaged).expect("writes");
        let error = Sandbox::open(file.options()).expect_err("a damaged file");
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
        assert!(error.to_string().starts_with(&file.0.display().to_string()), "{error}");
    }
}

#[tokio::test]
async fn what_is_no_whole_database_of_this_version_is_refused_and_left_as_it_is() {
    for (name, script, why) in [
        ("later", "PRAGMA user_version = 2;", "the database is of another version of the sandbox (2)"),
        (
            "begun",
            "CREATE TABLE customers (seq INTEGER PRIMARY KEY);",
            "it is no database of the sandbox, or one that was not made to its end",
        ),
    ] {
        let file = File::new(name);
        std::fs::create_dir_all(file.0.parent().expect("a folder")).expect("a folder");
        let database = rusqlite::Connection::open(&file.0).expect("opens");
        database.execute_batch(script).expect("writes");
        drop(database);
        let before = file.text();
        let error = Sandbox::open(file.options()).expect_err(name);
        assert_eq!(error.to_string(), format!("{}: {why}", file.0.display()));
        assert_eq!(file.text(), before);
    }
}

#[tokio::test]
async fn a_write_that_is_torn_takes_nothing_with_it_that_was_answered() {
    let file = File::new("torn");
    let bank = start_with(file.options()).await;
    let log = file.0.with_extension("db-wal");
    let first = bank.post("/v1/customers", "email=first@example.com").await.id();
    let whole = std::fs::read(&log).expect("the log").len();
    let second = bank.post("/v1/customers", "email=second@example.com").await.id();
    let (database, written) = (std::fs::read(&file.0).expect("the database"), std::fs::read(&log).expect("the log"));
    assert!(written.len() > whole);
    for (name, reached, noise) in [("cut", whole + (written.len() - whole) / 2, 0), ("noise", whole + 1, 9000)] {
        let after = File::new(name);
        std::fs::create_dir_all(after.0.parent().expect("a folder")).expect("a folder");
        std::fs::write(&after.0, &database).expect("writes");
        let torn = [&written[..reached], &vec![0xA5; noise]].concat();
        std::fs::write(after.0.with_extension("db-wal"), torn).expect("writes");
        let again = start_with(after.options()).await;
        assert_eq!(again.get(&format!("/v1/customers/{first}")).await.at("/email"), "first@example.com", "{name}");
        assert_eq!(again.get(&format!("/v1/customers/{second}")).await.status, 404, "{name}");
        assert_eq!(again.kinds_of_events().await, ["customer.created"], "{name}");
    }
}

/// The test runs its own program a second time, which pays until it is killed.
#[tokio::test]
async fn a_kill_leaves_a_payment_whole_or_not_at_all() {
    const CHILD: &str = "SHOP_SANDBOX_PAYS_INTO";
    if let Some(path) = std::env::var_os(CHILD) {
        let bank = start_with(SandboxOptions { file: Some(path.into()), ..crate::support::options() }).await;
        loop {
            let id = bank.pay_by_card("4242424242424242").await.id();
            writeln!(std::io::stdout(), "paid {id}").expect("its parent reads");
        }
    }
    let file = File::new("killed");
    let own = std::env::current_exe().expect("this program");
    let mut child = std::process::Command::new(own)
        .args(["persistence::a_kill_leaves_a_payment_whole_or_not_at_all", "--exact", "--nocapture"])
        .env(CHILD, &file.0)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("starts");
    let lines = std::io::BufReader::new(child.stdout.take().expect("its words")).lines();
    let output = lines.map(|line| line.expect("a line"));
    let answered: Vec<String> =
        output.filter_map(|line| Some(line.split_once("paid ")?.1.to_owned())).take(20).collect();
    child.kill().expect("is killed");
    child.wait().expect("ends");
    assert_eq!(answered.len(), 20);
    let bank = start_with(file.options()).await;
    let found = bank.get("/v1/payment_intents?limit=100").await;
    let found = found.json["data"].as_array().expect("a list");
    for id in &answered {
        assert!(found.iter().any(|intent| intent["id"] == **id), "{id} was answered and is not there");
    }
    for intent in found {
        let id = intent["id"].as_str().expect("an id");
        assert_eq!(intent["status"], "succeeded", "{id}");
        let charge = bank.get(&format!("/v1/charges?payment_intent={id}")).await;
        assert_eq!(charge.at("/data/0/id"), intent["latest_charge"].as_str().expect("a charge"));
        assert_eq!(charge.int("/data/0/amount_captured"), 4720);
    }
    assert_eq!(bank.kinds_of_events().await.len(), (found.len() * 3).min(100));
}

#[tokio::test]
async fn the_database_never_holds_a_card_number() {
    let file = File::new("numbers");
    let bank = start_with(file.options()).await;
    let numbers = ["4242424242424242", "4000000000000002", "4000000000003220", "4539578763621486", "4242424242424241"];
    for number in numbers {
        let form = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=987");
        let request = bank.keyed("POST", "/v1/payment_methods", crate::support::PUBLIC);
        let created = bank.send(request.header("idempotency-key", number.to_owned() + "x").body(form)).await;
        if created.status == 200 {
            bank.pay(created.at("/id"), "").await;
        }
    }
    // The idempotency keys contain the numbers on purpose; a key is the caller's own.
    let written = numbers.iter().fold(file.text(), |text, number| text.replace(&format!("{number}x"), ""));
    for number in numbers {
        assert!(!written.contains(number), "{number}");
    }
    // Times and random ids may contain the three digits, so they are searched as a separate value.
    let as_a_value = |character: char| !character.is_ascii_alphanumeric() && character != '_';
    assert!(written.split(as_a_value).all(|word| word != "987"), "a security code");
    assert!(!written.contains(SECRET));
}
