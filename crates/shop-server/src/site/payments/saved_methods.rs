//! A customer's saved payment methods: list, default, removal, and adding one.

use axum::extract::RawQuery;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{Cents, CustomerId, Lang, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountSection, GatewayCustomer, GatewaySettings};
use shop_services::payments::saved_methods::method_name;
use shop_services::ports::{SavedMethod, StoreError, SubscriptionRecord};

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::page_data::payments::gateway::{self, GatewayPage, Place};
use crate::site::accounts::access::{require_customer, require_form_customer};
use crate::site::accounts::account_page::{
    AccountRequest, AccountView, error_response, notice, redirect_with_notice, respond,
};

const PATH: &str = "/my-account/payment-methods/";
const ADD_PATH: &str = "/my-account/add-payment-method/";
/// Nonce action of the buttons of the list.
const NONCE: &str = "payment_methods";

/// `/my-account/payment-methods/`. The bank's authentication page redirects back here with `setup_intent`.
pub(super) async fn list(request: AccountRequest, RawQuery(raw): RawQuery) -> Response {
    let customer = match require_customer(&request.session, PATH) {
        Ok(customer) => customer,
        Err(response) => return response,
    };
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    if let Some(intent) = query.get("setup_intent") {
        return finish_setup(&request, customer, intent).await.unwrap_or_else(|error| error_response(&error));
    }
    match load_methods(&request, customer).await {
        Ok(gateway) => {
            let section = AccountSection::PaymentMethods { gateway };
            let title = site_texts::payment_methods;
            respond(&request, AccountView::new(title, PATH, section).with_form(NONCE)).await
        }
        Err(error) => error_response(&error),
    }
}

/// After the bank's page: saves the method if the bank authenticated it. Redirects, because the address names the setup intent.
async fn finish_setup(request: &AccountRequest, customer: CustomerId, intent: &str) -> Result<Response, StoreError> {
    let notice = if request.state.shop.method_setups.finish_added_method(customer, intent).await? {
        notice("success", codes::PAYMENT_METHOD_KEPT, Params::new())
    } else {
        notice("error", codes::PAYMENT_AUTHENTICATION_FAILURE, Params::new())
    };
    redirect_with_notice(&request.state.shop.carts, &request.session, HeaderMap::new(), PATH, notice).await
}

/// `/my-account/add-payment-method/`
pub(super) async fn add(request: AccountRequest) -> Response {
    if let Err(response) = require_customer(&request.session, ADD_PATH) {
        return response;
    }
    match gateway_settings(&request).await {
        Ok(gateway) => {
            let settings = gateway.clone();
            let section = AccountSection::AddPaymentMethod { gateway };
            let title = site_texts::add_a_payment_method;
            let mut response = respond(&request, AccountView::new(title, ADD_PATH, section)).await;
            if let Some(settings) = settings {
                gateway::allow(&mut response, &settings);
            }
            response
        }
        Err(error) => error_response(&error),
    }
}

/// Loads the saved methods; a method that pays subscriptions says what happens to them when it is removed.
async fn load_methods(
    request: &AccountRequest,
    customer: CustomerId,
) -> Result<Option<Box<GatewaySettings>>, StoreError> {
    let Some(mut gateway) = gateway_settings(request).await? else { return Ok(None) };
    let lang = request.state.shop.context.settings().await?.lang();
    for saved in &mut gateway.saved {
        let (mine, next) = request.state.shop.subscriptions.without_method(customer, saved.id).await?;
        if !mine.is_empty() {
            saved.removal = removal_warning(&mine, next.as_ref(), lang);
        }
    }
    Ok(Some(gateway))
}

/// "Con questo metodo paghi l'abbonamento 3: i rinnovi passeranno a Mastercard •••• 4444."
fn removal_warning(mine: &[SubscriptionRecord], next: Option<&SavedMethod>, lang: Lang) -> String {
    let numbers = mine.iter().map(|one| one.id.to_string()).collect::<Vec<_>>().join(", ");
    let next = next.map(|saved| method_name(&saved.method, lang));
    let many = mine.len() > 1;
    match (lang, next) {
        (Lang::It, next) => {
            let what = if many { format!("gli abbonamenti {numbers}") } else { format!("l'abbonamento {numbers}") };
            let then = next.map_or_else(
                || "i rinnovi li pagherai di volta in volta, con il link che ti mandiamo".to_owned(),
                |name| format!("i rinnovi passeranno a {name}"),
            );
            format!("Con questo metodo paghi {what}: se lo elimini, {then}.")
        }
        (Lang::En, next) => {
            let what = if many { format!("subscriptions {numbers}") } else { format!("subscription {numbers}") };
            let then = next.map_or_else(
                || "you pay each renewal by the link that we send you".to_owned(),
                |name| format!("renewals are paid by {name}"),
            );
            format!("This method pays {what}: once it is removed, {then}.")
        }
    }
}

async fn gateway_settings(request: &AccountRequest) -> Result<Option<Box<GatewaySettings>>, StoreError> {
    let shop = request.state.shop.context.settings().await?;
    let methods: Vec<_> = shop.enabled_payment_methods().collect();
    let asking = GatewayPage {
        shop: &shop,
        methods: &methods,
        place: Place::Account,
        total: Cents::ZERO,
        subscription: false,
        customer: GatewayCustomer::default(),
    };
    Ok(gateway::settings(&request.state.storefront, &request.session, asking).await)
}

/// Sets the default method or removes one.
pub(super) async fn act(request: AccountRequest, Form(pairs): Form<Vec<(String, String)>>) -> Response {
    let posted = Pairs(pairs);
    match require_form_customer(&request, &posted, PATH, NONCE).await {
        Err(response) => response,
        Ok(customer) => run_action(&request, customer, &posted).await.unwrap_or_else(|error| error_response(&error)),
    }
}

async fn run_action(request: &AccountRequest, customer: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&request.state, &request.session);
    let message = |kind: &str, code| notice(kind, code, Params::new());
    let number = |name: &str| posted.get(name).map(|text| text.parse::<i64>().unwrap_or(0));
    let (is_done, code) = if let Some(id) = number("set_default") {
        (state.shop.saved_methods.set_default_method(customer, id).await?, codes::PAYMENT_METHOD_CHOSEN)
    } else if let Some(id) = number("delete") {
        let lang = state.shop.context.settings().await?.lang();
        let (mine, next) = state.shop.subscriptions.without_method(customer, id).await?;
        let is_removed = state.shop.saved_methods.delete_saved_method(customer, id).await?;
        if let (true, false) = (is_removed, mine.is_empty()) {
            let (code, method) = match next {
                Some(saved) => (codes::PAYMENT_METHOD_GONE_PAID_BY, method_name(&saved.method, lang)),
                None => (codes::PAYMENT_METHOD_GONE_BY_HAND, String::new()),
            };
            let notice = notice("success", code, Params::from([("method".to_owned(), method)]));
            return redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), PATH, notice).await;
        }
        (is_removed, codes::PAYMENT_METHOD_GONE)
    } else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let notice = if is_done { message("success", code) } else { message("error", codes::PAYMENT_METHOD_UNKNOWN) };
    redirect_with_notice(&state.shop.carts, session, HeaderMap::new(), PATH, notice).await
}
