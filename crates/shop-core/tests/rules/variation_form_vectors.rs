//! Compares the variation form's exported functions with the recorded journeys of `tests/vectors/variations.json`.
//! `variation_vectors.rs` tests the rules themselves.

use serde_json::{Map, Value, json};
use shop_core::host::call;

fn ask(name: &str, args: Value) -> Value {
    let answer = call(name, &args.to_string()).unwrap_or_else(|error| panic!("{error}"));
    serde_json::from_str(&answer).unwrap()
}

fn shown(state: &Value) -> Value {
    let letter = |option: &Value| match option["status"].as_str() {
        Some("kept") => 'k',
        Some("disabled") => 'd',
        _ => 'r',
    };
    let mut options = Map::new();
    for attribute in state["attributes"].as_array().unwrap() {
        let letters: String = attribute["options"].as_array().unwrap().iter().map(letter).collect();
        options.insert(attribute["name"].as_str().unwrap().to_owned(), json!(letters));
    }
    let quantity = &state["quantity"];
    let max = quantity["max"].as_i64().map(|max| max.to_string()).unwrap_or_default();
    json!({
        "selected": state["selected"],
        "options": options,
        "variation_id": state["variation_id"],
        "button": state["button"],
        "alert": state["alert"].as_str().map(|code| code.trim_start_matches("variation_")),
        "reset_visible": state["reset_visible"],
        "reset_announced": state["reset_announced"],
        "panel_shown": state["panel_shown"],
        "sku": state["sku"],
        "qty": [quantity["value"], quantity["min"].to_string(), max, quantity["hidden"]],
    })
}

/// Returns the first difference in a journey, if any.
fn difference(defaults: &Value, case: &Value) -> Option<String> {
    let attribute = |(name, options): (&String, &Value)| json!({ "name": name, "options": options, "selected": case["initial"].get(name).unwrap_or(&json!("")) });
    let variation = |given: &Value| {
        let mut whole = defaults.clone();
        whole.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
        whole
    };
    let attributes: Vec<Value> = case["attributes"].as_object().unwrap().iter().map(attribute).collect();
    let variations: Vec<Value> = case["variations"].as_array().unwrap().iter().map(variation).collect();
    let form = json!({ "sku": case["sku"], "attributes": attributes, "variations": variations });
    let mut state = ask("variationFormState", json!([form]));
    for (at, expect) in case["expect"].as_array().unwrap().iter().enumerate() {
        if at > 0 {
            let step = &case["steps"][at - 1];
            state = if let Some(chosen) = step.get("choose") {
                ask("chooseOption", json!([form, state, chosen[0], chosen[1]]))
            } else if let Some(typed) = step.get("qty") {
                ask("setVariationQuantity", json!([form, state, typed]))
            } else {
                ask("resetOptions", json!([form, state]))
            };
        }
        if shown(&state) != *expect {
            return Some(format!("state {at}: {} instead of {expect}", shown(&state)));
        }
    }
    None
}

#[test]
fn the_exported_functions_answer_every_recorded_journey() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/variations.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let failing: Vec<String> = cases
        .iter()
        .enumerate()
        .filter_map(|(number, case)| {
            Some(format!("journey {number}, {}", difference(&file["variation_defaults"], case)?))
        })
        .collect();
    assert!(failing.is_empty(), "{} of {} differ:\n{}", failing.len(), cases.len(), failing.join("\n"));
    assert_eq!(cases.len(), 150);
}
