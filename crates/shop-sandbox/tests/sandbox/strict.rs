//! The sandbox rejects the intents that Stripe rejects, with the same codes.

use crate::support::{Running, start};

const PI: &str = "payment_intent_invalid_parameter";
const SI: &str = "setup_intent_invalid_parameter";

fn types(kinds: &[&str]) -> String {
    kinds.iter().flat_map(|kind| ["&payment_method_types[]=", kind]).collect()
}

async fn expect_refusal(bank: &Running, path: &str, form: &str, param: &str, code: &str) {
    let answer = bank.post(path, form).await;
    assert_eq!((answer.status, answer.at("/error/type")), (400, "invalid_request_error"), "{form}: {}", answer.text);
    assert_eq!((answer.at("/error/param"), answer.at("/error/code")), (param, code), "{form}");
}

#[tokio::test]
async fn what_cannot_be_chosen_together_is_refused_by_name() {
    let bank = start().await;
    let acss = "&payment_method_options[acss_debit][mandate_options][payment_schedule]=sporadic\
                &payment_method_options[acss_debit][mandate_options][transaction_type]=personal";
    // (types, other parameters, parameter that the error names)
    for (kinds, more, param) in [
        // Types with different currencies.
        (&["card", "blik"][..], "", "payment_method_types"),
        (&["sepa_debit", "us_bank_account"], "", "payment_method_types"),
        (&["card", "bacs_debit"], "", "payment_method_types"),
        (&["card", "acss_debit"], acss, "payment_method_types"),
        // Types that cannot be saved.
        (&["klarna"], "&setup_future_usage=off_session", "payment_method_types"),
        (&["card", "klarna"], "&setup_future_usage=off_session", "payment_method_types"),
        (&["card", "eps"], "&setup_future_usage=off_session", "payment_method_types"),
        (&["wechat_pay"], "&setup_future_usage=on_session", "payment_method_types"),
        (&["card", "link"], "&setup_future_usage=on_session", "setup_future_usage"),
        (&["ideal"], "&setup_future_usage=on_session", "setup_future_usage"),
        // Types without manual capture.
        (&["sepa_debit"], "&capture_method=manual", "capture_method"),
        (&["card", "sepa_debit"], "&capture_method=manual", "capture_method"),
        (&["ideal"], "&capture_method=manual", "capture_method"),
        // The full descriptor with cards.
        (&["card"], "&statement_descriptor=BOTTEGA SRL", "statement_descriptor"),
        (&["sepa_debit", "card"], "&statement_descriptor=BOTTEGA SRL", "statement_descriptor"),
    ] {
        let form = format!("amount=4720&currency=eur{}{more}", types(kinds));
        expect_refusal(&bank, "/v1/payment_intents", &form, param, PI).await;
    }
    for kinds in [&["klarna"][..], &["card", "eps"], &["blik"]] {
        expect_refusal(&bank, "/v1/setup_intents", &types(kinds)[1..], "payment_method_types", SI).await;
    }
    assert!(bank.kinds_of_events().await.is_empty());
}

