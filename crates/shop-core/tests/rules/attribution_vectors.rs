//! Traffic-source attribution against journeys recorded from the platform whose behaviour it follows.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shop_core::host::call;

/// 2026-03-05 09:58:30 UTC, the first view of the file.
const FIRST_VIEW: i64 = 1_772_704_710;

#[derive(Default)]
struct Browser {
    jar: BTreeMap<String, (String, Option<i64>)>,
}

impl Browser {
    fn header(&mut self, now: i64) -> String {
        self.jar.retain(|_, (_, until)| until.is_none_or(|until| until > now));
        self.jar.iter().map(|(name, (value, _))| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn take(&mut self, changes: &Value, now: i64) {
        for change in changes.as_array().unwrap() {
            let name = change["name"].as_str().unwrap().to_owned();
            match change["max_age"].as_i64() {
                Some(0) => self.jar.remove(&name),
                age => self.jar.insert(name, (change["value"].as_str().unwrap().to_owned(), age.map(|age| now + age))),
            };
        }
    }
}

fn ask(name: &str, args: &Value) -> Value {
    serde_json::from_str(&call(name, &args.to_string()).unwrap()).unwrap()
}

#[test]
fn all_recorded_journeys_replay_exactly() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/attribution.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["first_view_at"], "2026-03-05 09:58:30");
    let cases = file["cases"].as_array().unwrap();
    let mut failed = 0;
    for (number, case) in cases.iter().enumerate() {
        let (mut browser, mut now) = (Browser::default(), FIRST_VIEW);
        let mut right = true;
        for (at, step) in case["steps"].as_array().unwrap().iter().enumerate() {
            now += 60 * step["after_minutes"].as_i64().unwrap();
            if step["restart"] == true {
                browser.jar.retain(|_, (_, until)| until.is_some());
            }
            let view = json!({
                "cookies": browser.header(now), "url": step["url"], "referrer": step["referrer"],
                "user_agent": file["user_agent"], "now": now,
            });
            let settings = json!({ "tracking": step["tracking"] != false, "session_minutes": file["session_minutes"] });
            let answer = ask("attributionVisit", &json!([view, settings]));
            browser.take(&answer["cookies"], now);
            let expect = &case["expect"][at];
            let mut fields = expect["fields"].clone();
            if fields.get("user_agent").is_none() {
                fields["user_agent"] = file["user_agent"].clone();
            }
            let header = browser.header(now);
            let left: Vec<&String> = browser.jar.keys().collect();
            let kept = expect.get("cookies_left").is_none_or(|names| *names == json!(left));
            let read = ask("attributionFields", &json!([header]));
            if answer["fields"] != fields || read != fields || !kept {
                println!("journey {number}, view {at}: {step}\n  got {}\n  not {fields}", answer["fields"]);
                right = false;
            }
        }
        failed += usize::from(!right);
    }
    println!("{} of {} journeys", cases.len() - failed, cases.len());
    assert_eq!((cases.len(), failed), (120, 0));
}
