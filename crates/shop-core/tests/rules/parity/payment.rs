//! Payments, wallets, orders after payment events.

use serde_json::json;

use super::Cases;

pub(super) fn payments() -> Cases {
    let mut cases = Cases::default();
    let shop = "https://shop.example";
    for hash in [
        "#wc-stripe-confirm-si:7:seti_1:n",
        "#wc-stripe-voucher-7:oxxo:pi_1:%2Fgrazie",
        "#wc-stripe-wallet-7:cashapp:setup_intent:seti_1:%2F%2Fevil.example:n",
        "#confirm-pi-pi_1:javascript:alert(1)",
        "#top",
    ] {
        cases.ask("parsePaymentHash", &[json!(hash), json!(shop)]);
    }
    for target in ["/a?b#c", "https://shop.example/a", "//evil.example", "/\\evil.example", "/a%0d%0ab"] {
        cases.ask("sameOriginPath", &[json!(shop), json!(target)]);
        cases.ask("addressWithoutSecrets", &[json!(target)]);
    }
    for name in ["Giulia", "Niccolò dell'Acqua", ""] {
        cases.ask("payerName", &[json!(name), json!(true)]);
        cases.ask("payerName", &[json!(name), json!(false)]);
    }
    cases.ask("payerPhone", &[json!("+39 (06) 123-45")]);
    cases.ask("requestCountry", &[json!("RE")]);
    for (method, limit, total) in [
        ("invoice", json!(50_000), 8000),
        ("invoice", json!(50_000), 8001),
        ("invoice", json!(null), 9_000_000),
        ("bacs", json!(0), 1),
    ] {
        let credit = json!({ "limit_cents": limit, "open_cents": 42_000 });
        cases.ask("creditRefusal", &[json!(method), credit, json!(total), json!("it")]);
    }
    let items = json!([{ "label": "IVA", "value": 300 }, { "name": "Sconto", "amount": 100, "key": "total_discount" }]);
    cases.ask("displayItem", &[items[1].clone()]);
    for total in [200, 199] {
        cases.ask("displayItems", &[items.clone(), json!(total), json!(0)]);
    }
    for decimals in [json!(null), json!(0), json!(3)] {
        cases.ask("minorAmount", &[json!(4750), decimals, json!(2)]);
    }
    for settings in [json!({}), json!({ "type": "default", "theme": "light-outline", "height": 100 })] {
        cases.ask("buttonAppearance", &[settings]);
    }
    for context in [json!({}), json!({ "cart_total": 0 }), json!({ "pay_for_order": true })] {
        cases.ask("expressButtonsShown", &[context]);
    }
    for total in [0, 1] {
        cases.ask("intentMode", &[json!(total), json!("EUR")]);
    }
    for names in [json!([]), json!(["quantity", "addon-7-dedica", "wc_deposit_option", "attribute_a"])] {
        cases.ask("expressCartWay", std::slice::from_ref(&names));
        cases.ask("expressChoices", &[names]);
    }
    for code in [json!(null), json!(""), json!("variation_unavailable")] {
        cases.ask("expressProductAlert", &[code]);
    }
    cases.ask("expressTimings", &[]);
    cases.ask("intentUpdateSkipped", &[json!("seti_1")]);
    for countries in [json!(null), json!(["IT"])] {
        cases.ask("paymentMethodAvailable", &[json!("FR"), countries]);
    }
    cases.ask("gatewayEndpoint", &[json!("/?wc-ajax=%%endpoint%%"), json!("wc_stripe"), json!("checkout")]);
    cases.ask("isMobileCode", &[json!("123-456")]);
    for error in [json!({}), json!({ "code": "card_declined", "decline_code": "insufficient_funds" })] {
        for lang in ["it", "en"] {
            cases.ask("paymentErrorMessage", &[error.clone(), json!(lang)]);
        }
    }
    cases
}