#[tokio::test]
async fn texts_that_a_bank_would_not_print_are_refused() {
    let bank = start().await;
    let long = |count: usize| "a".repeat(count);
    let keys = (0..51).fold(String::new(), |all, at| all + &format!("&metadata[k{at}]=1"));
    for (more, param, code) in [
        (
            format!("&statement_descriptor_suffix={}", long(23)),
            "statement_descriptor_suffix",
            "parameter_invalid_string",
        ),
        ("&statement_descriptor_suffix=A*B".into(), "statement_descriptor_suffix", "parameter_invalid_string"),
        ("&statement_descriptor_suffix=12345".into(), "statement_descriptor_suffix", "parameter_invalid_string"),
        ("&statement_descriptor_suffix=L%27Oro".into(), "statement_descriptor_suffix", "parameter_invalid_string"),
        ("&statement_descriptor_suffix=Caff%C3%A8".into(), "statement_descriptor_suffix", "parameter_invalid_string"),
        (format!("&description={}", long(1001)), "description", "parameter_invalid_string"),
        ("&receipt_email=nobody".into(), "receipt_email", "email_invalid"),
        ("&receipt_email=".into(), "receipt_email", "parameter_invalid_empty"),
        ("&description=".into(), "description", "parameter_invalid_empty"),
        ("&shipping[name]=Livia".into(), "shipping[address]", "parameter_missing"),
        ("&shipping[address][line1]=Via".into(), "shipping[name]", "parameter_missing"),
        (
            "&shipping[name]=L&shipping[address][country]=Italia".into(),
            "shipping[address][country]",
            "country_code_invalid",
        ),
        ("&shipping[name]=L&shipping[address][line2]=".into(), "shipping[address][line2]", "parameter_invalid_empty"),
        ("&shipping[name]=L&shipping[address][town]=x".into(), "town", "parameter_unknown"),
        (format!("&metadata[{}]=1", long(41)), "metadata", "parameter_invalid"),
        (format!("&metadata[a]={}", long(501)), "metadata", "parameter_invalid"),
        (keys, "metadata", "parameter_invalid"),
    ] {
        let form = format!("amount=4720&currency=eur&payment_method_types[]=card{more}");
        expect_refusal(&bank, "/v1/payment_intents", &form, param, code).await;
    }
    let card = "type=card&card[token]=tok_visa&billing_details[address]";
    for part in ["[country]", "[line1]", "[state]"] {
        let (form, param) = (format!("{card}{part}="), format!("billing_details[address]{part}"));
        expect_refusal(&bank, "/v1/payment_methods", &form, &param, "parameter_invalid_empty").await;
    }
    expect_refusal(&bank, "/v1/customers", "email=a@example.com&name=", "name", "parameter_invalid_empty").await;
}

#[tokio::test]
async fn amounts_outside_a_kinds_limits_are_refused() {
    let bank = start().await;
    for (form, code) in [
        ("amount=499&currency=brl&payment_method_types[]=boleto", "amount_too_small"),
        ("amount=5000000&currency=brl&payment_method_types[]=boleto", "amount_too_large"),
        ("amount=1000001&currency=mxn&payment_method_types[]=oxxo", "amount_too_large"),
        ("amount=4999&currency=usd&payment_method_types[]=affirm", "amount_too_small"),
        ("amount=199&currency=pln&payment_method_types[]=card", "amount_too_small"),
    ] {
        expect_refusal(&bank, "/v1/payment_intents", form, "amount", code).await;
    }
}

#[tokio::test]
async fn nobody_is_charged_off_session_on_an_intent_that_saves() {
    let bank = start().await;
    let customer = bank.post("/v1/customers", "email=a@example.com").await.id();
    for usage in ["off_session", "on_session"] {
        let form = format!(
            "amount=4720&currency=eur&payment_method_types[]=card&customer={customer}&setup_future_usage={usage}\
             &payment_method=pm_card_visa"
        );
        let intent = bank.post("/v1/payment_intents", &form).await.id();
        let path = format!("/v1/payment_intents/{intent}");
        expect_refusal(&bank, &format!("{path}/confirm"), "off_session=true", "off_session", PI).await;
        let cleared = bank.post(&path, "setup_future_usage=").await;
        assert!(cleared.json["setup_future_usage"].is_null(), "{}", cleared.text);
        assert_eq!(bank.post(&format!("{path}/confirm"), "off_session=true").await.at("/status"), "succeeded");
    }
}

