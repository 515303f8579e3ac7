use super::*;
use crate::payments::state::event::{PaymentEvent, PaymentEventForm};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

/// Returns a shop that accepts cards with a correctly configured account.
fn in_order() -> SetupFacts {
    SetupFacts {
        mode: KeyMode::Live,
        public_url: "https://bottega.example".into(),
        account: Some(AccountFacts {
            country: "IT".into(),
            currency: "eur".into(),
            charges_enabled: true,
            activated: vec![PaymentMethod::Card, PaymentMethod::Klarna],
        }),
        offered: vec![PaymentMethod::Card],
        has_webhook_secret: true,
        signatures_refused: false,
        webhook: LookupResult::Found(WebhookFacts { enabled: true, events: texts(WEBHOOK_EVENTS) }),
        domain: LookupResult::Found(DomainFacts { enabled: true, refused: Vec::new() }),
    }
}

fn codes_of(facts: &SetupFacts) -> Vec<&'static str> {
    findings(facts).into_iter().map(|one| one.code).collect()
}

#[test]
fn of_a_set_up_in_order_nothing_is_told() {
    assert_eq!(findings(&in_order()), []);
    let all = WebhookFacts { enabled: true, events: texts(&["*"]) };
    assert_eq!(findings(&SetupFacts { webhook: LookupResult::Found(all), ..in_order() }), [], "all events are enough");
}

#[test]
fn each_thing_that_is_not_in_order_is_told_by_its_code() {
    let account = |change: fn(&mut AccountFacts)| {
        let mut facts = in_order();
        facts.account.as_mut().map(change);
        facts
    };
    let events = |enabled, events: &[&str]| LookupResult::Found(WebhookFacts { enabled, events: texts(events) });
    for (facts, code) in [
        (account(|one| one.charges_enabled = false), "setup_charges_disabled"),
        (account(|one| one.country = "DE".into()), "setup_country"),
        (account(|one| one.currency = "usd".into()), "setup_currency"),
        (account(|one| one.activated.clear()), "setup_methods_inactive"),
        (SetupFacts { public_url: "http://bottega.example".into(), ..in_order() }, "setup_address_insecure"),
        (SetupFacts { webhook: LookupResult::Missing, ..in_order() }, "setup_webhook_missing"),
        (SetupFacts { webhook: events(false, &["*"]), ..in_order() }, "setup_webhook_disabled"),
        (SetupFacts { has_webhook_secret: false, ..in_order() }, "setup_webhook_unsigned"),
        (SetupFacts { signatures_refused: true, ..in_order() }, "setup_webhook_secret_wrong"),
        (SetupFacts { webhook: events(true, &["payment_intent.succeeded"]), ..in_order() }, "setup_webhook_events"),
        (SetupFacts { domain: LookupResult::Missing, ..in_order() }, "setup_domain_missing"),
        (SetupFacts { domain: LookupResult::Found(DomainFacts::default()), ..in_order() }, "setup_domain_disabled"),
        (
            SetupFacts {
                domain: LookupResult::Found(DomainFacts { enabled: true, refused: texts(&["apple_pay"]) }),
                ..in_order()
            },
            "setup_domain_refused",
        ),
        (SetupFacts { mode: KeyMode::Test, ..in_order() }, "setup_test_mode"),
    ] {
        assert_eq!(codes_of(&facts), [code]);
    }
}

#[test]
fn what_could_not_be_read_is_not_judged() {
    let facts = SetupFacts { account: None, webhook: LookupResult::Unread, domain: LookupResult::Unread, ..in_order() };
    assert_eq!(findings(&facts), []);
}

#[test]
fn the_gravest_is_told_first() {
    let facts =
        SetupFacts { mode: KeyMode::Test, domain: LookupResult::Missing, webhook: LookupResult::Missing, ..in_order() };
    assert_eq!(codes_of(&facts), ["setup_webhook_missing", "setup_domain_missing", "setup_test_mode"]);
}

#[test]
fn an_address_without_encryption_will_do_for_trying_things_out() {
    let facts = SetupFacts { mode: KeyMode::Test, public_url: "http://bottega.example".into(), ..in_order() };
    assert_eq!(codes_of(&facts), ["setup_test_mode"]);
}

