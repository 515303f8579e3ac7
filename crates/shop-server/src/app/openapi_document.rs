//! Common parts of the OpenAPI documents: what handlers do not state because it follows from their parameters (a login, a path, a
//! query, a body) and from the layers around them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// HTTP methods that have operations.
const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// Error responses by status: component name, description, and whether `Retry-After` may be set.
const REFUSALS: [(u16, &str, &str, bool); 11] = [
    (400, "BadRequest", "The request cannot be read, or what it says is refused.", false),
    (401, "Unauthorized", "Who asks is not known.", false),
    (403, "Forbidden", "Who asks may not do this, or the request does not come from the shop's own pages.", false),
    (404, "NotFound", "There is no such thing.", false),
    (409, "Conflict", "What was to be changed is not as the request takes it to be: read it again.", false),
    (413, "TooLarge", "The body is too large.", false),
    (415, "UnsupportedMediaType", "The body is of another media type than those described.", false),
    (
        422,
        "Unprocessable",
        "The request is not of the described form, or a rule refuses it: then `errors` names the fields.",
        false,
    ),
    (429, "TooManyRequests", "Asked too often.", true),
    (500, "InternalError", "Something went wrong; it is in the log.", false),
    (503, "Unavailable", "The shop cannot answer at this moment.", true),
];

/// Descriptions of successful statuses, for handlers that give none.
const SUCCESSES: [(&str, &str); 5] = [
    ("200", "Done."),
    ("201", "Made."),
    ("202", "Taken on; it goes on in the background."),
    ("204", "Done; there is nothing to say."),
    ("207", "Each part has its own answer."),
];

/// Error responses of an API.
pub(crate) struct ErrorResponses {
    /// Name of the schema of its errors.
    pub(crate) schema: &'static str,
    /// Returns the statuses of an operation beside those that its handler declares.
    pub(crate) of: fn(&Operation<'_>) -> Vec<u16>,
}

/// An operation with its path and method.
pub(crate) struct Operation<'a> {
    pub(crate) path: &'a str,
    /// Method in lower case.
    pub(crate) method: &'a str,
    described: &'a Map<String, Value>,
}

impl Operation<'_> {
    /// Tells whether the operation has a parameter in a location: `path`, `query`.
    pub(crate) fn takes(&self, place: &str) -> bool {
        let parameters = self.described.get("parameters").and_then(Value::as_array);
        parameters.is_some_and(|all| all.iter().any(|one| one.get("in").and_then(Value::as_str) == Some(place)))
    }

    /// Tells whether the operation has a request body.
    pub(crate) fn has_body(&self) -> bool {
        self.described.contains_key("requestBody")
    }
}

/// Completes a document: error responses, unique operation ids, bounds of integers.
pub(crate) fn completed(mut description: Value, refusing: &ErrorResponses) -> Value {
    let mut used = BTreeSet::new();
    let mut names = BTreeSet::new();
    if let Some(paths) = description.get_mut("paths").and_then(Value::as_object_mut) {
        for (path, methods) in paths {
            for method in METHODS {
                let Some(operation) = methods.get_mut(method).and_then(Value::as_object_mut) else { continue };
                let statuses = (refusing.of)(&Operation { path, method, described: operation });
                used.extend(add_error_responses(operation, &statuses, refusing.schema));
                describe_successes(operation);
                name(operation, method, &mut names);
            }
        }
    }
    let responses = REFUSALS.iter().filter(|(status, ..)| used.contains(status));
    let responses: Map<String, Value> = responses
        .map(|(_, name, meaning, again)| ((*name).to_owned(), response(meaning, *again, refusing.schema)))
        .collect();
    if let Some(components) = description.get_mut("components").and_then(Value::as_object_mut) {
        components.insert("responses".into(), Value::Object(responses));
    }
    write_bounds(&mut description);
    description
}

/// Serialises a document, with a line feed at its end.
pub(crate) fn text(description: &Value) -> String {
    let mut text = serde_json::to_string_pretty(description).unwrap_or_default();
    text.push('\n');
    text
}

fn component(status: u16) -> Option<&'static str> {
    REFUSALS.iter().find(|(known, ..)| *known == status).map(|(_, name, ..)| *name)
}

