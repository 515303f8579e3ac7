//! Compares the password meter with the platform's (`tests/vectors/password_meter.json`).

use serde_json::{Value, json};
use shop_core::host::call;

fn answer(name: &str, args: &Value) -> Value {
    serde_json::from_str(&call(name, &args.to_string()).unwrap()).unwrap()
}

#[test]
fn the_meter_shows_what_the_platform_shows() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/password_meter.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut wrong = Vec::new();
    for case in file["cases"].as_array().unwrap() {
        let page = json!({"title": case["title"], "url": case["url"], "fields": case["fields"]});
        let words = answer("passwordWords", &json!([page]));
        let expect = case["expect"].as_object().unwrap();
        let mut found = json!({"words": words});
        if let Some(password) = case["password"].as_str() {
            let words: Vec<String> = serde_json::from_value(words).unwrap();
            let loaded = case["checker_loaded"] != json!(false);
            let score = loaded.then(|| shop_password::score(password, &words).score);
            let typed = json!({"form": case["form"], "password": password, "confirm": case["confirm"], "score": score});
            found = answer("passwordMeter", &json!([typed, "it"]));
            found["hint"] = json!(found["hint"].is_string());
        }
        if expect.iter().any(|(key, value)| found[key] != *value) {
            wrong.push(format!("{case} gives {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