/// The payment form, its next steps, and wallet orders.
pub(super) fn payment_flows() -> Cases {
    let mut cases = Cases::default();
    let shop = json!("https://shop.example");
    for ids in [json!([]), json!(["klarna", "bitcoin", "clearpay"])] {
        cases.ask("paymentMethods", &[ids]);
    }
    let all = ["card", "klarna", "ideal", "giropay", "oxxo", "cashapp", "clearpay"];
    for (method, country, currency, amount, subscription) in [
        ("card", "IT", "EUR", 4720, false),
        ("card", "IT", "EUR", 49, false),
        ("klarna", "IT", "EUR", 4720, true),
        ("ideal", "IT", "EUR", 4720, false),
        ("giropay", "DE", "EUR", 4720, false),
        ("oxxo", "MX", "MXN", 1_000_001, false),
        ("clearpay", "GB", "gbp", 0, false),
        ("bitcoin", "", "", -1, false),
    ] {
        let offer = json!({ "method": method, "enabled": all, "countries": null, "billing_country": country, "currency": currency, "amount": amount, "subscription": subscription });
        cases.ask("paymentMethodRefusals", &[offer]);
        cases.ask("paymentAmountNotice", &[json!(method), json!(amount)]);
    }
    cases.ask("paymentMethodRefusals", &[json!({ "method": "card", "enabled": ["card"], "countries": ["FR"], "billing_country": "IT", "currency": "EUR", "amount": 4720 })]);
    cases.ask("paymentAmountNotice", &[json!("cashapp"), json!(200_001)]);
    for (code, sent) in [("", false), ("", true), ("12345", false), ("123456", true)] {
        cases.ask("mobileCodeErrors", &[json!(code), json!("BLIK"), json!(sent)]);
    }
    for page in [
        json!({}),
        json!({ "adds_method": true }),
        json!({ "payment_needed": false }),
        json!({ "supports_deferred": true, "cart_total": 4720, "currency": "EUR" }),
    ] {
        cases.ask("paymentFormStart", &[page]);
    }
    for change in [
        json!({}),
        json!({ "ticked": true, "one_click": true }),
        json!({ "logged_in": false }),
        json!({ "uses_saved": true }),
        json!({ "sets_up": true }),
        json!({ "subscription": true }),
        json!({ "method": "klarna", "forced_by_shop": true }),
        json!({ "method": "bitcoin" }),
    ] {
        let mut form = json!({ "method": "card", "methods": ["card", "klarna", "sepa_debit", "x"], "saving_enabled": true, "logged_in": true });
        for (name, value) in change.as_object().unwrap() {
            form[name] = value.clone();
        }
        cases.ask("savingPlan", &[form]);
    }
    for enabled in [json!([]), json!(["billing_last_name", "billing_postcode", "email"])] {
        cases.ask("billingCollection", &[enabled]);
    }
    for method in ["card", "link", "sepa_debit", "bitcoin"] {
        for offered in [json!(["card", "link", "klarna"]), json!(["link", "bitcoin"]), json!([])] {
            cases.ask("chosenTypes", &[json!(method), offered]);
        }
    }
    for wallet in ["apple_pay", "link", "paypal"] {
        cases.ask("walletTypes", &[json!(wallet)]);
        for (express, enabled) in [(true, true), (true, false), (false, true)] {
            cases.ask("walletShown", &[json!(wallet), json!(express), json!(enabled)]);
        }
    }
    for (status, action, url) in [
        ("succeeded", "", ""),
        ("requires_action", "redirect_to_url", "https://bank.example/a"),
        ("requires_action", "redirect_to_url", "javascript:alert(1)"),
        ("requires_action", "use_sdk", ""),
        ("canceled", "", ""),
    ] {
        for kind in ["card", "cashapp"] {
            cases.ask(
                "afterSetup",
                &[json!({ "status": status, "action": action, "action_url": url, "payment_type": kind })],
            );
        }
    }
    for target in ["/grazie/", "//evil.example"] {
        for status in ["succeeded", "requires_action"] {
            cases.ask("afterWalletSetup", &[shop.clone(), json!(status), json!(target)]);
            cases.ask("afterWallet", &[shop.clone(), json!({ "status": status, "return_url": target })]);
        }
        for order in ["7", "7a"] {
            for received in ["/checkout/order-received/", ""] {
                cases.ask("afterVoucher", &[shop.clone(), json!(target), json!(order), json!(received)]);
            }
        }
        for status in ["success", "failure"] {
            cases.ask("afterExpressOrder", &[shop.clone(), json!({ "payment_status": status, "redirect": target })]);
        }
    }
    cases.ask("afterWallet", &[shop.clone(), json!({ "failed": true })]);
    cases.ask("afterWallet", &[shop, json!({ "changes_method": true })]);
    for status in ["requires_capture", "processing"] {
        cases.ask("legacyConfirmationSucceeds", &[json!(status)]);
    }
    for lang in ["it", "en"] {
        for failure in ["timeout", "abort", "offline", "invalid_json", "other"] {
            cases.ask("networkMessage", &[json!(failure), json!(lang)]);
        }
        for failure in [
            json!({}),
            json!({ "code": "rest_invalid_param", "params": { "b": "due", "a": "uno" } }),
            json!({ "payment_message": "no" }),
        ] {
            cases.ask("expressOrderMessage", &[failure, json!(lang)]);
        }
    }
    cases
}

