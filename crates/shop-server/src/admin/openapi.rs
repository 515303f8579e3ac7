//! OpenAPI description of the back-office API; the types of its browser client are generated from it.

use serde_json::Value;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{OpenApi, Required};
use utoipa::{Modify, OpenApi as _};

use crate::app::openapi_document::{self, ErrorResponses, Operation};

#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Bottega back office",
    description = "What the back office asks of the shop. No text holds the character NUL."
))]
struct Description;

/// Path of the only operation that needs no login.
const LOGIN: &str = "/api/admin/login";

/// Adds the session cookie that every operation but the login needs, and the nonce header that writes need.
struct Session;

impl Modify for Session {
    fn modify(&self, description: &mut OpenApi) {
        let about = "Set by logging in; `__Host-bottega_admin` where the shop is served by HTTPS.";
        let cookie = ApiKey::Cookie(ApiKeyValue::with_description("bottega_admin", about));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        for (path, item) in &mut description.paths.paths {
            let all = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
            for operation in all.into_iter().flatten().filter(|_| path != LOGIN) {
                operation.security = Some(vec![SecurityRequirement::new("session", Vec::<String>::new())]);
            }
            let writing = [&mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
            for operation in writing.into_iter().flatten().filter(|_| path != LOGIN) {
                let nonce = ParameterBuilder::new().name("X-Admin-Nonce").parameter_in(ParameterIn::Header);
                let nonce = nonce.required(Required::True).schema(Some(Object::with_type(Type::String))).build();
                operation.parameters.get_or_insert_default().push(nonce.into());
            }
        }
    }
}

/// Error statuses that follow from what an operation takes. Handlers only declare the statuses that are their own (409, 429).
fn implied_statuses(operation: &Operation<'_>) -> Vec<u16> {
    let mut out = vec![500, 503];
    if operation.path != LOGIN {
        out.extend([401, 403]);
    }
    if operation.takes("path") {
        out.extend([400, 404]);
    }
    if operation.takes("query") {
        out.push(400);
    }
    if operation.has_body() {
        out.extend([400, 413, 415, 422]);
    }
    out
}

/// Returns the OpenAPI document as JSON with a trailing newline.
pub fn openapi() -> String {
    let mut description = Description::openapi();
    description.merge(super::operations().into_openapi());
    Session.modify(&mut description);
    let mut description = serde_json::to_value(description).unwrap_or_default();
    // An empty list matches both of the list variants, which `oneOf` would reject.
    if let Some(setting) = description.pointer_mut("/components/schemas/SettingInput").and_then(Value::as_object_mut)
        && let Some(kinds) = setting.remove("oneOf")
    {
        setting.insert("anyOf".into(), kinds);
    }
    openapi_document::text(&openapi_document::completed(
        description,
        &ErrorResponses { schema: "Problem", of: implied_statuses },
    ))
}