#[tokio::test]
async fn a_server_must_send_the_wallets_client_and_the_mandate_data() {
    let bank = start().await;
    let confirm = async |kind: &str, holder: &str, more: &str| {
        let method = bank.browser("/v1/payment_methods", &format!("type={kind}{holder}")).await.id();
        let form = format!(
            "amount=4720&currency=eur&payment_method_types[]={kind}&payment_method={method}{more}&confirm=true\
             &return_url=https://shop.example/"
        );
        bank.post("/v1/payment_intents", &form).await
    };
    let client = "payment_method_options[wechat_pay][client]";
    let nothing = confirm("wechat_pay", "", "").await;
    assert_eq!((nothing.at("/error/param"), nothing.at("/error/code")), (client, "parameter_missing"));
    assert_eq!(confirm("wechat_pay", "", &format!("&{client}=watch")).await.at("/error/param"), client);
    assert_eq!(confirm("wechat_pay", "", &format!("&{client}=web")).await.at("/status"), "requires_action");
    let holder =
        "&sepa_debit[iban]=DE89370400440532013000&billing_details[name]=A&billing_details[email]=a@example.com";
    assert_eq!(confirm("sepa_debit", holder, "").await.at("/error/param"), "mandate_data");
    let online = "&mandate_data[customer_acceptance][type]=online";
    let address = "mandate_data[customer_acceptance][online][ip_address]";
    assert_eq!(confirm("sepa_debit", holder, online).await.at("/error/param"), address);
    let agreed = format!("{online}&{address}=192.0.2.7&mandate_data[customer_acceptance][online][user_agent]=B");
    assert_eq!(confirm("sepa_debit", holder, &agreed).await.at("/status"), "processing");
}

#[tokio::test]
async fn a_kind_that_is_not_activated_is_refused_wherever_it_is_named() {
    let bank = start().await;
    let switch = bank.keyed("POST", "/_sandbox/account", bank.secret).body(r#"{"inactive": ["link"]}"#);
    assert_eq!(bank.send(switch).await.status, 200);
    let both = format!("amount=4720&currency=eur{}", types(&["card", "link"]));
    expect_refusal(&bank, "/v1/payment_intents", &both, "payment_method_types", PI).await;
    expect_refusal(&bank, "/v1/setup_intents", &types(&["link"])[1..], "payment_method_types", SI).await;
    bank.post("/v1/payment_intents", "amount=4720&currency=eur&payment_method_types[]=card").await.id();
}

#[tokio::test]
async fn an_intent_can_change_until_the_shopper_is_authenticating() {
    let bank = start().await;
    let form = format!("amount=4720&currency=eur&capture_method=manual{}", types(&["card"]));
    let intent = bank.post("/v1/payment_intents", &form).await.id();
    let path = format!("/v1/payment_intents/{intent}");
    // Debits have no manual capture: both parameters must change together.
    expect_refusal(&bank, &path, &types(&["sepa_debit"])[1..], "capture_method", PI).await;
    let debit = bank.post(&path, &format!("capture_method=automatic{}", types(&["sepa_debit"]))).await;
    assert_eq!(debit.json["payment_method_types"], serde_json::json!(["sepa_debit"]));
    expect_refusal(&bank, &path, "capture_method=manual", "capture_method", PI).await;
    let card = bank.post(&path, &format!("capture_method=manual{}", types(&["card"]))).await;
    assert_eq!(card.at("/capture_method"), "manual");
    // An attached method must be of a type that is named.
    bank.post(&path, "payment_method=pm_card_visa").await.id();
    expect_refusal(
        &bank,
        &path,
        &format!("capture_method=automatic{}", types(&["sepa_debit"])),
        "payment_method_types",
        PI,
    )
    .await;
    let pending = bank.card("4000002500003155").await.id();
    bank.post(&format!("{path}/confirm"), &format!("payment_method={pending}")).await.id();
    refused_state(&bank, &path, "capture_method=automatic").await;
    let paid = bank.pay_by_card("4242424242424242").await.id();
    refused_state(&bank, &format!("/v1/payment_intents/{paid}"), "amount=100").await;
}

async fn refused_state(bank: &Running, path: &str, form: &str) {
    let answer = bank.post(path, form).await;
    assert_eq!((answer.status, answer.at("/error/code")), (400, "payment_intent_unexpected_state"), "{form}");
}
