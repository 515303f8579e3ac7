//! The account, its webhook endpoints and its domains: validated like the provider does.

use crate::support::{Answer, Running, start};

const ACCOUNT: &str = "/_sandbox/account";
const WEBHOOKS: &str = "/v1/webhook_endpoints";
const DOMAINS: &str = "/v1/payment_method_domains";

fn refusal(answer: &Answer) -> (u16, String, String) {
    (answer.status, answer.at("/error/code").to_owned(), answer.at("/error/param").to_owned())
}

async fn change(bank: &Running, body: &str) {
    assert_eq!(bank.post(ACCOUNT, body).await.status, 200);
}

#[tokio::test]
async fn the_account_is_as_it_is_set_and_as_usual_again() {
    let bank = start().await;
    let seen = async || {
        let account = bank.get("/v1/account").await;
        let enabled = account.json["charges_enabled"].as_bool();
        (account.at("/country").to_owned(), account.at("/default_currency").to_owned(), enabled)
    };
    assert_eq!(seen().await, ("IT".into(), "eur".into(), Some(true)));
    change(&bank, r#"{"country": "DE", "currency": "usd", "charges_enabled": false}"#).await;
    assert_eq!(seen().await, ("DE".into(), "usd".into(), Some(false)));
    change(&bank, "{}").await;
    assert_eq!(seen().await, ("IT".into(), "eur".into(), Some(true)));
    assert_eq!(bank.post(ACCOUNT, r#"{"county": "DE"}"#).await.status, 400, "a name that there is not");
}

#[tokio::test]
async fn methods_that_are_not_activated_are_not_available() {
    let bank = start().await;
    change(&bank, r#"{"inactive": ["klarna"]}"#).await;
    let list = bank.get("/v1/payment_method_configurations").await;
    let available = |kind: &str| list.json["data"][0][kind]["available"].as_bool();
    assert_eq!((available("card"), available("klarna")), (Some(true), Some(false)));
}

#[tokio::test]
async fn a_webhook_tells_its_secret_once() {
    let bank = start().await;
    let form = "url=https://bottega.example/?wc-api%3Dwc_stripe&enabled_events[]=charge.refunded";
    let created = bank.post(WEBHOOKS, form).await;
    let id = created.id();
    assert!(created.at("/secret").starts_with("whsec_"));
    assert_eq!((created.at("/status"), created.at("/url")), ("enabled", "https://bottega.example/?wc-api=wc_stripe"));
    let seen = bank.get(&format!("{WEBHOOKS}/{id}")).await;
    assert_eq!(seen.json.get("secret"), None);
    assert_eq!(bank.get(WEBHOOKS).await.at("/data/0/id"), id);
    let changed = bank.post(&format!("{WEBHOOKS}/{id}"), "disabled=true").await;
    assert_eq!((changed.at("/status"), changed.at("/enabled_events/0")), ("disabled", "charge.refunded"));
    let gone = bank.send(bank.keyed("DELETE", &format!("{WEBHOOKS}/{id}"), bank.secret)).await;
    assert_eq!(gone.json["deleted"], true);
    assert_eq!(bank.get(&format!("{WEBHOOKS}/{id}")).await.status, 404);
}

#[tokio::test]
async fn a_webhook_is_refused_without_a_public_address_or_for_events_that_there_are_not() {
    let bank = start().await;
    for (form, code, param) in [
        ("enabled_events[]=*", "parameter_missing", "url"),
        ("url=https://bottega.example/", "parameter_missing", "enabled_events"),
        ("url=bottega.example&enabled_events[]=*", "url_invalid", "url"),
        ("url=ftp://bottega.example&enabled_events[]=*", "url_invalid", "url"),
        ("url=http://localhost:8080/&enabled_events[]=*", "url_invalid", "url"),
        ("url=http://127.0.0.1:8080/&enabled_events[]=*", "url_invalid", "url"),
        ("url=http://192.168.1.7/&enabled_events[]=*", "url_invalid", "url"),
        ("url=http://[::1]/&enabled_events[]=*", "url_invalid", "url"),
        ("url=https://bottega.example/&enabled_events[]=refund.failed", "parameter_invalid", "enabled_events[0]"),
        (
            "url=https://bottega.example/&enabled_events[]=*&enabled_events[]=*",
            "parameter_invalid",
            "enabled_events[1]",
        ),
        ("url=https://bottega.example/&enabled_events[]=*&secret=whsec_1", "parameter_unknown", "secret"),
    ] {
        assert_eq!(refusal(&bank.post(WEBHOOKS, form).await), (400, code.into(), param.into()), "{form}");
    }
}

#[tokio::test]
async fn an_account_has_at_most_sixteen_webhooks() {
    let bank = start().await;
    let make = async |n: usize| {
        let form = format!("url=https://bottega.example/{n}&enabled_events[]=*");
        bank.post(WEBHOOKS, &form).await.status
    };
    for n in 0..16 {
        assert_eq!(make(n).await, 200);
    }
    assert_eq!(make(16).await, 400);
}

#[tokio::test]
async fn a_domain_is_registered_once_and_tells_which_wallets_take_it() {
    let bank = start().await;
    let created = bank.post(DOMAINS, "domain_name=Bottega.example").await;
    assert_eq!((created.at("/domain_name"), created.at("/apple_pay/status")), ("bottega.example", "active"));
    assert_eq!(bank.post(DOMAINS, "domain_name=bottega.example").await.id(), created.id(), "the same one");
    change(&bank, r#"{"unverified": ["apple_pay"]}"#).await;
    let checked = bank.post(&format!("{DOMAINS}/{}/validate", created.id()), "").await;
    assert_eq!((checked.at("/apple_pay/status"), checked.at("/link/status")), ("inactive", "active"));
    let off = bank.post(&format!("{DOMAINS}/{}", created.id()), "enabled=false").await;
    assert_eq!(off.json["enabled"], false);
    let found = async |query: &str| {
        let list = bank.get(&format!("{DOMAINS}?{query}")).await;
        list.json["data"].as_array().map(Vec::len)
    };
    assert_eq!(found("domain_name=bottega.example").await, Some(1));
    assert_eq!(found("domain_name=bottega.example&enabled=true").await, Some(0));
    assert_eq!(found("domain_name=another.example").await, Some(0));
}

#[tokio::test]
async fn what_is_no_public_domain_is_refused() {
    let bank = start().await;
    for name in ["localhost", "127.0.0.1", "https://bottega.example", "bottega.example/a", "bottega.local", "a%20b.it"]
    {
        let error = bank.post(DOMAINS, &format!("domain_name={name}")).await;
        assert_eq!(refusal(&error), (400, "parameter_invalid".into(), "domain_name".into()), "{name}");
    }
    assert_eq!(refusal(&bank.post(DOMAINS, "").await), (400, "parameter_missing".into(), "domain_name".into()));
    assert_eq!(bank.post(&format!("{DOMAINS}/pmd_none/validate"), "").await.status, 404);
}

#[tokio::test]
async fn a_key_without_the_right_is_refused_by_its_call_alone() {
    let bank = start().await;
    change(&bank, r#"{"forbidden": ["webhook_endpoints"]}"#).await;
    let error = bank.get(WEBHOOKS).await;
    assert_eq!((error.status, error.at("/error/code")), (403, "more_permissions_required"));
    assert_eq!(bank.get("/v1/account").await.status, 200);
}
