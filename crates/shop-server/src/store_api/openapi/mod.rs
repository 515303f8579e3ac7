//! OpenAPI document of the store API. Paths and statuses are declared at the handlers, response types in `shop_core::store_api`;
//! [`bodies`] and [`queries`] describe requests.

pub(super) mod bodies;
pub(super) mod queries;
pub(super) mod responses;

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::{Modify, OpenApi as _};

use crate::app::openapi_document::{self, ErrorResponses, Operation};

#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Bottega store API",
    description = "What storefronts ask of the shop: catalogue, cart, checkout. Also at `/wp-json/wc/store/…`. Bodies may be \
                       sent as forms too (`application/x-www-form-urlencoded`); numbers are then their texts. No text holds the character NUL."
))]
struct Description;

/// Base paths of routes that act for a visitor and whose responses carry session headers.
const VISITOR_PATHS: [&str; 3] =
    ["/wp-json/wc/store/v1/cart", "/wp-json/wc/store/v1/checkout", "/wp-json/wc/store/v1/batch"];
/// The batch itself needs no credentials: each of its requests does.
const BATCH: &str = "/wp-json/wc/store/v1/batch";
/// Reading the checkout returns a visitor's own data, so it needs the same credentials as a write.
const CHECKOUT: &str = "/wp-json/wc/store/v1/checkout";

/// Adds the security schemes: writes need the nonce of the last response, or a cart token, which also identifies the cart.
struct Visitor;

impl Modify for Visitor {
    fn modify(&self, description: &mut OpenApi) {
        let key = |header: &str, about: &str| {
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(header, about)))
        };
        let components = description.components.get_or_insert_default();
        let nonce = "The `Nonce` of any earlier answer; it ages, so that a client takes the newest. The cart is that of the cookie.";
        components.add_security_scheme("nonce", key("Nonce", nonce));
        let token = "The `Cart-Token` of an earlier answer, in place of nonce and cookie: the cart is the token's.";
        components.add_security_scheme("cart_token", key("Cart-Token", token));
        let need = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
        for (path, item) in &mut description.paths.paths {
            if !VISITOR_PATHS.iter().any(|base| path.starts_with(base)) || path == BATCH {
                continue;
            }
            if let Some(read) = &mut item.get {
                let first = if path == CHECKOUT { need("nonce") } else { SecurityRequirement::default() };
                read.security = Some(vec![first, need("cart_token")]);
            }
            for write in [&mut item.put, &mut item.post, &mut item.delete, &mut item.patch].into_iter().flatten() {
                write.security = Some(vec![need("nonce"), need("cart_token")]);
            }
        }
    }
}

/// Error statuses of an operation by its parameters.
fn error_statuses(operation: &Operation<'_>) -> Vec<u16> {
    let mut out = vec![500, 503];
    if operation.takes("path") {
        out.extend([400, 404]);
    }
    if operation.takes("query") {
        out.push(400);
    }
    if is_visitor_path(operation.path) || operation.path.contains("/order/") {
        // Each of them may carry a body, and is counted when the shop limits requests.
        out.extend([400, 413]);
        if operation.path != BATCH && (operation.method != "get" || operation.path == CHECKOUT) {
            out.extend([401, 403]);
        }
        // A write may create a cart, and the number of new carts per address is limited.
        if operation.method != "get" {
            out.push(429);
        }
    }
    out
}

fn is_visitor_path(path: &str) -> bool {
    VISITOR_PATHS.iter().any(|base| path.starts_with(base))
}

/// Session headers of responses to visitors.
fn session_headers(path: &str) -> Map<String, Value> {
    let text = |about: &str| json!({ "description": about, "required": true, "schema": { "type": "string" } });
    let number =
        |about: &str| json!({ "description": about, "required": true, "schema": { "type": "integer", "minimum": 0 } });
    let mut out = Map::new();
    let mut set = |name: &str, header: Value| _ = out.insert(name.to_owned(), header);
    set("Nonce", text("For the next write."));
    set("Nonce-Timestamp", number("When the nonce was made, as seconds since 1970."));
    set("User-ID", number("Number of the customer who is logged in; 0: a guest."));
    if path != BATCH {
        set("Cart-Token", text("Names this visitor's cart without cookies, for 48 hours."));
        set("Cart-Hash", text("Changes with what is in the cart; empty: nothing is."));
    }
    out
}

/// Returns the OpenAPI document as JSON with a line feed at its end.
pub fn openapi() -> String {
    let mut description = Description::openapi();
    description.merge(super::operations().into_openapi());
    Visitor.modify(&mut description);
    let description = serde_json::to_value(description).unwrap_or_default();
    let mut description =
        openapi_document::completed(description, &ErrorResponses { schema: "ApiProblem", of: error_statuses });
    let paths = description.get_mut("paths").and_then(Value::as_object_mut);
    for (path, methods) in paths.into_iter().flatten().filter(|(path, _)| is_visitor_path(path)) {
        let operations = methods.as_object_mut().into_iter().flat_map(|all| all.values_mut());
        for responses in operations.filter_map(|operation| operation.get_mut("responses")?.as_object_mut()) {
            for (_, response) in responses.iter_mut().filter(|(status, _)| status.starts_with('2')) {
                if let Some(response) = response.as_object_mut() {
                    response.insert("headers".into(), Value::Object(session_headers(path)));
                }
            }
        }
    }
    openapi_document::text(&description)
}
