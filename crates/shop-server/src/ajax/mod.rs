//! Classic AJAX calls: POST `/?wc-ajax={name}` with form data. Thin adapters over the same services as the store API.

mod cart;
mod catalogue;
mod checkout;
mod general;
mod notices;
mod payments;
mod privacy;
mod trade;

use std::pin::Pin;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use shop_services::cart::OpenCart;
use shop_services::ports::StoreError;
use shop_services::trade::conversations::ReceivedFile;

use crate::app::failure_codes::status_of;
use crate::app::forms::form_fields::Pairs;
use crate::app::forms::posted_form::MAX_BODY_BYTES;
use crate::app::routing::to;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;

/// Routes of the calls; a GET of `/` is a page.
pub fn router() -> Router<AppState> {
    let limit = DefaultBodyLimit::max(MAX_BODY_BYTES);
    Router::new()
        .route("/", post(to(dispatch)))
        .route("/wp-admin/admin-ajax.php", get(to(general::handle_get)).post(to(general::dispatch)).layer(limit))
}

#[derive(Clone)]
pub(crate) struct Call {
    state: AppState,
    session: Session,
    headers: HeaderMap,
    form: Pairs,
    /// Uploaded files; only logged-in customers may send some.
    files: Vec<ReceivedFile>,
    ip: String,
}

impl Call {
    fn text(&self, name: &str) -> &str {
        self.form.get(name).unwrap_or_default()
    }

    /// Tells whether a field contains the action's nonce for this session.
    fn has_nonce(&self, field: &str, action: &str) -> bool {
        self.state.secrets.nonce_is_valid(self.text(field), action, &self.session.key, self.state.shop.context.now())
    }

    /// Completes a response about an open cart with its cookies.
    fn finish_response(&self, mut response: Response, open: &OpenCart) -> Response {
        let hash = open.view().hash();
        let session = Session { key: open.record.session_key.clone(), ..self.session.clone() };
        session.write_cookies(response.headers_mut(), &self.headers, open, &hash, &self.state.storefront.web);
        response.headers_mut().insert("cache-control", axum::http::HeaderValue::from_static("no-store"));
        response
    }
}

/// Formats a message as the error list that clients show above a form.
pub(crate) fn error_list(sentence: &str) -> String {
    notices::errors(&[(String::new(), sentence.to_owned())]).into_string()
}

/// Responds to an invalid nonce as WordPress does.
fn invalid_nonce_response() -> Response {
    (StatusCode::FORBIDDEN, "-1").into_response()
}

const QUICK_VIEW: &str = "woosq_quickview";
const VERIFY_INTENT: &str = "wc_stripe_verify_intent";
/// Calls that change nothing and also accept GET.
const BY_GET: [&str; 3] = [QUICK_VIEW, VERIFY_INTENT, "wc_stripe_get_express_settings"];

/// Handles a call by GET, `/?wc-ajax={name}&…`, before the pages do; `None` when the request is for a page.
pub(crate) async fn by_get(
    state: &AppState,
    (method, uri): (&Method, &Uri),
    headers: &HeaderMap,
    connection: &Extensions,
) -> Option<Response> {
    let is_home = uri.path() == "/" && matches!(*method, Method::GET | Method::HEAD);
    let query = uri.query().filter(|query| is_home && query.contains("wc-ajax"))?;
    handle_get(state, headers, connection, query).await
}

