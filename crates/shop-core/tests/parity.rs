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
use shop_core::host::{EXPORTS, call};

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
        ("checkout.json", checkout()),
        ("formatting.json", formatting()),
        ("messages.json", messages()),
        ("passwords.json", passwords()),
        ("quantities.json", quantities()),
        ("variations.json", variations()),
    ]
}

#[test]
fn the_files_hold_what_the_native_rules_answer() {
    let folder = tests_folder().join("parity");
    let names = serde_json::to_string_pretty(EXPORTS).unwrap() + "\n";
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
    assert_eq!(asked, EXPORTS.iter().copied().collect());
}
