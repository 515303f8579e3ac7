//! Addresses, the checkout, identifiers, passwords, messages.

use std::collections::BTreeMap;

use serde_json::json;

use super::Cases;

pub(super) fn addresses() -> Cases {
    let mut cases = Cases::default();
    for lang in ["it", "en"] {
        cases.ask("countryOptions", &[json!(["IT", "AT", "DE", "GB", "CH", "US"]), json!(lang)]);
        for country in ["IT", "AT", "LV", "CH", ""] {
            cases.ask("stateField", &[json!(country), json!(lang)]);
        }
        for country in ["IT", "RO", "IE", "HU", "AT", "GB", "US", "", "ZZ"] {
            for kind in ["billing", "shipping"] {
                cases.ask("addressFields", &[json!(kind), json!(country), json!(lang), json!({})]);
            }
        }
    }
    cases.ask("countryOptions", &[json!([]), json!("it")]);
    cases.ask(
        "addressFields",
        &[json!("billing"), json!("IT"), json!("it"), json!({ "company": "required", "phone": "hidden" })],
    );
    for (from, country, previous) in [
        ("IT", "IT", "MI"),
        ("IT", "IT", "mi"),
        ("", "IT", "Milano"),
        ("", "IT", "DE-BE"),
        ("IT", "ES", "VI"),
        ("IT", "AT", "MI"),
        ("", "LV", "Riga"),
        ("IT", "IT", ""),
    ] {
        cases.ask("stateAfterCountryChange", &[json!(from), json!(country), json!(previous)]);
    }
    for text in ["L’Aquila", "Forlì-Cesena", "Œuf & Straße", "ＣＡＦＦＥ", "70%_\\", ""] {
        cases.ask("searchKey", &[json!(text)]);
    }
    for (country, postcode, city, state, filled) in [
        ("IT", "20129", "", "", ""),
        ("IT", "00184", "", "MI", "MI"),
        ("IT", "00184", "", "MI", ""),
        ("IT", "00184", "Roma", "RM", "RM"),
        ("IT", "2012", "", "", ""),
        ("IT", "", "Milano", "", ""),
        ("IT", "20129\u{e9}", "", "", ""),
        ("DE", "20129", "", "", ""),
    ] {
        cases.ask("filledState", &[json!(country), json!(postcode), json!(city), json!(state), json!(filled)]);
    }
    cases
}