fn response(meaning: &str, again: bool, schema: &str) -> Value {
    let mut response = json!({
        "description": meaning,
        "content": { "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } },
    });
    if again && let Some(response) = response.as_object_mut() {
        let header = json!({
            "description": "Seconds after which trying again may help.",
            "schema": { "type": "integer", "minimum": 0 },
        });
        response.insert("headers".into(), json!({ "Retry-After": header }));
    }
    response
}

/// Adds the missing error responses to an operation and gives the declared ones the same schema, unless the handler declared
/// another body. Returns the statuses.
fn add_error_responses(operation: &mut Map<String, Value>, extra: &[u16], schema: &str) -> Vec<u16> {
    let responses = operation.entry("responses").or_insert_with(|| json!({}));
    let Some(responses) = responses.as_object_mut() else { return Vec::new() };
    let own = format!("#/components/schemas/{schema}");
    let is_own = |response: &Value| {
        response.pointer("/content/application~1json/schema/$ref").and_then(Value::as_str) == Some(own.as_str())
    };
    let named = responses.iter().filter(|(_, response)| is_own(response)).filter_map(|(status, _)| status.parse().ok());
    let mut statuses: Vec<u16> = named.collect();
    statuses.extend(extra.iter().copied().filter(|status| !responses.contains_key(&status.to_string())));
    for status in &statuses {
        if let Some(name) = component(*status) {
            responses.insert(status.to_string(), json!({ "$ref": format!("#/components/responses/{name}") }));
        }
    }
    statuses
}

/// Describes successful responses, as OpenAPI requires.
fn describe_successes(operation: &mut Map<String, Value>) {
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
    for (status, response) in responses.into_iter().flatten() {
        let meaning = SUCCESSES.iter().find(|(known, _)| known == status);
        if let Some(((_, meaning), response)) = meaning.zip(response.as_object_mut()) {
            response.entry("description").or_insert((*meaning).into());
        }
    }
}

/// Sets the operation id: module and function, with the method where one function serves several.
fn name(operation: &mut Map<String, Value>, method: &str, names: &mut BTreeSet<String>) {
    let function = operation.get("operationId").and_then(Value::as_str).unwrap_or_default();
    let module = operation.get("tags").and_then(|tags| tags.get(0)).and_then(Value::as_str).unwrap_or_default();
    let module = module.rsplit("::").next().unwrap_or_default();
    let mut name = format!("{module}_{function}");
    if !names.insert(name.clone()) {
        name = format!("{name}_{method}");
        names.insert(name.clone());
    }
    operation.insert("operationId".into(), name.into());
}

/// Writes out the bounds of integers: a client that does not know `int64` would see none.
fn write_bounds(value: &mut Value) {
    match value {
        Value::Object(schema) => {
            let bounds = match schema.get("format").and_then(Value::as_str) {
                Some("int64") => Some((i64::MIN, i64::MAX)),
                Some("int32") => Some((i32::MIN.into(), i32::MAX.into())),
                _ => is_whole(schema).then_some((i64::MIN, i64::MAX)),
            };
            if let Some((least, most)) = bounds {
                schema.entry("minimum").or_insert(least.into());
                schema.entry("maximum").or_insert(most.into());
            }
            schema.values_mut().for_each(write_bounds);
        }
        Value::Array(list) => list.iter_mut().for_each(write_bounds),
        _ => {}
    }
}

fn is_whole(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "integer"),
        Some(kind) => kind == "integer",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        json!({
            "paths": { "/a/{id}": {
                "put": { "tags": ["shop::things"], "operationId": "save", "parameters": [{ "in": "path" }], "responses": {
                    "200": {},
                    "409": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } } },
                    "404": { "description": "a page" },
                } },
                "patch": { "tags": ["shop::things"], "operationId": "save", "requestBody": {}, "responses": {} },
            } },
            "components": { "schemas": {
                "Thing": { "format": "int64", "minimum": 0, "type": "integer" },
                "Count": { "minimum": 0, "type": ["integer", "null"] },
            } },
        })
    }

    fn described() -> Value {
        let of = |operation: &Operation<'_>| if operation.takes("path") { vec![404, 503] } else { vec![415] };
        completed(sample(), &ErrorResponses { schema: "Problem", of })
    }

    #[test]
    fn an_operation_answers_what_its_parts_refuse_and_what_its_handler_says() {
        let description = described();
        let put = &description["paths"]["/a/{id}"]["put"]["responses"];
        assert_eq!(put["409"]["$ref"], "#/components/responses/Conflict");
        assert_eq!(put["503"]["$ref"], "#/components/responses/Unavailable");
        assert_eq!(put["404"]["description"], "a page", "what a handler says of another body stays");
        assert_eq!(put["200"]["description"], "Done.");
        assert_eq!(description["paths"]["/a/{id}"]["patch"]["responses"].as_object().unwrap().len(), 1);
        let components: Vec<&String> = description["components"]["responses"].as_object().unwrap().keys().collect();
        assert_eq!(components, ["Conflict", "Unavailable", "UnsupportedMediaType"]);
    }

    #[test]
    fn no_two_operations_have_one_name() {
        let description = described();
        let name = |method: &str| description["paths"]["/a/{id}"][method]["operationId"].clone();
        assert_eq!((name("put"), name("patch")), (json!("things_save"), json!("things_save_patch")));
    }

    #[test]
    fn whole_numbers_have_bounds_and_keep_their_own() {
        for name in ["Thing", "Count"] {
            let schema = described()["components"]["schemas"][name].clone();
            assert_eq!((&schema["minimum"], &schema["maximum"]), (&json!(0), &json!(i64::MAX)), "{name}");
        }
    }
}
