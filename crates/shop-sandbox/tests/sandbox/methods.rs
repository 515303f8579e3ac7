//! Every payment method, from its choice to the settled payment.

use crate::support::{Answer, Running, SECRET, SHOP, start};

async fn settle(bank: &Running) -> i64 {
    bank.send(bank.keyed("POST", "/_sandbox/settle", SECRET)).await.int("/settled")
}

/// Parameters that a server's confirmation needs for a method.
fn mandate_params(kind: &str) -> &'static str {
    match kind {
        "wechat_pay" => "&payment_method_options[wechat_pay][client]=web",
        "acss_debit" => {
            "&mandate_data[customer_acceptance][type]=offline\
             &payment_method_options[acss_debit][mandate_options][payment_schedule]=sporadic\
             &payment_method_options[acss_debit][mandate_options][transaction_type]=personal"
        }
        "sepa_debit" | "us_bank_account" | "bacs_debit" | "au_becs_debit" | "ideal" => {
            "&mandate_data[customer_acceptance][type]=offline"
        }
        _ => "",
    }
}

/// Pays with a method that is created in the browser. `data`: its parameters beside the type.
async fn pay(bank: &Running, kind: &str, currency: &str, data: &str, more: &str) -> Answer {
    let method = bank.browser("/v1/payment_methods", &format!("type={kind}{data}")).await.id();
    let amount = if kind == "affirm" { 6000 } else { 4720 };
    let form = format!(
        "amount={amount}&currency={currency}&confirm=true&payment_method={method}&payment_method_types[]={kind}\
         &return_url={SHOP}/done{more}{}",
        mandate_params(kind)
    );
    bank.post("/v1/payment_intents", &form).await
}

async fn status(bank: &Running, intent: &Answer) -> (String, String) {
    let now = bank.get(&format!("/v1/payment_intents/{}", intent.id())).await;
    (now.at("/status").to_owned(), now.at("/last_payment_error/code").to_owned())
}

const HOLDER: &str = "&billing_details[name]=Anna Verdi&billing_details[email]=anna@example.com";

#[tokio::test]
async fn debits_without_holder_or_with_a_wrong_account_are_refused_by_name() {
    let bank = start().await;
    for (form, param) in [
        ("type=sepa_debit&sepa_debit[iban]=DE89370400440532013000".to_owned(), "billing_details[name]"),
        (
            "type=sepa_debit&sepa_debit[iban]=DE89370400440532013000&billing_details[name]=A".to_owned(),
            "billing_details[email]",
        ),
        (format!("type=sepa_debit{HOLDER}"), "sepa_debit[iban]"),
        (format!("type=sepa_debit&sepa_debit[iban]=DE89370400440532013001{HOLDER}"), "sepa_debit[iban]"),
        (
            format!("type=us_bank_account&us_bank_account[account_number]=000123456789{HOLDER}"),
            "us_bank_account[routing_number]",
        ),
        (
            format!("type=bacs_debit&bacs_debit[sort_code]=108800&bacs_debit[account_number]=12a{HOLDER}"),
            "bacs_debit[account_number]",
        ),
        (
            format!("type=au_becs_debit&au_becs_debit[bsb_number]=00&au_becs_debit[account_number]=000123456{HOLDER}"),
            "au_becs_debit[bsb_number]",
        ),
        ("type=bitcoin".to_owned(), "type"),
        ("type=link".to_owned(), "link[email]"),
        ("type=ideal&card[number]=4242424242424242".to_owned(), "card"),
        ("type=ideal&billing_details[address][country]=Italy".to_owned(), "billing_details[address][country]"),
        ("type=ideal&billing_details[email]=anna".to_owned(), "billing_details[email]"),
    ] {
        let created = bank.browser("/v1/payment_methods", &form).await;
        assert_eq!((created.status, created.at("/error/param")), (400, param), "{form}");
    }
}