#[test]
fn a_webhook_is_made_for_the_events_that_say_something() {
    for kind in WEBHOOK_EVENTS {
        let read = |status: &str| {
            PaymentEvent::parse(&PaymentEventForm {
                kind: (*kind).to_owned(),
                intent_id: "pi_1".into(),
                id: "re_1".into(),
                status: status.into(),
                captured: true,
                ..PaymentEventForm::default()
            })
        };
        assert!(read("succeeded").is_some(), "{kind} says nothing");
    }
    assert_eq!(missing_events(&texts(WEBHOOK_EVENTS)), [""; 0]);
    assert!(missing_events(&texts(&["payment_intent.succeeded"])).contains(&"charge.dispute.created"));
}

#[test]
fn a_key_tells_its_mode_its_kind_and_its_account() {
    for (key, mode, publishable, account) in [
        ("sk_test_51GqIC8HYgolSBA35aaaa", KeyMode::Test, false, Some("acct_1GqIC8HYgolSBA35")),
        ("rk_live_51GqIC8HYgolSBA35aaaa", KeyMode::Live, false, Some("acct_1GqIC8HYgolSBA35")),
        ("pk_live_51GqIC8HYgolSBA35bbbb", KeyMode::Live, true, Some("acct_1GqIC8HYgolSBA35")),
        ("pk_test_short", KeyMode::Test, true, None),
        ("pk_test_59GqIC8HYgolSBA35bbbb", KeyMode::Test, true, None),
    ] {
        let want = KeyFacts { mode, account: account.map(str::to_owned), publishable };
        assert_eq!(key_facts(key), Some(want), "{key}");
    }
    for key in ["", "sk", "sk_test", "sk_test_", "sk_prod_1", "xk_test_1", "sk_test_1 2", "sk_test_é", "whsec_test_1"]
    {
        assert_eq!(key_facts(key), None, "{key}");
    }
}

#[test]
fn keys_are_refused_by_the_field_that_is_wrong() {
    const SECRET: &str = "sk_test_51GqIC8HYgolSBA35aaaa";
    const PUBLISHABLE: &str = "pk_test_51GqIC8HYgolSBA35aaaa";
    let check = |secret: &str, publishable: &str, webhook: &str| {
        let form = ProviderKeysForm {
            secret_key: secret.into(),
            publishable_key: publishable.into(),
            webhook_secret: webhook.into(),
        };
        let errors = form.check().err().unwrap_or_default();
        errors.into_iter().map(|error| format!("{} {}", error.field, error.code)).collect::<Vec<_>>()
    };
    assert_eq!(check(&format!(" {SECRET}\n"), PUBLISHABLE, ""), [""; 0]);
    assert_eq!(check(SECRET, PUBLISHABLE, "whsec_1"), [""; 0]);
    assert_eq!(check("", "", ""), ["secret_key merchant_required", "publishable_key merchant_required"]);
    assert_eq!(
        check(PUBLISHABLE, SECRET, "sk_test_1"),
        [
            "secret_key provider_key_secret",
            "publishable_key provider_key_publishable",
            "webhook_secret provider_key_webhook"
        ]
    );
    assert_eq!(check(SECRET, "pk_live_51GqIC8HYgolSBA35aaaa", ""), ["publishable_key provider_keys_mode"]);
    assert_eq!(check(SECRET, "pk_test_51GqIC8HYgolSBA36aaaa", ""), ["publishable_key provider_keys_account"]);
    assert_eq!(check(SECRET, "pk_test_old", ""), [""; 0], "an old key does not tell its account");
}

#[test]
fn wallets_know_names_that_everybody_can_look_up() {
    for (address, want) in [
        ("https://bottega.example", Some("bottega.example")),
        ("https://www.Bottega.example:8443/a?b#c", Some("www.bottega.example")),
        ("http://localhost:8080", None),
        ("http://127.0.0.1", None),
        ("https://[::1]:8443/", None),
        ("bottega.example", None),
        ("", None),
    ] {
        assert_eq!(wallet_domain(address).as_deref(), want, "{address}");
    }
}