/// Handles a call by GET; `None` when the address is that of the home page.
async fn handle_get(state: &AppState, headers: &HeaderMap, connection: &Extensions, query: &str) -> Option<Response> {
    let form = Pairs::parse(query);
    let name = form.get("wc-ajax").filter(|name| BY_GET.contains(name))?.to_owned();
    let session = match Session::extract(headers, &state.shop.logins, &state.storefront.web).await {
        Ok(session) => session,
        Err(status) => return Some(status.into_response()),
    };
    let ip = crate::app::visitor::client::client_ip(connection);
    let call = Call { state: state.clone(), session, headers: headers.clone(), form, files: Vec::new(), ip };
    let done = match name.as_str() {
        QUICK_VIEW => catalogue::quick_view::show(call).await,
        VERIFY_INTENT => {
            payments::verify_intent(
                &call.state.shop.carts,
                &call.state.shop.orders,
                &call.state.shop.settlement,
                &call.state.shop.payment_sessions,
                &call.state.storefront.web,
                &call.session,
                &call.form,
            )
            .await
        }
        _ => payments::express::settings(&call).await,
    };
    Some(done.unwrap_or_else(|error| {
        tracing::error!(%error, call = %name, "classic call by GET failed");
        status_of(&error).into_response()
    }))
}

async fn dispatch(
    State(state): State<AppState>,
    session: Session,
    RawQuery(query): RawQuery,
    connection: Extensions,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let query = Pairs::parse(query.as_deref().unwrap_or_default());
    if query.get("wc-api") == Some("wc_stripe") {
        let received = payments::receive(&state, &headers, &String::from_utf8_lossy(&body)).await;
        // The provider sends the message again after any status but success.
        return received.unwrap_or_else(|error| {
            tracing::error!(%error, "a webhook of the payment provider could not be stored");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        });
    }
    let Some(name) = query.get("wc-ajax").map(str::to_owned) else {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    };
    let form = Pairs::parse(&String::from_utf8_lossy(&body));
    let ip = crate::app::visitor::client::client_ip(&connection);
    let call = Call { state, session, headers, form, files: Vec::new(), ip };
    if name.starts_with("wc_stripe_")
        && let Some(done) = payments::express::dispatch(call.clone(), &name).await
    {
        return complete(done, &name);
    }
    let done = dispatch_call(call, name.clone()).await;
    complete(done, &name)
}

type BoxFuture = Pin<Box<dyn Future<Output = Result<Response, StoreError>> + Send>>;

/// Dispatches a call by name. The futures are boxed, because all of them side by side would take a tenth of a thread's stack. An
/// unknown call gets an empty response, as in WooCommerce.
fn dispatch_call(call: Call, name: String) -> BoxFuture {
    match name.as_str() {
        "add_to_cart" => Box::pin(cart::current_cart::add(call)),
        "remove_from_cart" => Box::pin(cart::current_cart::remove(call)),
        "get_refreshed_fragments" => Box::pin(cart::current_cart::refreshed(call)),
        "get_cart_totals" => Box::pin(cart::current_cart::totals(call)),
        "get_variation" => Box::pin(catalogue::variation::get(call)),
        "bottega_purchase" => Box::pin(catalogue::purchase::price(call)),
        "update_shipping_method" => Box::pin(cart::current_cart::shipping_method(call)),
        "update_order_review" => Box::pin(checkout::order_review::update(call)),
        "checkout" => Box::pin(checkout::place_order::place(call)),
        "get_customer_location" => {
            let nowhere = json!({ "success": true, "data": { "hash": "" } });
            Box::pin(std::future::ready(Ok(axum::Json(nowhere).into_response())))
        }
        "woosq_quickview" => Box::pin(catalogue::quick_view::show(call)),
        "apply_coupon" => Box::pin(cart::coupon::apply(call)),
        "remove_coupon" => Box::pin(cart::coupon::remove(call)),
        "apply_coupon_on_click" => Box::pin(cart::coupon::click(call)),
        "wbte_sc_update_payment_method_on_session" => Box::pin(checkout::choices::payment(call)),
        "wbte_sc_set_block_checkout_values" => Box::pin(checkout::choices::both(call)),
        _ => Box::pin(async move { payments::call(&call, &name).await }),
    }
}

fn complete(done: Result<Response, StoreError>, name: &str) -> Response {
    done.unwrap_or_else(|error| {
        if matches!(error, StoreError::TooManyCarts) {
            return StatusCode::TOO_MANY_REQUESTS.into_response();
        }
        tracing::error!(%error, call = %name, "classic call failed");
        status_of(&error).into_response()
    })
}