#[tokio::test]
async fn debits_are_on_their_way_and_come_or_fail_later() {
    let bank = start().await;
    for (kind, currency, data, end, code) in [
        ("sepa_debit", "eur", "&sepa_debit[iban]=DE89370400440532013000", "succeeded", ""),
        ("sepa_debit", "eur", "&sepa_debit[iban]=DE62370400440532013001", "requires_payment_method", "account_closed"),
        (
            "sepa_debit",
            "eur",
            "&sepa_debit[iban]=DE78370400440532013004",
            "requires_payment_method",
            "insufficient_funds",
        ),
        (
            "us_bank_account",
            "usd",
            "&us_bank_account[routing_number]=110000000&us_bank_account[account_number]=000123456789",
            "succeeded",
            "",
        ),
        (
            "us_bank_account",
            "usd",
            "&us_bank_account[routing_number]=110000000&us_bank_account[account_number]=000222222227",
            "requires_payment_method",
            "insufficient_funds",
        ),
        (
            "acss_debit",
            "cad",
            "&acss_debit[institution_number]=000&acss_debit[transit_number]=11000&acss_debit[account_number]=000123456789",
            "succeeded",
            "",
        ),
        (
            "bacs_debit",
            "gbp",
            "&bacs_debit[sort_code]=108800&bacs_debit[account_number]=33333335",
            "requires_payment_method",
            "debit_not_authorized",
        ),
        (
            "au_becs_debit",
            "aud",
            "&au_becs_debit[bsb_number]=000000&au_becs_debit[account_number]=111111113",
            "requires_payment_method",
            "account_closed",
        ),
    ] {
        let paid = pay(&bank, kind, currency, &format!("{data}{HOLDER}"), "").await;
        assert_eq!(paid.at("/status"), "processing", "{kind} {data}: {}", paid.text);
        let canceled = bank.post(&format!("/v1/payment_intents/{}/cancel", paid.id()), "").await;
        assert_eq!(
            canceled.at("/error/code"),
            "payment_intent_unexpected_state",
            "money on its way is not called back"
        );
        assert_eq!(settle(&bank).await, 1);
        assert_eq!(status(&bank, &paid).await, (end.to_owned(), code.to_owned()), "{kind} {data}");
    }
    assert!(bank.kinds_of_events().await.starts_with(&[
        "payment_intent.created".to_owned(),
        "charge.pending".to_owned(),
        "payment_intent.processing".to_owned()
    ]));
    let silent = "&us_bank_account[routing_number]=110000000&us_bank_account[account_number]=000000000009";
    let paid = pay(&bank, "us_bank_account", "usd", &format!("{silent}{HOLDER}"), "").await;
    assert_eq!(settle(&bank).await, 0);
    assert_eq!(status(&bank, &paid).await.0, "processing");
    let disputed =
        pay(&bank, "sepa_debit", "eur", &format!("&sepa_debit[iban]=DE35370400440532013002{HOLDER}"), "").await;
    assert_eq!((settle(&bank).await, settle(&bank).await), (1, 1));
    let dispute = bank.get(&format!("/v1/disputes?payment_intent={}", disputed.id())).await;
    assert_eq!(dispute.at("/data/0/status"), "needs_response");
}

#[tokio::test]
async fn a_mobile_code_is_checked_and_confirmed_in_the_app() {
    let bank = start().await;
    let code = |code: &str| format!("&payment_method_options[blik][code]={code}");
    for (wrong, error) in [
        ("", "parameter_invalid_empty"),
        ("12345", "parameter_invalid"),
        ("12345x", "parameter_invalid"),
        ("1234567", "parameter_invalid"),
    ] {
        let paid = pay(&bank, "blik", "pln", "", &code(wrong)).await;
        assert_eq!((paid.status, paid.at("/error/code")), (400, error), "{wrong}");
    }
    let error = pay(&bank, "blik", "pln", "", &code("000001")).await;
    assert_eq!((error.status, error.at("/error/code")), (400, "payment_method_invalid_parameter"));
    for (digits, end, error) in [
        ("123456", "succeeded", ""),
        ("000002", "requires_payment_method", "payment_method_provider_decline"),
        ("000003", "requires_payment_method", "payment_intent_payment_attempt_expired"),
    ] {
        let paid = pay(&bank, "blik", "pln", "", &code(digits)).await;
        assert_eq!(
            (paid.at("/status"), paid.at("/next_action/type")),
            ("requires_action", "blik_authorize"),
            "{}",
            paid.text
        );
        assert_eq!(settle(&bank).await, 1);
        assert_eq!(status(&bank, &paid).await, (end.to_owned(), error.to_owned()), "{digits}");
    }
}

