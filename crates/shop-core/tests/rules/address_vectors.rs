//! Compares addresses, e-mail addresses and telephone numbers with the results of other software: see `tests/vectors/README.md`.

use serde_json::Value;
use shop_core::accounts::email;
use shop_core::base::Lang;
use shop_core::checkout::address::phone;
use shop_core::checkout::address::postcode;
use shop_core::checkout::address::states::{StateField, StateOption, state_code, state_field, state_name};

const POSTCODES: &str = include_str!("../../../../tests/vectors/postcodes.json");
const STATES: &str = include_str!("../../../../tests/vectors/states.json");
const FORM_RULES: &str = include_str!("../../../../tests/vectors/form_rules.json");

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn cases<'a>(file: &'a Value, name: &str) -> &'a Vec<Value> {
    let cases = file[name].as_array().unwrap();
    assert!(!cases.is_empty());
    cases
}

fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap()
}

#[test]
fn postcodes_are_judged_and_laid_out_as_by_others() {
    for case in cases(&read(POSTCODES), "cases") {
        let (country, typed) = (text(case, "country"), text(case, "postcode"));
        assert_eq!(postcode::is_valid(country, typed), case["valid"].as_bool().unwrap(), "{case}");
        if let Some(normal) = case["normal"].as_str() {
            assert_eq!(postcode::normalise(country, typed), normal, "{case}");
        }
    }
}

#[test]
fn the_state_lists_are_those_of_the_platform() {
    let file = read(STATES);
    let options = |states: &Value, name: &str| -> Vec<StateOption> {
        let states = states.as_array().unwrap().iter();
        states.map(|state| StateOption { code: text(state, "code").into(), name: text(state, name).into() }).collect()
    };
    for (country, states) in file["countries"].as_object().unwrap() {
        assert_eq!(state_field(country, Lang::It), StateField::Select { options: options(states, "it") }, "{country}");
        assert_eq!(
            state_field(country, Lang::En),
            StateField::Select { options: options(states, "name") },
            "{country}"
        );
        for state in states.as_array().unwrap() {
            let code = text(state, "code");
            for name in ["code", "name", "local", "it"] {
                assert_eq!(state_code(country, text(state, name)), Some(code), "{country} {state}");
            }
            assert_eq!(state_name(country, code, Lang::It), state["it"].as_str());
        }
    }
    for country in cases(&file, "empty") {
        assert_eq!(state_field(country.as_str().unwrap(), Lang::It), StateField::Hidden, "{country}");
    }
}

#[test]
fn e_mail_addresses_are_judged_as_by_others() {
    for case in cases(&read(FORM_RULES), "checkout_email") {
        assert_eq!(email::is_valid(text(case, "value")), case["valid"].as_bool().unwrap(), "{case}");
    }
}

#[test]
fn telephone_numbers_are_judged_as_by_others() {
    for case in cases(&read(FORM_RULES), "phone") {
        assert_eq!(phone::is_valid(text(case, "value")), case["valid"].as_bool().unwrap(), "{case}");
    }
}