/// A valid form, and changes to one field after the other.
pub(super) fn checkout() -> Cases {
    let mut cases = Cases::default();
    let person = json!({
        "first_name": "Anna", "last_name": "Rossi", "country": "IT", "address_1": "Via Roma 1", "city": "Milano",
        "state": "MI", "postcode": "20121", "phone": "+39 02 123456",
    });
    let mut form = json!({
        "billing": person, "shipping": person, "payment_method": "stripe", "shipping_method": { "0": "flat_rate:1" }, "terms": true,
    });
    form["billing"]["email"] = json!("anna@example.it");
    let rules = json!({
        "sold_to": ["IT", "DE", "IE", "HU", "AT", "RO", "FR", "GB"], "shipped_to": ["IT", "DE"], "payment_methods": ["stripe"],
        "shipping_rates": { "0": ["flat_rate:1", "free_shipping:2"] }, "extra_fields": [{ "name": "billing_field_285", "label": "Targa" }], "account": "optional",
    });
    assert_eq!(cases.ask("checkCheckout", &[form.clone(), rules.clone()]), json!([]));
    cases.ask("checkCheckout", &[json!({}), json!({})]);
    cases.ask("checkCheckout", &[json!({}), rules.clone()]);
    cases.ask("checkCheckoutField", &[json!("no_such_field"), form.clone(), rules.clone()]);
    let long = "x".repeat(3000);
    let typed: [(&str, &[&str]); 11] = [
        ("first_name", &["", "   ", "Anna Maria", &long]),
        ("last_name", &["", "D'Angelo"]),
        ("company", &["", "Bottega s.r.l."]),
        ("country", &["", "XX", "it", "US", "FR"]),
        ("address_1", &["", "Via Roma"]),
        ("address_2", &["", "Scala B"]),
        ("city", &["", "Milano"]),
        ("state", &["", "XX", "Milano", "rm"]),
        ("postcode", &["", "2012", "201211", "AB123", "20 121", "20121\u{e9}"]),
        ("phone", &["", "123", "tel. 123", "+39 (02) 12-34/5#_.", "١٢٣"]),
        (
            "email",
            &[
                "",
                "anna",
                "anna@",
                "anna@example",
                "anna@example.it ",
                "an na@example.it",
                "anna@exa_mple.it",
                "ànna@example.it",
            ],
        ),
    ];
    for (kind, elsewhere) in [("billing", false), ("shipping", true)] {
        for (field, values) in &typed {
            for value in values.iter().filter(|_| kind == "billing" || *field != "email") {
                let mut form = form.clone();
                form["ship_to_different_address"] = json!(elsewhere);
                form[kind][field] = json!(value);
                let name = format!("{kind}_{field}");
                cases.ask("checkCheckoutField", &[json!(name), form.clone(), rules.clone()]);
                cases.ask("checkCheckout", &[form, rules.clone()]);
            }
        }
    }
    for (country, state, postcode) in [
        ("DE", "", "10115"),
        ("DE", "DE-BE", "1011"),
        ("IE", "D", ""),
        ("IE", "D", "D02 AF30"),
        ("HU", "", "1051"),
        ("AT", "", "1010"),
        ("RO", "", "010011"),
        ("GB", "", "SW1A 1AA"),
        ("GB", "", "SW1A"),
    ] {
        let mut address = form["billing"].clone();
        for (field, value) in [("country", country), ("state", state), ("postcode", postcode)] {
            address[field] = json!(value);
        }
        for kind in ["billing", "shipping"] {
            cases.ask("checkAddress", &[json!(kind), address.clone(), rules.clone()]);
        }
    }
    let mut demanding = rules.clone();
    demanding["extra_fields"][0]["required"] = json!(true);
    for value in ["", " \n", "AB123CD", &long] {
        let mut form = form.clone();
        form["extra"] = json!({ "billing_field_285": value });
        cases.ask("checkCheckoutField", &[json!("billing_field_285"), form.clone(), demanding.clone()]);
        cases.ask("checkCheckout", &[form, demanding.clone()]);
    }
    for (field, value) in [
        ("terms", json!(false)),
        ("payment_method", json!("")),
        ("payment_method", json!("bacs")),
        ("shipping_method", json!({})),
        ("shipping_method", json!({ "0": "local_pickup:3" })),
        ("order_comments", json!(long)),
        ("create_account", json!(true)),
    ] {
        let mut form = form.clone();
        form[field] = value;
        cases.ask("checkCheckout", &[form, rules.clone()]);
    }
    for (rule, value) in [
        ("needs_shipping", json!(false)),
        ("needs_payment", json!(false)),
        ("terms_required", json!(false)),
        ("min_age_years", json!(18)),
        ("company", json!("required")),
        ("phone", json!("hidden")),
        ("account", json!("required")),
        ("shipping_rates", json!({ "0": [] })),
        ("sold_to", json!([])),
    ] {
        let mut rules = rules.clone();
        rules[rule] = value;
        cases.ask("checkCheckout", &[form.clone(), rules]);
    }
    cases
}

/// The steps of the checkout: refreshes, complete addresses, responses.
pub(super) fn checkout_steps() -> Cases {
    let mut cases = Cases::default();
    cases.ask("refreshingFields", &[]);
    let address =
        json!({ "country": "IT", "state": "MI", "address_1": "Via Roma 1", "city": "Milano", "postcode": "20121" });
    for form in
        [json!({}), json!({ "billing": address }), json!({ "billing": address, "ship_to_different_address": true })]
    {
        for cause in [
            "address_typed",
            "address_changed",
            "payment_method",
            "shipping_method",
            "trade_billing_country",
            "trade_delivery_answer",
            "answer",
        ] {
            cases.ask("refreshWait", &[json!(cause), form.clone(), json!({})]);
        }
        cases.ask("hasFullAddress", &[form, json!({})]);
    }
    for buyer in ["consumer", "business", "public_body"] {
        for filled in [
            json!({ "requested": false }),
            json!({ "requested": true }),
            json!({ "requested": true, "vat_number": "00743110157", "sdi_code": "M5UXCR1" }),
            json!({ "requested": true, "tax_code": "98085020067", "pec": "x@pec.it" }),
            json!({ "requested": true, "vat_number": "1", "tax_code": "1", "sdi_code": "1", "pec": "1" }),
        ] {
            let mut invoice = filled;
            invoice["buyer"] = json!(buyer);
            for country in ["IT", "DE", "US"] {
                cases.ask("checkInvoice", &[invoice.clone(), json!(country)]);
            }
            cases.ask("checkCheckoutWithInvoice", &[json!({ "billing": address }), json!({}), invoice]);
        }
    }
    for answer in [
        json!({}),
        json!({ "result": "success", "redirect": "/checkout/order-received/7/", "reload": true }),
        json!({ "result": "success" }),
        json!({ "result": "failure", "reload": true }),
        json!({ "result": "failure", "refresh": true, "messages": "<p>No</p>" }),
    ] {
        cases.ask("afterPlaceOrder", &[answer]);
    }
    cases
}