#[tokio::test]
async fn who_leaves_for_a_page_comes_back_with_what_was_decided() {
    let bank = start().await;
    for (kind, currency, place, end) in [
        ("bancontact", "eur", "/next_action/redirect_to_url/url", "succeeded"),
        ("eps", "eur", "/next_action/redirect_to_url/url", "succeeded"),
        ("giropay", "eur", "/next_action/redirect_to_url/url", "succeeded"),
        ("ideal", "eur", "/next_action/redirect_to_url/url", "succeeded"),
        ("p24", "pln", "/next_action/redirect_to_url/url", "succeeded"),
        ("sofort", "eur", "/next_action/redirect_to_url/url", "processing"),
        ("klarna", "eur", "/next_action/redirect_to_url/url", "succeeded"),
        ("affirm", "usd", "/next_action/redirect_to_url/url", "succeeded"),
        ("afterpay_clearpay", "gbp", "/next_action/redirect_to_url/url", "succeeded"),
        ("amazon_pay", "eur", "/next_action/redirect_to_url/url", "succeeded"),
        ("alipay", "eur", "/next_action/alipay_handle_redirect/url", "succeeded"),
        ("wechat_pay", "eur", "/next_action/wechat_pay_display_qr_code/hosted_instructions_url", "succeeded"),
        (
            "cashapp",
            "usd",
            "/next_action/cashapp_handle_redirect_or_display_qr_code/hosted_instructions_url",
            "succeeded",
        ),
        ("boleto", "brl", "/next_action/boleto_display_details/hosted_voucher_url", "succeeded"),
        ("oxxo", "mxn", "/next_action/oxxo_display_details/hosted_voucher_url", "succeeded"),
        ("multibanco", "eur", "/next_action/multibanco_display_details/hosted_voucher_url", "succeeded"),
    ] {
        for (answer, want) in [("no", "requires_payment_method"), ("yes", end)] {
            let paid = pay(&bank, kind, currency, "", "").await;
            assert_eq!(paid.at("/status"), "requires_action", "{kind}: {}", paid.text);
            let page = paid.at(place);
            let response = bank.send(bank.request("GET", page.strip_prefix(&bank.base).expect(kind))).await;
            assert_eq!(response.status, 200, "{kind}");
            assert_eq!(bank.decide(page, "perhaps").await.status, 200, "{kind}: shows the page again");
            let answered = bank.decide(page, answer).await;
            let went = answered.headers["location"].to_str().expect("a text");
            let outcome = match want {
                "requires_payment_method" => "failed",
                "processing" => "pending",
                _ => "succeeded",
            };
            assert!(went.starts_with(&format!("{SHOP}/done?payment_intent={}&", paid.id())), "{went}");
            assert!(went.contains("payment_intent_client_secret=") && went.ends_with(outcome), "{went}");
            assert_eq!(status(&bank, &paid).await.0, want, "{kind}");
        }
    }
}

#[tokio::test]
async fn a_method_that_leads_away_needs_an_address_to_come_back_to() {
    let bank = start().await;
    let method = bank.browser("/v1/payment_methods", "type=ideal").await.id();
    let form = format!("amount=4720&currency=eur&confirm=true&payment_method={method}&payment_method_types[]=ideal");
    let paid = bank.post("/v1/payment_intents", &form).await;
    assert_eq!((paid.status, paid.at("/error/param")), (400, "return_url"));
}

#[tokio::test]
async fn unpaid_vouchers_expire() {
    let bank = start().await;
    let paid = pay(&bank, "multibanco", "eur", "", "").await;
    assert_eq!(settle(&bank).await, 0, "a slip waits for its payer");
    assert_eq!(bank.after_hours(71), 0);
    assert_eq!(bank.after_hours(73), 1);
    let now = (String::from("requires_payment_method"), String::from("payment_intent_payment_attempt_expired"));
    assert_eq!(status(&bank, &paid).await, now);
}

