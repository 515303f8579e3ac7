//! Stripe's API description, and whether a request conforms to it.

use serde_json::{Map, Value};

/// Names and types of Stripe's API in the version that the adapter uses.
pub(crate) struct Description(Value);

/// A recorded request.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Fields of the body or the query.
    pub(crate) fields: Vec<(String, String)>,
}

impl Description {
    pub(crate) fn read() -> Self {
        Self(serde_json::from_str(include_str!("stripe-2024-06-20.json")).unwrap())
    }

    pub(crate) fn api_version(&self) -> &str {
        self.0["api_version"].as_str().unwrap()
    }

    /// Fields of an object with their allowed types.
    pub(crate) fn answer(&self, object: &str) -> &Map<String, Value> {
        self.0["answers"][object].as_object().unwrap_or_else(|| panic!("no object {object}"))
    }

    /// Violations of the description; empty: none.
    pub(crate) fn deviations(&self, sent: &Sent) -> Vec<String> {
        let name = format!("{} {}", sent.method, with_placeholder(&sent.path));
        let Some(fields) = self.0["requests"][&name].as_object() else { return vec![format!("no such call: {name}")] };
        let mut wrong = Vec::new();
        for (field, value) in &sent.fields {
            if let Err(why) = fits(&Value::Object(fields.clone()), &segments(field), value) {
                wrong.push(format!("{name}: {field}={value}: {why}"));
            }
        }
        let needed = fields.keys().filter_map(|field| field.strip_suffix('!'));
        for field in needed.filter(|field| !sent.fields.iter().any(|(sent, _)| segments(sent)[0] == *field)) {
            wrong.push(format!("{name}: {field} is missing"));
        }
        wrong
    }
}

/// "/v1/refunds/re_1/cancel" -> "/v1/refunds/{id}/cancel".
fn with_placeholder(path: &str) -> String {
    let parts = path.split('/').enumerate();
    parts.map(|(at, part)| if at == 3 { "{id}" } else { part }).collect::<Vec<_>>().join("/")
}

/// "a[b][0]" -> a, b, 0.
fn segments(field: &str) -> Vec<&str> {
    field.split('[').map(|part| part.trim_end_matches(']')).collect()
}

fn fits(shape: &Value, path: &[&str], value: &str) -> Result<(), &'static str> {
    let Some((first, rest)) = path.split_first() else { return value_fits(shape, value) };
    let Some(fields) = shape.as_object() else { return Err("has no fields") };
    let list = fields.get("[]").filter(|_| first.bytes().all(|byte| byte.is_ascii_digit()));
    let own = fields.get(*first).or_else(|| fields.get(&format!("{first}!"))).or_else(|| fields.get("*")).or(list);
    own.map_or(Err("is not known"), |shape| fits(shape, rest, value))
}

fn value_fits(shape: &Value, value: &str) -> Result<(), &'static str> {
    let ok = match shape {
        Value::Array(words) => words.iter().any(|word| word == value),
        Value::String(kind) if kind == "integer" => value.parse::<i64>().is_ok(),
        Value::String(kind) if kind == "boolean" => value == "true" || value == "false",
        Value::String(_) => true,
        _ => false,
    };
    if ok { Ok(()) } else { Err("is of another type") }
}

#[test]
fn what_does_not_fit_is_found() {
    let description = Description::read();
    let sent = |path: &str, fields: &[(&str, &str)]| Sent {
        method: "POST".into(),
        path: path.into(),
        fields: fields.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
    };
    for (path, fields, why) in [
        ("/v1/payment_intents", &[("amount", "100")][..], "currency is missing"),
        ("/v1/payment_intents", &[("amount", "1.5"), ("currency", "eur")], "another type"),
        ("/v1/payment_intents", &[("amount", "1"), ("currency", "eur"), ("ammount", "1")], "not known"),
        ("/v1/payment_intents/pi_1/confirm", &[("setup_future_usage", "always")], "another type"),
        ("/v1/payment_intents/pi_1/confirm", &[("payment_method_options[blik][kode]", "1")], "not known"),
        ("/v1/payment_intents/pi_1/settle", &[], "no such call"),
    ] {
        let wrong = description.deviations(&sent(path, fields));
        assert!(wrong.len() == 1 && wrong[0].contains(why), "{path}: {wrong:?}");
    }
    assert!(description.deviations(&sent("/v1/refunds", &[("metadata[order]", "1"), ("amount", "5")])).is_empty());
}