pub(super) fn identifiers() -> Cases {
    let mut cases = Cases::default();
    for value in [
        "anna@esempio.it",
        "anna@esempio.museum",
        "caffè@esempio.it",
        "anna@xn--citt-3na.example",
        "anna@esempio.t_b",
        "anna",
        "",
    ] {
        for kind in ["checkout", "capture", "quote"] {
            cases.ask("checkEmail", &[json!(kind), json!(value)]);
        }
    }
    for value in ["+39 06 1234567", "02:123", ""] {
        cases.ask("checkPhone", &[json!(value)]);
    }
    for (country, text) in [("GB", "sw1a1aa"), ("IT", "20 121"), ("IT", "2012"), ("XX", "a-1")] {
        cases.ask("checkPostcode", &[json!(country), json!(text)]);
    }
    for form in [
        json!({}),
        json!({ "username": "cucina.rossi", "email": "cucina@esempio.it", "password": "abcdefg1" }),
        json!({ "username": "cucina._rossi", "email": "cucina", "password": "p@$$w0rd€" }),
    ] {
        cases.ask("subaccountErrors", &[form]);
    }
    for (country, input) in [
        ("IT", "it 00743110157"),
        ("IT", "00743110157"),
        ("IT", "IT00743110158"),
        ("IT", "DE136695976"),
        ("GR", "el 094-943.585"),
        ("CH", "che-107.787.577 iva"),
        ("ES", "ESX2482300W"),
        ("FR", "FRK7399859412"),
        ("IE", "IE8D79739I"),
        ("CZ", "CZ7103192745"),
        ("NL", "NL002455799B11"),
        ("US", "12"),
        ("DE", ""),
    ] {
        cases.ask("checkVatNumber", &[json!(country), json!(input)]);
    }
    for input in ["rssmra 80b29 h501q", "RUEEDAPPEMTLLPRJ", "98085020067", "RSSMRA81B29H501R", "RSSMRÀ80B29H501Q", ""]
    {
        cases.ask("checkTaxCode", &[json!(input)]);
    }
    cases
}

pub(super) fn passwords() -> Cases {
    let mut cases = Cases::default();
    let fields =
        json!({ "last_name": "Müller", "email": "anna.conti@example.com", "billing_company": "Trattoria Sole" });
    for (title, url) in [("", ""), ("Il mio account", "https://example.com/my-account/")] {
        cases.ask("passwordWords", &[json!({ "title": title, "url": url, "fields": fields })]);
    }
    for form in ["register", "edit_account", "lost_reset_password", "checkout"] {
        for lang in ["it", "en"] {
            for score in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
                for (password, confirm) in
                    [("", None), ("x", None), ("x", Some("")), ("x", Some("x")), ("x", Some("y"))]
                {
                    let typed = json!({ "form": form, "password": password, "confirm": confirm, "score": score, "stop_checkout": false });
                    cases.ask("passwordMeter", &[typed, json!(lang)]);
                }
            }
        }
    }
    let typed = json!({ "form": "checkout", "password": "x", "confirm": null, "score": 2, "stop_checkout": true });
    cases.ask("passwordMeter", &[typed, json!("it")]);
    let details = |email: &str, current: &str, password: &str, again: &str| {
        json!({
            "form": "details", "first_name": "Anna", "last_name": "", "display_name": "Anna", "email": email,
            "stored_email": "anna@example.com", "current": current, "password": password, "again": again,
        })
    };
    for form in [
        json!({ "form": "login", "username": "", "password": "" }),
        json!({ "form": "login", "username": "anna", "password": "x" }),
        json!({ "form": "register", "email": "anna@example", "password": "corta" }),
        json!({ "form": "register", "email": "anna@example.com", "password": "lunga-e-forte" }),
        json!({ "form": "lost_password", "login": " " }),
        json!({ "form": "reset_password", "password": "lunga-e-forte", "again": "lunga-e-forta" }),
        json!({ "form": "delete", "current": "" }),
        details("Anna@example.com", "", "", ""),
        details("altra@example.com", "", "", ""),
        details("anna@example.com", "x", "lunga-e-forte", ""),
    ] {
        for score in [None, Some(2), Some(3)] {
            cases.ask("checkAccount", &[form.clone(), json!(score)]);
        }
    }
    cases
}

pub(super) fn messages() -> Cases {
    let mut cases = Cases::default();
    for message in shop_core::platform::messages::all() {
        let names = message.it.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
        let params: BTreeMap<&str, String> = names.map(|name| (name, format!("‹{name}›"))).collect();
        for lang in ["it", "en"] {
            cases.ask("messageText", &[json!(message.code), json!(params), json!(lang)]);
        }
    }
    cases.ask("messageText", &[json!("no_such_code"), json!({}), json!("it")]);
    cases.ask("messageText", &[json!("woocommerce_rest_product_out_of_stock"), json!({}), json!("it")]);
    cases
}
