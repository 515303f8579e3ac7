//! Checks responses against the OpenAPI descriptions of the back office and of the store API. Every request of every test is checked,
//! so that no response can differ from what the interfaces promise.

use std::collections::HashMap;
use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use reqwest::Method;
use serde_json::Value;
use shop_server::{admin, store_api};

use crate::Answer;

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::load);

/// All described operations.
struct Contract {
    operations: Vec<Operation>,
    schemas: Schemas,
}

/// One operation of a description.
struct Operation {
    method: String,
    /// Path segments; `None` matches any segment.
    segments: Vec<Option<String>>,
    responses: HashMap<u16, Response>,
}

/// A described response.
struct Response {
    /// Media types and their schemas; only those of JSON are checked.
    content: HashMap<String, Option<SchemaIndex>>,
}

/// Compares a response with the description of its operation, if there is one.
///
/// # Errors
/// The status is not described, or the body does not match its schema: in words.
pub fn compare_with_description(method: &Method, path: &str, answer: &Answer) -> Result<(), String> {
    CONTRACT.compare(method, path, answer).map_err(|problem| {
        format!("{method} {path} is not answered as described: {} {problem}: {}", answer.status, answer.text())
    })
}

impl Contract {
    fn load() -> Self {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        let mut operations = Vec::new();
        for (number, text) in [admin::openapi(), store_api::openapi()].iter().enumerate() {
            let url = format!("https://bottega.example/openapi-{number}.json");
            let description: Value = serde_json::from_str(text).expect("a description is JSON");
            compiler.add_resource(&url, description.clone()).expect("each description has its own URL");
            let mut compile = |pointer: &str| {
                let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
                compiler.compile(&format!("{url}#{pointer}"), &mut schemas).expect("a described schema is valid")
            };
            for (path, of_path) in members(&description["paths"]) {
                for (method, operation) in members(of_path) {
                    let place = format!("/paths/{}/{method}/responses", escaped(path));
                    let response = |(status, response): (&String, &Value)| {
                        let shared = response["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
                        let place = shared.map_or_else(|| format!("{place}/{status}"), str::to_owned);
                        let described = Response::load(&description, &place, &mut compile);
                        (status.parse().expect("a status is a number"), described)
                    };
                    let responses = members(&operation["responses"]).map(response).collect();
                    operations.push(Operation { method: method.to_uppercase(), segments: segments(path), responses });
                }
            }
        }
        // `/orders/export` comes before `/orders/{id}`.
        operations.sort_by_key(|operation| operation.segments.iter().filter(|segment| segment.is_none()).count());
        Self { operations, schemas }
    }

    fn compare(&self, method: &Method, path: &str, answer: &Answer) -> Result<(), String> {
        let Some(operation) = self.operations.iter().find(|operation| operation.matches(method, path)) else {
            return Ok(());
        };
        let response = operation.responses.get(&answer.status).ok_or("(a status that is not described)")?;
        let media_type = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        if response.content.is_empty() {
            return if answer.body.is_empty() { Ok(()) } else { Err("(no body is described)".to_owned()) };
        }
        let described = response.content.get(media_type).or_else(|| response.content.get("*/*"));
        let schema = described.ok_or_else(|| format!("({media_type:?} is not described)"))?;
        let Some(schema) = schema else { return Ok(()) };
        let body: Value = serde_json::from_slice(&answer.body).map_err(|error| format!("({error})"))?;
        self.schemas.validate(&body, *schema).map_err(|error| format!("({error:#})"))
    }
}

impl Response {
    fn load(description: &Value, place: &str, compile: &mut impl FnMut(&str) -> SchemaIndex) -> Self {
        let content = description.pointer(place).map_or(&Value::Null, |response| &response["content"]);
        let schema = |(media_type, content): (&String, &Value)| {
            let is_json = media_type == "application/json" && content["schema"].is_object();
            let schema = is_json.then(|| compile(&format!("{place}/content/{}/schema", escaped(media_type))));
            (media_type.clone(), schema)
        };
        Self { content: members(content).map(schema).collect() }
    }
}

/// The members of a JSON object; none of anything else.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A key within a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

impl Operation {
    fn matches(&self, method: &Method, path: &str) -> bool {
        let path = segments(path);
        self.method == method.as_str()
            && self.segments.len() == path.len()
            && self.segments.iter().zip(&path).all(|(own, asked)| own.is_none() || own == asked)
    }
}

fn segments(path: &str) -> Vec<Option<String>> {
    let segment = |segment: &str| (!segment.starts_with('{')).then(|| segment.to_owned());
    path.trim_end_matches('/').split('/').map(segment).collect()
}
