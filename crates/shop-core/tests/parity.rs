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
    for value in ["anna@esempio.it", "anna@esempio.museum", "caffè@città.example", "anna@esempio.t_b", "anna", ""] {
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
        ("consent.json", consent()),
        ("formatting.json", formatting()),
        ("identifiers.json", identifiers()),
        ("messages.json", messages()),
        ("money.json", money()),
        ("passwords.json", passwords()),
        ("payments.json", payments()),
        ("quantities.json", quantities()),
        ("reviews.json", reviews()),
        ("trade.json", trade()),
        ("variations.json", variations()),
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
