//! The cases by which native code, the WebAssembly package and the page renderer are shown to answer alike:
//! `tests/parity/cases/*.json`, one call with its arguments and answer a line.
//!
//! The questions are made here; the answers are what the native rules say. So a difference in the files is a changed
//! rule: look at it, then write the files anew with `UPDATE_PARITY=1 cargo test -p shop-core --features host --test
//! parity`. Whether the rules are right is shown elsewhere (`variation_vectors.rs` and the modules' own tests).

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::disallowed_methods, reason = "test data is read from files, and the flag from the environment")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};
use shop_core::host::{call, names};

fn tests_folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests"))
}

fn vectors(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(tests_folder().join("vectors").join(name)).unwrap()).unwrap()
}

/// The calls of one file, answered as they are asked.
#[derive(Default)]
struct Cases(Vec<(&'static str, String)>);

impl Cases {
    fn ask(&mut self, name: &'static str, args: &[Value]) -> Value {
        let answer = call(name, &json!(args).to_string()).unwrap_or_else(|error| panic!("{error}"));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        self.0.push((name, json!({ "call": name, "args": args, "expect": answer }).to_string()));
        answer
    }

    fn text(&self) -> String {
        let mut text = String::from("[\n");
        for (at, (_, line)) in self.0.iter().enumerate() {
            let comma = if at + 1 < self.0.len() { "," } else { "" };
            writeln!(text, "{line}{comma}").unwrap();
        }
        text + "]\n"
    }
}

fn formatting() -> Cases {
    let mut cases = Cases::default();
    for lang in ["it", "en"] {
        for cents in
            [0_i64, 5, 99, 100, 7200, 99_999, 100_000, 205_714, 123_456_789, -1, -120, -100_000, 9_007_199_254_740_991]
        {
            cases.ask("formatPrice", &[json!(cents), json!(lang)]);
            cases.ask("formatMinor", &[json!(cents.to_string()), json!(lang)]);
            cases.ask("formatInteger", &[json!(cents), json!(lang)]);
        }
        for text in ["", "4720.5", "abc", "12 €", "99999999999999999999"] {
            cases.ask("formatMinor", &[json!(text), json!(lang)]);
        }
        for text in ["0.5", "12", "1.25", "-0.1", ""] {
            cases.ask("formatDecimal", &[json!(text), json!(lang)]);
        }
    }
    cases
}

fn messages() -> Cases {
    let mut cases = Cases::default();
    for message in shop_core::messages::all() {
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

fn quantities() -> Cases {
    let mut cases = Cases::default();
    let limits = [
        json!({}),
        json!({ "min": 2, "max": 10 }),
        json!({ "min": 0, "max": 5 }),
        json!({ "min": 6, "max": null, "step": 6 }),
        json!({ "min": 7, "max": 10, "step": 6 }),
        json!({ "min": 3, "max": 1 }),
        json!({ "sold_individually": true }),
    ];
    for bounds in &limits {
        for typed in [
            "",
            "0",
            "1",
            "2",
            "2.5",
            "2,5",
            " 7 ",
            "007",
            "11",
            "12",
            "250",
            "-3",
            "abc",
            "1e3",
            "99999999999999999999",
        ] {
            cases.ask("clampQuantity", &[json!(typed), bounds.clone()]);
        }
    }
    cases
}

/// Every eighth journey of the recorded ones: each step as a call of its own, its answer the next step's state.
fn variations() -> Cases {
    let mut cases = Cases::default();
    let file = vectors("variations.json");
    for case in file["cases"].as_array().unwrap().iter().step_by(8) {
        let attributes = case["attributes"].as_object().unwrap().iter();
        let attributes: Vec<Value> = attributes
            .map(|(name, options)| json!({ "name": name, "options": options, "selected": case["initial"].get(name).unwrap_or(&json!("")) }))
            .collect();
        let form = json!({ "sku": case["sku"], "attributes": attributes, "variations": case["variations"] });
        let mut state = cases.ask("variationFormState", std::slice::from_ref(&form));
        for step in case["steps"].as_array().unwrap() {
            let mut before = json!({});
            for remembered in ["selected", "quantity", "reset_announced", "no_match"] {
                before[remembered] = state[remembered].clone();
            }
            state = if let Some(chosen) = step.get("choose") {
                cases.ask("chooseOption", &[form.clone(), before, chosen[0].clone(), chosen[1].clone()])
            } else if let Some(typed) = step.get("qty") {
                cases.ask("setVariationQuantity", &[form.clone(), before, typed.clone()])
            } else {
                cases.ask("resetOptions", &[form.clone(), before])
            };
        }
    }
    cases
}

fn addresses() -> Cases {
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
    for (country, previous) in
        [("IT", "MI"), ("IT", "mi"), ("IT", "Milano"), ("IT", "DE-BE"), ("AT", "MI"), ("LV", "Riga"), ("IT", "")]
    {
        cases.ask("keptState", &[json!(country), json!(previous)]);
    }
    for case in vectors("postcodes.json")["cases"].as_array().unwrap() {
        cases.ask("normalisePostcode", &[case["country"].clone(), case["postcode"].clone()]);
    }
    cases
}

/// A form that passes, and what is typed instead in one field after the other.
fn checkout() -> Cases {
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
        "shipping_rates": { "0": ["flat_rate:1", "free_shipping:2"] }, "extra_fields": ["billing_field_285"], "account": "optional",
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

/// What people type to say who they are: a few of each kind; all of them are in `identifier_vectors.rs`.
fn identifiers() -> Cases {
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
        cases.ask("capturesEmail", &[json!(value), json!("anna@esempio.it")]);
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
        cases.ask("subaccountErrors", std::slice::from_ref(&form));
        for lang in ["it", "en"] {
            cases.ask("subaccountErrorText", &[form.clone(), json!(lang)]);
        }
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
    for (country, business, public_body, sdi_code, pec) in [
        ("IT", true, false, "m5uxcr1", ""),
        ("IT", true, false, "", "anna@pec.esempio.it"),
        ("IT", true, false, "", ""),
        ("IT", true, false, "M5", "anna"),
        ("IT", true, true, "uf5h3a", ""),
        ("IT", false, false, "", ""),
        ("DE", true, false, "", ""),
    ] {
        cases.ask("checkSdi", &[json!({ "country": country, "business": business, "public_body": public_body, "sdi_code": sdi_code, "pec": pec })]);
    }
    cases
}

fn consent() -> Cases {
    let mut cases = Cases::default();
    cases.ask("consentTimings", &[]);
    let visitor = json!({ "cookies": "cmplz_id=1; _ga=2", "user_agent": "Firefox", "now": 1_772_704_710 });
    for kind in ["optin", "optout", "other"] {
        let settings = json!({ "consent_type": kind, "dismiss_on_scroll": true, "dismiss_after_ms": 5000 });
        for sent in
            ["", "cmplz_marketing=allow; cmplz_policy_id=14", "cmplz_consented_services=%7B%22maps%22%3Atrue%7D"]
        {
            let mut state = cases.ask("consentState", &[json!(sent), settings.clone()]);
            for event in [
                json!({ "event": "page_loaded" }),
                json!({ "event": "waited", "milliseconds": 5000 }),
                json!({ "event": "manage_consent" }),
                json!({ "event": "scrolled", "pixels": 401 }),
                json!({ "event": "save_preferences", "preferences": true, "statistics": false, "marketing": true, "services": {} }),
                json!({ "event": "set_service", "service": "maps", "category": "marketing", "allow": false }),
                json!({ "event": "accept_placeholder", "category": "statistics", "service": "" }),
                json!({ "event": "accept_all" }),
                json!({ "event": "close" }),
                json!({ "event": "revoke" }),
            ] {
                let step = cases.ask("consentStep", &[state, event, settings.clone(), visitor.clone()]);
                state = step["state"].clone();
            }
            let data = json!({ "statistics": { "counter": ["_ga", "_ga_*"] } });
            cases.ask("consentCleanup", &[data, state.clone(), settings.clone(), visitor.clone()]);
            cases.ask("analyticsConsent", &[state, settings.clone(), visitor.clone()]);
        }
    }
    cases
}

fn analytics() -> Cases {
    let mut cases = Cases::default();
    cases.ask("analyticsTimings", &[]);
    cases.ask("analyticsConsentDefault", &[]);
    let row = json!({
        "id": 12, "name": "Caviale «50 g»", "sku": "CAV", "categories": ["Pesce", "Caviale"], "variation": ["50 g", "latta"],
        "quantity": 3, "price": "7250", "price_after_coupon_discount": "6999", "stock_status": "instock",
    });
    for variant in ["analytics", "tag_manager"] {
        for event in [
            "view_item_list",
            "view_item",
            "select_item",
            "select_content",
            "add_to_cart",
            "remove_from_cart",
            "view_cart",
            "begin_checkout",
            "add_shipping_info",
            "add_payment_info",
            "purchase",
            "search",
        ] {
            for items in [json!([]), json!([row]), json!([row, { "id": 3, "price": "x" }])] {
                let form = json!({
                    "event": event, "variant": variant, "items": items, "order_id": "77", "search_term": "tartufo",
                    "coupons": ["estate"], "total_price": "4720", "by_sku": variant == "analytics",
                });
                cases.ask("analyticsEvent", &[form]);
            }
        }
    }
    cases
}

fn attribution() -> Cases {
    let mut cases = Cases::default();
    for name in ["", "Mozilla/5.0 (iPhone) Mobile/15E148", "Mozilla/5.0 (Android 14; Tablet)", "Firefox"] {
        cases.ask("deviceType", &[json!(name)]);
    }
    for kind in ["utm", "typein", "admin", "mobile_app", "pos", "x"] {
        for lang in ["it", "en"] {
            cases.ask("originLabel", &[json!({ "source_type": kind, "utm_source": "google" }), json!(lang)]);
        }
    }
    for url in
        ["https://www.shop.test/?utm_source=caf%C3%A9&utm_term=100%", "https://shop.test/?gclid=1", "shop.test", ""]
    {
        for referrer in ["", "https://www.google.it/", "https://t.co/x", "https://yandex.ru/?text=x"] {
            for tracking in [true, false] {
                let view = json!({ "cookies": "a=1; sbjs_udata=vst%3D2", "url": url, "referrer": referrer, "user_agent": "x", "now": 0, "chance": 5 });
                let settings = json!({ "tracking": tracking, "promo": { "min": 1, "max": 3 }, "lifetime_months": "6" });
                let answer = cases.ask("attributionVisit", &[view, settings]);
                let pairs = answer["cookies"].as_array().unwrap().iter();
                let header: Vec<String> = pairs
                    .map(|change| format!("{}={}", change["name"].as_str().unwrap(), change["value"].as_str().unwrap()))
                    .collect();
                cases.ask("attributionFields", &[json!(header.join("; "))]);
            }
        }
    }
    cases
}

/// Trade layer: good and bad input of every function, the state machines event by event.
fn trade() -> Cases {
    let mut cases = Cases::default();
    cases.ask("tradeTimings", &[]);
    for form in [
        json!({}),
        json!({ "title": " Prezzi ", "message": "Quanto\ncosta? " }),
        json!({ "title": "x".repeat(201), "message": "x" }),
    ] {
        cases.ask("inquiryOutcome", &[form]);
    }
    for button in ["closed", "open", "sending"] {
        for form in [json!({}), json!({ "name": "Anna", "email": "anna@esempio.it" }), json!({ "known_sender": true })]
        {
            cases.ask("quoteClick", &[json!(button), form]);
        }
    }
    for prompted in [json!(null), json!(" "), json!("Natale"), json!("x".repeat(201))] {
        for products in ["", "12:3|5:0|"] {
            cases.ask("saveList", &[json!(products), prompted.clone()]);
        }
    }
    for button in ["ready", "saving", "saved"] {
        for event in [
            json!({ "press": null }),
            json!({ "press": "x" }),
            json!({ "answered": true }),
            json!({ "answered": false }),
        ] {
            cases.ask("cartToList", &[json!(button), event]);
        }
    }
    cases.ask("listDownloadAddress", &[json!("/wp-admin/admin-ajax.php"), json!(7), json!("a b&c")]);
    for answer in ["error_maximum_subaccounts", "42", ""] {
        cases.ask("subaccountAnswer", &[json!(answer)]);
    }
    for text in ["", "12:3|45:1|", "12:3|abc|45:0|7:1", "1:4294967296|", "٣:1|é"] {
        let lines = cases.ask("parseProductString", &[json!(text)]);
        cases.ask("formatProductString", &[lines]);
    }
    cases
        .ask("formatProductString", &[json!([{ "product_id": 3, "quantity": 0 }, { "product_id": 0, "quantity": 2 }])]);
    let found = json!({ "12": "Caviale 35 g", "12B2BKINGPRICE": "72.00", "9": "Olio", "9B2BKINGPRICE": 1.666, "5": "Senza prezzo" });
    let mut form = json!({});
    for event in [
        json!("new_line"),
        json!({ "type": { "line": 0, "text": "c" } }),
        json!({ "type": { "line": 0, "text": "cav" } }),
        json!({ "answer": { "number": 1, "answer": 1234 } }),
        json!({ "answer": { "number": 2, "answer": found } }),
        json!({ "choose": { "line": 0, "product_id": 9 } }),
        json!({ "quantity": { "line": 0, "typed": "3,5" } }),
        json!("new_line"),
        json!({ "type": { "line": 1, "text": "zzz" } }),
        json!({ "answer": { "number": 3, "answer": 1234 } }),
        json!({ "clear": { "line": 0 } }),
        json!({ "load": { "product_string": "12:2|77:1|", "answer": found } }),
        json!({ "load": { "product_string": "12:2|", "answer": "empty" } }),
    ] {
        form = cases.ask("bulkOrder", &[form, event]);
    }
    let fields = json!([
        { "name": "licenza", "label": "Licenza", "role": "bar", "required": true },
        { "name": "ditta", "label": "Ditta", "required": true },
        { "name": "consenso", "label": "Consenso", "role": "bar", "required": true, "checkbox": true },
    ]);
    for role in ["bar", "hotel", ""] {
        let shown = cases.ask("registrationFields", &[json!(role), fields.clone()]);
        cases.ask("customFieldErrors", &[shown]);
        for country in ["default", "IT"] {
            let form = json!({ "role": role, "country": country, "values": { "ditta": "Bar Sport" }, "checked": ["consenso"] });
            cases.ask("registrationErrors", &[form.clone(), fields.clone(), json!(true)]);
            cases.ask("registrationErrors", &[form, fields.clone(), json!(false)]);
        }
    }
    for form in [
        json!({}),
        json!({ "name": "Anna", "email": "anna@example.it" }),
        json!({ "name": "Anna", "email": "anna@example.museum" }),
        json!({ "known_sender": true, "message": "x".repeat(5001) }),
        json!({ "known_sender": true, "vendors": ["7", "8"] }),
    ] {
        cases.ask("quoteErrors", &[form]);
    }
    let sub = json!({ "sub": { "permissionBuy": true, "permissionViewOffers": true } });
    for account in [json!("guest"), json!("consumer"), json!("main"), sub] {
        for action in
            ["buy", "view_orders", "take_offer", "accept_quote", "request_quote", "use_lists", "manage_subaccounts"]
        {
            cases.ask("mayDo", &[account.clone(), json!(action)]);
        }
    }
    let rules = json!({ "countries": ["DE", "FR"], "number_of_countries": 26, "delivery_country_matters": true });
    for field in [json!({}), json!({ "country": "DE" }), json!({ "country": "DE", "value": "DE1" })] {
        cases.ask("vatFieldErrors", &[field, rules.clone()]);
    }
    let mut field = json!({});
    for event in [
        json!({ "start": { "status_cookie": "", "number_cookie": "" } }),
        json!({ "country": "DE" }),
        json!("validate"),
        json!({ "type": "DE1" }),
        json!("validate"),
        json!({ "answer": { "vat": "DE1", "country": "DE", "answer": "invalid" } }),
        json!("validate"),
        json!({ "answer": { "vat": "DE1", "country": "DE", "answer": "valid" } }),
        json!({ "type": "DE2" }),
        json!({ "country": "IT" }),
        json!({ "delivery_country": "FR" }),
        json!("delivery_answered"),
        json!({ "start": { "status_cookie": "validated_vat", "number_cookie": "DE1" } }),
    ] {
        field = cases.ask("vatFieldState", &[field, event, rules.clone()])["field"].clone();
    }
    cases
}

fn reviews() -> Cases {
    let mut cases = Cases::default();
    for stars in [0, 1, 5] {
        for lang in ["it", "en"] {
            cases.ask("starLabel", &[json!(stars), json!(lang)]);
        }
    }
    for comment in [7, 0, -1, 9_007_199_254_740_991_i64] {
        cases.ask("replyForm", &[json!(comment)]);
    }
    let text = |text: &str| json!({ "name": "Anna", "email": "a@b.it", "text": text, "rating": 4 });
    let long = "è".repeat(5001);
    for form in
        [json!({}), text("Ottimo"), text(" "), text(&long), text("http://a http://b http://c"), text("www.a.it")]
    {
        cases.ask("checkReview", &[form.clone(), json!({})]);
        cases.ask("checkReview", &[form.clone(), json!({ "known_writer": true, "rating_required": false })]);
        cases.ask("checkComment", &[form]);
    }
    for rating in [0, 1, 5, 6, -1] {
        cases.ask("checkReview", &[json!({ "rating": rating, "text": "Ottimo" }), json!({ "known_writer": true })]);
    }
    cases.ask("checkReview", &[text("Ottimo"), json!({ "buyers_only": true })]);
    cases.ask("checkReview", &[text("Ottimo"), json!({ "one_per_buyer": true, "reviewed": true })]);
    cases.ask("checkComment", &[json!({ "name": "www.x.it", "email": "a@b", "text": "Buono" })]);
    cases
}

/// One add-on of each kind, that of all pieces together costing so much.
fn add_ons_of(once: i64) -> Value {
    json!([{ "kind": "flat", "cents": once }, { "kind": "per_piece", "cents": 100 }])
}

/// What the shop's pages decide outside prices and forms.
fn pages() -> Cases {
    let mut cases = Cases::default();
    for timings in ["catalogueTimings", "cartTimings", "checkoutTimings", "quickViewTimings", "widgetTimings"] {
        cases.ask(timings, &[]);
    }
    for searching in [false, true] {
        cases.ask("sortKeys", &[json!(searching)]);
        for orderby in ["", "price-desc", "relevance", "x"] {
            cases.ask("chosenSort", &[json!(orderby), json!(searching)]);
        }
    }
    let tabs = json!(["description", "additional_information", "reviews"]);
    for address in ["/p/", "/p/#reviews", "/p/#comment-7", "/p/?cpage=2", "/p/#tab-additional_information"] {
        cases.ask("openedTab", &[json!(address), tabs.clone()]);
        cases.ask("askedTab", &[json!(address), tabs.clone()]);
    }
    cases.ask("openedTab", &[json!("/p/#reviews"), json!([])]);
    for key in ["ArrowRight", "ArrowLeft", "Home", "End", "Tab"] {
        cases.ask("movedTab", &[json!(key), json!(2), json!(3)]);
    }
    for chosen in [json!(null), json!(8), json!(9), json!(0)] {
        cases.ask("galleryPicture", &[json!([7, 8]), chosen]);
    }
    cases.ask("galleryZooms", &[json!(600), json!(600)]);
    cases.ask("galleryZooms", &[json!(1200), json!(600)]);
    for (typed, min) in [("1", "6"), ("7", "6"), ("-5", "-1"), ("", "6")] {
        cases.ask("raisedQuantity", &[json!(typed), json!(min)]);
    }
    for link in [json!({}), json!({ "data_pid": "2", "data_id": "3" }), json!({ "href": "/negozio/#woosq-4" })] {
        cases.ask("quickViewProduct", &[link]);
    }
    let settings = json!({ "next_prev": true, "hash_change": true, "auto_close": true, "cart_redirect": true, "cart_url": "/cart/" });
    for settings in [settings, json!({})] {
        let mut view = json!({});
        for event in [
            json!({ "open": 3 }),
            json!({ "move": 9 }),
            json!({ "hash": "#woosq" }),
            json!("added_to_cart"),
            json!({ "open": 5 }),
            json!({ "hash": "" }),
            json!("close"),
        ] {
            view = cases.ask("quickViewStep", &[view, event, json!([5, 3, 9]), settings.clone()]);
        }
        cases.ask("quickViewRedirect", &[settings, json!("/negozio/")]);
    }
    for (hash, now) in [("a1", 86_400_000), ("a1", 86_400_001), ("b2", 0)] {
        cases.ask("fragmentsUsable", &[json!({ "cart_hash": "a1", "made_at_ms": 0 }), json!(hash), json!(now)]);
    }
    cases.ask("fragmentsUsable", &[json!({}), json!(""), json!(0)]);
    for id in ["12", "0", ""] {
        cases.ask("addsByCall", &[json!(id)]);
    }
    for answer in [json!({}), json!({ "error": true }), json!({ "error": true, "product_url": "/p/" })] {
        for context in [json!({}), json!({ "on_cart_page": true }), json!({ "redirect": true, "cart_url": "/cart/" })] {
            cases.ask("afterAdd", &[answer.clone(), context]);
        }
    }
    for has_fragments in [true, false] {
        cases.ask("afterRemove", &[json!(has_fragments), json!("/cart/?remove_item=1")]);
    }
    let coupon = json!({ "class": "active-coupon", "data_code": "", "code_text": " ESTATE ", "data_id": "7" });
    for key in ["", "Enter", "Tab"] {
        cases.ask("clickedCoupon", &[coupon.clone(), json!(key), json!(false)]);
    }
    cases.ask("clickedCoupon", &[coupon, json!(""), json!(true)]);
    cases.ask("clickedCoupon", &[json!({}), json!(""), json!(false)]);
    for (page, answer, checkout) in
        [(true, true, false), (true, false, false), (true, false, true), (false, true, true)]
    {
        cases.ask("afterCoupon", &[json!(page), json!(answer), json!(checkout)]);
    }
    for html in ["<ul class=\"woocommerce-error\">", "<p>Applicato</p>"] {
        cases.ask("couponAnswerRefuses", &[json!(html)]);
    }
    let mut queue = json!({});
    for event in
        [json!({ "click": "a" }), json!({ "click": "b" }), json!({ "answered": true }), json!({ "answered": false })]
    {
        queue = cases.ask("addQueueStep", &[queue, event])["queue"].clone();
        for name in ["a", "b", "c"] {
            cases.ask("addButton", &[queue.clone(), json!(name)]);
        }
    }
    for items in [0, 1] {
        cases.ask("miniCartShown", &[json!(items)]);
    }
    for (on_page, chosen) in
        [(false, json!(["35 g"])), (true, json!(["35 g"])), (false, json!(["35 g", ""])), (false, json!([]))]
    {
        cases.ask("asksForVariation", &[json!(on_page), chosen]);
    }
    let notice = cases.ask("storeNotice", &[json!("Spedizione gratuita"), json!(""), json!(true)]);
    let sent = format!("{}=hidden", notice["dismissed"]["name"].as_str().unwrap());
    cases.ask("storeNotice", &[json!("Spedizione gratuita"), json!(sent), json!(false)]);
    cases.ask("storeNotice", &[json!(""), json!(sent), json!(false)]);
    for entry in ["yes", ""] {
        cases.ask("bannerHidden", &[json!(entry)]);
    }
    let chat = json!({ "phone": "+39 02 1", "app_address": "https://a.test/{phone}", "web_address": "https://w.test/?p={phone}&t={text}" });
    for (typed, mobile) in [("", true), ("Ciao & grazie", false), (" ", false)] {
        cases.ask("chatAddress", &[chat.clone(), json!(typed), json!(mobile)]);
    }
    for state in ["no_matches", "load_failed", "too_short", "too_long", "too_many", "loading_more", "searching"] {
        for quantity in [1, 2] {
            cases.ask("selectSentence", &[json!(state), json!(quantity), json!("it")]);
            cases.ask("selectSentence", &[json!(state), json!(quantity), json!("en")]);
        }
    }
    for (scrolled, header) in [(300, json!(null)), (301, json!(null)), (200, json!(80)), (-1, json!(-1))] {
        cases.ask("scrollTopShown", &[json!(scrolled), header]);
    }
    for (value, cookies) in
        [("anna@esempio.it", ""), ("anna@esempio.it", "tracking_email=anna%40esempio.it"), ("anna", "")]
    {
        for page in ["checkout", "account", "other"] {
            cases.ask("emailCapture", &[json!(value), json!(cookies), json!(page), json!(true)]);
        }
    }
    cases
}

/// The invoice part of the checkout, and when and how the checkout goes on.
fn checkout_steps() -> Cases {
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
    for name in ["radio-control-0", "7"] {
        cases.ask("shippingPackage", &[json!(name)]);
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

fn money() -> Cases {
    let mut cases = Cases::default();
    let home = json!({ "country": "IT", "state": "" });
    let coupon = json!({ "code": "ten", "kind": "percent", "amount_hundredths": 1000, "minimum_cents": 1000, "emails": ["*@shop.example"] });
    let alone = json!({ "code": "alone", "kind": "fixed_cart", "amount_hundredths": 500, "individual_use": true });
    for (country, exempt, at_subtotal) in
        [("IT", false, false), ("IT", false, true), ("DE", false, false), ("DE", true, false)]
    {
        let rate = |country: &str, rate: i64, class: &str| json!({ "country": country, "rate": rate, "class": class, "name": "IVA", "priority": 1, "shipping": true });
        let line = |cents: i64, quantity: i64, class: &str| {
            json!({
                "line": { "unit_price": cents, "quantity": quantity, "taxable": true, "tax_class": class, "needs_shipping": true },
                "goods": { "product_id": cents, "category_ids": [1], "on_sale": false }
            })
        };
        cases.ask("cartTotals", &[json!({
            "lines": [line(1800, 2, ""), line(733, 1, "reduced-10")],
            "coupons": [coupon, alone],
            "sequential_coupons": false,
            "shipping": { "cost": 500, "taxable": true },
            "taxes": { "classes": ["reduced-10"], "rates": [rate("IT", 220_000, ""), rate("IT", 100_000, "reduced-10"), rate("DE", 190_000, "")] },
            "rules": { "taxes": true, "prices_include_tax": true, "base": home, "round_at_subtotal": at_subtotal, "shipping_tax_class": null },
            "place": { "country": country, "state": "" },
            "exempt": exempt,
            "credits": [{ "code": "dono", "balance_cents": 1000, "expires_at": null }],
            "now": 0
        })]);
    }
    for (cents, email) in [(500, "anna@shop.example"), (1000, "anna@shop.example"), (1000, "bea@other.example")] {
        let cart = json!({ "goods": [{ "product_id": 1 }], "subtotal_cents": cents, "emails": [email], "now": 0 });
        let used = |coupon: &Value| json!({ "coupon": coupon, "uses": {} });
        for lang in ["it", "en"] {
            cases.ask("couponRefusal", &[coupon.clone(), cart.clone(), json!({}), json!(lang)]);
            for (typed, found) in
                [("", Value::Null), ("no-such", Value::Null), (" ALONE ", used(&alone)), ("ten", used(&coupon))]
            {
                cases.ask("addCoupon", &[json!(typed), found, json!([used(&coupon)]), cart.clone(), json!(lang)]);
            }
            cases.ask("keepValidCoupons", &[json!([used(&coupon), used(&alone)]), cart.clone(), json!(lang)]);
        }
    }
    let credits = json!([{ "code": "b", "balance_cents": 900, "expires_at": null }, { "code": "a", "balance_cents": 300, "expires_at": 20 }]);
    for (total, now) in [(1000, 0), (1000, 20), (5000, 0), (0, 0)] {
        cases.ask("payWithCredit", &[json!(total), credits.clone(), json!(now)]);
    }
    for size in [json!({}), json!({ "drained_weight_g": 180, "net_weight_g": 280 }), json!({ "net_volume_ml": 750 })] {
        cases.ask("unitPrice", &[json!(1235), size]);
    }
    let tiers = json!([{ "from": 12, "price_cents": 800 }, { "from": 6, "price_cents": 900 }]);
    for quantity in [1, 6, 11, 12] {
        cases.ask("tierPrice", &[json!(1000), tiers.clone(), json!(quantity)]);
    }
    for rule in [json!({ "kind": "net", "cents": 1000 }), json!({ "kind": "percent", "hundredths": 1500 })] {
        for with_tax in [true, false] {
            cases.ask("rolePrice", &[json!(1299), rule.clone(), json!(220_000), json!(with_tax)]);
        }
    }
    for (delivery, vat, valid) in
        [("DE", "DE", true), ("GR", "EL", true), ("DE", "DE", false), ("IT", "DE", true), ("US", "DE", true)]
    {
        cases.ask("reverseCharge", &[json!("IT"), json!(delivery), json!(vat), json!(valid)]);
    }
    let bounds = json!({ "min": 6, "max": 24, "step": 6, "sold_individually": false });
    for (present, added) in [(0, 6), (18, 12), (6, 1), (0, 0)] {
        cases.ask("mergeRefusal", &[json!("Vino"), json!(present), json!(added), bounds.clone()]);
    }
    let add_ons = json!([{ "kind": "flat", "cents": 500 }, { "kind": "per_piece", "cents": 100 }, { "kind": "percent", "hundredths": 1250 }]);
    cases.ask("addOnPrice", &[json!(999), json!(2), add_ons]);
    let line = json!({ "unit_price": 999, "quantity": 2, "taxable": true, "tax_class": "ten", "needs_shipping": true });
    for add_ons in [add_ons_of(500), add_ons_of(-500), add_ons_of(0), json!([])] {
        cases.ask("addOnLines", &[line.clone(), add_ons]);
    }
    let entry = |peso: &str, quantity: i64| json!({ "product_id": 7, "variation_id": 8, "chosen": [["peso", peso]], "add_ons": [["Biglietto", "Auguri"]], "quantity": quantity });
    cases.ask("lineKey", &[entry("35 g", 1)]);
    cases.ask("lineKey", &[json!({ "product_id": 7 })]);
    cases.ask("mergedLines", &[json!([entry("35 g", 1), entry("50 g", 2), entry("35 g", 3), entry("15 g", 0)])]);
    for typed in ["0", "2", "-1"] {
        cases.ask("groupedChoice", &[json!([{ "product_id": 1, "name": "Olio", "typed": typed }, { "product_id": 2, "name": "Riso", "typed": "" }])]);
    }
    let parts = json!([{ "share_hundredths": 3333, "months_after": 1, "days_after": 0 }, { "share_hundredths": 6667, "months_after": 2, "days_after": 5 }]);
    for deposit in [
        json!({ "kind": "percent", "hundredths": 3000 }),
        json!({ "kind": "fixed", "cents": 10_001 }),
        json!({ "kind": "fixed", "cents": 5000 }),
    ] {
        cases.ask("depositPlan", &[json!(10_001), deposit, parts.clone(), json!("2027-12-31")]);
    }
    let rules = json!({ "slots": [{ "starts_at": 1000, "ends_at": 2000, "capacity": 10 }], "min_persons": 2, "base_cents": 1000, "person_cents": 2500 });
    for (end, persons) in [(2000, 4), (2000, 9), (2000, 1), (1500, 4)] {
        let wanted = json!({ "starts_at": 1000, "ends_at": end, "persons": persons });
        let other = json!({ "starts_at": 0, "ends_at": 1500, "persons": 5 });
        cases.ask("checkBooking", &[rules.clone(), wanted, json!([other]), json!(0)]);
    }
    cases
}

fn payments() -> Cases {
    let mut cases = Cases::default();
    let shop = "https://shop.example";
    for hash in [
        "#wc-stripe-confirm-si:7:seti_1:n",
        "#wc-stripe-voucher-7:oxxo:pi_1:%2Fgrazie",
        "#wc-stripe-wallet-7:cashapp:setup_intent:seti_1:%2F%2Fevil.example:n",
        "#confirm-pi-pi_1:javascript:alert(1)",
        "#top",
    ] {
        let route = cases.ask("parsePaymentHash", &[json!(hash), json!(shop)]);
        if !route.is_null() {
            cases.ask("buildPaymentHash", &[route]);
        }
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

/// The payment form, what follows it, and the wallets' orders.
fn payment_flows() -> Cases {
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
    for wallet in ["apple_pay", "link", "paypal"] {
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

fn wallets() -> Cases {
    let mut cases = Cases::default();
    for (before, now, deposit) in [(true, true, false), (true, false, false), (true, true, true)] {
        cases.ask("expressElementChange", &[json!(before), json!(now), json!(deposit)]);
    }
    for total in [4720, 4719] {
        let item = json!({ "name": "Bottarga &amp; sale", "quantity": 2, "variation": [{ "attribute": "Formato", "value": "35&nbsp;g" }], "line_subtotal": 4000 });
        for lang in ["it", "en"] {
            cases.ask("walletSheet", &[json!({ "items": [item], "total_price": total, "total_tax": 420, "total_shipping": 500, "total_discount": 200, "currency_minor_unit": 2 }), json!(lang)]);
        }
    }
    let rate = |id: &str, selected: bool| json!({ "rate_id": id, "name": "Corriere", "price": 500, "taxes": 110, "selected": selected });
    for packages in
        [json!([]), json!([[rate("a:1", false), rate("b:2", true)]]), json!([[rate("a:1", false), rate("a:1", true)]])]
    {
        cases.ask("walletRates", &[packages, json!(null), json!(2)]);
    }
    for count in [0, 1] {
        cases.ask("walletSessionOpens", &[json!(true), json!(count)]);
    }
    for (country, text) in [("GB", "SW1A"), ("GB", "sw1a1aa"), ("CA", "K1A"), ("IT", "001"), ("", "")] {
        cases.ask("walletPostcode", &[json!(country), json!(text)]);
    }
    for (country, state, city, postcode) in [
        ("IT", "Lazio", "Tivoli", "00019"),
        ("IT", "Lazio", "", ""),
        ("HK", "", "Central", "Kowloon"),
        ("AE", "Dubai", "", ""),
        ("US", "PR", "San Juan", "00901"),
        ("DE", "Bayern", "", "80331"),
    ] {
        cases.ask(
            "normaliseWalletAddress",
            &[json!({ "country": country, "state": state, "city": city, "postcode": postcode, "address_2": "1" })],
        );
        cases.ask("walletProvince", &[json!(state), json!(city), json!(postcode)]);
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

/// What becomes of an order's payment, the look of its form, instalments and stored items.
fn payment_states() -> Cases {
    let mut cases = Cases::default();
    let event = |kind: &str, created: i64, status: &str, id: &str, amount: i64| json!({ "type": kind, "created": created, "intent_id": "pi_1", "status": status, "id": id, "amount": amount, "captured": true });
    let paid = event("payment_intent.succeeded", 5, "succeeded", "", 4720);
    for events in [
        json!([]),
        json!([event("payment_intent.processing", 1, "", "", 0)]),
        json!([event("payment_intent.payment_failed", 2, "", "", 0), event("payment_intent.processing", 1, "", "", 0)]),
        json!([paid, event("payment_intent.payment_failed", 9, "", "", 0)]),
        json!([event("refund.updated", 9, "succeeded", "re_1", 720), paid, paid]),
        json!([paid, event("charge.dispute.created", 9, "", "dp_1", 4720)]),
        json!([event("charge.dispute.closed", 9, "lost", "dp_1", 4720), paid]),
        json!([event("payment_intent.canceled", 9, "", "", 0), event("account.updated", 9, "", "", 0)]),
    ] {
        let facts = cases.ask("learnPaymentEvents", &[json!({ "intent_id": "pi_1" }), events]);
        for fulfilment in ["open", "completed", "cancelled"] {
            cases.ask("paymentOutcome", &[facts.clone(), json!({ "total_cents": 4720, "fulfilment": fulfilment })]);
        }
    }
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
    for (total, count) in [(10_000, 3), (2, 3), (1000, 1)] {
        cases.ask("priceParts", &[json!(total), json!(count)]);
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

fn passwords() -> Cases {
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
    cases
}

fn all_files() -> Vec<(&'static str, Cases)> {
    vec![
        ("addresses.json", addresses()),
        ("analytics.json", analytics()),
        ("attribution.json", attribution()),
        ("checkout.json", checkout()),
        ("checkout_steps.json", checkout_steps()),
        ("consent.json", consent()),
        ("formatting.json", formatting()),
        ("identifiers.json", identifiers()),
        ("messages.json", messages()),
        ("money.json", money()),
        ("pages.json", pages()),
        ("passwords.json", passwords()),
        ("payment_flows.json", payment_flows()),
        ("payment_states.json", payment_states()),
        ("payments.json", payments()),
        ("quantities.json", quantities()),
        ("reviews.json", reviews()),
        ("trade.json", trade()),
        ("variations.json", variations()),
        ("wallets.json", wallets()),
    ]
}

#[test]
fn the_files_hold_what_the_native_rules_answer() {
    let folder = tests_folder().join("parity");
    let names = serde_json::to_string_pretty(&names().collect::<Vec<_>>()).unwrap() + "\n";
    let mut files = vec![(folder.join("exports.json"), names)];
    files.extend(all_files().iter().map(|(name, cases)| (folder.join("cases").join(name), cases.text())));
    let update = std::env::var_os("UPDATE_PARITY").is_some();
    for (path, text) in files {
        if update {
            std::fs::write(&path, text).unwrap();
            continue;
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        let different = stored.lines().zip(text.lines()).find(|(stored, now)| stored != now);
        let shown = "write the files anew with UPDATE_PARITY=1 if the change is meant";
        assert!(
            different.is_none(),
            "{}: {shown}\nstored: {}\nnow:    {}",
            path.display(),
            different.unwrap().0,
            different.unwrap().1
        );
        assert!(stored == text, "{}: {shown}: the number of cases differs", path.display());
    }
}

#[test]
fn every_export_has_cases() {
    let files = all_files();
    let asked: BTreeSet<&str> = files.iter().flat_map(|(_, cases)| cases.0.iter().map(|(name, _)| *name)).collect();
    assert_eq!(asked, names().collect());
}