pub(super) fn wallets() -> Cases {
    let mut cases = Cases::default();
    for (before, now, deposit) in [(true, true, false), (true, false, false), (true, true, true)] {
        cases.ask("expressElementChange", &[json!(before), json!(now), json!(deposit)]);
    }
    for count in [0, 1] {
        cases.ask("walletSessionOpens", &[json!(true), json!(count)]);
    }
    let person = json!({ "name": "Anna De Luca", "address": { "line1": "Via Roma 1", "city": "Tivoli", "state": "Lazio", "country": "it", "postal_code": "00019" } });
    for (email, token) in [("anna@esempio.it", "ctoken_1"), ("", "ctoken_1"), ("anna@esempio.it", "")] {
        let form = json!({
            "billing": person, "payer_email": email, "payer_phone": "+39 (06) 12-34", "shipping_rate": "flat_rate:1", "confirmation_token": token,
            "express_payment_type": "apple_pay", "needs_shipping": true, "custom_fields": [{ "name": "a[]", "value": "1" }, { "name": "b", "value": "<" }],
        });
        cases.ask("expressOrder", &[form, json!({})]);
    }
    cases
}

/// State of an order's payment, appearance of its form, instalments and stored items.
pub(super) fn payment_states() -> Cases {
    let mut cases = Cases::default();
    for styles in [
        json!({}),
        json!({ "backgrounds": ["rgba(0, 0, 0, 0)", "rgb(20 20 20 / 90%)"], "tab_background": "#3ab1e4", "tab_text": "#777", "font_size": "16px", "one_click": true }),
        json!({ "backgrounds": ["red"], "font_size": "1em" }),
    ] {
        cases.ask("paymentFormLook", &[styles]);
    }
    for look in ["{\"theme\":\"night\"}", "{\"variables\":{\"a\":\"url(x)\"}}", "["] {
        cases.ask("checkedLook", &[json!(look)]);
    }
    cases.ask("fontSheets", &[json!([])]);
    let sheets = ["https://use.typekit.net/a.css", "https://evil.example/a.css", "https://use.typekit.net/a.css"];
    cases.ask("fontSheets", &[json!(sheets)]);
    let widget = r#"{"product":{"productId":7},"terms":{"provider":"Klarna","parts":3,"minimumCents":3500,"maximumCents":150000}}"#;
    for (configuration, unit, quantity, lang) in
        [(widget, 1851, 2, "it"), (widget, 5000, 1, "en"), (widget, 100, 1, "it"), ("{}", 5000, 1, "it")]
    {
        cases
            .ask("bnplOffer", &[json!(configuration), json!(unit), json!(quantity), json!(1_790_000_000), json!(lang)]);
    }
    for configuration in [
        "{\"cart\":{},\"product\":{\"productId\":7}}",
        "{\"product\":{\"productId\":7,\"customPositionSelector\":\"a{\"}}",
        "x",
    ] {
        for taken in [json!([]), json!(["#bnpl-widget-cart-hook-0"])] {
            cases.ask("widgetPlan", &[json!(configuration), json!("bnpl"), taken]);
        }
    }
    for customer in [json!(null), json!(7)] {
        cases.ask("storageKey", &[json!("cart"), customer]);
    }
    for value in ["{\"a\":[1.50,\"€\"]}", "x"] {
        let item = cases.ask("encodeStored", &[json!(value), json!(100)]);
        for now in [99, 100] {
            cases.ask("decodeStored", &[json!(item.as_str().unwrap_or(value)), json!(now)]);
        }
    }
    cases
}