#[tokio::test]
async fn saving_a_bank_redirect_leaves_a_debit_behind_and_what_is_paid_once_cannot_be_saved() {
    let bank = start().await;
    let customer = bank.post("/v1/customers", "").await.id();
    let saving = |kind: &str, method: &str| {
        format!(
            "customer={customer}&payment_method={method}&payment_method_types[]={kind}&confirm=true&return_url={SHOP}/done{}",
            mandate_params(kind)
        )
    };
    for (kind, refused) in [
        ("klarna", "setup_intent_invalid_parameter"),
        ("boleto", "payment_method_not_reusable"),
        ("blik", "setup_intent_invalid_parameter"),
        ("wechat_pay", "setup_intent_invalid_parameter"),
    ] {
        let method = bank.browser("/v1/payment_methods", &format!("type={kind}")).await.id();
        let setup = bank.post("/v1/setup_intents", &saving(kind, &method)).await;
        assert_eq!((setup.status, setup.at("/error/code")), (400, refused), "{kind}");
        let attached =
            bank.post(&format!("/v1/payment_methods/{method}/attach"), &format!("customer={customer}")).await;
        assert_eq!(attached.at("/error/code"), "payment_method_not_reusable", "{kind}");
    }
    let method = bank.browser("/v1/payment_methods", &format!("type=ideal{HOLDER}")).await.id();
    let setup = bank.post("/v1/setup_intents", &saving("ideal", &method)).await;
    assert_eq!(bank.decide(setup.at("/next_action/redirect_to_url/url"), "yes").await.status, 303);
    assert_eq!(bank.get(&format!("/v1/setup_intents/{}", setup.id())).await.at("/status"), "succeeded");
    let saved = bank.get(&format!("/v1/customers/{customer}/payment_methods")).await;
    let tried = bank.get(&format!("/v1/setup_intents/{}?expand[]=latest_attempt", setup.id())).await;
    let place = "/latest_attempt/payment_method_details/ideal/generated_sepa_debit";
    assert_eq!((tried.at(place), saved.at("/data/0/type")), (saved.at("/data/0/id"), "sepa_debit"));
    assert_eq!(saved.json["data"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_one_click_account_pays_with_the_card_in_it() {
    let bank = start().await;
    let known = pay(&bank, "link", "eur", "&link[email]=anna@example.com", "").await;
    assert_eq!(known.at("/status"), "succeeded", "{}", known.text);
    let card = |number: &str| {
        format!(
            "&billing_details[email]=anna@example.com&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123"
        )
    };
    let declined = pay(&bank, "link", "eur", &card("4000000000009995"), "").await;
    assert_eq!((declined.status, declined.at("/error/decline_code")), (402, "insufficient_funds"));
    let pending = pay(&bank, "link", "eur", &card("4000000000003220"), "").await;
    assert_eq!(pending.at("/status"), "requires_action");
    let good = pay(&bank, "link", "eur", &card("4242424242424242"), "").await;
    assert_eq!(good.at("/status"), "succeeded");
    assert!(!bank.get("/v1/events").await.text.contains("4242424242424242"));
}

#[tokio::test]
async fn the_marketplaces_wallet_pays_with_the_card_that_was_chosen_in_its_sheet() {
    let bank = start().await;
    let chosen = |card: &str| format!("&card[token]=tok_{card}");
    let good = pay(&bank, "amazon_pay", "eur", &chosen("visa"), "").await;
    assert_eq!(good.at("/status"), "succeeded", "{}", good.text);
    let declined = pay(&bank, "amazon_pay", "eur", &chosen("chargeDeclined"), "").await;
    assert_eq!((declined.status, declined.at("/error/code")), (402, "card_declined"));
    let pending = pay(&bank, "amazon_pay", "eur", &chosen("authenticationRequired"), "").await;
    assert_eq!(pending.at("/status"), "requires_action");
    // Without a sheet, the wallet's own page asks for confirmation.
    let page = pay(&bank, "amazon_pay", "eur", "", "").await;
    assert_eq!(page.at("/next_action/type"), "redirect_to_url");
}

#[tokio::test]
async fn a_card_from_a_device_wallet_is_not_authenticated_again() {
    let bank = start().await;
    let form = |wallet: &str| {
        format!(
            "type=card&card[number]=4000000000003220&card[exp_month]=12&card[exp_year]=2040&card[wallet][type]={wallet}"
        )
    };
    assert_eq!(bank.browser("/v1/payment_methods", &form("purse")).await.at("/error/code"), "invalid_wallet_type");
    for wallet in ["apple_pay", "google_pay"] {
        let method = bank.browser("/v1/payment_methods", &form(wallet)).await;
        assert_eq!(method.at("/card/wallet/type"), wallet);
        assert_eq!(bank.pay(&method.id(), "").await.at("/status"), "succeeded");
    }
}
