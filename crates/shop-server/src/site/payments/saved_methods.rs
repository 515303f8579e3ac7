//! A customer's saved methods of payment: list, choosing one, letting one go, adding one.

use axum::extract::RawQuery;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shop_core::base::{Cents, CustomerId, Lang, Params};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountSection, GatewayCustomer, GatewaySettings};
use shop_services::payments::saved_methods::method_name;
use shop_services::ports::{SavedMethod, StoreError, SubscriptionRecord};

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::page_data::gateway::{self, Asking, Place};
use crate::site::accounts::access::customer_or_entry;
use crate::site::accounts::access::poster;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::go_with_notice;
use crate::site::accounts::account_page::notice;
use crate::site::accounts::account_page::respond;

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
    match listed(&asked, customer).await {
        Ok(gateway) => {
            let section = AccountSection::PaymentMethods { gateway };
            let title = site_texts::payment_methods;
            respond(&asked, Shown::new(title, PATH, section).with_form(NONCE)).await
        }
        Err(error) => failed(&error),
    }
}

/// After the bank's page: the method is kept if the bank agreed. The address is left behind, as it names the setup.
async fn finished(asked: &Asked, customer: CustomerId, intent: &str) -> Result<Response, StoreError> {
    let told = if asked.state.shop.method_setups.finish_added_method(customer, intent).await? {
        notice("success", codes::PAYMENT_METHOD_KEPT, Params::new())
    } else {
        notice("error", codes::PAYMENT_AUTHENTICATION_FAILURE, Params::new())
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
            let title = site_texts::add_a_payment_method;
            let mut response = respond(&asked, Shown::new(title, ADD_PATH, section)).await;
            if let Some(settings) = settings {
                gateway::allow(&mut response, &settings);
            }
            response
        }
        Err(error) => failed(&error),
    }
}

/// The methods, each with what becomes of the subscriptions that are paid by it.
async fn listed(asked: &Asked, customer: CustomerId) -> Result<Option<Box<GatewaySettings>>, StoreError> {
    let Some(mut gateway) = provider(asked).await? else { return Ok(None) };
    let lang = asked.state.shop.context.settings().await?.lang();
    for saved in &mut gateway.saved {
        let (mine, next) = asked.state.shop.subscriptions.without_method(customer, saved.id).await?;
        if !mine.is_empty() {
            saved.removal = removal(&mine, next.as_ref(), lang);
        }
    }
    Ok(Some(gateway))
}

/// "Con questo metodo paghi l'abbonamento 3: i rinnovi passeranno a Mastercard •••• 4444."
fn removal(mine: &[SubscriptionRecord], next: Option<&SavedMethod>, lang: Lang) -> String {
    let numbers = mine.iter().map(|one| one.id.to_string()).collect::<Vec<_>>().join(", ");
    let next = next.map(|kept| method_name(&kept.method, lang));
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

async fn provider(asked: &Asked) -> Result<Option<Box<GatewaySettings>>, StoreError> {
    let shop = asked.state.shop.context.settings().await?;
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
    let posted = Pairs(pairs);
    match poster(&asked, &posted, PATH, NONCE).await {
        Err(answer) => answer,
        Ok(customer) => acted(&asked, customer, &posted).await.unwrap_or_else(|error| failed(&error)),
    }
}

async fn acted(asked: &Asked, customer: CustomerId, posted: &Pairs) -> Result<Response, StoreError> {
    let (state, session) = (&asked.state, &asked.session);
    let told = |kind: &str, code| notice(kind, code, Params::new());
    let number = |name: &str| posted.get(name).map(|text| text.parse::<i64>().unwrap_or(0));
    let (done, code) = if let Some(id) = number("set_default") {
        (state.shop.saved_methods.set_default_method(customer, id).await?, codes::PAYMENT_METHOD_CHOSEN)
    } else if let Some(id) = number("delete") {
        let lang = state.shop.context.settings().await?.lang();
        let (mine, next) = state.shop.subscriptions.without_method(customer, id).await?;
        let gone = state.shop.saved_methods.delete_saved_method(customer, id).await?;
        if let (true, false) = (gone, mine.is_empty()) {
            let (code, method) = match next {
                Some(kept) => (codes::PAYMENT_METHOD_GONE_PAID_BY, method_name(&kept.method, lang)),
                None => (codes::PAYMENT_METHOD_GONE_BY_HAND, String::new()),
            };
            let told = notice("success", code, Params::from([("method".to_owned(), method)]));
            return go_with_notice(state, session, HeaderMap::new(), PATH, told).await;
        }
        (gone, codes::PAYMENT_METHOD_GONE)
    } else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let told = if done { told("success", code) } else { told("error", codes::PAYMENT_METHOD_UNKNOWN) };
    go_with_notice(state, session, HeaderMap::new(), PATH, told).await
}
