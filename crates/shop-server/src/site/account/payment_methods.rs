//! A customer's saved methods of payment: list, choosing one, letting one go, adding one.

use axum::Form;
use axum::extract::RawQuery;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::Cents;
use shop_core::Params;
use shop_core::ids::CustomerId;
use shop_core::messages::codes;
use shop_core::view::{AccountSection, GatewayCustomer, GatewaySettings};
use shop_services::ports::StoreError;

use super::super::gateway::{self, Asking, Place};
use super::page::{Asked, Shown, failed, is_genuine, respond};
use super::{customer_or_entry, go_with_notice, notice};
use crate::store_api::Pairs;

const PATH: &str = "/my-account/payment-methods/";
const ADD_PATH: &str = "/my-account/add-payment-method/";
/// Action of the buttons of the list.
const NONCE: &str = "payment_methods";

/// `/my-account/payment-methods/`. The bank's page leads back here with the setup that it asked about.
pub(super) async fn list(asked: Asked, RawQuery(raw): RawQuery) -> Response {
    let customer = match customer_or_entry(&asked.session, PATH) {
        Ok(customer) => customer,
        Err(answer) => return answer,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    if let Some(intent) = query.get("setup_intent") {
        return finished(&asked, customer, intent).await.unwrap_or_else(|error| failed(&error));
    }
    match provider(&asked).await {
        Ok(gateway) => {
            let section = AccountSection::PaymentMethods { gateway };
            let title = ("Metodi di pagamento", "Payment methods");
            respond(&asked, Shown::new(title, PATH, section).with_form(NONCE)).await
        }
        Err(error) => failed(&error),
    }
}

/// After the bank's page: the method is kept if the bank agreed. The address is left behind, as it names the setup.
async fn finished(asked: &Asked, customer: CustomerId, intent: &str) -> Result<Response, StoreError> {
    let told = if asked.state.shop.finish_added_method(customer, intent).await? {
        notice("success", codes::PAYMENT_METHOD_KEPT, Params::new())
    } else {
        notice("error", codes::PAYMENT_AUTHENTICATION, Params::new())
    };
    go_with_notice(&asked.state, &asked.session, HeaderMap::new(), PATH, told).await
}

/// `/my-account/add-payment-method/`
pub(super) async fn add(asked: Asked) -> Response {
    if let Err(answer) = customer_or_entry(&asked.session, ADD_PATH) {
        return answer;
    }
    match provider(&asked).await {
        Ok(gateway) => {
            let settings = gateway.clone();
            let section = AccountSection::AddPaymentMethod { gateway };
            let title = ("Aggiungi un metodo di pagamento", "Add a payment method");
            let mut response = respond(&asked, Shown::new(title, ADD_PATH, section)).await;
            if let Some(settings) = settings {
                gateway::allow(&mut response, &settings);
            }
            response
        }
        Err(error) => failed(&error),
    }
}

async fn provider(asked: &Asked) -> Result<Option<Box<GatewaySettings>>, StoreError> {
    let shop = asked.state.shop.settings().await?;
    let methods: Vec<_> = shop.enabled_payment_methods().collect();
    let asking = Asking {
        shop: &shop,
        methods: &methods,
        place: Place::Account,
        total: Cents::ZERO,
        subscription: false,
        customer: GatewayCustomer::default(),
    };
    Ok(gateway::settings(&asked.state, &asked.session, asking).await)
}

/// Chooses a method or lets one go.
pub(super) async fn act(asked: Asked, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    match customer_or_entry(&asked.session, PATH) {
        Err(answer) => answer,
        Ok(customer) => acted(&asked, customer, &Pairs(pairs)).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn acted(asked: &Asked, customer: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let told = |kind: &str, code| notice(kind, code, Params::new());
    if !is_genuine(asked, posted, NONCE) {
        return go_with_notice(state, session, HeaderMap::new(), PATH, told("error", codes::FORM_EXPIRED)).await;
    }
    let number = |name: &str| posted.get(name).map(|text| text.parse::<i64>().unwrap_or(0));
    let (done, code) = if let Some(id) = number("set_default") {
        (state.shop.set_default_method(customer, id).await?, codes::PAYMENT_METHOD_CHOSEN)
    } else if let Some(id) = number("delete") {
        (state.shop.delete_saved_method(customer, id).await?, codes::PAYMENT_METHOD_GONE)
    } else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let told = if done { told("success", code) } else { told("error", codes::PAYMENT_METHOD_UNKNOWN) };
    go_with_notice(state, session, HeaderMap::new(), PATH, told).await
}
